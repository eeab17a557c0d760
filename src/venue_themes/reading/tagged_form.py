"""RIS, PubMed/NBIB and Web of Science: lines that begin with a two- to four-letter tag (parsed by rispy)."""

import re
from collections.abc import Callable, Iterator

from rispy import RisParser

from .records import Raw

_RIS, _NBIB, _WOS = re.compile(r"(?m)^TY  ?-"), re.compile(r"(?m)^PMID ?-"), re.compile(r"(?m)^PT [A-Z]\b")
_CONTINUED = {"AB", "TI", "N2", "T1", "JT", "SO", "CT", "T2", "BT"}


class _Tagged(RisParser):
    """rispy's parser with the tags themselves as names, and a repeated tag as a list."""

    START_TAG, END_TAG = "TY", "ER"
    DEFAULT_LIST_TAGS = ()
    LINE = re.compile(r"([A-Z][A-Z0-9])  ?-(?: (.*)|)$")

    def __init__(self):
        super().__init__(mapping=_Same(), list_tags=[], delimiter_tags_mapping={}, enforce_list_tags=False)

    def parse_line(self, line: str):
        """(tag, content), the tag None for a line that goes on."""
        found = self.LINE.match(line)
        return (found[1].strip(), (found[2] or "").strip()) if found else (None, line.strip())


class _Nbib(_Tagged):
    START_TAG = "PMID"
    LINE = re.compile(r"([A-Z]{2,4}) {0,2}- (.*)$")


class _Wos(_Tagged):
    START_TAG = "PT"
    LINE = re.compile(r"([A-Z][A-Z0-9]) (.*)$")


class _Same(dict):
    """A mapping of every tag to itself."""

    def __missing__(self, tag):
        return tag

    def __contains__(self, tag):
        return True


def kind_of(text: str) -> type | None:
    """The parser for the dialect that the text begins in, or None."""
    head = text[:4096].lstrip("\ufeff \t\r\n")
    if _RIS.match(head):
        return _Tagged
    if _NBIB.match(head):
        return _Nbib
    return _Wos if _WOS.match(head) or (head.startswith("FN ") and _WOS.search(head)) else None


def read_tagged(text: str, kind: type, name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    """A record per entry, the last one too when its end is missing."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    start = {_Tagged: _RIS, _Nbib: _NBIB, _Wos: _WOS}[kind]
    begins = [found.start() for found in start.finditer(text)]
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        yield _entry(text[begin:end], kind)


def _entry(chunk: str, kind: type) -> Raw:
    lines = [line for line in chunk.split("\n") if line.strip() and not re.match(r"(?:ER|EF)\b", line)]
    try:
        parsed = kind().parse_lines(iter([*lines, {"TY": "ER  - ", "PMID": "ER  - ", "PT": "ER "}[kind.START_TAG]]))
    except (
        KeyError,
        TypeError,
        AttributeError,
        ValueError,
    ):  # what rispy stumbles over: a line that goes on from nothing
        parsed = []
    if not parsed:
        return Raw(problem="the entry cannot be parsed", excerpt=chunk[:200])
    fields = {tag: _one(tag, value) for tag, value in parsed[0].items()}
    if kind is _Nbib:
        fields["JT"] = fields.get("JT") or fields.get("TA")
        fields.pop("SO", None)  # the citation line, not a name
    return Raw({tag: value for tag, value in fields.items() if value})


def _one(tag: str, value: object) -> object:
    return " ".join(value) if isinstance(value, list) and tag in _CONTINUED else value
