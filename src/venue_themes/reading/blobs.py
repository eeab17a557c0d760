"""Bytes on their way in: a named stream that unpacks itself and cannot grow without end."""

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from typing import BinaryIO

from ..errors import InputError

HEAD = 1 << 16
WHOLE_LIMIT = 512 << 20  # formats that are parsed as a whole
STREAM_LIMIT = 16 << 30  # JSON Lines, read a line at a time
RATIO_LIMIT, RATIO_FROM = 200, 32 << 20  # text packs 3 to 20 fold; gzip's most is 1,032 fold

_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
_SUFFIXES = (".gz", ".bz2", ".xz", ".zst", ".zip")


class Guard(io.RawIOBase):
    """A raw stream that counts what it gives, and turns what a decompressor throws into one sentence.

    Raises
    ------
    InputError
        When more than ``limit`` bytes come out, when more comes out than any honest text packs into ``packed`` bytes,
        or when the packed data is damaged or ends too early.
    """

    def __init__(self, stream: BinaryIO, name: str, *, packed: int | None = None, limit: int = STREAM_LIMIT):
        self._stream, self._name, self._packed, self._limit = stream, name, packed, limit
        self._given = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer) -> int:
        """Fill ``buffer``, and count."""
        try:
            piece = self._stream.read(len(buffer))
        except (
            EOFError,
            OSError,
            zlib.error,
            lzma.LZMAError,
            zipfile.BadZipFile,
            RuntimeError,
            NotImplementedError,
            ValueError,
        ) as problem:
            raise damaged(self._name, problem) from None
        except Exception as problem:
            if type(problem).__module__.startswith("zstandard"):
                raise damaged(self._name, problem) from None
            raise
        self._given += len(piece)
        self._check()
        buffer[: len(piece)] = piece
        return len(piece)

    def _check(self) -> None:
        bomb = self._packed and self._given > RATIO_FROM and self._given > RATIO_LIMIT * self._packed
        if bomb or self._given > self._limit:
            packed = f" out of {self._packed:,}" if self._packed else ""
            raise InputError(
                f"File {self._name} unpacks to",
                f"more than {self._given - 1:,} bytes{packed}",
                "a collection of abstracts",
                "Unpack it by hand and give the parts that you need.",
            )


class Blob:
    """A named stream of bytes whose first bytes can be looked at before it is read.

    Parameters
    ----------
    name
        What messages and ``source_file`` call it.
    stream
        Raw bytes, already unpacked.
    """

    def __init__(self, name: str, stream: io.RawIOBase):
        self.name, self._stream = name, stream
        head = bytearray()
        while len(head) < HEAD and (piece := stream.read(HEAD - len(head))):
            head += piece
        self.head = bytes(head)

    def lines(self):
        """The lines as bytes, one at a time."""
        yield from io.BufferedReader(_Chain(self.head, self._stream), 1 << 20)

    def whole(self) -> bytes:
        """All bytes; ``InputError`` above ``WHOLE_LIMIT``."""
        parts, size = [self.head], len(self.head)
        while piece := self._stream.read(1 << 20):
            parts.append(piece)
            size += len(piece)
            if size > WHOLE_LIMIT:
                raise InputError(
                    f"File {self.name} holds",
                    f"more than {WHOLE_LIMIT:,} bytes in one piece",
                    "a smaller file, or JSON Lines of any size",
                    "Split it, or turn it into JSON Lines (a paper a line).",
                )
        return b"".join(parts)


class _Chain(io.RawIOBase):
    """The head again, then the rest."""

    def __init__(self, head: bytes, rest: io.RawIOBase):
        self._head, self._rest = memoryview(head), rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        if self._head:
            n = min(len(buffer), len(self._head))
            buffer[:n], self._head = self._head[:n], self._head[n:]
            return n
        return self._rest.readinto(buffer)


def damaged(name: str, problem: Exception) -> InputError:
    """The sentence for packed data that cannot be unpacked."""
    text = str(problem) or type(problem).__name__
    return InputError(f"File {name}", f"cannot be unpacked ({text})", "an undamaged file", "Download or copy it again.")


def unpacked(blob: Blob, packed: int, depth: int = 3) -> Blob:
    """The blob without its gzip, bzip2, xz or zstd layers (at most three)."""
    for _ in range(depth):
        kind = next((kind for magic, kind in _MAGIC.items() if blob.head.startswith(magic)), None)
        if kind is None:
            return blob
        source = io.BufferedReader(_Chain(blob.head, blob._stream), 1 << 16)
        blob = Blob(blob.name, Guard(_decompressor(kind, source), blob.name, packed=packed))
    raise InputError(
        f"File {blob.name} is",
        f"packed more than {depth} times",
        "at most one or two layers of packing",
        "Unpack it by hand.",
    )


def _decompressor(kind: str, source: BinaryIO) -> BinaryIO:
    if kind == "gzip":
        return gzip.GzipFile(fileobj=source)
    if kind == "bzip2":
        return bz2.BZ2File(source)
    if kind == "xz":
        return lzma.LZMAFile(source)
    import zstandard

    return zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(source, read_across_frames=True)


def plain_name(name: str) -> str:
    """The name without its packing suffixes: ``a.jsonl.gz`` is ``a.jsonl``."""
    while name.lower().endswith(_SUFFIXES) and "." in name[:-4]:
        name = name.rsplit(".", 1)[0]
    return name
