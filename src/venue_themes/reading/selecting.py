"""Which records are kept while a source is read: those of named venues, areas and years."""

import re
from collections.abc import Iterable

from .venues import place_of

_YEARS = re.compile(r"(\d{4})(?:\s*-\s*(\d{4}))?")
_SHOWN = 12


class Selection:
    """A choice of venues, areas (categories, keywords) and years.

    Parameters
    ----------
    words
        Years (``2024``, ``2020-2024``) and names (``cs.LG``, ``ICML``); none selects every record. A record is selected when
        its year is one of the years, and its venue, area or one of its keywords is one of the names, in any case of letters.
    """

    def __init__(self, words: Iterable[str]):
        self.years: set[int] = set()
        self.names: set[str] = set()
        self.passed_over: dict[str, None] = {}  # venues and areas of records that were not selected, a few
        for word in words:
            found = _YEARS.fullmatch(word)
            if found:
                self.years |= set(range(int(found[1]), int(found[2] or found[1]) + 1))
            else:
                self.names |= {word.lower(), (place_of(word).venue or word).lower()}

    def __bool__(self) -> bool:
        return bool(self.years or self.names)

    def takes(self, record: dict) -> bool:
        """Whether the record is selected; one that could not be parsed always is, so that it is listed."""
        if not self or (record["reject"] and not record["title"] and record["year"] is None):
            return True
        names = _names(record)
        taken = (not self.years or record["year"] in self.years) and (not self.names or not self.names.isdisjoint(names))
        if not taken and len(self.passed_over) < _SHOWN:
            self.passed_over.update(dict.fromkeys([record["venue"], record["primary_area"], str(record["year"])]))
        return taken


def _names(record: dict) -> set[str]:
    """The venue, area and keywords of a record in small letters; arXiv's categories are parted by spaces."""
    names = {str(record["venue"]).lower(), str(record["primary_area"]).lower()}
    words = (record["keywords"] or "").lower()
    return names.union(re.split(r"\s*[;,]\s*", words), words.split() if record["venue"] == "arXiv" else ())
