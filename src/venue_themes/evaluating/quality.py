"""Coherence, diversity, separation and sizes of the topics of one model."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..contracts import DocumentTerms, TopicModel
from ..scoring import pair_npmi
from ..terms import Analyser, tokenise

Terms = Sequence[Sequence[str]]
Encoder = Callable[[list[str]], np.ndarray]

_SAMPLE = 2_000


def diversity(terms: Terms, *, n_terms: int = 10) -> float:
    """The share of distinct terms among the first ``n_terms`` of all topics, 0 to 1 (Dieng, Ruiz, Blei 2020).

    >>> diversity([["graph", "node"], ["graph", "kernel"]])
    0.75
    """
    listed = [term.lower() for topic in terms for term in topic[:n_terms]]
    return len(set(listed)) / len(listed) if listed else float("nan")


def counted_forms(terms: Terms, counted: DocumentTerms, *, n_terms: int = 10) -> list[list[str]]:
    """The first terms of each topic in the form they are counted in; unknown ones are left out."""
    form = {shown: term for term, shown in zip(counted.terms, counted.shown, strict=True)}
    known = set(counted.terms)
    return [[form.get(term, term) for term in topic[:n_terms] if term in form or term in known] for topic in terms]


def document_npmi(terms: Terms, counted: DocumentTerms, *, n_terms: int = 10) -> float:
    """Mean normalised pointwise mutual information of the pairs of a topic's terms, -1 to 1, papers being the windows.

    A pair that is in no paper counts as -1. Source: Bouma 2009; Lau, Newman, Baldwin 2014. NaN without any pair.
    """
    column = {term: at for at, term in enumerate(counted.terms)}
    topics = counted_forms(terms, counted, n_terms=n_terms)
    scores = []
    for topic in topics:
        if len(topic) > 1:
            pairs = pair_npmi((counted.counts[:, [column[term] for term in topic]] > 0).astype(float))
            scores.append(pairs[np.triu_indices(len(topic), 1)].mean())
    return float(np.mean(scores)) if scores else float("nan")


@dataclass(frozen=True)
class Windows:
    """A sample of texts as their terms in reading order, read once for all models and measures.

    ``rows`` has per text its terms and the number of its other words, which keep the windows' width.
    """

    rows: list[tuple[list[str], int]]


def windows_of(texts: Sequence[str], counted: DocumentTerms, *, seed: int = 0) -> Windows:
    """At most 2,000 of the texts, drawn with the seed."""
    spelled = Analyser(counted)
    found = []
    for row in sample_rows(len(texts), _SAMPLE, seed=seed):
        terms = spelled(texts[row])
        found.append((terms, max(0, len(tokenise(texts[row])) - sum(" " not in term for term in terms))))
    return Windows(found)


def coherence(terms: Terms, windows: Windows, counted: DocumentTerms, *, measure: str = "c_npmi", n_terms: int = 10) -> float:
    """The coherence of topics as gensim measures it.

    Parameters
    ----------
    measure
        ``c_npmi`` (windows of 10 words) or ``c_v`` (windows of 110 words); Roeder, Both, Hinneburg 2015.

    Returns
    -------
    float
        The mean over the topics with at least two terms that occur; NaN without any.
    """
    from gensim.corpora import Dictionary
    from gensim.models.coherencemodel import CoherenceModel

    topics = counted_forms(terms, counted, n_terms=n_terms)
    vocabulary = {term for topic in topics for term in topic}
    rows = [list(_in_order(found, others, vocabulary)) for found, others in windows.rows]
    dictionary = Dictionary(rows)
    topics = [[term for term in topic if term in dictionary.token2id] for topic in topics]
    topics = [topic for topic in topics if len(topic) > 1]
    if not topics:
        return float("nan")
    model = CoherenceModel(topics=topics, texts=rows, dictionary=dictionary, coherence=measure, topn=n_terms, processes=1)
    return float(np.nanmean(model.get_coherence_per_topic()))


def _in_order(found: list[str], others: int, vocabulary: set[str]) -> Iterator[str]:
    """The terms that matter, in reading order, with blanks for other words, so that windows keep their width."""
    yield from (term if term in vocabulary else "" for term in found if term in vocabulary or " " not in term)
    yield from [""] * others


def sample_rows(n: int, most: int, *, seed: int) -> np.ndarray:
    """At most ``most`` of ``n`` rows in order, drawn with the seed."""
    if n <= most:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, most, replace=False))


def embedding_coherence(terms: Terms, encode: Encoder, *, n_terms: int = 10) -> float:
    """Mean cosine of the sentence vectors of the pairs of a topic's terms (Terragni, Fersini, Messina 2021)."""
    distinct = sorted({term for topic in terms for term in topic[:n_terms]})
    if not distinct:
        return float("nan")
    vectors = np.asarray(encode(distinct), dtype=np.float64)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    place = {term: at for at, term in enumerate(distinct)}
    scores = []
    for topic in terms:
        rows = vectors[[place[term] for term in topic[:n_terms]]]
        if len(rows) > 1:
            scores.append((rows @ rows.T)[np.triu_indices(len(rows), 1)].mean())
    return float(np.mean(scores)) if scores else float("nan")


def silhouette(vectors: np.ndarray, topic: np.ndarray, *, seed: int = 0) -> float:
    """Mean silhouette by cosine distance, -1 to 1, of papers in a topic (at most 2,000, drawn with the seed).

    NaN where fewer than two topics, or no two papers of one topic, are left.
    """
    from sklearn.metrics import silhouette_score

    rows = np.flatnonzero((topic >= 0) & (np.abs(vectors).sum(axis=1) > 0))
    rows = rows[sample_rows(len(rows), _SAMPLE, seed=seed)]
    if not 2 <= len(np.unique(topic[rows])) < len(rows):
        return float("nan")
    return float(silhouette_score(vectors[rows], topic[rows], metric="cosine"))


def sizes(topic: np.ndarray) -> dict:
    """Number of topics, their sizes (largest, median, smallest) and the share of papers in none.

    >>> sizes(np.array([0, 0, 1, -1]))
    {'topics': 2, 'largest': 2, 'median': 1.5, 'smallest': 1, 'outlier_share': 0.25}
    """
    size = np.bincount(topic[topic >= 0])
    size = size[size > 0]
    if not len(size):
        return {"topics": 0, "largest": 0, "median": 0.0, "smallest": 0, "outlier_share": 1.0 if len(topic) else 0.0}
    return {"topics": len(size), "largest": int(size.max()), "median": float(np.median(size)), "smallest": int(size.min()),
            "outlier_share": float((topic < 0).mean())}


def quality(model: TopicModel, windows: Windows, counted: DocumentTerms, vectors: np.ndarray, *,
            encode: Encoder | None = None, seed: int = 0) -> dict:
    """All measures of one model: ``npmi``, ``c_v``, ``npmi_papers``, ``embedding``, ``diversity``, ``silhouette``, sizes."""
    return {
        "npmi": coherence(model.terms, windows, counted, measure="c_npmi"),
        "c_v": coherence(model.terms, windows, counted, measure="c_v"),
        "npmi_papers": document_npmi(model.terms, counted),
        "embedding": embedding_coherence(model.terms, encode) if encode is not None else float("nan"),
        "diversity": diversity(model.terms),
        "silhouette": silhouette(vectors, model.topic, seed=seed),
        **sizes(model.topic),
    }
