"""What a run found, in sentences made from its numbers. Pure functions: frames in, lists of sentences out."""

import numpy as np
import pandas as pd

from .comparing import minimum_detectable_difference, power_sentence
from .figures.theme import percent, points
from .phrasing import counted, listing, named, venue_names

NAMED = 5  # themes named per sentence


def corpus(papers: pd.DataFrame, cleaning: dict) -> list[str]:
    """How many papers there are, of which venue, and what was left out."""
    per_venue = papers["venue"].value_counts()
    parts = [f"{n:,} of {name}" for venue, name in venue_names(papers).items() for n in [per_venue[venue]]]
    said = [f"{counted(len(papers), 'abstract')} {'was' if len(papers) == 1 else 'were'} analysed: {listing(parts)}."]
    if cleaning.get("rejected"):
        said.append(
            f"{counted(cleaning['rejected'], 'record')} of {cleaning['read']:,} could not be used; "
            "rejects.csv gives each with its reason."
        )
    copies = int(papers["duplicate_of"].notna().sum())
    if copies:
        said.append(
            f"{counted(copies, 'abstract')} {'is a' if copies == 1 else 'are'} near-duplicate{'s' * (copies > 1)} "
            "of another one in the collection."
        )
    return said + list(cleaning.get("warnings", []))


def representation(vectors: np.ndarray, notes: list[str]) -> list[str]:
    """What the papers became before themes were sought, and which path was taken."""
    n_papers, n_dims = vectors.shape
    return [
        f"Each of {counted(n_papers, 'abstract')} is a vector of {n_dims:,} numbers; "
        "papers that read alike have vectors that point the same way.",
        *notes,
    ]


def detectable(
    comparison: pd.DataFrame, *, model: str = "bertopic", level: float = 0.05, power: float = 0.8
) -> pd.DataFrame:
    """The least difference that the numbers of papers could show, by share: columns share, least (both 0-1).

    The level is that of the strictest test after correction for all themes.
    """
    rows = _first_pair(comparison, model)
    if not len(rows):
        return pd.DataFrame(columns=["share", "least"])
    n_a, n_b = int(rows["n_a"].iloc[0]), int(rows["n_b"].iloc[0])
    shares = np.linspace(0, max(0.1, 1.1 * float(rows[["share_a", "share_b"]].min(axis=1).max())), 9)
    least = [minimum_detectable_difference(n_a, n_b, s, level=level / len(rows), power=power) for s in shares]
    return pd.DataFrame({"share": shares, "least": least})


def about(topics: pd.DataFrame, assignments: pd.DataFrame, *, model: str = "bertopic") -> list[str]:
    """How many themes there are, and the largest ones."""
    themes = topics[topics["model"] == model].sort_values(["size", "topic"], ascending=[False, True])
    if themes.empty:
        return ["No theme was found."]
    areas = topics[topics["model"] == "areas"].sort_values(["size", "topic"], ascending=[False, True])
    in_areas = f" in {counted(len(areas), 'area')}" if len(areas) else ""
    said = [f"The papers fall into {counted(len(themes), 'theme')}{in_areas}."]
    for name, rows in (("areas", areas), ("themes", themes)):
        if len(rows) > 1:
            largest = [f"{named(r.label)} ({r.size:,})" for r in _rows(rows.head(NAMED))]
            said.append(
                f"The largest {name} are {listing(largest)}."
                if len(rows) > len(largest)
                else f"The {name} are {listing(largest)}."
            )
    mine = assignments[assignments["model"] == model]
    none = int((mine["topic"] < 0).sum())
    if none:
        said.append(
            f"{counted(none, 'paper')} ({percent(none / len(mine), 0)}) {'belongs' if none == 1 else 'belong'} "
            "to no theme firmly enough to be counted in one."
        )
    return said


def shared(comparison: pd.DataFrame, *, model: str = "bertopic") -> list[str]:
    """What the venues have in common: themes that both hold, and the largest of those without a robust difference."""
    rows = _first_pair(comparison, model)
    if rows.empty:
        return []
    both = rows[(rows["count_a"] > 0) & (rows["count_b"] > 0)]
    held = (both["count_a"].sum() + both["count_b"].sum()) / max(1, rows["count_a"].sum() + rows["count_b"].sum())
    said = [
        f"{len(both)} of {counted(len(rows), 'theme')} {'has' if len(both) == 1 else 'have'} papers at both venues; "
        f"together they hold {percent(held, 0)} of the papers in themes."
    ]
    alike = both[~both["robust"].astype(bool)]
    alike = (
        alike.assign(least=alike[["share_a", "share_b"]].min(axis=1))
        .sort_values(["least", "topic"], ascending=[False, True])
        .head(3)
    )
    if len(alike):
        large = [
            f"{named(r.label)} ({percent(r.share_a)} at {r.venue_a}, {percent(r.share_b)} at {r.venue_b})"
            for r in _rows(alike)
        ]
        said.append(f"Large at both, without a difference that holds: {listing(large)}.")
    return said


