"""Terms: the words and phrases of a collection, counted once and used by every stage that needs words."""

from collections.abc import Iterable, Sequence

import numpy as np
from scipy import sparse

from ..contracts import DocumentTerms
from ..errors import SettingsError
from ..scoring import class_tfidf
from .analysing import Analyser
from .counting import count_stream
from .stream import lower_starts, read_stream
from .stream import merge_spellings as merged
from .tokens import tokenise

__all__ = ["Analyser", "class_tfidf", "count_terms", "least_papers", "tokenise", "without_words", "word_matrix"]


def least_papers(n_papers: int) -> int:
    """In how many papers a term must occur to be counted, by default: 1 below 200 papers, up to 5 above 20,000."""
    return 1 + sum(n_papers >= bound for bound in (200, 2_000, 10_000, 20_000))


def count_terms(texts: Sequence[str], *, max_words: int = 3, min_papers: int | None = None,
                extra_stop_words: Iterable[str] = (), merge_spellings: bool = True) -> DocumentTerms:
    """How often each term of 1 to ``max_words`` words occurs in each text.

    A term neither begins nor ends with a stop word, holds no number, boilerplate or markup, and crosses no punctuation.

    Parameters
    ----------
    texts
        ``n_papers`` cleaned texts.
    min_papers
        Papers a term must occur in; None: ``least_papers`` of their number.
    extra_stop_words
        Words that may be in no term.
    merge_spellings
        Count plural and singular, ``finetuning``, ``fine tuning`` and ``fine-tuning``, ``-ise`` and ``-ize`` as one.

    Raises
    ------
    SettingsError
        ``min_papers`` is larger than the number of texts.

    >>> found = count_terms(["Graphs of LLMs.", "An LLM on a graph, and LLMs."])
    >>> found.terms, found.shown, found.counts.toarray().tolist()
    (('graph', 'graph of llm', 'llm'), ('graph', 'graphs of LLMs', 'LLMs'), [[1, 1, 1], [1, 0, 2]])
    """
    if min_papers is not None and min_papers > max(1, len(texts)):
        raise SettingsError("Terms of at least", f"{min_papers} papers are asked for in a collection of {len(texts)}",
                            f"at most {len(texts)}", "Ask for terms of fewer papers, or leave min_papers out.")
    stream, spelling = lower_starts(read_stream(texts)), {}
    if merge_spellings:
        stream, spelling = merged(stream)
    counts, terms, shown = count_stream(
        stream, spelling, max_words=max_words, n_papers=len(texts),
        extra_stop_words=frozenset(word.lower() for word in extra_stop_words),
        min_papers=least_papers(len(texts)) if min_papers is None else min_papers)
    return DocumentTerms(counts, tuple(terms), tuple(shown), spelling)


def single_words(terms: DocumentTerms) -> np.ndarray:
    """The columns of one-word terms (hyphenated compounds are one word)."""
    return np.array([column for column, term in enumerate(terms.terms) if " " not in term], dtype=np.int64)


def word_matrix(terms: DocumentTerms) -> sparse.csr_matrix:
    """TF-IDF of single words, ``(n_papers, n_words)`` float32, rows of length 1 (or 0 for a paper without a word).

    Sublinear term frequency and smoothed inverse document frequency, as scikit-learn has them.
    """
    counts = terms.counts[:, single_words(terms)].astype(np.float64).tocsr()
    n_papers, seen = counts.shape[0], np.asarray((counts > 0).sum(axis=0)).ravel()
    counts.data = 1.0 + np.log(counts.data)
    weighted = counts @ sparse.diags_array(np.log((1 + n_papers) / (1 + seen)) + 1.0)
    length = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    return (sparse.diags_array(1.0 / np.where(length > 0, length, 1.0)) @ weighted).tocsr().astype(np.float32)


def without_words(terms: DocumentTerms) -> np.ndarray:
    """The rows of papers in which no term was found."""
    return np.flatnonzero(np.asarray(terms.counts.sum(axis=1)).ravel() == 0)
