"""A collection as one long row of word numbers, in which phrases can be found with array operations."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..stopwords import CONNECTORS, FUNCTION_WORDS, no_part
from .spelling import merged_words, open_compounds
from .tokens import BREAK, SENTENCE_END, classify, raw_tokens


@dataclass(frozen=True)
class Stream:
    """The words of all papers one after the other, a mark between papers.

    Attributes
    ----------
    words
        Distinct words as written; the first two are the marks ``SENTENCE_END`` and ``BREAK``.
    written
        ``(n_tokens,)`` int32: the number of each word in ``words``.
    paper
        ``(n_tokens,)`` int32: the paper of each word.
    """

    words: list[str]
    written: np.ndarray
    paper: np.ndarray

    def count(self) -> Counter:
        """Occurrences of each word as written, marks left out."""
        times = np.bincount(self.written, minlength=len(self.words))
        return Counter({word: int(n) for word, n in zip(self.words[2:], times[2:], strict=True) if n})


def read_stream(texts: Iterable[str]) -> Stream:
    """The stream of a collection."""
    numbers: dict[str, int] = defaultdict(lambda: len(numbers))
    tokens = ([*raw_tokens(text), SENTENCE_END] for text in texts)
    rows = [np.fromiter((numbers[token] for token in row), dtype=np.int32, count=len(row)) for row in tokens]
    lengths = [len(row) for row in rows]
    raw = np.concatenate(rows) if rows else np.empty(0, np.int32)
    paper = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
    return _expanded([classify(token) for token in numbers], raw, paper)


def _expanded(parts: list[tuple[str, ...]], raw: np.ndarray, paper: np.ndarray) -> Stream:
    """The stream in which number i stands for the words ``parts[i]``."""
    numbers = {SENTENCE_END: 0, BREAK: 1}
    coded = [[numbers.setdefault(word, len(numbers)) for word in words] for words in parts]
    sizes = np.array([len(words) for words in coded], dtype=np.int64)
    flat = np.array([number for words in coded for number in words], dtype=np.int32)
    if not len(raw):
        return Stream(list(numbers), raw, paper)
    repeats = sizes[raw]
    within = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    starts = np.repeat((np.cumsum(sizes) - sizes)[raw], repeats)
    return Stream(list(numbers), flat[starts + within], np.repeat(paper, repeats))


def lower_starts(stream: Stream) -> Stream:
    """The stream with the first word of each sentence as it is written elsewhere (``Graphs`` becomes ``graphs``).

    A word that only ever begins sentences loses its capital, unless it has others (``LLMs``).
    """
    first = np.empty(len(stream.written), dtype=bool)
    first[:1], first[1:] = True, stream.written[:-1] == 0
    inside = np.bincount(stream.written[~first], minlength=len(stream.words))
    best: dict[str, int] = {}
    for number, word in enumerate(stream.words):
        key = word.lower()
        if inside[number] and (key not in best or inside[number] > inside[best[key]]):
            best[key] = number
    numbers = {word: number for number, word in enumerate(stream.words)}
    target = np.arange(len(stream.words), dtype=np.int32)
    for number in np.unique(stream.written[first]):
        word = stream.words[number]
        plain = word[:1].lower() + word[1:]
        alone = numbers.setdefault(plain, len(numbers)) if plain == word.lower() else number
        target[number] = best.get(word.lower(), alone)
    return Stream(list(numbers), np.where(first, target[stream.written], stream.written), stream.paper)


def merge_spellings(stream: Stream) -> tuple[Stream, dict[str, str]]:
    """The stream with compounds written one way, and the counted form of each spelling that is not its own.

    Where ``fine-tuning`` outnumbers ``fine tuning``, two open words become one; elsewhere the compound is split. In
    the returned dict open forms have a space (``{"fine tuning": "fine-tuning", "state-space": "state space"}``).
    """
    counts = stream.count()
    pairs = _open_counts(stream, open_compounds({word.lower() for word in counts if "-" in word}))
    whole = Counter()
    for word, n in counts.items():
        whole[word.lower()] += n
    spelling = {word: " ".join(word.split("-")) for word, n in pairs.items() if n > whole[word]}
    spelling |= {" ".join(word.split("-")): word for word, n in pairs.items() if 0 < n <= whole[word]}
    stream = one_spelling(stream, spelling)
    words = merged_words(stream.count())
    return stream, words | {open_form: words.get(form, form) for open_form, form in spelling.items()}


def one_spelling(stream: Stream, spelling: dict[str, str]) -> Stream:
    """The stream with compounds split or joined as a spelling table (see ``merge_spellings``) has them."""
    split = {word: tuple(form.split()) for word, form in spelling.items() if " " in form and " " not in word}
    joined = {tuple(word.split()): form for word, form in spelling.items() if " " in word}
    parts = [tuple(word.split("-")) if word.lower() in split else (word,) for word in stream.words]
    return _joined(_expanded(parts, stream.written, stream.paper), joined)


def _places(stream: Stream, compounds: dict[tuple[str, ...], str]) -> dict[int, tuple]:
    """For 3 and 2 parts: where an open compound begins, which one it is, and their names."""
    lower: dict[str, int] = {}
    code = np.array([lower.setdefault(word.lower(), len(lower)) for word in stream.words], dtype=np.int64)
    row, width = code[stream.written] if len(stream.written) else np.empty(0, np.int64), len(lower) + 1
    found = {}
    for size in (3, 2):
        named = {parts: word for parts, word in compounds.items()
                 if len(parts) == size and all(part in lower for part in parts)}
        keys = np.array([_key([lower[part] for part in parts], width) for parts in named], dtype=np.int64)
        order = np.argsort(keys)
        if len(row) < size or not len(keys):
            continue
        window = _key([row[at:len(row) - size + 1 + at] for at in range(size)], width)
        slot = np.searchsorted(keys[order], window).clip(max=len(keys) - 1)
        at = np.flatnonzero(keys[order][slot] == window)
        found[size] = (at, order[slot[at]], list(named.values()))
    return found


def _key(numbers: list, width: int):
    total = numbers[0]
    for number in numbers[1:]:
        total = total * width + number
    return total


def _open_counts(stream: Stream, compounds: dict[tuple[str, ...], str]) -> Counter:
    counts = Counter()
    for at, which, names in _places(stream, compounds).values():
        times = np.bincount(which, minlength=len(names)) if len(at) else np.zeros(len(names), int)
        counts.update({name: int(n) for name, n in zip(names, times, strict=True)})
    return counts


def _joined(stream: Stream, compounds: dict[tuple[str, ...], str]) -> Stream:
    """The stream in which each open compound is one word, written with spaces; the first of two that overlap wins."""
    numbers = {word: number for number, word in enumerate(stream.words)}
    written, (gone, taken) = stream.written.copy(), np.zeros((2, len(stream.written)), bool)
    for size, (places, _which, _names) in _places(stream, compounds).items():
        for at in places:
            if not taken[at:at + size].any():
                taken[at:at + size] = True
                name = " ".join(stream.words[number] for number in stream.written[at:at + size])
                written[at] = numbers.setdefault(name, len(numbers))
                gone[at + 1:at + size] = True
    return Stream(list(numbers), written[~gone], stream.paper[~gone])


def word_kinds(words: list[str]) -> np.ndarray:
    """Per counted word: 0 no phrase passes it, 1 a connector (inside a phrase only), 2 a word of content."""
    return np.array([1 if word in CONNECTORS else 0 if word in FUNCTION_WORDS or no_part(word) else 2
                     for word in words], dtype=np.int8)
