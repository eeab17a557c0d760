"""What a run found, in sentences made from its numbers. Pure functions: frames in, lists of sentences out."""

import numpy as np
import pandas as pd

from .evidence import certainty, could_be_seen, detectable, first_pair
from .figures.theme import percent, points
from .phrasing import counted, listing, named, venue_names
from .standing import each_venue, over_years, pairs_apart, shared_by_all

__all__ = [
    "about",
    "area_differences",
    "certainty",
    "corpus",
    "could_be_seen",
    "detectable",
    "differences",
    "each_venue",
    "no_comparison",
    "over_years",
    "representation",
    "shared",
    "words",
]

NAMED = 5  # themes named per sentence


def corpus(papers: pd.DataFrame, cleaning: dict) -> list[str]:
    """How many papers there are, of which venue, and what was left out."""
    per_venue = papers["venue"].value_counts()
    parts = [f"{n:,} of {name}" for venue, name in venue_names(papers).items() for n in [per_venue[venue]]]
    said = [f"{counted(len(papers), 'abstract')} {'was' if len(papers) == 1 else 'were'} analysed: {listing(parts)}."]
    unusable = cleaning.get("rejected", 0) - cleaning.get("not_selected", 0)
    if unusable:
        said.append(
            f"{counted(unusable, 'record')} of {cleaning['read']:,} could not be used; "
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
    """What the venues have in common: themes that all hold; of two venues, the largest without a robust difference."""
    rows = first_pair(comparison, model)
    if rows.empty:
        return []
    if _several_pairs(comparison):
        return shared_by_all(comparison, model=model)
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
    """Where the venues differ: only robust findings are named; without any, that is said.

    Several pairs are only counted: ``each_venue`` says what sets a venue apart.
    """
    pairs = (
        comparison.loc[comparison["model"] == model, ["venue_a", "venue_b"]].drop_duplicates()
        if len(comparison)
        else comparison
    )
    if not len(pairs):
        return [no_comparison(papers)]
    if len(pairs) > 1:
        return pairs_apart(comparison, model=model)
    rows = comparison[comparison["model"] == model]
    sure = rows[rows["robust"].astype(bool)]
    return _robust(rows, sure, level) if len(sure) else _nothing_holds(rows, level)


def _several_pairs(frame: pd.DataFrame) -> bool:
    return len(frame[["venue_a", "venue_b"]].drop_duplicates()) > 1


def no_comparison(papers: pd.DataFrame) -> str:
    """Why no comparison was made."""
    names = list(venue_names(papers).values())
    if len(names) == 1:
        return (
            f"No comparison was made: all papers are of one venue, {names[0]}. Add papers of a second venue to compare."
        )
    return "No comparison was made: there are no themes to compare."


def words(term_comparison: pd.DataFrame, *, top: int = 8) -> list[str]:
    """The words that speak most for either venue of the first pair."""
    rows = first_pair(term_comparison, None)
    if rows.empty:
        return []
    rows = rows.sort_values(["z", "term"], ascending=[False, True])
    a, b = rows["venue_a"].iloc[0], rows["venue_b"].iloc[0]
    of_a, of_b = rows[rows["z"] > 0]["term"].head(top).tolist(), rows[rows["z"] < 0]["term"].tail(top).tolist()[::-1]
    against = {a: f" against {b}", b: f" against {a}"} if _several_pairs(term_comparison) else {a: "", b: ""}
    sides = ((a, of_a), (b, of_b))
    return [f"Words that speak most for {venue}{against[venue]}: {listing(some)}." for venue, some in sides if some]


def _robust(rows: pd.DataFrame, sure: pd.DataFrame, level: float) -> list[str]:
    a, b = rows["venue_a"].iloc[0], rows["venue_b"].iloc[0]
    said = [
        f"{len(sure)} of {counted(len(rows), 'theme')} {'differs' if len(sure) == 1 else 'differ'} robustly between "
        f"{a} and {b} (corrected q below {level:g}, same direction in refits, a stable theme, seen by a second model)."
    ]
    return said + _sides(sure, level)


def _sides(sure: pd.DataFrame, level: float) -> list[str]:
    """Per venue the robust differences in its favour, one a line below the first, the largest first."""
    a, b = sure["venue_a"].iloc[0], sure["venue_b"].iloc[0]
    said = []
    for venue, sign in ((a, 1), (b, -1)):
        side = sure[np.sign(sure["difference"]) == sign].sort_values("difference", key=np.abs, ascending=False)
        lines = [_difference(r, level) for r in _rows(side.head(NAMED))]
        if len(side) > NAMED:
            lines.append(f"and {len(side) - NAMED} more")
        if lines:
            said.append("\n".join([f"More at {venue}:", *lines]))
    return said


def area_differences(comparison: pd.DataFrame, *, level: float = 0.05) -> list[str]:
    """The robust differences at the coarser level of areas; nothing without any, or with several pairs of venues."""
    rows = first_pair(comparison, "areas")
    sure = rows[rows["robust"].astype(bool)] if len(rows) else rows
    if not len(sure) or _several_pairs(comparison):
        return []
    return [
        f"{len(sure)} of {counted(len(rows), 'area')} {'differs' if len(sure) == 1 else 'differ'} robustly.",
        *_sides(sure, level),
    ]


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


def _rows(frame: pd.DataFrame):
    return frame.itertuples(index=False)
