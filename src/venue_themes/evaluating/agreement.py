"""How far topic models see the same topics."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from ..contracts import TopicModel

COLUMNS = ["model_a", "model_b", "ami", "ari", "papers", "matched", "mean_jaccard"]
MATCHED = ["model_a", "model_b", "topic_a", "topic_b", "label_a", "label_b", "papers_a", "papers_b", "both", "jaccard"]
PARTNERS = {"topic": "int64", "label": "string", "papers": "int64", "model_b": "string", "topic_b": "Int64", "label_b": "string",
            "papers_b": "Int64", "both": "int64", "jaccard": "float64", "p": "float64", "agrees": "bool"}
LEAST_JACCARD = 0.2
LEVEL = 0.05


def agreement(models: Sequence[TopicModel]) -> pd.DataFrame:
    """A row per pair of models: adjusted mutual information and Rand index over the papers that both place,
    their number, the number of matched topics and the mean Jaccard index of these."""
    from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

    rows = []
    for a, b in combinations(models, 2):
        both = (a.topic >= 0) & (b.topic >= 0)
        pairs = matched_topics(a, b)
        scores = ((adjusted_mutual_info_score(a.topic[both], b.topic[both]), adjusted_rand_score(a.topic[both], b.topic[both]))
                  if both.any() else (float("nan"), float("nan")))
        rows.append((a.name, b.name, *scores, int(both.sum()), len(pairs), pairs["jaccard"].mean()))
    return pd.DataFrame(rows, columns=COLUMNS)


def matched_topics(a: TopicModel, b: TopicModel) -> pd.DataFrame:
    """The one-to-one matching of topics with the largest summed Jaccard index of their papers, best match first.

    Pairs without a common paper are left out. Source: Kuhn 1955, as scipy has it.
    """
    from scipy.optimize import linear_sum_assignment

    common, size_a, size_b, jaccard = _overlap(a, b)
    rows = [(a.name, b.name, int(i), int(j), a.labels[i], b.labels[j], int(size_a[i]), int(size_b[j]), int(common[i, j]),
             float(jaccard[i, j])) for i, j in zip(*linear_sum_assignment(-jaccard), strict=True) if common[i, j]]
    return pd.DataFrame(rows, columns=MATCHED).sort_values(["jaccard", "topic_a"], ascending=[False, True], ignore_index=True)


def topic_matches(themes: TopicModel, others: Sequence[TopicModel]) -> pd.DataFrame:
    """A row per theme and other model: the topic there whose papers overlap most with the theme's; columns ``PARTNERS``.

    A topic may be the partner of several themes. ``p`` is the chance of such an overlap of two topics of these sizes
    (hypergeometric), times the number of topics that might have been partner. The model ``agrees`` where p is below 0.05
    and the Jaccard index at least 0.2: in a small collection even topics drawn at random overlap that much.
    """
    from scipy.stats import hypergeom

    rows = []
    for other in others:
        common, size_a, size_b, jaccard = _overlap(themes, other)
        for t, label in enumerate(themes.labels):
            at = int(jaccard[t].argmax()) if jaccard.shape[1] else -1
            if at < 0 or not common[t, at]:
                rows.append((t, label, int(size_a[t]), other.name, pd.NA, pd.NA, pd.NA, 0, 0.0, 1.0, False))
                continue
            p = min(1.0, jaccard.shape[1] * hypergeom.sf(common[t, at] - 1, len(themes.topic), size_a[t], size_b[at]))
            agrees = p < LEVEL and jaccard[t, at] >= LEAST_JACCARD
            rows.append((t, label, int(size_a[t]), other.name, at, other.labels[at], int(size_b[at]), int(common[t, at]),
                         float(jaccard[t, at]), float(p), bool(agrees)))
    return pd.DataFrame(rows, columns=list(PARTNERS)).astype(PARTNERS)


def _overlap(a: TopicModel, b: TopicModel) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Papers in common ``(n_a, n_b)``, papers of each topic of either model, and the Jaccard index ``(n_a, n_b)``."""
    n_a, n_b = a.weights.shape[1], b.weights.shape[1]
    both = (a.topic >= 0) & (b.topic >= 0)
    common = np.zeros((n_a, n_b))
    np.add.at(common, (a.topic[both], b.topic[both]), 1)
    size_a = np.bincount(a.topic[a.topic >= 0], minlength=n_a)
    size_b = np.bincount(b.topic[b.topic >= 0], minlength=n_b)
    return common, size_a, size_b, common / np.maximum(size_a[:, None] + size_b[None, :] - common, 1)
