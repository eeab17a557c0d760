"""The same difference counted in other ways: papers in no theme dropped or assigned, and papers spread over themes."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from .proportions import newcombe
from .topics import count_by_venue

VIEWS = ("as found", "outliers dropped", "outliers assigned", "soft weights", "soft, composed")
VIEW_COLUMNS = {
    "view": str, "topic": int, "label": str, "venue_a": str, "venue_b": str, "share_a": float, "share_b": float,
    "difference": float, "low": float, "high": float,
}

Columns = dict[str, np.ndarray]


def counting_views(topic: np.ndarray, nearest: np.ndarray, weights: np.ndarray, labels: Sequence[str], venues,
                   pair: tuple[str, str], *, level: float = 0.05, seed: int = 0) -> pd.DataFrame:
    """Each theme's difference under five ways of counting; a conclusion that needs one of them is no conclusion.

    Parameters
    ----------
    topic, nearest
        ``(n_papers,)`` int: the topic (-1 = none), and the topic or the nearest one.
    weights
        ``(n_papers, n_topics)``: shares of each paper; rows sum to 1, or to 0.
    seed
        Behind the draws of the composed view.

    Returns
    -------
    A frame with the columns of ``VIEW_COLUMNS``, a row per view and topic, views in the order of ``VIEWS``.
    """
    topic, venues, labels = np.asarray(topic, int), np.asarray(venues, dtype=object), list(labels)
    at = [venues == venue for venue in pair]
    held = topic >= 0
    counted = [_counted(some, names, pair, len(labels), level) for some, names in (
        (topic, venues), (topic[held], venues[held]), (np.asarray(nearest, int), venues))]
    soft = [soft_shares(weights, *at, level=level), composed_shares(weights, *at, level=level, seed=seed)]
    frames = [pd.DataFrame({"view": view, "topic": np.arange(len(labels)), "label": labels} | columns)
              for view, columns in zip(VIEWS, counted + soft, strict=True)]
    frame = pd.concat(frames, ignore_index=True).assign(venue_a=pair[0], venue_b=pair[1])
    return frame[list(VIEW_COLUMNS)].astype(VIEW_COLUMNS)


def soft_shares(weights: np.ndarray, at_a: np.ndarray, at_b: np.ndarray, *, level: float = 0.05) -> Columns:
    """Mean weight of each topic at two venues, and the interval of the difference (Welch 1947; a paper is the unit)."""
    from scipy.stats import norm

    a, b = np.asarray(weights, float)[at_a], np.asarray(weights, float)[at_b]
    reach = norm.isf(level / 2) * np.sqrt(_variance_of_mean(a) + _variance_of_mean(b))
    return _symmetric(a.mean(axis=0), b.mean(axis=0), reach)


def composed_shares(weights: np.ndarray, at_a: np.ndarray, at_b: np.ndarray, *, level: float = 0.05,
                    n_draws: int = 200, seed: int) -> Columns:
    """The same by the method of composition (Tanner 1996; Roberts et al. 2014, for ``estimateEffect`` of stm).

    A paper's topic is drawn from its weights, ``n_draws`` times; the interval adds what the draws vary among themselves
    to the sampling error within a draw (Rubin 1987), so that papers between two themes count as what they are: unsure.
    """
    from scipy.stats import norm

    rng, steps = np.random.default_rng(seed), np.cumsum(np.asarray(weights, float), axis=1)
    shares_a, shares_b = np.zeros((2, n_draws, steps.shape[1]))
    for draw in range(n_draws):
        drawn = (rng.random((len(steps), 1)) >= steps).sum(axis=1)  # n_topics where the row sums to 0: in none
        for shares, at in ((shares_a, at_a), (shares_b, at_b)):
            shares[draw] = np.bincount(drawn[at], minlength=steps.shape[1] + 1)[:-1] / max(at.sum(), 1)
    within = _binomial(shares_a, at_a.sum()).mean(axis=0) + _binomial(shares_b, at_b.sum()).mean(axis=0)
    between = (shares_a - shares_b).var(axis=0, ddof=1) * (1 + 1 / n_draws)
    reach = norm.isf(level / 2) * np.sqrt(within + between)
    return _symmetric(shares_a.mean(axis=0), shares_b.mean(axis=0), reach)


def _counted(topic: np.ndarray, venues: np.ndarray, pair: tuple[str, str], n_topics: int, level: float) -> Columns:
    (count_a, n_a), (count_b, n_b) = (count_by_venue(topic, venues, venue, n_topics) for venue in pair)
    if min(n_a, n_b) == 0:  # every paper of a venue is in no theme
        return dict.fromkeys(("share_a", "share_b", "difference", "low", "high"), np.full(n_topics, np.nan))
    low, high = newcombe(count_a, n_a, count_b, n_b, level=level)
    return _columns(count_a / n_a, count_b / n_b, low, high)


def _columns(share_a: np.ndarray, share_b: np.ndarray, low: np.ndarray, high: np.ndarray) -> Columns:
    return {"share_a": share_a, "share_b": share_b, "difference": share_a - share_b, "low": low, "high": high}


def _symmetric(share_a: np.ndarray, share_b: np.ndarray, reach: np.ndarray) -> Columns:
    return _columns(share_a, share_b, share_a - share_b - reach, share_a - share_b + reach)


def _variance_of_mean(values: np.ndarray) -> np.ndarray:
    return values.var(axis=0, ddof=1) / len(values) if len(values) > 1 else np.full(values.shape[1], np.nan)


def _binomial(share: np.ndarray, n: int) -> np.ndarray:
    return share * (1 - share) / max(n, 1)
