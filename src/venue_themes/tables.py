"""Topic models as the tidy frames that are written, drawn and read."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from .contracts import TopicModel

TOPIC_COLUMNS = ["model", "topic", "label", "terms", "size", "parent", "stability", "representatives"]
ASSIGNMENT_COLUMNS = ["model", "paper_id", "topic", "nearest", "strength", "x", "y"]


def topics_table(models: Sequence[TopicModel], paper_ids: np.ndarray, stability: dict[str, np.ndarray]) -> pd.DataFrame:
    """A row per topic of a model, with the columns of ``TOPIC_COLUMNS``.

    Parameters
    ----------
    paper_ids
        ``(n_papers,)`` in the order of the models' rows.
    stability
        Per model ``(n_topics,)``; a model that was not refitted is not in it and gets nulls.
    """
    rows = []
    for model in models:
        size = np.bincount(model.topic[model.topic >= 0], minlength=len(model.labels))
        held = stability.get(model.name, np.full(len(model.labels), np.nan))
        for t, label in enumerate(model.labels):
            rows.append((model.name, t, label, list(model.terms[t]), int(size[t]), model.parents[t], float(held[t]),
                         [str(paper_ids[i]) for i in model.representatives[t]]))
    frame = pd.DataFrame(rows, columns=TOPIC_COLUMNS)
    return frame.astype({"model": "string", "label": "string", "topic": "int64", "size": "int64", "parent": "Int64",
                         "stability": "float64"})


def assignments_table(models: Sequence[TopicModel], paper_ids: np.ndarray, points: np.ndarray) -> pd.DataFrame:
    """A row per paper in a model, with the columns of ``ASSIGNMENT_COLUMNS``; ``points`` is ``(n_papers, 2)``."""
    frames = [pd.DataFrame({"model": m.name, "paper_id": paper_ids, "topic": m.topic, "nearest": nearest_topic(m),
                            "strength": m.strength, "x": points[:, 0], "y": points[:, 1]}) for m in models]
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=ASSIGNMENT_COLUMNS)
    return frame.astype({"model": "string", "paper_id": "string", "topic": "int64", "nearest": "int64",
                         "strength": "float32", "x": "float32", "y": "float32"})


def nearest_topic(model: TopicModel) -> np.ndarray:
    """The topic of each paper, or the nearest one where it is in none; -1 for a paper without any weight."""
    if model.nearest is not None:
        return model.nearest
    if not model.weights.shape[1]:
        return model.topic
    best = np.where(model.weights.max(axis=1) > 0, model.weights.argmax(axis=1), -1)
    return np.where(model.topic >= 0, model.topic, best)


def similarity(centroids: np.ndarray) -> np.ndarray:
    """The cosine similarity of topics, ``(n_topics, n_topics)``, from centroids of length 1."""
    return np.clip(centroids @ centroids.T, -1, 1)
