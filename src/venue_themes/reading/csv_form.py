"""CSV and TSV: delimiter and quoting found out; a stray quote cannot swallow the rows below it."""

import csv
import io
import re
from collections.abc import Callable, Iterator

from ..errors import InputError
from .records import Raw, field_of

_DELIMITERS = (",", "\t", ";", "|")
_TALLEST = 500  # lines that one row may span
_LONGEST = 16 << 20  # characters of a line; the csv module takes four bytes and more for each
_HEADER_WITHIN = 12  # lines of preamble some exports put above the header


class Table:
    """The lines of a file, how its fields are parted, and its header."""

    def __init__(self, lines: list[str], delimiter: str, start: int, names: list[str]):
        self.lines, self.delimiter, self.start, self.names = lines, delimiter, start, names
        self.quote = "'" if lines[start].startswith("'") and "'" + delimiter + "'" in lines[start] else '"'
        if self.quote == "'":
            self.names = [name.strip("'") for name in names]


def table_of(text: str, chosen: dict[str, str]) -> Table | None:
    """The table in ``text``, or None when no line near its top is a header with columns that we know.

    Parameters
    ----------
    chosen
        The user's own mapping, whose columns count as known.
    """
    if text.startswith("\ufeff"):
        text = text[1:]
    lines = [line for line in _lines(text[: 1 << 18])[:_HEADER_WITHIN] if len(line) < 1 << 16]
    wanted = {name.strip().lower() for name in chosen.values()}
    best: tuple[int, Table] | None = None
    for start, line in enumerate(lines):
        for delimiter in _DELIMITERS:
            names = [name.strip() for name in _split(line, delimiter)]
            ours = {field_of(name.strip("'")) for name in names} - {None}
            score = len(ours) + len(wanted & {name.lower() for name in names}) if len(names) > 1 else 0
            if score >= 2 and ("abstract" in ours or "title" in ours or wanted) and (best is None or score > best[0]):
                best = score, Table(lines, delimiter, start, names)
    if best is None and lines and lines[0].strip().strip('"').lower() in {"abstract", "abstracts"} | wanted:
        return Table(_lines(text), "\x1f", 0, [lines[0].strip().strip('"')])  # one column: nothing parts the fields
    if best is not None:
        best[1].lines = _lines(text)
    return best[1] if best else None


def _lines(text: str) -> list[str]:
    return [line for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", text) if line]


def read_table(table: Table, name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    """A record per row; a row with a wrong number of fields is a record with a problem that names its line."""
    body = table.lines[table.start + 1 :]
    rows = _fast(body, table) or _careful(body, table, name, say)
    for line, cells in rows:
        if isinstance(cells, str):
            yield Raw(problem=cells, excerpt=body[line][:200].strip())
        elif any(cell.strip() for cell in cells):
            yield Raw(dict(zip(table.names, cells, strict=False)))


def _split(line: str, delimiter: str, **how) -> list[str]:
    with _any_length():
        return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter, **how), [])


class _any_length:
    """Raise the limit on a field's length, which is one for the whole process, and put it back."""

    def __enter__(self):
        self.before = csv.field_size_limit(_LONGEST)

    def __exit__(self, *_):
        csv.field_size_limit(self.before)


def _fast(lines: list[str], table: Table) -> list[tuple[int, list[str]]] | None:
    """All rows by the csv module, when every row has as many fields as the header and no field looks swallowed."""
    if any(len(line) > _LONGEST for line in lines):
        return None
    for how in ({}, {"doublequote": False, "escapechar": "\\"}):
        rows, start = [], 0
        with _any_length():
            reader = csv.reader(lines, delimiter=table.delimiter, quotechar=table.quote, strict=True, **how)
            try:
                for cells in reader:
                    if not _fits(cells, lines[start : reader.line_num], table):
                        break
                    rows.append((start, _padded(cells, table)))
                    start = reader.line_num
                else:
                    return rows
            except csv.Error:
                continue
    return None


def _fits(cells: list[str], lines: list[str], table: Table) -> bool:
    """Whether a parsed row is one row: the right width, and not several lines that are rows of their own."""
    if not cells or not any(cells):
        return True
    extra = cells[len(table.names) :]
    if len(cells) < len(table.names) - _optional(table) or any(extra):
        return False
    return (
        len(lines) == 1
        or len(table.names) < 3
        or not all(_width(line, table) == len(table.names) for line in lines if line.strip())
    )


