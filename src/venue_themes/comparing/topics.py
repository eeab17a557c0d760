"""The share of each theme at each venue, and the difference with its uncertainty."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from ..errors import SettingsError
from ..settings import Comparison
from .proportions import benjamini_hochberg, fisher_p, newcombe, odds_ratio, odds_ratio_interval

COLUMNS = {
    "model": str, "topic": int, "label": str, "venue_a": str, "venue_b": str, "count_a": int, "count_b": int,
    "n_a": int, "n_b": int, "share_a": float, "share_b": float, "difference": float, "low": float, "high": float,
    "odds_ratio": float, "odds_low": float, "odds_high": float, "p": float, "q": float, "stability": float,
    "sign_kept": float, "robust": bool,
}


def pairs_of(venues, settings: Comparison | None = None) -> list[tuple[str, str]]:
    """All pairs of the venues to compare, each in name order, that of the largest venues first; none for one venue.

    Raises
    ------
    SettingsError
        ``settings.venues`` names a venue that no paper has.

    >>> pairs_of(["ICML", "ICLR", "ICML"])
    [('ICLR', 'ICML')]
    """
    present = sorted(pd.unique(pd.Series(venues, dtype=object).dropna()))
    chosen = sorted(set(settings.venues)) if settings and settings.venues else present
    for name in chosen:
        if name not in present:
            raise SettingsError("Setting comparison.venues:", f"no paper is of venue {name}",
                                "venues among " + ", ".join(present), "Check the spelling, or leave the setting out.")
    size = pd.Series(venues, dtype=object).value_counts()
    return sorted(combinations(chosen, 2), key=lambda ab: (-min(size[ab[0]], size[ab[1]]), -(size[ab[0]] + size[ab[1]])))


def count_by_venue(topic: np.ndarray, venues, venue: str, n_topics: int) -> tuple[np.ndarray, int]:
    """Papers of ``venue`` in each topic, ``(n_topics,)``, and all its papers, those in no topic (-1) among them."""
    here = np.asarray(topic)[np.asarray(venues, dtype=object) == venue]
    return np.bincount(here[here >= 0], minlength=n_topics), len(here)


def compare_topics(topic: np.ndarray, labels: Sequence[str], venues, *, model: str, settings: Comparison | None = None,
                   counted: np.ndarray | None = None) -> pd.DataFrame:
    """One row per topic and pair of venues: shares, difference, interval, odds ratio, p and q.

    Papers in no topic count in the denominators. The q-values correct over the topics and pairs of one model. Stability
    and the verdict ``robust`` come later (``with_evidence``): until then they are NaN and False.

    Parameters
    ----------
    topic
        ``(n_papers,)`` int, -1 for a paper in no topic.
    labels
        A name per topic, ``n_topics`` of them.
    venues
        ``(n_papers,)`` names.
    counted
        ``(n_papers,)`` bool: False for a paper that is a second copy of another at the same venue; none: all count.

    Returns
    -------
    A frame with the columns of ``COLUMNS``, in the order of pairs and topics; empty when there is one venue.

    >>> frame = compare_topics([0, 0, 1, -1, 1, 1], ["graphs", "bandits"], list("AAABBB"), model="nmf")
    >>> frame[["label", "count_a", "n_a", "count_b", "n_b"]].values.tolist()
    [['graphs', 2, 3, 0, 3], ['bandits', 1, 3, 2, 3]]
    """
    settings = settings or Comparison()
    pairs = pairs_of(venues, settings)
    topic, venues = np.asarray(topic, int), np.asarray(venues, dtype=object)
    if counted is not None:
        topic, venues = topic[counted], venues[counted]
    parts = [_pair(topic, list(labels), venues, pair, settings.level) for pair in pairs if len(labels)]
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(COLUMNS))
    q = benjamini_hochberg(frame["p"].to_numpy(float))
    return frame.assign(model=model, q=q, stability=np.nan, sign_kept=np.nan, robust=False)[list(COLUMNS)].astype(COLUMNS)


def _pair(topic: np.ndarray, labels: list[str], venues: np.ndarray, pair: tuple[str, str],
          level: float) -> pd.DataFrame:
    (count_a, n_a), (count_b, n_b) = (count_by_venue(topic, venues, venue, len(labels)) for venue in pair)
    low, high = newcombe(count_a, n_a, count_b, n_b, level=level)
    odds_low, odds_high = odds_ratio_interval(count_a, n_a, count_b, n_b, level=level)
    return pd.DataFrame({
        "topic": np.arange(len(labels)), "label": labels, "venue_a": pair[0], "venue_b": pair[1],
        "count_a": count_a, "count_b": count_b, "n_a": n_a, "n_b": n_b,
        "share_a": count_a / n_a, "share_b": count_b / n_b, "difference": count_a / n_a - count_b / n_b,
        "low": low, "high": high, "odds_ratio": odds_ratio(count_a, n_a, count_b, n_b), "odds_low": odds_low,
        "odds_high": odds_high, "p": fisher_p(count_a, n_a, count_b, n_b),
    })
