"""Which path a run took and why, and what so many papers can show, in sentences."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from . import clustering
from .contracts import DocumentTerms, TopicModel
from .evidence import could_be_seen
from .phrasing import counted, listing
from .refitting import REFIT_SHARE
from .settings import Settings
from .topics import usable_words

NAMED = 5  # rows named in a sentence


def path_notes(n_fitted: int, basis: dict, refits: dict[str, list]) -> list[str]:
    """Which path ran and why, in sentences."""
    method, notes = basis["method"], []
    if method == "one":
        are = "is" if n_fitted == 1 else "are"
        notes.append(f"{counted(n_fitted, 'distinct paper')} {are} too few to part (at least {clustering.FEWEST} are needed): "
                     "one theme.")
    elif method == "ward":
        curve = basis.get("silhouettes")
        k = max(curve, key=lambda k: (curve[k], -int(k))) if curve else None
        chosen = f", cut at {k} themes by the largest silhouette" if k else ""
        notes.append(
            f"{n_fitted} distinct papers are fewer than {clustering.SMALL}, so themes are the consensus of Ward's clusters "
            f"on random parts of them{chosen}; each of them is in one."
        )
    elif method == "leiden":
        notes.append(f"Themes are the consensus of Leiden partitions of the neighbour graph of {n_fitted} distinct papers.")
    else:
        notes.append(f"Themes are HDBSCAN's clusters of the 5-d layout of {n_fitted} distinct papers.")
    made = len(refits.get("bertopic", []))
    notes.append(
        f"Stability rests on {made} refits, each on a random {REFIT_SHARE:.0%} of the papers with its own seed."
        if made
        else "No refits were made, so nothing is called robust."
    )
    return notes


def set_aside_notes(papers: pd.DataFrame, vectors: np.ndarray, terms: DocumentTerms) -> list[str]:
    """Papers that were not fitted themselves, and those of which the word-based models know nothing; rows from 0."""
    copies = int(papers["duplicate_of"].notna().sum())
    unseen = np.flatnonzero(~np.abs(vectors).any(axis=1))
    wordless = np.flatnonzero(np.asarray(usable_words(terms)[0].sum(axis=1)).ravel() == 0)
    said = []
    if copies:
        said.append(f"{_papers(copies, 'is a copy of another and follows', 'are copies of others and follow')} the original "
                    "into its theme.")
    if len(unseen):
        said.append(f"{_papers(len(unseen), 'has', 'have')} no usable vector (all zeros, or not finite), and so no theme: "
                    f"{_rows(unseen)} of papers.parquet.")
    if len(wordless):
        said.append(f"{_papers(len(wordless), 'has', 'have')} no usable word, and so no topic in the models that count words: "
                    f"{_rows(wordless)} of papers.parquet.")
    return said


def _papers(n: int, one: str, many: str) -> str:
    return f"{counted(n, 'paper')} {one if n == 1 else many}"


def _rows(rows: np.ndarray) -> str:
    first = [str(row) for row in rows[:NAMED]] + ([f"{len(rows) - NAMED} more"] if len(rows) > NAMED else [])
    return f"row{'s' * (len(rows) > 1)} {listing(first)}"


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
    """What the numbers of papers can show; one sentence when there is one venue."""
    if comparison.empty:
        return ["All papers are of one venue, so nothing was compared."]
    return could_be_seen(comparison, level=settings.comparison.level, power=settings.comparison.power)