def _optional(table: Table) -> int:
    """Trailing columns without a name may be left out of rows."""
    named = len(table.names)
    while named > 1 and not table.names[named - 1]:
        named -= 1
    return len(table.names) - named


def _padded(cells: list[str], table: Table) -> list[str]:
    return cells[: len(table.names)] + [""] * (len(table.names) - len(cells))


def _width(line: str, table: Table) -> int:
    return len(_split(line, table.delimiter, quoting=csv.QUOTE_NONE))


def _careful(
    lines: list[str], table: Table, name: str, say: Callable[[str], None]
) -> Iterator[tuple[int, list[str] | str]]:
    """Row by row: as many lines as close all quotes, else the line alone with its quotes read as they stand."""
    at, mended, quotes_in_order = 0, [], True
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        if len(lines[at]) > _LONGEST:
            yield at, f"line {table.start + 2 + at} has {len(lines[at]):,} characters, too many for a paper"
            at += 1
            continue
        height, cells = _row_at(lines, at, table)
        if height == 0:
            quotes_in_order &= lines[at].count(table.quote) % 2 == 0
            height, cells = 1, _line_alone(lines[at], table) or (_short(lines[at], table) if quotes_in_order else None)
            mended.append(table.start + 2 + at)
        yield at, _padded(cells, table) if cells else _problem(lines[at], table, table.start + 2 + at)
        at += height
    if mended:
        shown = ", ".join(map(str, mended[:5])) + (", ..." if len(mended) > 5 else "")
        say(
            f"{name}: {len(mended)} rows have an unmatched quote or a wrong number of fields (line {shown}); "
            f"each line was read by itself, its quotes as they stand."
        )


def _row_at(lines: list[str], at: int, table: Table) -> tuple[int, list[str] | None]:
    """(lines used, cells) of the well-formed row that begins here, or (0, None)."""
    quotes = 0
    for height in range(1, min(_TALLEST, len(lines) - at) + 1):
        if len(lines[at + height - 1]) > _LONGEST:
            return 0, None
        quotes += lines[at + height - 1].count(table.quote)
        if quotes % 2:
            continue
        chunk = lines[at : at + height]
        try:
            with _any_length():
                rows = list(csv.reader(chunk, delimiter=table.delimiter, quotechar=table.quote, strict=True))
        except csv.Error:
            return 0, None
        fits = len(rows) == 1 and rows[0] and _fits(rows[0], chunk, table)
        return (height, rows[0]) if fits else (0, None)
    return 0, None


def _line_alone(line: str, table: Table) -> list[str] | None:
    escaped = [{"doublequote": False, "escapechar": "\\"}] if '\\"' in line else []
    for how in (*escaped, {"quoting": csv.QUOTE_NONE}, {}):
        try:
            cells = _split(line, table.delimiter, quotechar=table.quote, **how)
        except csv.Error:
            continue
        if len(cells) == len(table.names):
            return [
                cell.strip().strip('"') if cell.strip().startswith('"') != cell.strip().endswith('"') else cell
                for cell in cells
            ]
    return None


def _short(line: str, table: Table) -> list[str] | None:
    """The cells of a row whose last columns were left out but whose abstract is there; None for any other row."""
    try:
        cells = _split(line, table.delimiter, quotechar=table.quote, strict=True)
    except csv.Error:
        return None
    last = max((nth for nth, name in enumerate(table.names) if field_of(name) == "abstract"), default=len(table.names))
    return cells if last < len(cells) < len(table.names) else None


def _problem(line: str, table: Table, number: int) -> str:
    return f"line {number} has {_width(line, table)} fields, the header {len(table.names)}"


def no_table(name: str, text: str) -> InputError:
    """The sentence for a file that is named as a table but has no header that we know."""
    first = next((line for line in io.StringIO(text) if line.strip()), "").strip()[:200]
    return InputError(
        f"File {name} has no column that is known to hold abstracts; its first line is",
        repr(first),
        "a header with a column such as Abstract",
        "Name the columns: --columns abstract=NAME,title=NAME.",
    )
