"""From a source's own fields to a record with ours: which column means what, and what a value says."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..errors import InputError, SettingsError
from .aliases import ALIASES
from .venues import Place, place_of

FIELDS = ("source_id", "venue", "year", "title", "abstract", "keywords", "primary_area", "decision", "url")
_PLAIN = {
    alias: (ours, rank)
    for ours, names in ALIASES.items()
    for rank, alias in enumerate(re.sub(r"[\W_]+", "", name.lower()) for name in names)
}
LONGEST = 1_000_000  # characters; a longer field is a whole book, or no text
_DECLINED = re.compile(r"withdr|reject|submitted to", re.I)
_MISSING = {"", "nan", "<na>", "nat"}


@dataclass
class Raw:
    """A record as its source has it, or why it could not be read."""

    fields: dict = field(default_factory=dict)
    problem: str | None = None
    excerpt: str | None = None


def field_of(name: object) -> str | None:
    """Our field that a column of this name is known to hold, or None."""
    return _PLAIN.get(re.sub(r"[\W_]+", "", str(name).lower()), (None, 0))[0]


def columns_of(names: tuple[str, ...], chosen: dict[str, str]) -> dict[str, list[str]]:
    """Per field of ours the source's columns that may hold it, best first.

    Parameters
    ----------
    names
        The source's column names.
    chosen
        The user's own mapping, ours = the source's; where the source has that column, it overrides the aliases.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        ours, rank = _PLAIN.get(re.sub(r"[\W_]+", "", str(name).lower()), (None, 0))
        if ours:
            found.setdefault(ours, []).append((rank, name))
    columns = {ours: [name for _, name in sorted(ranked, key=lambda pair: pair[0])] for ours, ranked in found.items()}
    for ours, theirs in chosen.items():
        column = _their_column(theirs, names)
        if column is not None:
            columns[ours] = [column]
    return columns


def checked_choice(chosen: dict[str, str]) -> dict[str, str]:
    """The user's mapping with our names in full.

    Raises
    ------
    SettingsError
        A key is none of our fields.
    """
    full = {{"id": "source_id", "area": "primary_area"}.get(ours, ours): theirs for ours, theirs in chosen.items()}
    for ours in full:
        if ours not in FIELDS:
            raise SettingsError(
                "Setting reading.columns names",
                repr(ours),
                "one of " + ", ".join(FIELDS),
                "Write it as abstract=Summary: our name first, then the file's.",
            )
    return full


def refuse_unseen(chosen: dict[str, str], seen: Iterable[str]) -> None:
    """Raise ``InputError`` when a column that the user named is in none of the sources."""
    names = tuple(seen)
    for theirs in chosen.values():
        if _their_column(theirs, names) is None:
            raise InputError(
                "The sources have no column",
                repr(theirs),
                "one of " + ", ".join(map(str, names[:30])),
                "Correct the option --columns (or the setting reading.columns).",
            )


def _their_column(theirs: str, names: tuple[str, ...]) -> str | None:
    if theirs in names:
        return theirs
    alike = [name for name in names if str(name).strip().lower() == theirs.strip().lower()]
    return alike[0] if len(alike) == 1 else None


def value_of(value: object) -> object:
    """A value without its wrapping: ``{"value": x}``, bytes, numbers of numpy, missing values (None)."""
    if isinstance(value, dict):
        inner = next(
            (value[key] for key in ("value", "name", "title", "text", "date-parts", "created") if key in value), None
        )
        return value_of(inner) if not isinstance(inner, dict) else None
    if isinstance(value, bytes | bytearray):
        try:
            return bytes(value).decode("utf-8")
        except UnicodeDecodeError:
            return bytes(value).decode("cp1252", errors="ignore")
    if hasattr(value, "tolist") and not isinstance(value, str):
        value = value.tolist()
    if (
        value is None
        or (isinstance(value, float) and math.isnan(value))
        or type(value).__name__ in {"NAType", "NaTType"}
    ):
        return None
    return value


