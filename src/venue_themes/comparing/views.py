"""The same difference counted in other ways: papers in no theme dropped or assigned, and papers spread over themes."""

import numpy as np
import pandas as pd

from ..contracts import TopicModel
from .proportions import newcombe
from .topics import count_by_venue

VIEWS = ("as found", "outliers dropped", "outliers assigned", "soft weights", "soft, composed")
VIEW_COLUMNS = {
    "view": str, "topic": int, "label": str, "venue_a": str, "venue_b": str, "share_a": float, "share_b": float,
    "difference": float, "low": float, "high": float,
}

Columns = dict[str, np.ndarray]


def counting_views(model: TopicModel, nearest: np.ndarray, venues, pair: tuple[str, str], *, level: float = 0.05,
                   seed: int) -> pd.DataFrame:
    """Each theme's difference under five ways of counting; a conclusion that needs one of them is no conclusion.

    Parameters
    ----------
    nearest
        ``(n_papers,)`` int: the topic of each paper, or the nearest one where it is in none.
    seed
        Behind the draws of the composed view.

    Returns
    -------
    A frame with the columns of ``VIEW_COLUMNS``, a row per view and topic, views in the order of ``VIEWS``.
    """
    topic, venues, labels = model.topic, np.asarray(venues, dtype=object), list(model.labels)
    at = [venues == venue for venue in pair]
    held = topic >= 0
    counted = [_counted(some, names, pair, len(labels), level) for some, names in (
        (topic, venues), (topic[held], venues[held]), (np.asarray(nearest, int), venues))]
    soft = [soft_shares(model.weights, *at, level=level), composed_shares(model.weights, *at, level=level, seed=seed)]
    frames = [pd.DataFrame({"view": view, "topic": np.arange(len(labels)), "label": labels} | columns)
              for view, columns in zip(VIEWS, counted + soft, strict=True)]
    frame = pd.concat(frames, ignore_index=True).assign(venue_a=pair[0], venue_b=pair[1])
    return frame[list(VIEW_COLUMNS)].astype(VIEW_COLUMNS)


def soft_shares(weights: np.ndarray, at_a: np.ndarray, at_b: np.ndarray, *, level: float = 0.05) -> Columns:
    """Mean weight of each topic at two venues, and the interval of the difference (Welch 1947; a paper is the unit)."""
    a, b = np.asarray(weights, float)[at_a], np.asarray(weights, float)[at_b]
    return _welch(a.mean(axis=0), b.mean(axis=0), _variance_of_mean(a), _variance_of_mean(b), (len(a), len(b)), level)


def composed_shares(weights: np.ndarray, at_a: np.ndarray, at_b: np.ndarray, *, concentration: float = 50.0,
                    level: float = 0.05, n_draws: int = 50, seed: int) -> Columns:
    """The same by the method of composition (Tanner 1996; as in ``estimateEffect`` of stm, Roberts et al. 2014).

    A paper's weights are themselves an estimate. They are drawn anew from a Dirichlet around them, ``n_draws`` times; the
    interval adds what the draws vary among themselves to the sampling error within a draw (Rubin 1987).

    Parameters
    ----------
    concentration
        How many words' worth of evidence a paper's weights rest on: the smaller, the less sure they are.
    """
    rng, sums = np.random.default_rng(seed), np.asarray(weights, float).sum(axis=1)
    parts_a, parts_b = [], []
    for _ in range(n_draws):
        drawn = rng.standard_gamma(concentration * np.asarray(weights, float))
        drawn *= (sums / np.maximum(drawn.sum(axis=1), 1e-300))[:, None]
        for parts, at in ((parts_a, at_a), (parts_b, at_b)):
            parts.append((drawn[at].mean(axis=0), _variance_of_mean(drawn[at])))
    (share_a, variance_a), (share_b, variance_b) = (_pooled(parts) for parts in (parts_a, parts_b))
    return _welch(share_a, share_b, variance_a, variance_b, (int(np.sum(at_a)), int(np.sum(at_b))), level)


def _pooled(parts: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Mean of the means, and Rubin's variance: within plus between."""
    means, variances = (np.array(values) for values in zip(*parts, strict=True))
    between = means.var(axis=0, ddof=1) if len(means) > 1 else 0.0
    return means.mean(axis=0), variances.mean(axis=0) + (1 + 1 / len(means)) * between


def _welch(share_a: np.ndarray, share_b: np.ndarray, variance_a: np.ndarray, variance_b: np.ndarray, n: tuple[int, int],
           level: float) -> Columns:
    from scipy.stats import t

    both = variance_a + variance_b
    slack = variance_a**2 / max(n[0] - 1, 1) + variance_b**2 / max(n[1] - 1, 1)
    freedom = np.where(slack > 0, both**2 / np.where(slack > 0, slack, 1), 1)
    reach = t.isf(level / 2, np.maximum(freedom, 1)) * np.sqrt(both)
    return _columns(share_a, share_b, share_a - share_b - reach, share_a - share_b + reach)


def _counted(topic: np.ndarray, venues: np.ndarray, pair: tuple[str, str], n_topics: int, level: float) -> Columns:
    (count_a, n_a), (count_b, n_b) = (count_by_venue(topic, venues, venue, n_topics) for venue in pair)
    if min(n_a, n_b) == 0:  # every paper of a venue is in no theme
        return dict.fromkeys(("share_a", "share_b", "difference", "low", "high"), np.full(n_topics, np.nan))
    low, high = newcombe(count_a, n_a, count_b, n_b, level=level)
    return _columns(count_a / n_a, count_b / n_b, low, high)


def _columns(share_a: np.ndarray, share_b: np.ndarray, low: np.ndarray, high: np.ndarray) -> Columns:
    return {"share_a": share_a, "share_b": share_b, "difference": share_a - share_b, "low": low, "high": high}


def _variance_of_mean(values: np.ndarray) -> np.ndarray:
    return values.var(axis=0, ddof=1) / len(values) if len(values) > 1 else np.full(values.shape[1], np.nan)
