"""How much of a partition comes back when the papers are resampled and everything is fitted again.

The refits themselves are the caller's: a plan of rows goes out, ``(rows, labels)`` come back.
"""

from collections.abc import Sequence

import numpy as np

MIN_OVERLAP = 0.1

Refit = tuple[np.ndarray, np.ndarray]
Pair = tuple[str, str]


def subsample_rows(n_papers: int, n_refits: int, *, fraction: float = 0.9, seed: int) -> tuple[np.ndarray, ...]:
    """The rows of each refit: a random ``fraction`` of the papers without replacement, in rising order.

    Without replacement, since a copy of a paper would be its own nearest neighbour.

    >>> [rows.tolist() for rows in subsample_rows(4, 2, fraction=0.75, seed=0)]
    [[1, 2, 3], [0, 2, 3]]
    """
    rng = np.random.default_rng(seed)
    size = min(n_papers, max(1, round(fraction * n_papers)))
    return tuple(np.sort(rng.choice(n_papers, size, replace=False)) for _ in range(n_refits))


def match_refits(topic: np.ndarray, refits: Sequence[Refit], *, n_topics: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """How well each topic is found again, and how much of the whole partition is.

    Parameters
    ----------
    topic
        ``(n_papers,)`` int, -1 = none.
    refits
        Per refit its rows and the topics of those rows.
    n_topics
        How many topics there are, where the last ones may hold no paper.

    Returns
    -------
    stability
        ``(n_topics,)`` mean over refits of the best Jaccard similarity of a topic, cut to the rows of the refit, with a
        topic of the refit (Hennig 2007); NaN without refits.
    ari
        ``(n_refits,)`` adjusted Rand index (Hubert & Arabie 1985) of the two partitions; papers in no topic form
        a class.
    """
    from sklearn.metrics import adjusted_rand_score

    topic = np.asarray(topic, int)
    n_topics = int(topic.max(initial=-1)) + 1 if n_topics is None else n_topics
    best = np.full((len(refits), n_topics), np.nan)
    ari = np.zeros(len(refits))
    for i, (rows, labels) in enumerate(refits):
        overlap, present = _jaccard(topic[rows], np.asarray(labels, int), n_topics)
        best[i, present] = overlap.max(axis=1, initial=0.0)[present]
        ari[i] = adjusted_rand_score(topic[rows], labels)
    return _mean(best), ari


def sign_kept(topic: np.ndarray, venues, refits: Sequence[Refit], pairs: Sequence[Pair], *,
              n_topics: int | None = None) -> dict[Pair, np.ndarray]:
    """The share of refits in which the matched topic leans as the topic does, 0 to 1: per pair ``(n_topics,)``.

    A topic without a match, and a difference of exactly zero, keep no sign. NaN without refits.
    """
    topic, venues = np.asarray(topic, int), np.asarray(venues, dtype=object)
    n_topics = int(topic.max(initial=-1)) + 1 if n_topics is None else n_topics
    kept = {pair: np.full((len(refits), n_topics), np.nan) for pair in pairs}
    signs = {pair: _signs(topic, venues, pair, n_topics) for pair in pairs}
    for i, (rows, labels) in enumerate(refits):
        overlap, present = _jaccard(topic[rows], np.asarray(labels, int), n_topics)
        for pair in pairs:
            again = _signs(np.asarray(labels, int), venues[rows], pair, overlap.shape[1])
            same = again[overlap.argmax(axis=1)] * signs[pair] > 0 if overlap.size else np.zeros(n_topics, bool)
            kept[pair][i, present] = (same & (overlap.max(axis=1, initial=0.0) > 0))[present]
    return {pair: _mean(values) for pair, values in kept.items()}


def seen_by(topic: np.ndarray, others: Sequence[np.ndarray], venues, pairs: Sequence[Pair], *,
            min_overlap: float = MIN_OVERLAP, n_topics: int | None = None) -> dict[Pair, np.ndarray]:
    """How many models lean the same way on each topic, this one included: per pair ``(n_topics,)`` int.

    In each other model the topic with the largest Jaccard overlap stands for this one; a match below ``min_overlap``
    is none.

    Parameters
    ----------
    topic
        ``(n_papers,)`` topics of this model, -1 = none.
    others
        Per other model its ``(n_papers,)`` topics.
    """
    topic, venues = np.asarray(topic, int), np.asarray(venues, dtype=object)
    n_topics = int(topic.max(initial=-1)) + 1 if n_topics is None else n_topics
    found = {pair: np.ones(n_topics, int) for pair in pairs}
    for other in others:
        other = np.asarray(other, int)
        overlap, _ = _jaccard(topic, other, n_topics)
        if not overlap.size:
            continue
        match, held = overlap.argmax(axis=1), overlap.max(axis=1) >= min_overlap
        for pair in pairs:
            lean_other = _signs(other, venues, pair, overlap.shape[1])[match]
            found[pair] += held & (_signs(topic, venues, pair, n_topics) * lean_other > 0)
    return found


def _jaccard(topic: np.ndarray, labels: np.ndarray, n_topics: int) -> tuple[np.ndarray, np.ndarray]:
    """Jaccard similarity of every topic with every other, ``(n_topics, n_refitted)``, and which topics have a row."""
    n_refitted = int(labels.max(initial=-1)) + 1
    both = (topic >= 0) & (labels >= 0)
    cells = np.bincount(topic[both] * n_refitted + labels[both], minlength=n_topics * n_refitted)
    shared = cells.reshape(n_topics, n_refitted)
    size = np.bincount(topic[topic >= 0], minlength=n_topics)
    refitted = np.bincount(labels[labels >= 0], minlength=n_refitted)
    return shared / np.maximum(size[:, None] + refitted[None, :] - shared, 1), size > 0


def _signs(topic: np.ndarray, venues: np.ndarray, pair: Pair, n_topics: int) -> np.ndarray:
    """The sign of each topic's difference in share between the two venues."""
    shares = []
    for venue in pair:
        here = topic[venues == venue]
        shares.append(np.bincount(here[here >= 0], minlength=n_topics) / max(len(here), 1))
    return np.sign(shares[0] - shares[1])


def _mean(values: np.ndarray) -> np.ndarray:
    """Column means of what is there; NaN for a column with nothing."""
    seen = ~np.isnan(values)
    return np.where(seen.any(axis=0), np.where(seen, values, 0).sum(axis=0) / np.maximum(seen.sum(axis=0), 1), np.nan)
