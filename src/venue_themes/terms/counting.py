"""Counts of the one- to four-word terms of a stream, found with sorted integer keys rather than Python loops."""

import numpy as np
from scipy import sparse

from .stream import Stream, word_kinds

_LOWER_WINS = 0.25


def count_stream(stream: Stream, spelling: dict[str, str], *, max_words: int, min_papers: int,
                 extra_stop_words: frozenset[str], n_papers: int) -> tuple[sparse.csr_matrix, list[str], list[str]]:
    """Counts ``(n_papers, n_terms)``, the terms as counted, and as shown; terms in alphabetical order.

    Only terms of at least ``min_papers`` papers are returned.
    """
    counted: dict[str, int] = {}
    forms = [counted_form(word, spelling) for word in stream.words]
    code = np.array([counted.setdefault(form, len(counted)) for form in forms], dtype=np.int64)
    kinds = word_kinds(list(counted))
    kinds[[number for form, number in counted.items() if form in extra_stop_words]] = 0
    row, names = code[stream.written], list(counted)
    blocks = [_block(*found, stream=stream, names=names, row=row, n_papers=n_papers, min_papers=min_papers)
              for found in _windows(row, kinds[row], max_words, min_papers)]
    matrices, terms, shown = zip(*blocks, strict=True) if blocks else ((), (), ())
    terms, shown = [t for block in terms for t in block], [s for block in shown for s in block]
    order = sorted(range(len(terms)), key=terms.__getitem__)
    matrix = sparse.hstack(matrices, format="csr") if terms else sparse.csr_matrix((n_papers, 0), dtype=np.int32)
    return matrix[:, order].tocsr(), [terms[i] for i in order], [shown[i] for i in order]


def counted_form(word: str, spelling: dict[str, str]) -> str:
    """The form that a word of a stream is counted in; open compounds stand in lower case in the spelling table."""
    lower = word.lower()
    return spelling.get(word) or (spelling.get(lower, lower) if " " in word else lower)


def _windows(row: np.ndarray, kind: np.ndarray, max_words: int, min_papers: int):
    """Per phrase length: where phrases begin, the number of the phrase at each place, and the length.

    A phrase can only be frequent when its first words are, so rare beginnings are dropped on the way (Apriori).
    """
    at = np.flatnonzero(kind == 2)
    number = row[at]
    for length in range(1, max_words + 1):
        if length > 1:
            room = at + length - 1 < len(row)
            at, number = at[room], number[room]
            passes = kind[at + length - 1] > 0
            at, number = at[passes], number[passes]
            number = number * (int(row.max(initial=0)) + 1) + row[at + length - 1]
        if not len(at):
            return
        _, number, times = np.unique(number, return_inverse=True, return_counts=True)
        frequent = times[number] >= min_papers
        at, number = at[frequent], number[frequent]
        ends = kind[at + length - 1] == 2
        if ends.any():
            yield at[ends], number[ends], length


def _block(at: np.ndarray, number: np.ndarray, length: int, *, stream: Stream, names: list[str], row: np.ndarray,
           n_papers: int, min_papers: int) -> tuple[sparse.csr_matrix, list[str], list[str]]:
    """The counts of all phrases of one length, their counted and their shown forms."""
    _, first, number = np.unique(number, return_index=True, return_inverse=True)
    paper = stream.paper[at].astype(np.int64)
    cells, times = np.unique(paper * len(first) + number, return_counts=True)
    rows, columns = np.divmod(cells, len(first))
    matrix = sparse.csr_matrix((times.astype(np.int32), (rows, columns)), (n_papers, len(first)))
    keep = np.flatnonzero(np.bincount(columns, minlength=len(first)) >= min_papers)
    terms = [" ".join(names[word] for word in row[at[first[i]]:at[first[i]] + length]) for i in keep]
    kept = np.isin(number, keep)
    shown = _shown(at[kept], np.searchsorted(keep, number[kept]), length, len(keep), stream)
    return matrix[:, keep], terms, shown


def _shown(at: np.ndarray, number: np.ndarray, length: int, n_terms: int, stream: Stream) -> list[str]:
    """Each term as it is most often written; a form with fewer capitals wins from a quarter of that on."""
    form = stream.written[at].astype(np.int64)
    for step in range(1, length):
        _, form = np.unique(form * len(stream.words) + stream.written[at + step], return_inverse=True)
    pairs = number * (int(form.max(initial=0)) + 1) + form
    _, first, times = np.unique(pairs, return_index=True, return_counts=True)
    owner, shown = number[first], [""] * n_terms
    most = np.zeros(n_terms, dtype=np.int64)
    np.maximum.at(most, owner, times)
    best: dict[int, tuple] = {}
    for place in np.flatnonzero(times >= _LOWER_WINS * most[owner]):
        term = owner[place]
        text = " ".join(stream.words[word] for word in stream.written[at[first[place]]:at[first[place]] + length])
        score = (sum(letter.isupper() for letter in text), -times[place], text)
        if term not in best or score < best[term]:
            best[term], shown[term] = score, text
    return shown
