"""Which path a run took and why, and what so many papers can show, in sentences."""

from collections.abc import Sequence

import pandas as pd

from . import clustering
from .comparing import power_sentence
from .contracts import TopicModel
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


def number_notes(models: Sequence[TopicModel], settings: Settings) -> list[str]:
    """Models that have another number of topics than was asked for, by the user or for the sake of comparing models."""
    asked = settings.themes.n_topics
    themes = len(models[0].labels)
    said = [] if asked in (None, themes) else [f"{asked} themes were asked for; these papers make {themes}."]
    short = [f"{model.name.upper()} {len(model.labels)}" for model in models[1:]
             if model.name != "areas" and len(model.labels) != (asked or themes)]
    if short:
        said.append(f"Of {asked or themes} topics asked for, {' and '.join(short)} came to hold papers.")
    return said


def power_notes(comparison: pd.DataFrame, settings: Settings) -> list[str]:
    """What the numbers of papers can show, a sentence per pair of venues; one sentence when there is one venue."""
    mine = comparison[comparison["model"] == "bertopic"]
    if mine.empty:
        return ["All papers are of one venue, so nothing was compared."]
    level, power = settings.comparison.level, settings.comparison.power
    return [
        power_sentence(int(g["n_a"].iloc[0]), int(g["n_b"].iloc[0]), 1 / len(g), n_tests=len(g), level=level, power=power)
        for _, g in mine.groupby(["venue_a", "venue_b"])
    ]
