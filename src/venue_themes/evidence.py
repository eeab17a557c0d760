"""How sure the findings are, and what so many papers could have shown."""

import numpy as np
import pandas as pd

from .comparing import minimum_detectable_difference, power_sentence


def certainty(
    topics: pd.DataFrame,
    comparison: pd.DataFrame,
    *,
    model: str = "bertopic",
    level: float = 0.05,
    power: float = 0.8,
    needed: float = 0.6,
) -> list[str]:
    """How sure all this is: stability of the themes, and the least difference that these numbers could have shown."""
    held = topics.loc[(topics["model"] == model), "stability"].dropna()
    said = []
    if len(held):
        said.append(
            f"Refitted on resampled papers, a theme finds itself again with a mean overlap of {held.median():.2f} "
            "(median over themes; 1 is perfect); "
            f"{(held >= needed).sum()} of {len(held)} reach the {needed:g} that a robust finding needs."
        )
    elif (topics["model"] == model).any():
        said.append(
            "The themes were not refitted, so nothing is said about their stability, and no difference is called robust."
        )
    return said + could_be_seen(comparison, model=model, level=level, power=power)


def could_be_seen(
    comparison: pd.DataFrame, *, model: str = "bertopic", level: float = 0.05, power: float = 0.8
) -> list[str]:
    """The least difference that so many papers could have shown in a theme of middling size.

    With several pairs of venues it is said of the pairs with the most and the fewest papers.
    """
    if not len(comparison):
        return []
    rows = comparison[comparison["model"] == model]
    pairs = rows.drop_duplicates(["venue_a", "venue_b"])  # the pair of the largest venues comes first
    tests = {"n_tests": rows["topic"].nunique(), "n_pairs": len(pairs), "level": level, "power": power}
    ends = pairs.iloc[[0, -1]] if len(pairs) else pairs
    said = [power_sentence(int(r.n_a), int(r.n_b), 1 / tests["n_tests"], **tests) for r in ends.itertuples()]
    return list(dict.fromkeys(said))


def detectable(
    comparison: pd.DataFrame, *, model: str = "bertopic", level: float = 0.05, power: float = 0.8
) -> pd.DataFrame:
    """The least difference that the numbers of papers could show, by share: columns share, least (both 0-1).

    The level is that of the strictest test after correction for all themes and pairs; the pair is the first.
    """
    rows = first_pair(comparison, model)
    if not len(rows):
        return pd.DataFrame(columns=["share", "least"])
    tests = int((comparison["model"] == model).sum())
    n_a, n_b = int(rows["n_a"].iloc[0]), int(rows["n_b"].iloc[0])
    shares = np.linspace(0, max(0.1, 1.1 * float(rows[["share_a", "share_b"]].min(axis=1).max())), 9)
    least = [minimum_detectable_difference(n_a, n_b, s, level=level / tests, power=power) for s in shares]
    return pd.DataFrame({"share": shares, "least": least})


def first_pair(frame: pd.DataFrame, model: str | None) -> pd.DataFrame:
    """The rows of a model (None: of all) for the first pair of venues."""
    rows = frame if model is None or not len(frame) else frame[frame["model"] == model]
    if not len(rows):
        return rows
    a, b = rows[["venue_a", "venue_b"]].iloc[0]
    return rows[(rows["venue_a"] == a) & (rows["venue_b"] == b)]
