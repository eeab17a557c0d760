"""Papers in themes: the consensus of many Leiden partitions; HDBSCAN; Ward for a few dozen papers.

The choice between them is measured in docs/themes.md.
"""

import ctypes
import sys

import numpy as np
from scipy import sparse

from .contracts import NO_TOPIC, Neighbours, Partition

SMALL = 100  # below, Ward on the vectors: a neighbour graph of a few dozen papers is mostly one piece
FEWEST = 4  # below, there is nothing to part
FULL_RESOLUTION = 5.0  # from
FULL_PAPERS = 6_250  # papers on; a smaller collection holds less fine themes
LEAST_RESOLUTION = 1.5
PAPERS_PER_THEME = 4  # a small collection has at most n_papers / 4 themes


def smallest_theme(n_papers: int) -> int:
    """The fewest papers that may make a theme: a quarter of the square root of the collection (of 7,033: 21)."""
    return max(3, round(n_papers**0.5 / 4))


def choose_method(n_papers: int, method: str = "auto") -> str:
    """What runs for so many papers when ``method`` was asked for: ``one``, ``ward``, ``leiden`` or ``hdbscan``."""
    if n_papers < FEWEST:
        return "one"
    if method == "auto":
        return "ward" if n_papers < SMALL else "leiden"
    return "ward" if method == "hdbscan" and n_papers < 3 * smallest_theme(n_papers) else method


def resolution_for(n_papers: int) -> float:
    """The resolution at which themes of so many papers are sought: 5 from 6,250 on, with the root of the size below.

    >>> resolution_for(7033), resolution_for(1000), resolution_for(100)
    (5.0, 2.0, 1.5)
    """
    return float(np.clip(FULL_RESOLUTION * (n_papers / FULL_PAPERS) ** 0.5, LEAST_RESOLUTION, FULL_RESOLUTION))


def similarity_graph(neighbours: Neighbours) -> sparse.csr_matrix:
    """The symmetric ``(n_papers, n_papers)`` graph; an edge weighs the cosine similarity of its ends, at least 0."""
    n_papers, k = neighbours.indices.shape
    rows = np.repeat(np.arange(n_papers), k)
    weights = np.clip(1 - neighbours.distances.ravel(), 1e-6, None)
    graph = sparse.csr_matrix((weights, (rows, neighbours.indices.ravel())), shape=(n_papers, n_papers))
    return graph.maximum(graph.T).tocsr()


def leiden(graph: sparse.csr_matrix, *, resolution: float, seed: int) -> np.ndarray:
    """One Leiden partition (Traag, Waltman & van Eck 2019) of a graph, nodes in random order: ``(n_papers,)`` int."""
    from sknetwork.clustering import Leiden

    _seed_c_library(seed)
    method = Leiden(resolution=resolution, shuffle_nodes=True, random_state=seed,
                    return_probs=False, return_aggregate=False)
    return method.fit_predict(graph)


def _seed_c_library(seed: int) -> None:
    """Seed C's ``rand()``: scikit-network's refinement step draws from it, whatever ``random_state`` says."""
    library = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
    library.srand(ctypes.c_uint(seed))


def kmeans(vectors: np.ndarray, n_clusters: int, *, seed: int) -> np.ndarray:
    """Plain k-means (Lloyd 1982; best of three starts): ``(n_papers,)`` int; no more clusters than distinct papers."""
    from sklearn.cluster import KMeans

    distinct = len(np.unique(vectors, axis=0))
    return KMeans(max(1, min(n_clusters, distinct)), n_init=3, random_state=seed).fit_predict(vectors)


def consensus(graph: sparse.csr_matrix, *, resolution: float, n_partitions: int, seed: int) -> np.ndarray:
    """The partition that many Leiden runs agree on: ``(n_papers,)`` int.

    Each edge is weighed anew by the share of runs in which its two papers meet, squared, and Leiden runs once more
    (after Lancichinetti & Fortunato 2012).
    """
    edges = graph.tocoo()
    together = np.zeros(edges.nnz)
    for i in range(n_partitions):
        labels = leiden(graph, resolution=resolution, seed=seed + i)
        together += labels[edges.row] == labels[edges.col]
    share = sparse.csr_matrix(((together / n_partitions) ** 2, (edges.row, edges.col)), shape=graph.shape)
    share.eliminate_zeros()
    if not share.nnz:  # no two neighbours ever meet: each paper is its own theme
        return np.arange(graph.shape[0])
    return leiden(share, resolution=resolution, seed=seed)


