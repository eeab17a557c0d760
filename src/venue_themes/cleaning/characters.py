"""Rules on single characters: encodings gone wrong, invisible signs, forms of one letter, quotes and dashes, spaces."""

import re
import unicodedata

_NEL = re.compile("\x85")
_C1 = re.compile("[\x80-\x9f]")
_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029]")
_PAGE_ENDS = re.compile(r"[\x0b\x0c\x1c-\x1f\x85]")
_INVISIBLE = re.compile(r"\u00ad[ \t]*\n?|[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff]")
_JOINERS = re.compile(r"(?<![^\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u024f])")
_FORMS = re.compile(r"[\ufb00-\ufb06\u0132\u0133\u01c4-\u01cc\u01f1-\u01f3\uff01-\uff5e\uffe0-\uffe6\U0001d400-\U0001d7ff]+")
_SPACES = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t]")

_QUOTES = {ord(sign): "'" for sign in "‘’‚‛′ʼʹ`´＇"} | {ord(sign): '"' for sign in "“”„‟″«»〝〞＂"}
_ANY_QUOTE = re.compile("[" + "".join(map(chr, _QUOTES)) + "]|''")
_HYPHENS = re.compile("[‐‑‒−﹣－⁃]")
_RANGES = re.compile(r"(?<=\d)\s?(?:–|--)\s?(?=\d)")
_JOINED = re.compile(r"(?<=\w)(?:–|--)(?=\w)")
_DASHES = re.compile(r"\s*(?:—|―|–|-{2,})\s*")


def mend_encoding(text: str) -> str:
    """UTF-8 that was once read as something else is put right (ftfy); Windows-1252 control codes become their signs."""
    import ftfy
    from ftfy.fixes import fix_c1_controls

    if len(_C1.findall(text)) > len(_NEL.findall(text)):
        text = fix_c1_controls(text)
    return ftfy.fix_encoding(text)


def line_ends(text: str) -> str:
    """Line and page separators of all kinds become a newline, or a space within a line."""
    return _PAGE_ENDS.sub(" ", _LINE_ENDS.sub("\n", text))


def invisible(text: str) -> str:
    """Soft hyphens, zero-width signs, bidi and other controls vanish; joiners stay where a script needs them."""
    return _JOINERS.sub("", _INVISIBLE.sub("", text))


def letter_forms(text: str) -> str:
    """Letters are composed (NFC); ligatures, full-width and mathematical alphabets become plain letters."""
    text = _FORMS.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    return unicodedata.normalize("NFC", text)


def quotes(text: str) -> str:
    """Curly, angular and TeX quotes become straight ones."""
    return _ANY_QUOTE.sub(lambda m: '"' if m[0] == "''" else _QUOTES[ord(m[0])], text)


def dashes(text: str) -> str:
    """A dash between words or numbers becomes a hyphen, one between clauses a hyphen with spaces; ``…`` three dots."""
    text = _RANGES.sub("-", _HYPHENS.sub("-", text))
    return _DASHES.sub(" - ", _JOINED.sub("-", text)).replace("…", "...")


def plain_spaces(text: str) -> str:
    """No-break, thin, ideographic and tab spaces become plain ones."""
    return _SPACES.sub(" ", text)
