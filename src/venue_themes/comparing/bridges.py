"""Where the venues meet: nearest papers across, pairs that bridge, typical and foreign papers."""

import numpy as np
import pandas as pd

NEAR_SAME = 0.95
BLOCK = 1024


def across(vectors: np.ndarray, venues, pair: tuple[str, str], *, k: int = 3) -> pd.DataFrame:
    """The ``k`` nearest papers at the other venue of every paper, nearest first.

    Returns
    -------
    A frame ``row, venue, other, rank, similarity``: rows of papers, rank from 1, cosine similarity -1 to 1; papers in
    row order. Empty where a venue has no paper.
    """
    venues, unit = np.asarray(venues, dtype=object), _unit(vectors)
    parts = [_nearest(unit, np.flatnonzero(venues == here), np.flatnonzero(venues == there), k).assign(venue=here)
             for here, there in (pair, pair[::-1])]
    frame = pd.concat(parts, ignore_index=True).sort_values(["row", "rank"], ignore_index=True)
    return frame[["row", "venue", "other", "rank", "similarity"]]


def bridges(nearest: pd.DataFrame, pair: tuple[str, str], *, n: int = 20) -> pd.DataFrame:
    """Pairs of papers that are each other's nearest at the other venue, closest first.

    Columns ``row_a, row_b, similarity, near_same``; ``near_same`` marks pairs of a cosine similarity of at least
    ``NEAR_SAME``: perhaps one work at both venues.
    """
    first = nearest[nearest["rank"] == 1]
    a, b = (first[first["venue"] == venue].set_index("row") for venue in pair)
    mutual = a[b["other"].reindex(a["other"]).to_numpy() == a.index.to_numpy()]
    frame = mutual.reset_index().rename(columns={"row": "row_a", "other": "row_b"})[["row_a", "row_b", "similarity"]]
    frame = frame.sort_values(["similarity", "row_a"], ascending=[False, True], ignore_index=True).head(n)
    return frame.assign(near_same=frame["similarity"] >= NEAR_SAME)


def near_same_sentence(found: pd.DataFrame, pair: tuple[str, str]) -> str:
    """Whether a paper of one venue is nearly one of the other; ``found`` has the columns of ``bridges``."""
    if found.empty:
        return f"No paper of {pair[0]} and paper of {pair[1]} are each other's nearest."
    alike, nearest = int(found["near_same"].sum()), float(found["similarity"].max())
    if not alike:
        return f"No paper stands at both venues: the nearest two have a cosine of {nearest:.2f}, below {NEAR_SAME:g}."
    pairs = "1 pair of papers, one at each venue, is" if alike == 1 else f"{alike} pairs of papers, one at each venue, are"
    return f"{pairs} nearly the same (cosine of {NEAR_SAME:g} or more): perhaps one work."


def belonging(vectors: np.ndarray, venues, pair: tuple[str, str]) -> np.ndarray:
    """How much nearer a paper is to its own venue's mean than to the other's: high typical, negative foreign.

    ``(n_papers,)``, the difference of two cosine similarities; the paper itself is taken out of its own mean. NaN for
    papers of neither venue, and where a mean has no other paper.
    """
    venues, unit = np.asarray(venues, dtype=object), _unit(vectors)
    score = np.full(len(unit), np.nan)
    at = [np.flatnonzero(venues == venue) for venue in pair]
    for own, other in (at, at[::-1]):
        if len(own) < 2 or len(other) < 1:
            continue
        home = _unit(unit[own].sum(axis=0) - unit[own])
        score[own] = (unit[own] * home).sum(axis=1) - unit[own] @ _unit(unit[other].sum(axis=0, keepdims=True))[0]
    return score


def typical_and_foreign(score: np.ndarray, venues, pair: tuple[str, str], *, n: int = 5) -> pd.DataFrame:
    """The ``n`` most typical and ``n`` most foreign papers of each venue, strongest first.

    Columns ``venue, kind, row, score``. No paper is both: where a venue has fewer than ``2 n`` papers, each list has
    half of them.
    """
    venues, rows = np.asarray(venues, dtype=object), []
    for venue in pair:
        here = np.flatnonzero((venues == venue) & np.isfinite(score))
        order = here[np.argsort(-score[here], kind="stable")]
        few = min(n, len(order) // 2)
        rows += [(venue, "typical", row, score[row]) for row in order[:few]]
        rows += [(venue, "foreign", row, score[row]) for row in order[::-1][:few]]
    return pd.DataFrame(rows, columns=["venue", "kind", "row", "score"])


def _nearest(unit: np.ndarray, here: np.ndarray, there: np.ndarray, k: int) -> pd.DataFrame:
    k = min(k, len(there))
    here = here if k else here[:0]
    found = [(np.zeros((0, k), int), np.zeros((0, k)))]
    for start in range(0, len(here), BLOCK):
        similarity = unit[here[start:start + BLOCK]] @ unit[there].T
        order = np.argpartition(-similarity, min(k, len(there) - 1), axis=1)[:, :k]
        nearness = np.take_along_axis(similarity, order, axis=1)
        ranked = np.argsort(-nearness, axis=1, kind="stable")
        found.append((np.take_along_axis(order, ranked, axis=1), np.take_along_axis(nearness, ranked, axis=1)))
    order, similarity = (np.vstack(part) for part in zip(*found, strict=True))
    return pd.DataFrame({
        "row": np.repeat(here, k), "other": there[order].ravel(), "rank": np.tile(np.arange(1, k + 1), len(here)),
        "similarity": similarity.ravel().astype(float),
    })


def _unit(vectors: np.ndarray) -> np.ndarray:
    vectors = np.asarray(vectors)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)
