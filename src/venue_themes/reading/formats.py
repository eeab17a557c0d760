"""Which format a blob is in, by its content; the name decides only where the content leaves a choice."""

import re
from collections.abc import Callable, Iterator

from ..errors import InputError
from . import bibtex_form, csv_form, json_form, post_form, table_form, tagged_form, text_form
from .blobs import Blob, plain_name
from .decoding import decode, refuse_binary
from .records import Raw
from .sources import is_workbook

_TABLES = (".csv", ".tsv", ".tab")


def read_blob(blob: Blob, chosen: dict[str, str], say: Callable[[str], None], *, strict: bool = False) -> Iterator[Raw]:
    """The records of a blob in their order.

    Parameters
    ----------
    chosen
        The user's mapping of columns, ours = the source's.
    say
        Called with a sentence on whatever was guessed.
    strict
        One of many files: plain text counts only when its name or a heading says that it holds abstracts.

    Raises
    ------
    InputError
        The blob is binary, damaged, or a table without a known column.
    """
    if blob.head.startswith(b"PAR1"):
        return table_form.read_parquet(blob.whole(), blob.name, chosen)
    if is_workbook(blob):
        return table_form.read_workbook(blob.whole(), blob.name, chosen)
    refuse_binary(blob.name, blob.head)
    if json_form.is_json_lines(blob.head):
        return json_form.read_json_lines(blob, say)
    return _read_text(decode(blob.whole(), blob.name, say), blob.name, chosen, say, strict)


def _read_text(text: str, name: str, chosen: dict[str, str], say: Callable[[str], None], strict: bool) -> Iterator[Raw]:
    start = text[:200].lstrip("\ufeff \t\r\n")[:1]
    if start in {"[", "{"} and (plain_name(name).lower().endswith((".json", ".jsonl")) or _looks_json(text)):
        return json_form.read_json(text, name, say)
    if post_form.is_post(text):
        return post_form.read_post(text, name, say)
    kind = tagged_form.kind_of(text)
    if kind:
        return tagged_form.read_tagged(text, kind, name, say)
    if bibtex_form.is_bibtex(text):
        return bibtex_form.read_bibtex(text, name, say)
    table = csv_form.table_of(text, chosen)
    if table:
        return csv_form.read_table(table, name, say)
    if plain_name(name).lower().endswith((".json", ".jsonl", ".ndjson")):
        return json_form.read_json(text, name, say)  # which says what is wrong with it
    if plain_name(name).lower().endswith(_TABLES):
        raise csv_form.no_table(name, text)
    _refuse_other(text, name, strict)
    return text_form.read_text(text, name, say)


def _refuse_other(text: str, name: str, strict: bool) -> None:
    """Raise ``InputError`` for text that is no collection in the text form."""
    start = text[:500].lstrip("\ufeff \t\r\n").lower()
    kind = next((kind for sign, kind in _MARKUP.items() if start.startswith(sign)), None)
    bare = plain_name(name).lower().rsplit("/", 1)[-1]
    if (
        kind is None
        and strict
        and not (bare.endswith((".txt", ".text")) and not _ASIDE.match(bare))
        and not text_form.has_heading(text)
    ):
        kind = "a text of another kind"
    if kind:
        raise InputError(
            f"File {name} is",
            kind,
            "a collection of abstracts",
            "Export the abstracts as CSV, JSON, BibTeX, RIS or plain text.",
        )


_MARKUP = {
    "<!doctype html": "an HTML page",
    "<html": "an HTML page",
    "<?xml": "an XML file",
    "<!doctype": "an XML file",
}
_ASIDE = re.compile(r"(?:readme|license|licence|copying|notice|requirements|changelog|authors|contributing|robots)\b")


def _looks_json(text: str) -> bool:
    begins = "".join(text[:400].split())
    return begins.startswith(('{"', "[{", "[[", '["', "[]", "{}"))
