"""Areas and their themes tested together, so that the error level holds across both levels."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from .proportions import benjamini_hochberg


def across_levels(themes: pd.DataFrame, areas: pd.DataFrame, parents: Sequence[int | None], *,
                  level: float = 0.05) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both comparisons with q-values that hold over the two levels (Benjamini & Bogomolov 2014).

    An area and its themes are one family. Families are opened by Benjamini-Hochberg on their Simes p-values; within an
    opened family the q-values are those of Benjamini-Hochberg times families / opened families, which controls the
    average false discovery rate over the opened ones. A shift spread over an area is thus found at the area, one that
    cancels out within it at its themes, and themes elsewhere do not dilute either.

    Parameters
    ----------
    themes, areas
        Frames of ``compare_topics``; an area has a family per pair of venues, and all families are opened together.
    parents
        Per theme its area, or None for a family of its own.
    level
        The level at which families are opened. The q-values returned mean "below this level", not other levels.

    Returns
    -------
    themes, areas
        As they came, with new ``q``: never below that of the family, so what is in no opened family is not found.
    """
    tests = pd.concat([_with_family(themes, parents), _with_family(areas, None)], ignore_index=True)
    q = _family_q(tests, level) if len(tests) else np.zeros(0)
    return themes.assign(q=q[:len(themes)]), areas.assign(q=q[len(themes):])


def simes(p: np.ndarray) -> float:
    """The p-value of "nothing here differs" (Simes 1986): the smallest Benjamini-Hochberg q.

    >>> round(simes(np.array([0.01, 0.04, 0.5])), 3)
    0.03
    """
    return float(benjamini_hochberg(np.asarray(p)).min(initial=1.0))


def _with_family(frame: pd.DataFrame, parents: Sequence[int | None] | None) -> pd.DataFrame:
    """p and family of each row, pair by pair; a theme without an area gets a negative number of its own."""
    topics = frame["topic"].to_numpy(int)
    if parents is not None:
        topics = np.array([-1 - k if pd.isna(parents[k]) else int(parents[k]) for k in topics], int)
    names = zip(frame["venue_a"], frame["venue_b"], topics, strict=True)
    return pd.DataFrame({"p": frame["p"].to_numpy(float), "family": [f"{a} {b} {k}" for a, b, k in names]})


def _family_q(tests: pd.DataFrame, level: float) -> np.ndarray:
    """The q-value of each test."""
    global_p = tests.groupby("family")["p"].apply(lambda p: simes(p.to_numpy()))
    family_q = pd.Series(benjamini_hochberg(global_p.to_numpy()), index=global_p.index)
    stricter = len(family_q) / max(int((family_q < level).sum()), 1)
    within = tests.groupby("family")["p"].transform(lambda p: benjamini_hochberg(p.to_numpy()))
    return np.maximum((within * stricter).clip(upper=1.0), tests["family"].map(family_q)).to_numpy()
