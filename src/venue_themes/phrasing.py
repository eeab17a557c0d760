"""Numbers, names and lists as one reads them."""

import pandas as pd


def venue_names(papers: pd.DataFrame) -> dict[str, str]:
    """Venue -> how it is written: with its year where all of its papers share one."""
    names = {}
    for venue, some in papers.groupby("venue", sort=True):
        years = some["year"].dropna().unique()
        names[str(venue)] = f"{venue} {int(years[0])}" if len(years) == 1 else str(venue)
    return names


def headline(papers: pd.DataFrame) -> str:
    """The collection's name: its venues.

    >>> headline(pd.DataFrame({"venue": ["ICML", "ICLR"], "year": [2025, 2025]}))
    'ICLR 2025 and ICML 2025'
    """
    return listing(list(venue_names(papers).values())) or "An empty collection"


def listing(parts: list[str]) -> str:
    """The parts as one reads them aloud.

    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + (f" and {parts[-1]}" if parts else "")


def named(label: str) -> str:
    """A theme's label inside a sentence; labels hold commas, so they are quoted."""
    return f"“{label}”"


def counted(n: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "paper"), counted(1200, "paper")
    ('1 paper', '1,200 papers')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"
