"""The seeds' own form: a heading ``VENUE YEAR Papers``, then an abstract a paragraph."""

import re
from collections.abc import Callable, Iterator

from .records import Raw
from .venues import heading_of

_BLANK = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)  # spaces of all kinds, and what has no ink
_RULE = re.compile(r"\s*([-=*_~#])(?:\s*\1){2,}\s*")
_NUMBER = re.compile(
    r"\s*(?:(?:abstract|paper|no\.?)\s*#?\s?(?P<named>\d{1,5})\s*[.):]?(?:\s*$|(?<=[.):])\s+(?=\S))|#\s?(?P<hash>\d{1,5})[.):]?(?:\s+(?=\S)|\s*$)|"
    r"(?:[\[(]\s*(?P<inside>\d{1,5})\s*[\])]|(?P<plain>\d{1,5})\s*[.):])(?:\s+(?=\S)|\s*$))",
    re.I,
)
_BULLET = re.compile(r"\s*[-*+•‣▪◦·–]\s+(?=\S)")
_LABELLED = re.compile(r"\W*title\s*:[ \t]*(\S[^\n]{0,400})\n+\W*abstract\s*:\s*(.+)", re.I | re.S)
_ENDS = re.compile(r"[.!?。！？…:;\"'”’)\]]\s*$")


def read_text(text: str, name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    """A record per abstract, with the venue and year of the last heading above it.

    Lines end only at ``\\n``, ``\\r\\n`` and ``\\r``. Paragraphs are parted by lines without ink, or by ruled lines.
    A heading stands alone on its line. In a section whose paragraphs are numbered from its start (or all open with a
    bullet), each number (bullet) opens an abstract, and what follows without one belongs to it.
    """
    lines = re.split(r"\r\n|\r|\n", text.lstrip("﻿"))
    place, section, headings, hard_wrapped = None, [], 0, []
    for paragraph in _paragraphs(lines):
        while paragraph and len(paragraph[0]) < 200 and (found := heading_of(paragraph[0])):
            yield from _section(section, place, hard_wrapped)
            place, section, paragraph = found, [], paragraph[1:]
            headings += 1
        if paragraph:
            section.append(paragraph)
    yield from _section(section, place, hard_wrapped)
    if not headings:
        say(
            f"{name} has no heading such as 'ICML 2025 Papers'; venue and year come from the settings or the "
            f"file name, or stay unknown."
        )
    glued = sum(hard_wrapped)
    if glued and 2 * glued <= len(hard_wrapped):
        say(
            f"{name}: {glued} of {len(hard_wrapped)} abstracts hold a line that ends a sentence before the "
            f"next begins; a blank line may be missing there."
        )


def has_heading(text: str) -> bool:
    """Whether one of the first lines is a heading."""
    return any(heading_of(line) for line in text[:4000].lstrip("\ufeff").split("\n")[:20])


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if _BLANK.fullmatch(line) or _RULE.fullmatch(line):
            if paragraph:
                yield paragraph
            paragraph = []
        else:
            paragraph.append(line)


def _section(paragraphs: list[list[str]], place, hard_wrapped: list[bool]) -> Iterator[Raw]:
    for abstract in _abstracts(paragraphs):
        hard_wrapped.append(bool(re.search(r"[.!?]\s*\n[A-Z]", abstract)) and "\n\n" not in abstract)
        labelled = _LABELLED.match(abstract)
        fields = {"title": labelled[1].strip(), "abstract": labelled[2]} if labelled else {"abstract": abstract}
        fields["abstract"] = fields["abstract"].strip("﻿ \t\n")
        yield Raw({**fields, "venue": place and place.venue, "year": place and place.year})


def _abstracts(paragraphs: list[list[str]]) -> list[str]:
    opener = _opener(paragraphs)
    if opener:
        return _by_opener(paragraphs, opener)
    abstracts: list[str] = []
    listing = False
    for paragraph in paragraphs:
        text = "\n".join(paragraph)
        item = bool(_BULLET.match(text) or _NUMBER.match(text))
        follows = bool(abstracts) and (
            (item and (listing or abstracts[-1].rstrip().endswith(":"))) or _runs_on(abstracts[-1], text)
        )
        listing = follows and item
        if follows:
            abstracts[-1] += "\n\n" + text
        else:
            abstracts.append(text)
    return abstracts


def _runs_on(before: str, after: str) -> bool:
    """Whether a long unfinished sentence goes on in small letters."""
    return len(before[:400].split()) >= 8 and not _ENDS.search(before[-40:]) and after[:40].lstrip()[:1].islower()


def _opener(paragraphs: list[list[str]]) -> re.Pattern | None:
    """What opens each abstract of the section: a number counted up from the first one, a bullet, or nothing."""
    if not paragraphs:
        return None
    lines = [line for paragraph in paragraphs for line in paragraph]
    numbers = [int(found[found.lastgroup]) for line in lines if (found := _NUMBER.match(line))]
    if len(numbers) >= 2 and _NUMBER.match(lines[0]) and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return _NUMBER
    bullets = sum(bool(_BULLET.match(paragraph[0])) for paragraph in paragraphs)
    lone = len(paragraphs) == 1 and sum(bool(_BULLET.match(line)) for line in lines) >= 2
    return _BULLET if _BULLET.match(lines[0]) and (bullets >= 2 or lone) else None


def _by_opener(paragraphs: list[list[str]], opener: re.Pattern) -> list[str]:
    abstracts: list[str] = []
    for paragraph in paragraphs:
        for nth, line in enumerate(paragraph):
            if opener.match(line):
                abstracts.append(opener.sub("", line, count=1))
            else:
                abstracts[-1] += ("\n\n" if nth == 0 else "\n") + line
    return abstracts
