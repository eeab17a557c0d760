"""From bytes to text: which encoding it is, and whether it is text at all."""

import codecs
import re
from collections.abc import Callable

from ..errors import InputError
from .blobs import plain_name

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = bytes(b for b in range(32) if b not in b"\t\n\v\f\r\x1b\x1c\x1d\x1e\x1f") + b"\x7f"
_NEVER = (".pkl", ".pickle", ".npy", ".npz", ".joblib", ".dill", ".pt", ".pth")  # the oldest pickles look like text
STRAY = 2  # control characters that a short text may hold and still be text
_KINDS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x93NUMPY": "a NumPy array",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"SQLite format 3": "a database",
    b"\x89HDF": "an HDF5 file",
    b"\x80\x02": "a Python pickle",
    b"\x80\x03": "a Python pickle",
    b"\x80\x04": "a Python pickle",
    b"\x80\x05": "a Python pickle",
    b"\x7fELF": "a program",
    b"ARROW1": "an Arrow file",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
}
_ALPHABETS = [
    "cp1251",
    "koi8_r",
    "gb18030",
    "big5",
    "cp932",
    "euc_jp",
    "cp949",
    "cp1250",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "cp874",
]


def refuse_binary(name: str, head: bytes) -> None:
    """Raise ``InputError`` when the first bytes are not text."""
    kind = next((kind for magic, kind in _KINDS.items() if head.startswith(magic)), None)
    if kind is None and plain_name(name).lower().endswith(_NEVER):
        kind = "a pickle or an array by its name"
    if head[257:262] == b"ustar":
        kind = "a tar archive (unpack it, or pack it as zip)"
    if kind is None and _utf16_without_bom(head) is None and not head.startswith(tuple(bom for bom, _ in _BOMS)):
        odd = len(head) - len(head.translate(None, _CONTROLS))
        kind = "binary data" if odd > max(STRAY, 0.02 * len(head)) else None
    if kind:
        raise InputError(
            f"File {name} is",
            kind,
            "text, CSV, TSV, JSON, JSON Lines, BibTeX, RIS, Excel or Parquet",
            "Export the abstracts to one of these.",
        )


def decode(data: bytes, name: str, say: Callable[[str], None]) -> str:
    """The text of ``data``: UTF-8, UTF-16, UTF-32, or the older encoding it is most likely in.

    Parameters
    ----------
    say
        Called with a sentence when the encoding had to be guessed.

    Raises
    ------
    InputError
        No encoding fits.
    """
    encoding = (
        next((encoding for bom, encoding in _BOMS if data.startswith(bom)), None) or _utf16_without_bom(data) or "utf-8"
    )
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        if encoding not in {"utf-8", "utf-8-sig"}:
            raise _no_encoding(name, data, problem.start, encoding) from None
        return _decode_legacy(data.removeprefix(codecs.BOM_UTF8), name, say)


def _decode_legacy(data: bytes, name: str, say: Callable[[str], None]) -> str:
    text = data.decode("utf-8", errors="surrogateescape")  # stray bytes come out as U+DC80..U+DCFF
    strays = len(re.findall("[\udc80-\udcff]", text))
    if strays > 0.1 * len(text):  # too many for accents and quotes: an alphabet of its own
        from charset_normalizer import from_bytes

        best = from_bytes(data[: 1 << 18], cp_isolation=_ALPHABETS).best()
        if best is not None and best.encoding not in {"utf_8", "ascii"}:
            try:
                decoded = data.decode(best.encoding)
            except UnicodeDecodeError as problem:
                raise _no_encoding(name, data, problem.start, best.encoding) from None
            say(f"{name} is not UTF-8; read as {best.encoding}.")
            return decoded
    first = re.search("[\udc80-\udcff]", text)
    at = len(text[: first.start()].encode("utf-8"))
    try:
        decoded = re.sub("[\udc80-\udcff]+", lambda m: m[0].encode("utf-8", "surrogateescape").decode("cp1252"), text)
    except UnicodeDecodeError:
        raise _no_encoding(name, data, at, "utf-8 or cp1252") from None
    line = data.count(b"\n", 0, at) + 1
    say(f"{name} is not UTF-8 (first at line {line}); {strays} bytes read as Windows-1252 (cp1252).")
    return decoded


def _utf16_without_bom(data: bytes) -> str | None:
    head = data[:4096]
    if len(head) < 4 or b"\0" not in head:
        return None
    half = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 0.7 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.05 * half else None


def _no_encoding(name: str, data: bytes, at: int, encoding: str) -> InputError:
    line = data.count(b"\n", 0, at) + 1
    return InputError(
        f"File {name}",
        f"cannot be decoded as {encoding} at byte {at}, line {line}",
        "text in UTF-8",
        "Save it with the encoding UTF-8.",
    )
