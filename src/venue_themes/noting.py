"""Which path a run took and why, and what so many papers can show, in sentences."""

import pandas as pd

from . import clustering
from .evidence import could_be_seen
from .refitting import REFIT_SHARE
from .settings import Settings


def path_notes(n_papers: int, n_fitted: int, basis: dict, refits: dict[str, list]) -> list[str]:
    """Which path ran and why, in sentences."""
    method, notes = basis["method"], []
    if method == "one":
        notes.append(f"{n_fitted} distinct papers are too few to part (at least {clustering.FEWEST} are needed): one theme.")
    elif method == "ward":
        curve = basis.get("silhouettes")
        k = max(curve, key=lambda k: (curve[k], -int(k))) if curve else None
        chosen = f", cut at {k} themes by the largest silhouette" if k else ""
        notes.append(
            f"{n_fitted} distinct papers are fewer than {clustering.SMALL}, so themes are the consensus of Ward's clusters "
            f"on random parts of them{chosen}; every paper is in one."
        )
    elif method == "leiden":
        notes.append(f"Themes are the consensus of Leiden partitions of the neighbour graph of {n_fitted} distinct papers.")
    else:
        notes.append(f"Themes are HDBSCAN's clusters of the 5-d layout of {n_fitted} distinct papers.")
    if n_papers > n_fitted:
        notes.append(
            f"{n_papers - n_fitted} papers are copies of others, or have no usable words, and were not fitted themselves."
        )
    made = len(refits.get("bertopic", []))
    notes.append(
        f"Stability rests on {made} refits, each on a random {REFIT_SHARE:.0%} of the papers with its own seed."
        if made
        else "No refits were made, so nothing is called robust."
    )
    return notes


def power_notes(comparison: pd.DataFrame, settings: Settings) -> list[str]:
    """What the numbers of papers can show; one sentence when there is one venue."""
    if comparison.empty:
        return ["All papers are of one venue, so nothing was compared."]
    return could_be_seen(comparison, level=settings.comparison.level, power=settings.comparison.power)