def text_of(value: object) -> str | None:
    """A value as one string: a list is joined with ``; ``; 2021.0 is ``2021``; nothing and blank is None."""
    value = value_of(value)
    if isinstance(value, list | tuple):
        parts = [text_of(part) for part in value if not isinstance(part, list | tuple)]
        value = "; ".join(part for part in parts if part)
    elif isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if value is None:
        return None
    text = value if isinstance(value, str) else str(value)
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text if text.strip() else None


def year_of(value: object) -> int | None:
    """A year from a number, a date, a string with a year in it, or lists of these; None outside 1500 to 2200."""
    value = value_of(value)
    if isinstance(value, list | tuple):
        return next((year for part in value[:1] if (year := year_of(part))), None)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        if not math.isfinite(value):
            return None
        if value > 1e11:  # milliseconds since 1970
            value = 1970 + value / 31_556_952_000
        return int(value) if 1500 <= value <= 2200 else None
    if hasattr(value, "year"):
        return year_of(int(value.year))
    digits = re.search(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)", str(value)[:200])
    return int(digits[0]) if digits else None


def record_of(raw: Raw, columns: dict[str, list[str]], default: Place) -> dict:
    """The record with our fields and ``reject`` (why it cannot be kept, or None)."""
    fields = raw.fields
    record = {
        ours: next((text for name in columns.get(ours, ()) if (text := text_of(fields.get(name)))), None)
        for ours in FIELDS
        if ours not in {"year", "abstract"}
    }
    place = _place(fields, columns)
    record["venue"] = place.venue or default.venue
    record["year"] = (
        next((year for name in columns.get("year", ()) if (year := year_of(fields.get(name)))), None)
        or place.year
        or (default.year if not place.venue or place.venue == default.venue else None)
    )
    record["decision"] = record["decision"] or place.decision
    record["keywords"] = _listed(record["keywords"])
    record["abstract"], wrong = _abstract(fields, columns)
    if record["url"] and re.match(r"10\.\d{4,9}/", record["url"]):
        record["url"] = "https://doi.org/" + record["url"]
    record["reject"] = raw.problem or _declined(record["decision"], place) or wrong
    if raw.problem and not record["abstract"]:
        record["abstract"] = raw.excerpt
    return record


def _listed(text: str | None) -> str | None:
    """``"['a', 'b']"``, as a list that was written as a string, as ``"a; b"``."""
    if not text or not re.fullmatch(r"\s*\[\s*['\"].{0,5000}['\"]\s*\]\s*", text, re.S):
        return text
    return "; ".join(part for pair in re.findall(r"'([^']*)'|\"([^\"]*)\"", text) if (part := "".join(pair).strip())) or None


def _place(fields: dict, columns: dict[str, list[str]]) -> Place:
    venue, year, decision = None, None, None
    for name in columns.get("venue", ()):
        text = text_of(fields.get(name))
        if text:
            place = place_of(text[:300])
            venue, year, decision = venue or place.venue, year or place.year, decision or place.decision
    return Place(venue, year, decision)


def _declined(decision: str | None, place: Place) -> str | None:
    for said in (decision, place.decision):
        if said and _DECLINED.search(said):
            kind = "withdrawn" if re.search("withdr", said, re.I) else "not accepted"
            return f"{kind} (the source says '{said[:60]}')"
    return None


def _abstract(fields: dict, columns: dict[str, list[str]]) -> tuple[str | None, str | None]:
    """The abstract as published, and what is wrong with it."""
    wrong = None
    for name in columns.get("abstract", ()):
        value = value_of(fields.get(name))
        if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
            value = "\n".join(value)
        if isinstance(value, str):
            text = text_of(value)
            if text and len(text) > LONGEST:
                return text[:1000], f"not an abstract: {len(text):,} characters"
            if text and text.strip().lower() not in _MISSING:
                return text, None
        elif value is not None:
            shown = (
                "" if isinstance(value, list | tuple | dict) else f" ({str(value)[:40]})"
            )  # aliases can make a list endless
            wrong = f"the abstract is not text but {type(value).__name__}{shown}"
    return None, wrong
