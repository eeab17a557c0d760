"""Whether a venue has more papers that are in no theme: a finding, not a remainder."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ..contracts import NO_TOPIC
from ..settings import Comparison
from .topics import compare_topics

VENUE_COLUMNS = ["venue", "papers", "in_none", "share", "low", "high"]
PAIR_COLUMNS = ["venue_a", "venue_b", "count_a", "count_b", "n_a", "n_b", "share_a", "share_b", "difference", "low", "high", "p"]


@dataclass(frozen=True)
class Outliers:
    """Papers in no theme, a row per venue and a row per pair of venues."""

    by_venue: pd.DataFrame
    pairs: pd.DataFrame


def compare_outliers(topic: np.ndarray, venues, *, settings: Comparison, counted: np.ndarray | None = None) -> Outliers:
    """The share of papers in no theme at each venue (Wilson 1927) and its difference (Newcombe 1998, Fisher's exact test).

    Parameters
    ----------
    topic
        ``(n_papers,)``, -1 for a paper in none.
    counted
        ``(n_papers,)`` bool: which papers count; none: all.

    >>> found = compare_outliers(np.array([-1, 0, 0, -1, -1, 0]), list("AAABBB"), settings=Comparison())
    >>> found.by_venue[["venue", "in_none", "papers"]].values.tolist(), round(found.pairs["difference"].item(), 2)
    ([['A', 1, 3], ['B', 2, 3]], -0.33)
    """
    from statsmodels.stats.proportion import proportion_confint

    loose, venues = np.asarray(topic) < 0, np.asarray(venues, dtype=object)
    kept = np.ones(len(loose), dtype=bool) if counted is None else counted
    rows = []
    for venue in sorted(set(venues)):
        here = loose[kept & (venues == venue)]
        low, high = proportion_confint(here.sum(), len(here), alpha=settings.level, method="wilson")
        rows.append((venue, len(here), int(here.sum()), float(here.mean()), *np.clip(np.round([low, high], 12), 0, 1).tolist()))
    pairs = compare_topics(np.where(loose, 0, NO_TOPIC), ["in no theme"], venues, model="themes", settings=settings, counted=kept)
    return Outliers(pd.DataFrame(rows, columns=VENUE_COLUMNS), pairs[PAIR_COLUMNS])
