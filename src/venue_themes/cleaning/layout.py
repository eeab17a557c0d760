"""Rules on lines and spaces: what a PDF or a web page broke is put together."""

import re

_LABEL = re.compile(
    r"\A\W*(?i:abstract|summary)(?:\s*[:.\-—–|*_]+\s*|\s*\n\s*|"
    r"\s*(?=(?:We|This|In|Our|The|An?|As|To|It|There|Consider)\b)|"
    r"\s+(?!(?:Reasoning|Meaning|Syntax|Interpretation|Algebra|Argumentation|Visual|State|Data)\b)(?=[A-Z][a-z-]+,?\s+[a-z]))"
)
_SECTION = re.compile(  # of abstracts in sections, as medical journals have them
    r"(?:(?<=[.!?;\n] )|(?<=[.!?;\n])|\A)(?:(?:BACKGROUND|CONTEXT|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE|GOALS?|"
    r"MOTIVATION|(?:MATERIALS? AND )?METHODS?|METHODOLOGY|DESIGN|SETTING|PARTICIPANTS|PATIENTS|INTERVENTIONS?|"
    r"MEASUREMENTS?|(?:MAIN )?(?:RESULTS?|FINDINGS)|DISCUSSION|CONCLUSIONS?|SIGNIFICANCE|INTERPRETATION|"
    r"LIMITATIONS?)(?: AND (?=[A-Z]{4,}))?)+: "
)
_CAPITALS = re.compile(r"[A-Z]{3}: ")
_BROKEN = re.compile(r"(\w+)-[ ]*\n[ ]*(\w+)")
_FLATTENED = re.compile(r"(?<![\w-])([A-Za-z]+(?:-[A-Za-z]+)*)- ([a-z]{2,})(?![\w'])")  # the line break became a space
_PARTED = re.compile(r"-(?<=[A-Za-z]-) [a-z]")  # begins with a plain sign, so that looking for it is quick
_LISTED = frozenset(
    re.findall(
        r"\S+",
        """
        and or to nor vs versus but as the a an in of on for with by is are we our it that this which
        from at be not than then
        """,
    )
)
_LIGATURES = {str(at + nth): letters for at in (11, 27) for nth, letters in enumerate(("ff", "fi", "fl", "ffi", "ffl"))}
_LIGATURE = re.compile(r"(?<=[A-Za-z])\(cid:(1[1-5]|2[7-9]|3[01])\)|\(cid:(1[1-5]|2[7-9]|3[01])\)(?=[a-z])")
_CODED = re.compile(
    r"(?<=[a-z])\(cid:173\)\s*|\(cid:\d+\)"
)  # signs that a PDF reader could not name; 173 is the soft hyphen
_PREFIXES = frozenset(
    re.findall(
        r"\S+",
        """
        self non multi pre semi state long short high low well cross co re end fine coarse large small
        zero few one two three real open closed data model time domain task human machine instance user
        item image text graph tree rule region pixel point token sample class group set feature label
        energy score gradient kernel likelihood simulation policy value reward goal context content
        knowledge memory attention language vision audio speech video object in out of on off up down
        full half quasi pseudo post inter intra sub super ultra hyper meta anti counter bi tri uni k n d
        l p q x t f
        """,
    )
)
_SUFFIXES = frozenset(
    re.findall(
        r"\S+",
        """
        based art of level free aware driven specific agnostic wise shot to the a scale time supervised
        tuning tuned trained training dimensional order end by like grained guided oriented invariant
        equivariant dependent efficient language step hoc world off up in art
        """,
    )
)
_GLUED = re.compile(r"[.!?,;](?=[A-Za-z])(?<=[a-z)\]].)")
_SENTENCE_GLUE = re.compile(r"([.!?])(?=[A-Z][a-z]+\s)(?<=[a-z)\]]{2}.)")
_COMMA_GLUE = re.compile(r"([,;])(?=[A-Za-z]{3,}\s)(?<=[a-z]{2}.)")
_BEFORE_SIGN = re.compile(r"\s+(?=[,;:!?)\]](?:\s|$|[)\]\"']))|\s+(?=\.(?:\s|$))|(?<=[(\[])\s+")
_EMPTY = re.compile(r"[(\[]\s*[,;:.]*\s*[)\]](?!\w)")
_REPEATED = re.compile(r"([,;:])(?:\s*[,;:])+")


def is_labelled(text: str) -> bool:
    """Whether ``label`` may have something to do."""
    start = text[:24].lower()
    return "abstract" in start or "summary" in start or bool(_CAPITALS.search(text))


def is_glued(text: str) -> bool:
    """Whether ``missing_spaces`` may have something to do."""
    return bool(_GLUED.search(text))


def label(text: str) -> str:
    """A leading "Abstract" and labels such as "METHODS:" vanish; "Abstract reasoning is ..." stays."""
    return _SECTION.sub("", _LABEL.sub("", text))


def has_break(text: str) -> bool:
    """Whether ``broken_words`` may have something to do."""
    return "-\n" in text or "- \n" in text or "(cid:" in text or bool(_PARTED.search(text))


def broken_words(text: str) -> str:
    """A word parted at the end of a line is joined, with its hyphen where it is a compound."""
    text = _LIGATURE.sub(lambda m: _LIGATURES[m[1] or m[2]], text)
    text = _BROKEN.sub(_joined, _CODED.sub("", text))
    return _FLATTENED.sub(lambda m: m[0] if m[2] in _LISTED else _joined(m), text)


def _joined(found: re.Match) -> str:
    first, second = found.groups()
    compound = (
        "-" in first
        or first.lower() in _PREFIXES
        or second.lower() in _SUFFIXES
        or second[0].isupper()
        or second[0].isdigit()
        or first[-1].isdigit()
    )
    return f"{first}-{second}" if compound else first + second


def missing_spaces(text: str) -> str:
    """A space is put after the full stop (comma) that two sentences (words) were glued at."""
    return _COMMA_GLUE.sub(r"\1 ", _SENTENCE_GLUE.sub(r"\1 ", text))


_LOOSE = re.compile(r"[ (\[,;:\n](?:(?<=\n)|(?<=[(\[])[.)\]]|(?<=[ (\[])[ ,;:!?)\].\n]|(?<=[,;:])\s?[,;:])")


def is_loose(text: str) -> bool:
    """Whether ``one_line`` may have something to do."""
    return text[:1] in " ,;" or text[-1:] in " ,;" or bool(_LOOSE.search(text))


def one_line(text: str) -> str:
    """Line breaks and runs of spaces become one space; empty brackets and spaces before signs vanish."""
    text = " ".join(text.split())
    if _LOOSE.search(text):
        text = " ".join(_EMPTY.sub("", text).split())
        text = _REPEATED.sub(r"\1", _BEFORE_SIGN.sub("", text))
    return text.strip(" ,;")
