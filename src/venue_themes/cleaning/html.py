"""Rules on HTML, JATS and MathML: entities and tags; a less-than sign is neither."""

import html
import re

_INLINE = (
    "a abbr acronym b bdi bdo big cite code data del dfn em embed emph ext-link font i inline-formula ins italic "
    "kbd mark monospace named-content q roman s samp sc scp small span strike strong styled-content sub sup tt u "
    "underline var xref bold wbr img math mi mn mo mrow ms msqrt mroot msub msubsup msup mtable mtd mtext mtr "
    "mfrac mover munder munderover mspace mstyle mfenced mpadded mphantom semantics annotation tex-math "
    "alternatives email uri"
)
_BLOCK = (
    "abstract abstracttext address article body blockquote br center dd disp-formula div dl dt figure footer h1 "
    "h2 h3 h4 h5 h6 head header hr html label li list list-item main ol p para paragraph pre sec section "
    "sub-title table tbody td th thead title tr ul script style"
)
_ATTRIBUTES = r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>]+))*\s*/?"""
_BLOCK_TAG = re.compile(rf"</?(?:[a-z]{{2,8}}:)?(?:{'|'.join(_BLOCK.split())}){_ATTRIBUTES}>", re.I)
_INLINE_TAG = re.compile(
    rf"</?(?:{'|'.join(_INLINE.split())}){_ATTRIBUTES}>|</?(?:jats|mml|m|xlink|html|x|ns\d):[a-z][\w-]*{_ATTRIBUTES}>",
    re.I,
)
_HIDDEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[|\]\]>|<\?xml[^<>]*>|<!doctype[^<>]*>|<(script|style)\b[^<>]*>.*?</\1\s*>|"
    r"\\documentclass.{0,3000}?\\begin\{document\}|\\end\{document\}",
    re.I | re.S,
)
_POWER = re.compile(r"(?<=\d)<sup>\s*([-−–+]?\d+)\s*</sup>", re.I)
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")


def entities(text: str) -> str:
    """HTML entities become their characters, however often they were escaped."""
    while True:
        decoded = _ENTITY.sub(lambda m: html.unescape(m[0]), text)
        if decoded == text:
            return text
        text = decoded


def tags(text: str) -> str:
    """Tags of HTML, JATS and MathML vanish and part paragraphs; ``n < 5`` and ``<mask>`` stay."""
    text = _POWER.sub(r"^\1", _HIDDEN.sub(" ", text))
    return _INLINE_TAG.sub("", _BLOCK_TAG.sub("\n", text))