def differences(
    comparison: pd.DataFrame, papers: pd.DataFrame, *, model: str = "bertopic", level: float = 0.05
) -> list[str]:
    """Where the venues differ: only robust findings are named; without any, that is said."""
    pairs = (
        comparison.loc[comparison["model"] == model, ["venue_a", "venue_b"]].drop_duplicates()
        if len(comparison)
        else comparison
    )
    if not len(pairs):
        return [no_comparison(papers)]
    said = []
    for a, b in pairs.itertuples(index=False):
        rows = comparison[(comparison["model"] == model) & (comparison["venue_a"] == a) & (comparison["venue_b"] == b)]
        sure = rows[rows["robust"].astype(bool)]
        said += _robust(rows, sure, level) if len(sure) else _nothing_holds(rows, level)
    return said


def no_comparison(papers: pd.DataFrame) -> str:
    """Why no comparison was made."""
    names = list(venue_names(papers).values())
    if len(names) == 1:
        return (
            f"No comparison was made: all papers are of one venue, {names[0]}. Add papers of a second venue to compare."
        )
    return "No comparison was made: there are no themes to compare."


def words(term_comparison: pd.DataFrame, *, top: int = 8) -> list[str]:
    """The words that speak most for either venue, marked as descriptive."""
    rows = _first_pair(term_comparison, None)
    if rows.empty:
        return []
    rows = rows.sort_values(["z", "term"], ascending=[False, True])
    a, b = rows["venue_a"].iloc[0], rows["venue_b"].iloc[0]
    of_a, of_b = rows[rows["z"] > 0]["term"].head(top).tolist(), rows[rows["z"] < 0]["term"].tail(top).tolist()[::-1]
    return [f"Words that speak most for {venue}: {listing(some)}." for venue, some in ((a, of_a), (b, of_b)) if some]


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
    """Per pair of venues, the least difference that so many papers could have shown in a theme of middling size."""
    if not len(comparison):
        return []
    rows = comparison[comparison["model"] == model]
    return [
        power_sentence(
            int(some["n_a"].iloc[0]),
            int(some["n_b"].iloc[0]),
            1 / len(some),
            n_tests=len(some),
            level=level,
            power=power,
        )
        for _, some in rows.groupby(["venue_a", "venue_b"], sort=True)
    ]


def _robust(rows: pd.DataFrame, sure: pd.DataFrame, level: float) -> list[str]:
    a, b = rows["venue_a"].iloc[0], rows["venue_b"].iloc[0]
    said = [
        f"{len(sure)} of {counted(len(rows), 'theme')} {'differs' if len(sure) == 1 else 'differ'} robustly between "
        f"{a} and {b} (corrected q below {level:g}, same direction in refits, a stable theme, seen by a second model)."
    ]
    for venue, sign in ((a, 1), (b, -1)):
        side = sure[np.sign(sure["difference"]) == sign].sort_values("difference", key=np.abs, ascending=False)
        if len(side):
            more = f" and {counted(len(side) - NAMED, 'more theme')}" if len(side) > NAMED else ""
            said.append(f"More at {venue}: {'; '.join(_difference(r, level) for r in _rows(side.head(NAMED)))}{more}.")
    return said


def _difference(row, level: float) -> str:
    shares = (row.share_a, row.share_b) if row.difference > 0 else (row.share_b, row.share_a)
    flip = 1 if row.difference > 0 else -1
    low, high = sorted((flip * row.low, flip * row.high))
    interval = f"{100 * (1 - level):g} % interval {points(low)} to {points(high)}"
    against = f"{percent(shares[0])} against {percent(shares[1])}"
    return f"{named(row.label)} ({against}; {points(abs(row.difference))} points, {interval})"


def _nothing_holds(rows: pd.DataFrame, level: float) -> list[str]:
    a, b = rows["venue_a"].iloc[0], rows["venue_b"].iloc[0]
    low = int((rows["q"] < level).sum())
    chance = (
        f"Nothing is significant: no theme differs between {a} and {b} by more than chance explains "
        f"(all corrected q are {level:g} or more)."
    )
    shaky = (
        f"No difference between {a} and {b} is robust: {counted(low, 'theme')} {'has' if low == 1 else 'have'} a "
        f"corrected q below {level:g}, but {'it does' if low == 1 else 'they do'} not hold in the other checks."
    )
    row = rows.loc[rows["difference"].abs().idxmax()]
    largest = (
        f"The largest difference seen is {named(row['label'])}: {row['count_a']} of {row['n_a']} at {a}, "
        f"{row['count_b']} of {row['n_b']} at {b}, {points(row['difference'])} points "
        f"({100 * (1 - level):g} % interval {points(row['low'])} to {points(row['high'])})."
    )
    return [shaky if low else chance, largest]


def _first_pair(frame: pd.DataFrame, model: str | None) -> pd.DataFrame:
    rows = frame if model is None or not len(frame) else frame[frame["model"] == model]
    if not len(rows):
        return rows
    a, b = rows[["venue_a", "venue_b"]].iloc[0]
    return rows[(rows["venue_a"] == a) & (rows["venue_b"] == b)]


def _rows(frame: pd.DataFrame):
    return frame.itertuples(index=False)
