"""BibTeX and BibLaTeX: each entry is parsed by itself, so that a broken one takes no other with it."""

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator

from .records import Raw

_ENTRY = re.compile(r"(?m)^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*[{(]")
_KEY = re.compile(r"@\s*\w+\s*[{(]\s*([^\s,{}()]*)")
_PART = r'"((?:[^"{}]|\{[^{}]*\})*)"|\{((?:[^{}]|\{[^{}]*\})*)\}|([A-Za-z][\w-]*|\d+)'
_CONCATENATION = re.compile(rf"(?:{_PART})(?:\s*#\s*(?:{_PART}))+")
_NO_PAPERS = {"string", "comment", "preamble"}


def is_bibtex(text: str) -> bool:
    """Whether there is an entry before anything else but comments of a few lines."""
    found = _ENTRY.search(text[: 1 << 16])
    return bool(found) and text.count("\n", 0, found.start()) < 200 and "{" in text[found.start() : found.start() + 80]


def read_bibtex(text: str, name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    """A record per entry; one that cannot be parsed is a record with a problem that names its key and line."""
    starts = [*_ENTRY.finditer(text)]
    strings = "".join(_chunk(text, starts, nth) for nth, start in enumerate(starts) if start[1].lower() == "string")
    keys: Counter[str] = Counter()
    line, at = 1, 0
    for nth, start in enumerate(starts):
        line, at = line + text.count("\n", at, start.start()), start.start()
        if start[1].lower() in _NO_PAPERS:
            continue
        raw = _entry(_chunk(text, starts, nth), strings, line)
        keys[raw.fields.get("id", "")] += 1
        yield raw
    twice = [key for key, n in keys.items() if key and n > 1]
    if twice:
        say(
            f"{name}: {len(twice)} keys name several entries (duplicate keys: {', '.join(twice[:5])}); all "
            f"entries are kept."
        )


def _chunk(text: str, starts: list[re.Match], nth: int) -> str:
    end = starts[nth + 1].start() if nth + 1 < len(starts) else len(text)
    return text[starts[nth].start() : end]


def _entry(chunk: str, strings: str, line: int) -> Raw:
    import bibtexparser
    from bibtexparser.model import DuplicateFieldKeyBlock

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what cannot be parsed is a record of ours that says so
    key = _KEY.match(chunk.lstrip())
    key = key[1] if key else ""
    used = strings if strings and re.search(r"[=#]\s*\w+\s*[,#}\n]", chunk) else ""
    try:
        library = bibtexparser.parse_string(used + chunk)
    except Exception as problem:  # the parser is not meant to raise; whatever it does is this entry's problem only
        return Raw(
            {"id": key},
            problem=f"entry {key} at line {line} cannot be parsed ({type(problem).__name__})",
            excerpt=chunk[:200],
        )
    twice = [block.ignore_error_block for block in library.failed_blocks if isinstance(block, DuplicateFieldKeyBlock)]
    entries = library.entries or twice
    if not entries:
        braces = "a brace is not closed" if chunk.count("{") > chunk.count("}") else "it is not well-formed"
        return Raw({"id": key}, problem=f"entry {key} at line {line} cannot be parsed: {braces}", excerpt=chunk[:200])
    entry = entries[-1]
    named = {string.key.lower(): str(string.value) for string in library.strings}
    fields: dict[str, str] = {}
    for field in entry.fields:
        value = str(field.value)
        value = _unwrapped(_concatenated(value, named) if field.enclosing == "no-enclosing" else value)
        fields[field.key.lower()] = fields.get(field.key.lower()) or value  # of a field that stands twice the first
    return Raw({"id": entry.key, **{name: value for name, value in fields.items() if name != "id"}})


def _concatenated(value: str, named: dict[str, str]) -> str:
    """``"one " # two`` as one text, names of ``@string`` replaced; any other value as it is."""
    parts = re.findall(_PART, value) if "#" in value and _CONCATENATION.fullmatch(value.strip()) else []
    return "".join(quoted or braced or named.get(name.lower(), name) for quoted, braced, name in parts) or value


def _unwrapped(value: str) -> str:
    """The value without the spaces of line breaks inside the entry, and without a second pair of braces."""
    value = re.sub(r"[ \t]*\n[ \t]+", " ", value.strip())
    inner = value[1:-1] if value.startswith("{") and value.endswith("}") else ""
    return inner if inner and "{" not in inner and "}" not in inner else value
