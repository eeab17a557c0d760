"""How each of several venues stands among the others, and what rises or falls over the years, in sentences."""

import pandas as pd

from .figures.theme import percent, points
from .phrasing import counted, listing, named

STRONG, WEAK, MOVED = 2, 1, 3  # themes named per sentence


def each_venue(rest: pd.DataFrame | None, *, model: str = "bertopic", level: float = 0.05) -> list[str]:
    """A sentence per venue on what it has unusually much and little of, robust findings only; nothing below three venues."""
    rows = _of(rest, model)
    if rows is None:
        return []
    sure = rows[rows["robust"].astype(bool)]
    venues = sorted(rows["venue_a"].unique())
    said = [
        f"Each of {len(venues)} venues was held against all others: in {len(sure)} of {len(rows):,} cases a theme's share "
        f"differs robustly (q below {level:g}, corrected over themes and venues; same direction in refits, a stable theme, seen "
        "by a second model)."
    ]
    said += [_stands_out(venue, some) for venue, some in sure.groupby("venue_a", sort=True)]
    plain = [venue for venue in venues if venue not in set(sure["venue_a"])]
    if plain and len(sure):
        said.append(f"{listing(plain)} {'stands' if len(plain) == 1 else 'stand'} out in no theme.")
    return said


def over_years(
    trends: pd.DataFrame | None, shares: pd.DataFrame | None, *, model: str = "bertopic", level: float = 0.05
) -> list[str]:
    """Which themes rise and fall at which venue; nothing where no venue has two years."""
    rows = _of(trends, model)
    if rows is None or shares is None:
        return []
    sure = rows[rows["found"].astype(bool)]
    span = f"{rows['first'].min()} to {rows['last'].max()}"
    if sure.empty:
        low = int((rows["q"] < level).sum())
        more = f"; {low} with a q below {level:g} are of unstable themes" if low else ""
        return [f"No theme rises or falls at a venue from {span} by more than chance explains{more}."]
    said = [
        f"{len(sure)} of {counted(len(rows), 'trend')} (a theme at a venue, {span}) {'is' if len(sure) == 1 else 'are'} beyond "
        f"chance (q below {level:g}, a stable theme)."
    ]
    ends = _ends(sure, shares[shares["model"] == model])
    for word, some in (("Rising", ends[ends["slope"] > 0]), ("Falling", ends[ends["slope"] < 0])):
        if len(some):
            lines = [_moved(row) for row in some.head(MOVED).itertuples()]
            more = f", and {len(some) - MOVED} more" if len(some) > MOVED else ""
            said.append(f"{word}: {'; '.join(lines)}{more}.")
    return said


def pairs_apart(comparison: pd.DataFrame, *, model: str = "bertopic") -> list[str]:
    """Of several pairs of venues, how many differ robustly, which are furthest apart and nearest, and which one is shown."""
    rows = comparison[comparison["model"] == model]
    themes = rows["topic"].nunique()
    found = rows.groupby(["venue_a", "venue_b"], sort=False)["robust"].sum().astype(int)
    one, other = found.index[0]
    shown = f"Pages that show a single pair show {one} and {other}, the venues with the most papers."
    if not found.any():
        return [f"None of {len(found)} pairs of venues differs robustly in any theme.", shown]
    (a, b), (c, d) = found.idxmax(), found.idxmin()
    least = f"the fewest differ between {c} and {d} ({found.min()})" if found.min() else f"none differs between {c} and {d}"
    return [
        f"{int((found > 0).sum())} of {len(found)} pairs of venues differ robustly in at least one theme: most themes differ "
        f"between {a} and {b} ({found.max()} of {themes}), {least}.",
        shown,
    ]


def shared_by_all(comparison: pd.DataFrame, *, model: str = "bertopic") -> list[str]:
    """Of several venues, which themes all of them hold."""
    rows = comparison[comparison["model"] == model]
    sides = [rows[["topic", f"venue_{s}", f"count_{s}"]].set_axis(["topic", "venue", "count"], axis=1) for s in "ab"]
    counts = pd.concat(sides).drop_duplicates(["topic", "venue"]).pivot(index="topic", columns="venue", values="count")
    everywhere = counts[(counts > 0).all(axis=1)]
    if everywhere.empty:
        return [f"No theme has papers at all {counts.shape[1]} venues."]
    held = everywhere.to_numpy().sum() / max(1, counts.to_numpy().sum())
    return [
        f"{len(everywhere)} of {counted(len(counts), 'theme')} {'has' if len(everywhere) == 1 else 'have'} papers at all "
        f"{counts.shape[1]} venues; together they hold {percent(held, 0)} of the papers in themes."
    ]


def _of(frame: pd.DataFrame | None, model: str) -> pd.DataFrame | None:
    rows = None if frame is None else frame[frame["model"] == model]
    return None if rows is None or rows.empty else rows


def _stands_out(venue: str, sure: pd.DataFrame) -> str:
    ordered = sure.sort_values("difference", key=abs, ascending=False)
    much, little = ordered[ordered["difference"] > 0], ordered[ordered["difference"] < 0]
    parts = [
        f"{word} {listing([_against(r) for r in some.head(most).itertuples()])}"
        for word, some, most in (("more", much, STRONG), ("less", little, WEAK))
        if len(some)
    ]
    left = len(sure) - min(len(much), STRONG) - min(len(little), WEAK)
    return f"{venue} has {', and '.join(parts)}" + (f"; {left} more themes stand out." if left > 1 else ".")


def _against(row) -> str:
    return f"{named(row.label)} ({percent(row.share_a)} against {percent(row.share_b)})"


def _ends(sure: pd.DataFrame, shares: pd.DataFrame) -> pd.DataFrame:
    """The trends found with the share in their first and last year, the steepest first."""
    known = shares.set_index(["topic", "venue", "year"])["share"]
    ends = {name: [known[row.topic, row.venue, getattr(row, name)] for row in sure.itertuples()] for name in ("first", "last")}
    return sure.assign(before=ends["first"], after=ends["last"]).sort_values("slope", key=abs, ascending=False)


def _moved(row) -> str:
    return (
        f"{named(row.label)} at {row.venue} ({percent(row.before)} in {row.first}, {percent(row.after)} in {row.last}; "
        f"{points(row.slope)} points a year)"
    )
