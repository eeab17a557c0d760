"""Themes and vectors against what the venue says of its papers: areas, keywords, decisions."""

import numpy as np
import pandas as pd

from ..clustering import kmeans

COLUMNS = ["yardstick", "what", "papers", "classes", "ami", "homogeneity", "completeness", "knn_accuracy"]
_LEAST = 10
_FOLDS = 10
_NEIGHBOURS = 10


def knn_accuracy(vectors: np.ndarray, truth: np.ndarray, *, seed: int = 0) -> float:
    """Accuracy of 10 nearest neighbours by cosine, in 10 stratified shuffled folds (González-Márquez et al. 2024).

    NaN where no class has ten papers; classes with fewer are left out.
    """
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.neighbors import KNeighborsClassifier

    classes, codes, counts = np.unique(np.asarray(truth), return_inverse=True, return_counts=True)
    rows = np.flatnonzero(counts[codes] >= _FOLDS)
    if not len(rows) or len(classes) < 2:
        return float("nan")
    unit = vectors[rows] / np.maximum(np.linalg.norm(vectors[rows], axis=1, keepdims=True), 1e-12)
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=seed)
    # by length-one vectors the Euclidean order is that of the cosine, and is found faster
    vote = KNeighborsClassifier(_NEIGHBOURS, algorithm="brute", metric="sqeuclidean")
    return float(cross_val_score(vote, unit.astype(np.float32), codes[rows], cv=folds).mean())


def yardstick(vectors: np.ndarray, topic: np.ndarray, truth: np.ndarray, *, name: str, seed: int = 0) -> pd.DataFrame:
    """Rows for the themes, a random partition of the same sizes, and plain k-means with as many clusters.

    Parameters
    ----------
    vectors
        ``(n_papers, n_dims)``.
    topic
        ``(n_papers,)``; papers in no theme are a class of their own.
    truth
        ``(n_papers,)`` the outside classes, None or NaN where there is none; such papers are left out.
    """
    from sklearn.metrics import adjusted_mutual_info_score, homogeneity_completeness_v_measure

    rows = np.flatnonzero(pd.notna(truth))
    truth, topic, vectors = np.asarray(truth, dtype=object)[rows].astype(str), np.asarray(topic)[rows], vectors[rows]
    random = np.random.default_rng(seed).permutation(topic)
    found = {"themes": topic, "random": random, "kmeans": kmeans(vectors, len(np.unique(topic)), seed=seed)}
    accuracy = knn_accuracy(vectors, truth, seed=seed)
    table = []
    for what, labels in found.items():
        homogeneity, completeness, _ = homogeneity_completeness_v_measure(truth, labels)
        table.append((name, what, len(rows), len(np.unique(truth)), adjusted_mutual_info_score(truth, labels), homogeneity,
                      completeness, accuracy if what == "themes" else float("nan")))
    return pd.DataFrame(table, columns=COLUMNS)


def yardsticks(papers: pd.DataFrame, vectors: np.ndarray, topic: np.ndarray, *, seed: int = 0) -> pd.DataFrame:
    """``yardstick`` for each of the columns ``primary_area``, ``keywords`` (the first one) and ``decision`` that at least
    ten papers fill with at least two values; an empty frame without any."""
    frames = []
    for name in ("primary_area", "keywords", "decision"):
        if name not in papers:
            continue
        truth = papers[name].astype("object").where(papers[name].notna(), None)
        if name == "keywords":
            truth = truth.map(_first_keyword)
        filled = truth.dropna()
        common = filled[filled.map(filled.value_counts()) >= _LEAST] if name == "keywords" else filled
        if len(common) >= _LEAST and common.nunique() > 1:
            kept = truth.where(truth.index.isin(common.index), None)
            frames.append(yardstick(vectors, topic, kept.to_numpy(dtype=object), name=name, seed=seed))
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=COLUMNS)


def _first_keyword(text: str | None) -> str | None:
    first = text.replace(";", ",").split(",")[0].strip().lower() if text else ""
    return first or None