def density_clusters(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """HDBSCAN (Campello, Moulavi & Sander 2013) on a layout: labels (-1 = outlier) and probabilities, ``(n_papers,)``.

    The smallest cluster is ``smallest_theme(n_papers)``.
    """
    n_papers = len(points)
    if n_papers < 2 * smallest_theme(n_papers):
        return np.full(n_papers, NO_TOPIC), np.zeros(n_papers, dtype=np.float32)
    import hdbscan

    method = hdbscan.HDBSCAN(min_cluster_size=smallest_theme(n_papers), min_samples=min(5, n_papers - 1),
                             core_dist_n_jobs=1)
    return method.fit_predict(points.astype(np.float64)), method.probabilities_.astype(np.float32)


def ward(vectors: np.ndarray, *, n_topics: int | None = None, seed: int = 0) -> tuple[np.ndarray, dict[int, float]]:
    """Themes of a few dozen papers that hold under resampling: labels ``(n_papers,)`` and the curve behind their number.

    Ward's hierarchy (1963) is cut again and again on random parts of the papers, at random numbers of themes; how often
    two papers meet is their similarity (evidence accumulation, Fred & Jain 2005), and average linkage joins them.
    Without ``n_topics`` the cut is the one of the largest silhouette among 2 .. n_papers / 4, taken half on
    the vectors (cosine; what is there) and half on the similarities (what holds).
    """
    from scipy.cluster.hierarchy import average, cut_tree, fcluster
    from scipy.spatial.distance import squareform
    from sklearn.metrics import silhouette_score

    n_papers = len(vectors)
    if not np.ptp(vectors, axis=0).any():  # all papers are one
        return np.zeros(n_papers, dtype=int), {}
    apart = 1 - co_membership(vectors, seed=seed)
    tree = average(squareform(apart, checks=False))

    def cut(k: int) -> np.ndarray:
        return fcluster(tree, k, "maxclust") - 1

    if n_topics is not None:
        return cut_tree(tree, min(n_topics, n_papers)).ravel(), {}  # exactly so many, even where heights are equal
    curve = {}
    for k in range(2, max(2, n_papers // PAPERS_PER_THEME) + 1):
        labels = cut(k)
        if 2 <= labels.max() + 1 < n_papers:
            curve[k] = float(silhouette_score(vectors, labels, metric="cosine")
                             + silhouette_score(apart, labels, metric="precomputed")) / 2
    return (cut(max(curve, key=lambda k: (round(curve[k], 6), -k))) if curve else np.zeros(n_papers, dtype=int)), curve


def co_membership(vectors: np.ndarray, *, seed: int, n_cuts: int = 100, share: float = 0.8) -> np.ndarray:
    """How often two papers are in one cluster when both are drawn: ``(n_papers, n_papers)``, 0 to 1, 1 on the diagonal."""
    from scipy.cluster.hierarchy import fcluster
    from scipy.cluster.hierarchy import ward as ward_tree

    rng, n_papers = np.random.default_rng(seed), len(vectors)
    size = max(2, round(share * n_papers))
    fewest, most = max(2, n_papers // 8), max(3, n_papers // PAPERS_PER_THEME)
    met, drawn = np.zeros((2, n_papers, n_papers))
    for _ in range(n_cuts):
        rows = rng.choice(n_papers, size, replace=False)
        labels = fcluster(ward_tree(vectors[rows]), rng.integers(fewest, most + 1), "maxclust")
        block = np.ix_(rows, rows)
        met[block] += labels[:, None] == labels[None, :]
        drawn[block] += 1
    found = met / np.maximum(drawn, 1)
    np.fill_diagonal(found, 1)
    return found


def merge(vectors: np.ndarray, labels: np.ndarray, n_topics: int) -> np.ndarray:
    """Fewer, larger themes: the ``(n_papers,)`` labels after Ward on the themes' centroids, weighted by root size."""
    from sklearn.cluster import AgglomerativeClustering

    n_found = labels.max() + 1
    if n_found <= n_topics:
        return labels
    means = centroids(vectors, labels, n_found)
    parents = AgglomerativeClustering(n_topics, linkage="ward").fit_predict(means)
    return parents[labels]


def parents_by_majority(labels: np.ndarray, coarse: np.ndarray) -> np.ndarray:
    """Per theme the coarse label that most of its papers have, ``(n_topics,)``; the smaller label on a tie."""
    shared = np.zeros((labels.max() + 1, coarse.max() + 1), dtype=int)
    np.add.at(shared, (labels, coarse), 1)
    return shared.argmax(axis=1)


def centroids(vectors: np.ndarray, labels: np.ndarray, n_topics: int) -> np.ndarray:
    """The mean vector of each theme, rows of length 1 (or 0 for an empty theme): ``(n_topics, n_dims)`` float32."""
    inside = labels >= 0
    ones = np.ones(inside.sum(), dtype=np.float32)
    member = sparse.csr_matrix((ones, (labels[inside], np.flatnonzero(inside))), shape=(n_topics, len(labels)))
    sums = np.asarray(member @ vectors)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return (sums / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def strengths(neighbours: Neighbours, labels: np.ndarray) -> np.ndarray:
    """How firmly each paper is held: the share of its nearest papers that are in its theme, ``(n_papers,)`` float32.

    Of the ``k`` nearest as many are asked as the theme can offer (its size less one), so a theme of four papers can
    reach 1 as well as one of four hundred; a theme of one paper has strength 0.
    """
    k = neighbours.indices.shape[1]
    offer = np.minimum(np.bincount(labels, minlength=1)[labels] - 1, k)
    asked = np.arange(k)[None, :] < offer[:, None]
    same = labels[neighbours.indices] == labels[:, None]
    return ((same & asked).sum(axis=1) / np.maximum(offer, 1)).astype(np.float32)


def absorb(neighbours: Neighbours, labels: np.ndarray, smallest: int) -> np.ndarray:
    """Labels in which every theme has ``smallest`` papers or more, and every paper has one.

    Papers of smaller themes, and outliers (-1), move to the theme that most of their neighbours are in, nearest first
    on a tie; papers out of reach of every theme join the largest.
    """
    sizes = np.bincount(labels[labels >= 0], minlength=1)
    if not (sizes >= smallest).any():
        return np.zeros_like(labels)
    kept = np.where((labels >= 0) & (sizes[labels] >= smallest), labels, NO_TOPIC)
    for _ in range(len(labels)):
        loose = np.flatnonzero(kept < 0)
        votes = np.array([_vote(kept[row]) for row in neighbours.indices[loose]], dtype=int)
        if not (votes >= 0).any():
            break
        kept[loose] = votes
    return np.where(kept < 0, sizes.argmax(), kept)


def _vote(labels: np.ndarray) -> int:
    known = labels[labels >= 0]
    if not len(known):
        return NO_TOPIC
    counts = np.bincount(known)
    return next(int(label) for label in known if counts[label] == counts.max())


def in_order(labels: np.ndarray) -> np.ndarray:
    """Labels numbered 0, 1, ... by size, the largest first; ties by the first paper."""
    found, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    order = np.lexsort((first, -sizes))
    rank = np.empty(len(found), dtype=int)
    rank[order] = np.arange(len(found))
    return rank[np.searchsorted(found, labels)]


def as_partition(neighbours: Neighbours, labels: np.ndarray, *, method: str, min_strength: float) -> Partition:
    """Labels as a `Partition`: numbered by size, with strengths; papers below ``min_strength`` are in no theme."""
    nearest = in_order(labels)
    strength = strengths(neighbours, nearest)
    return Partition(np.where(strength < min_strength, NO_TOPIC, nearest), nearest, strength, method)


def join(neighbours: Neighbours, themes: Partition, *, min_strength: float) -> Partition:
    """Papers that came later, in themes that are there: ``(n_new,)`` each.

    A paper joins the theme that would hold it most firmly, firmness being that of `strengths`, the nearest paper's theme on
    a tie. What decides on -1 is what decided in `themes`: strength, or density. A paper that came later has no density of
    its own: its strength is then the mean over the papers asked (0 for those of other themes), and it is in no theme where
    most of those that are in its theme are in none.

    Parameters
    ----------
    neighbours
        ``(n_new, k)``: rows of the papers of `themes`.
    themes
        The themes of ``n_papers``, at least one of them, as the run found them.
    """
    found = themes.nearest[neighbours.indices]
    n_new, k = found.shape
    offers = np.minimum(np.bincount(themes.nearest)[found], k)

    def held_by(theme: np.ndarray, offer: np.ndarray) -> np.ndarray:
        return (found == theme[:, None]) & (np.arange(k)[None, :] < offer[:, None])

    firmness = np.stack([held_by(found[:, j], offers[:, j]).sum(axis=1) / offers[:, j] for j in range(k)], axis=1)
    rows, best = np.arange(n_new), firmness.argmax(axis=1)
    nearest, offer = found[rows, best], offers[rows, best]
    held, strength = held_by(nearest, offer), firmness[rows, best]
    loose = strength < min_strength
    if themes.method == "hdbscan":
        strength = (held * themes.strength[neighbours.indices]).sum(axis=1) / offer
        loose = 2 * (held & (themes.topic[neighbours.indices] < 0)).sum(axis=1) > held.sum(axis=1)
    return Partition(np.where(loose, NO_TOPIC, nearest), nearest, strength.astype(np.float32), themes.method)
