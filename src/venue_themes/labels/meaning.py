"""Keyphrases of a few dozen papers: counts say little there, so phrases are chosen by what they mean."""

import numpy as np
from scipy import sparse

from ..contracts import DocumentTerms
from ..stopwords import CONNECTORS, unfit
from ..wording import near_duplicates
from .candidates import Candidates
from .phrases import Check, unit

FEW_PAPERS = 100  # below, most telling phrases stand in one or two papers of a topic
_MOST_WORDS = 4
_LEADING = 3
_PAPERS_SPOKEN_FOR = 0.6
_OF_ONE_PAPER = 0.85


def meant(terms: DocumentTerms, topic: np.ndarray, n_topics: int, check: Check) -> Candidates:
    """The terms that could describe each topic of a small collection, scored by their sentence vectors.

    The score is the root of the share of the topic's papers that hold the term, times the cosine of its vector with the
    topic's centre, times how much larger that is than the mean over the other topics; what one paper alone says counts for
    less. The leading terms speak for different papers: one whose papers all have a better term already counts for less.

    Parameters
    ----------
    check
        Sentence vectors of the papers and the function that makes such vectors of phrases.
    """
    columns = [c for c, (term, shown) in enumerate(zip(terms.terms, terms.shown, strict=True)) if _is_name(term, shown)]
    columns = _whole(columns, terms)
    held = (terms.counts[:, columns] > 0).astype(np.float64).tocsc()
    chosen = DocumentTerms(terms.counts[:, columns].tocsr(), tuple(terms.terms[c] for c in columns),
                           tuple(terms.shown[c] for c in columns))
    if not columns:
        return Candidates(sparse.csr_matrix((n_topics, 0)), chosen)
    near = unit(np.asarray(check.encode(list(chosen.shown)), dtype=np.float64)) @ _centres(check.vectors, topic, n_topics).T
    rows = [_scores(held[topic == t], near, t) for t in range(n_topics)]
    return Candidates(sparse.csr_matrix(np.vstack(rows)), chosen)


def _is_name(term: str, shown: str) -> bool:
    words = term.split()
    return len(words) <= _MOST_WORDS and not CONNECTORS.intersection(words) and unfit(term) is None and unfit(shown) is None


def _whole(columns: list[int], terms: DocumentTerms) -> list[int]:
    """The columns without terms that only ever stand inside one longer term: ``Fourier neural`` in its operator."""
    times = np.asarray(terms.counts.sum(axis=0)).ravel()
    inside = {(part, times[c]) for c in columns for part in _parts(terms.terms[c])}
    return [c for c in columns if (terms.terms[c], times[c]) not in inside]


def _parts(term: str) -> set[str]:
    """All shorter runs of a term's words."""
    words = term.split()
    return {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)} - {term}


def listed(found: Candidates, *, n_terms: int) -> tuple[tuple[str, ...], ...]:
    """Per topic up to ``n_terms`` terms as shown, best first, none a near-duplicate of a better one."""
    result = []
    for topic in range(found.score.shape[0]):
        names: list[str] = []
        for column, _ in found.best(topic, 20 * n_terms):
            shown = found.terms.shown[column]
            if len(names) < n_terms and not any(near_duplicates(shown, other) for other in names):
                names.append(shown)
        result.append(tuple(names))
    return tuple(result)


def _scores(held: sparse.csc_matrix, near: np.ndarray, t: int) -> np.ndarray:
    """Score of each term for topic ``t``; ``held`` is its ``(n_papers_of_topic, n_terms)`` part, ``near`` all cosines."""
    support = np.asarray(held.mean(axis=0)).ravel() if held.shape[0] else np.zeros(near.shape[0])
    others = np.delete(near, t, axis=1).mean(axis=1) if near.shape[1] > 1 else 0.0
    score = np.sqrt(support) * near[:, t].clip(0) * (near[:, t] - others).clip(0)
    score = score * np.where(support * held.shape[0] > 1, 1.0, _OF_ONE_PAPER)
    spoken_for = np.zeros(held.shape[0], dtype=bool)
    settled = np.zeros(len(score), dtype=bool)
    for _ in range(min(_LEADING, held.shape[0])):
        fresh = np.asarray(held[~spoken_for].sum(axis=0)).ravel() > 0
        worth = np.where(settled, -1.0, score * np.where(fresh, 1.0, _PAPERS_SPOKEN_FOR))
        best = int(worth.argmax())
        settled[best] = True
        spoken_for |= held[:, [best]].toarray().ravel() > 0
    fresh = np.asarray(held[~spoken_for].sum(axis=0)).ravel() > 0
    return score * np.where(settled | fresh, 1.0, _PAPERS_SPOKEN_FOR)


def _centres(vectors: np.ndarray, topic: np.ndarray, n_topics: int) -> np.ndarray:
    vectors = np.nan_to_num(vectors)
    return unit(np.stack([vectors[topic == t].sum(axis=0) for t in range(n_topics)]).astype(np.float64))
