"""Rules on markdown: emphasis in all nestings, code, links, headings, quotations, lists."""

import re

_IMAGE_OR_LINK = re.compile(
    r"!?\[([^\[\]]*)\]\((?:https?:|www\.|mailto:|#|/)[^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)"
)
_AUTO_LINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_FENCE = re.compile(r"(?m)^\s*(?:```|~~~)\w*\s*$")
_CODE = re.compile(r"(`{1,3})(?=[^\s`])([^`\n]{1,200}?)(?<=[^\s`])\1(?!`)")
_HEADING = re.compile(r"(?m)^[ ]{0,3}#{1,6}\s+(.*?)\s*#*$")
_QUOTED = re.compile(r"(?m)^[ ]{0,3}>\s?(?=\S)")
_ITEM = re.compile(r"(?m)^[ ]*(?:[-*+•‣▪◦·○●–]|\(?\d{1,2}[.)])[ ]+(?:\[[ xX]\][ ]+)?(?=\S)")
_STRONG = re.compile(r"(\*\*|(?<!\w)__)(?=[^\s*_]|\*(?=\S))((?:(?!\n\n).)+?)(?<=\S)(?<!\\)\1", re.S)
_STAR = re.compile(r"(?<![\w*\\])\*(?=[^\s*])((?:(?!\n\n)[^*])+?)(?<=[^\s*])\*(?![\w*])", re.S)
_PART_STAR = re.compile(r"(?<![\w*\\])\*([A-Z]|[^\W\d_]{2,})\*(?=[a-z]{2,})")  # *S*imple: the letters of an acronym
_UNDERSCORE = re.compile(r"(?<![\w\\])_(?=[^\s_])((?:(?!\n\n)[^_]|(?<=\w)_(?=\w))+?)(?<=[^\s_])_(?!\w)", re.S)
_STRUCK = re.compile(r"~~(?=\S)([^~]+?)(?<=\S)~~")
_ESCAPED = re.compile(r"\\([*_\[\]#])")  # the other signs are accents or spaces of TeX


def has_link(text: str) -> bool:
    """Whether ``links`` may have something to do."""
    return "](" in text or "<http" in text or "<mailto:" in text


def links(text: str) -> str:
    """``[words](address)`` becomes the words, ``<address>`` the address."""
    return _AUTO_LINK.sub(r" \1 ", _IMAGE_OR_LINK.sub(r"\1", text))


def emphasis(text: str) -> str:
    """``*``, ``**``, ``***``, ``_``, ``__``, ``~~`` and back ticks around words vanish, nested ones too."""
    text = _CODE.sub(r"\2", _FENCE.sub("", text))
    while True:
        bare = _STRUCK.sub(r"\1", _UNDERSCORE.sub(r"\1", _PART_STAR.sub(r"\1", _STAR.sub(r"\1", _STRONG.sub(r"\2", text)))))
        if bare == text:
            return text
        text = bare


def has_blocks(text: str) -> bool:
    """Whether ``blocks`` may have something to do."""
    return "\n" in text or text.lstrip()[:1] in {"#", ">", "•"}


def blocks(text: str) -> str:
    """Marks of headings, quotations and list items at the start of a line vanish."""
    text = _QUOTED.sub("", _HEADING.sub(r"\1", text))
    return _ITEM.sub("", text) if "\n" in text.strip() or text.lstrip().startswith("•") else text


def escapes(text: str) -> str:
    """``\\*`` and ``\\_`` become the bare sign."""
    return _ESCAPED.sub(r"\1", text)
