"""The nearest papers of each paper, exactly, once."""

import numpy as np

from .contracts import Neighbours

_BLOCK_CELLS = 40_000_000  # similarities held at once: 160 MB of float32


def nearest_papers(vectors: np.ndarray, k: int) -> Neighbours:
    """The ``min(k, n_papers - 1)`` nearest other papers by cosine distance, ties by row.

    Parameters
    ----------
    vectors
        ``(n_papers, n_dims)`` float32, rows of length 1.

    Notes
    -----
    A blocked matrix product and a partial sort: 103,758 papers take minutes, not hours, and no index is approximate.
    """
    n_papers = len(vectors)
    k = max(0, min(k, n_papers - 1))
    indices = np.zeros((n_papers, k), dtype=np.int32)
    distances = np.zeros((n_papers, k), dtype=np.float32)
    block = max(1, _BLOCK_CELLS // max(1, n_papers))
    for start in range(0, n_papers if k else 0, block):
        rows = slice(start, min(start + block, n_papers))
        similarity = vectors[rows] @ vectors.T
        similarity[np.arange(len(similarity)), np.arange(rows.start, rows.stop)] = -np.inf
        indices[rows], distances[rows] = _largest(similarity, k)
    return Neighbours(indices, distances)


def nearest_of(queries: np.ndarray, vectors: np.ndarray, k: int) -> Neighbours:
    """The ``min(k, n_papers)`` papers nearest to other vectors, by cosine distance, ties by row: ``(n_queries, k)``.

    Parameters
    ----------
    queries, vectors
        ``(n_queries, n_dims)`` and ``(n_papers, n_dims)`` float32, rows of length 1.
    """
    n_papers = len(vectors)
    k = min(k, n_papers)
    indices = np.zeros((len(queries), k), dtype=np.int32)
    distances = np.zeros((len(queries), k), dtype=np.float32)
    block = max(1, _BLOCK_CELLS // max(1, n_papers))
    for start in range(0, len(queries) if k else 0, block):
        rows = slice(start, start + block)
        indices[rows], distances[rows] = _largest(queries[rows] @ vectors.T, k)
    return Neighbours(indices, distances)


def _largest(similarity: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Columns of the ``k`` largest entries per row, largest first, and their cosine distances."""
    few = np.argpartition(-similarity, k - 1, axis=1)[:, :k]
    values = np.take_along_axis(similarity, few, axis=1)
    order = np.lexsort((few, -values), axis=1)
    chosen = np.take_along_axis(few, order, axis=1)
    return chosen, np.clip(1 - np.take_along_axis(values, order, axis=1), 0, 2)


def restrict(neighbours: Neighbours, rows: np.ndarray, k: int) -> Neighbours:
    """The graph among ``rows`` only, in their numbering: the first ``k`` neighbours of each that are in ``rows``.

    A paper with fewer than ``k`` such neighbours is filled up with its last one (or, having none, with itself at
    distance 2), so a graph to be restricted is computed with neighbours to spare.
    """
    place = np.full(len(neighbours.indices), -1, dtype=np.int32)
    place[rows] = np.arange(len(rows), dtype=np.int32)
    inside = place[neighbours.indices[rows]]
    rank = np.argsort(inside < 0, axis=1, kind="stable")[:, :k]  # those inside first, nearest first among them
    kept = np.take_along_axis(inside, rank, axis=1)
    distances = np.take_along_axis(neighbours.distances[rows], rank, axis=1)
    n_inside = np.maximum((kept >= 0).sum(axis=1), 1)
    last = np.minimum(np.arange(kept.shape[1])[None, :], n_inside[:, None] - 1)
    kept, distances = np.take_along_axis(kept, last, axis=1), np.take_along_axis(distances, last, axis=1)
    alone = kept < 0
    itself = np.arange(len(rows))[:, None]
    return Neighbours(np.where(alone, itself, kept).astype(np.int32), np.where(alone, 2, distances).astype(np.float32))
