"""JSON and JSON Lines: OpenReview notes, paper lists, Semantic Scholar, the arXiv snapshot, and their like."""

import json
import re
from collections.abc import Callable, Iterable, Iterator

from ..errors import InputError
from .blobs import Blob
from .decoding import decode
from .records import Raw, field_of

_LISTS = (
    "notes",
    "papers",
    "data",
    "results",
    "items",
    "records",
    "entries",
    "documents",
    "articles",
    "publications",
    "hits",
    "message",
)
LONGEST_LINE = 256 << 20


def is_json_lines(head: bytes) -> bool:
    """Whether the first line is a whole JSON object and the next one begins another."""
    if not head.lstrip().startswith(b"{"):
        return False
    first, end, rest = head.lstrip().partition(b"\n")
    if not end:
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return rest.lstrip().startswith(b'{"') and first.rstrip().endswith(b"}")
    return rest.lstrip().startswith(b"{") or not rest.strip()


def read_json_lines(blob: Blob, say: Callable[[str], None]) -> Iterator[Raw]:
    """A record per line that is not blank; a line that is no JSON object is a record with a problem."""
    yield from _lines(enumerate(blob.lines(), 1), blob.name, say)


def _lines(numbered: Iterable[tuple[int, bytes | str]], name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    for number, line in numbered:
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            yield Raw(problem=f"line {number} is {len(line):,} bytes long, too long for a paper", excerpt=_shown(line))
            continue
        try:
            row = json.loads(line.removeprefix(b"\xef\xbb\xbf") if isinstance(line, bytes) else line)
        except UnicodeDecodeError:
            row = _second_try(line, name, number, say)
        except (ValueError, RecursionError) as problem:
            row = _why(problem)
        if isinstance(row, dict):
            yield Raw(flat(row))
        else:
            why = row if isinstance(row, str) else "not an object"
            yield Raw(problem=f"line {number} is not a JSON object ({why})", excerpt=_shown(line))


def _shown(line: bytes | str) -> str:
    return line[:200].decode("utf-8", "replace") if isinstance(line, bytes) else line[:200]


def _second_try(line: bytes, name: str, number: int, say: Callable[[str], None]) -> object:
    try:
        return json.loads(decode(line, f"{name}, line {number}", say))
    except (ValueError, RecursionError) as problem:
        return _why(problem)


def read_json(text: str, name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    """A record per object of the list of papers inside, wherever it lies.

    Raises
    ------
    InputError
        The text is no JSON, or there is no list of objects in it.
    """
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as problem:
        if str(problem).startswith("Extra data") and text.lstrip("\ufeff \t\r\n").startswith("{"):
            objects = _one_after_another(text)
            yield from map(Raw, map(flat, objects)) if objects else _lines(enumerate(text.split("\n"), 1), name, say)
            return
        raise InputError(
            f"File {name}",
            f"is not valid JSON ({_why(problem)})",
            "a JSON list of papers",
            "It may be cut off: export or download it again.",
        ) from None
    rows = papers_in(tree)
    if rows is None:
        raise InputError(
            f"File {name} holds",
            "no list of papers",
            "a JSON list of objects with an abstract each",
            "Check what was exported.",
        )
    for row in rows:
        yield Raw(flat(row)) if isinstance(row, dict) else Raw(problem="not a JSON object", excerpt=str(row)[:200])


def _one_after_another(text: str) -> list[dict] | None:
    """The objects of a text that is nothing but JSON objects, on one line or many, with or without commas between."""
    decoder, at, found = json.JSONDecoder(), 0, []
    skip = re.compile(r"[\s,\ufeff]*")
    while (at := skip.match(text, at).end()) < len(text):
        try:
            row, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return None
        if not isinstance(row, dict):
            return None
        found.append(row)
    return found


def papers_in(tree: object, depth: int = 4) -> list | None:
    """The list of objects that holds the papers: itself, under a known key, by id, by column, or the longest."""
    if isinstance(tree, list):
        return tree if any(isinstance(row, dict) for row in tree) else _bare(tree)
    if not isinstance(tree, dict) or depth == 0:
        return None
    if "abstract" in tree or "content" in tree:
        return _by_column(tree) or [tree]
    for key in _LISTS:
        if key in tree and (rows := papers_in(tree[key], depth - 1)):
            return rows
    if (
        len(tree) > 1
        and all(isinstance(row, dict) for row in tree.values())
        and any("abstract" in row or "title" in row for row in tree.values())
    ):
        return [{"id": key, **row} for key, row in tree.items()]
    found = [rows for value in tree.values() if (rows := papers_in(value, depth - 1))]
    return max(found, key=len) if found else None


def _bare(rows: list) -> list[dict] | None:
    """Papers without names for their fields: a list of abstracts, or lists of values under a list of names."""
    if rows and all(isinstance(row, str) for row in rows) and sum(" " in row.strip() for row in rows) > len(rows) / 2:
        return [{"abstract": row} for row in rows]
    if len(rows) > 1 and all(isinstance(row, list) and len(row) == len(rows[0]) for row in rows):
        named = [field_of(name) for name in rows[0] if isinstance(name, str)]
        return [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]] if "abstract" in named else None
    return None


def _by_column(tree: dict) -> list[dict] | None:
    """Rows of a table stored by column, as pandas writes it: ``{"title": {"0": ...}, "abstract": {"0": ...}}``."""
    column = tree.get("abstract")
    if isinstance(column, list) and all(isinstance(v, list) and len(v) == len(column) for v in tree.values()):
        return [dict(zip(tree, row, strict=True)) for row in zip(*tree.values(), strict=True)]
    if (
        isinstance(column, dict)
        and len(column) > 0
        and "value" not in column
        and all(isinstance(v, dict) for v in tree.values())
    ):
        return [{name: values.get(key) for name, values in tree.items()} for key in column]
    return None


def flat(row: dict) -> dict:
    """The fields of a row, those of ``content`` (OpenReview) or ``paper`` (Semantic Scholar) lifted up; arXiv named."""
    for key in ("content", "paper", "_source", "attributes"):
        if isinstance(row.get(key), dict):
            row = {**row[key], **{name: value for name, value in row.items() if name != key and name not in row[key]}}
    if (
        "categories" in row
        and "venue" not in row
        and ("update_date" in row or "versions" in row or "authors_parsed" in row)
    ):
        categories = (
            row["categories"] if isinstance(row["categories"], str) else " ".join(map(str, row["categories"] or ()))
        )
        row = {**row, "venue": "arXiv", "primary_area": categories.split(" ")[0] or None}
    return row


def _why(problem: Exception) -> str:
    return "nested too deeply" if isinstance(problem, RecursionError) else str(problem)[:120]
