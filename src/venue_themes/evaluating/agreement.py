"""How far topic models see the same topics."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from ..contracts import TopicModel

COLUMNS = ["model_a", "model_b", "ami", "ari", "papers", "matched", "mean_jaccard"]
MATCHED = ["model_a", "model_b", "topic_a", "topic_b", "label_a", "label_b", "papers_a", "papers_b", "both", "jaccard"]


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

    n_a, n_b = a.weights.shape[1], b.weights.shape[1]
    both = (a.topic >= 0) & (b.topic >= 0)
    common = np.zeros((n_a, n_b))
    np.add.at(common, (a.topic[both], b.topic[both]), 1)
    size_a = np.bincount(a.topic[a.topic >= 0], minlength=n_a)
    size_b = np.bincount(b.topic[b.topic >= 0], minlength=n_b)
    jaccard = common / np.maximum(size_a[:, None] + size_b[None, :] - common, 1)
    rows = [(a.name, b.name, int(i), int(j), a.labels[i], b.labels[j], int(size_a[i]), int(size_b[j]), int(common[i, j]),
             float(jaccard[i, j])) for i, j in zip(*linear_sum_assignment(-jaccard), strict=True) if common[i, j]]
    return pd.DataFrame(rows, columns=MATCHED).sort_values(["jaccard", "topic_a"], ascending=[False, True], ignore_index=True)
