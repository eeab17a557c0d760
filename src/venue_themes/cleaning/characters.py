"""Rules on single characters: encodings gone wrong, invisible signs, forms of one letter, quotes and dashes, spaces."""

import re
import unicodedata

_NEL = "\x85"
_C1 = re.compile("[\x80-\x9f]")
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029]")
_PAGE_ENDS = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
_JOINERS = re.compile("(?<![^\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u024f])")
_FORMS = re.compile(
    "[\ufb00-\ufb06\u0132\u0133\u01c4-\u01cc\u01f1-\u01f3\uff01-\uff5e\uffe0-\uffe6\U0001d400-\U0001d7ff]+"
)


def _signs(*ranges: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))


MISREAD = "[\x80-\x84\x86-\x9f]|[ÂÃÐÑØÙâãäåæïð][\x80-\xff\u0152-\u2122]"
LINE_ENDS = "\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029"
SPACES = "\t\u00a0\u1680\u202f\u205f\u2800\u3000" + _signs((0x2000, 0x200A))
INVISIBLE = _signs(
    (0x00, 0x08),
    (0x0E, 0x1B),
    (0x7F, 0x84),
    (0x86, 0x9F),
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180E),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF9, 0xFFFC),
    (0xE0000, 0xE0FFF),
)
_GONE = {ord(sign): None for sign in INVISIBLE if sign not in "\u200c\u200d"}
_SPACED = {ord(sign): " " for sign in SPACES}
_QUOTES = {ord(sign): "'" for sign in "‘’‚‛′ʼʹ`´＇"} | {ord(sign): '"' for sign in "“”„‟″«»〝〞＂"}
QUOTES = "".join(map(chr, _QUOTES))
DASHES = "‐‑‒–—―−﹣－⁃…"
_HYPHENS = re.compile("[‐‑‒−﹣－⁃]")
_RANGES = re.compile(r"(?<=\d)\s?(?:–|--)\s?(?=\d)")
_JOINED = re.compile(r"(?<=\w)(?:–|--)(?=\w)")
_DASHES = re.compile(r"\s*(?:—|―|–|-{2,})\s*")


def mend_encoding(text: str) -> str:
    """UTF-8 that was once read as something else is put right (ftfy); Windows-1252 control codes become their signs."""
    import ftfy
    from ftfy.fixes import fix_c1_controls

    if len(_C1.findall(text)) > text.count(_NEL):
        text = fix_c1_controls(text)
    return ftfy.fix_encoding(text)


def line_ends(text: str) -> str:
    """Line and page separators of all kinds become a newline, or a space within a line."""
    return _PAGE_ENDS.sub(" ", _LINE_ENDS.sub("\n", text))


def invisible(text: str) -> str:
    """Soft hyphens, zero-width signs, bidi and other controls vanish; joiners stay where a script needs them."""
    text = re.sub("\u00ad[ ]*\n", "", text).translate(_GONE)
    return _JOINERS.sub("", text)


def letter_forms(text: str) -> str:
    """Letters are composed (NFC); ligatures, full-width and mathematical alphabets become plain letters."""
    text = _FORMS.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    return unicodedata.normalize("NFC", text)


def quotes(text: str) -> str:
    """Curly, angular and TeX quotes become straight ones."""
    return text.replace("``", '"').replace("''", '"').translate(_QUOTES).replace("''", '"')


def dashes(text: str) -> str:
    """A dash between words or numbers becomes a hyphen, one between clauses a hyphen with spaces; ``…`` three dots."""
    text = _RANGES.sub("-", _HYPHENS.sub("-", text))
    return _DASHES.sub(" - ", _JOINED.sub("-", text)).replace("…", "...")


def plain_spaces(text: str) -> str:
    """No-break, thin, ideographic and tab spaces become plain ones."""
    return text.translate(_SPACED)


def has_quotes(text: str) -> bool:
    """Whether ``quotes`` has something to do."""
    return "''" in text or "`" in text or not text.isascii()


def has_dashes(text: str) -> bool:
    """Whether ``dashes`` has something to do."""
    return "--" in text or not text.isascii()
