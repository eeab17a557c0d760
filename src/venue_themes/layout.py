"""Papers as points: 2-d for the map, 5-d for density."""

import warnings

import numpy as np

from .contracts import Neighbours

SMALLEST_FOR_UMAP = 15  # below, its spectral start and its fuzzy graph have too little to work on


def lay_out(vectors: np.ndarray, neighbours: Neighbours, *, n_dims: int, seed: int, spread: float = 0.1) -> np.ndarray:
    """Coordinates, ``(n_papers, n_dims)`` float32, finite.

    UMAP (McInnes, Healy & Melville 2018) on the given neighbour graph; for fewer than ``SMALLEST_FOR_UMAP`` papers the
    principal components of the vectors, which are exact and need no graph.

    Parameters
    ----------
    vectors
        ``(n_papers, n_dims)`` float32, rows of length 1.
    neighbours
        The graph of the same papers.
    spread
        UMAP's ``min_dist``: 0 packs papers for clustering, larger values spread them for the eye.
    """
    if len(vectors) < SMALLEST_FOR_UMAP:
        return _principal_components(vectors, n_dims)
    import umap

    n_papers, k = neighbours.indices.shape
    itself = np.arange(n_papers)[:, None]
    indices = np.hstack([itself, neighbours.indices])
    distances = np.hstack([np.zeros((n_papers, 1), dtype=np.float32), neighbours.distances])
    reducer = umap.UMAP(n_components=min(n_dims, n_papers - 2), n_neighbors=k + 1, metric="cosine", min_dist=spread,
                        random_state=seed, precomputed_knn=(indices, distances, None), n_jobs=1)
    with warnings.catch_warnings():  # about the missing search index, one job, and islands: none needs an action
        warnings.simplefilter("ignore")
        found = reducer.fit_transform(vectors)
    return _finite(np.asarray(found, dtype=np.float32))


def _principal_components(vectors: np.ndarray, n_dims: int) -> np.ndarray:
    """Scores on the first components, signs fixed by the largest loading, padded with zeros to ``n_dims``."""
    centred = vectors - vectors.mean(axis=0, keepdims=True)
    left, sizes, right = np.linalg.svd(centred, full_matrices=False)
    signs = np.sign(right[np.arange(len(right)), np.abs(right).argmax(axis=1)])
    scores = (left * sizes * np.where(signs == 0, 1, signs))[:, :n_dims]
    return np.pad(scores, ((0, 0), (0, n_dims - scores.shape[1]))).astype(np.float32)


def _finite(points: np.ndarray) -> np.ndarray:
    """Points that UMAP could not place (no neighbour at all) go to the middle of the others."""
    bad = ~np.isfinite(points).all(axis=1)
    if bad.any():
        points[bad] = points[~bad].mean(axis=0) if (~bad).any() else 0
    return points
