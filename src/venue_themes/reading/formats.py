"""Which format a blob is in, by its content; the name decides only where the content leaves a choice."""

from collections.abc import Callable, Iterator

from .blobs import Blob
from .decoding import decode, refuse_binary
from .json_form import is_json_lines, read_json, read_json_lines
from .records import Raw
from .text_form import read_text


def read_blob(blob: Blob, say: Callable[[str], None]) -> Iterator[Raw]:
    """The records of a blob in their order.

    Raises
    ------
    InputError
        The blob is empty, binary, or damaged.
    """
    refuse_binary(blob.name, blob.head)
    if is_json_lines(blob.head):
        return read_json_lines(blob, say)
    text = decode(blob.whole(), blob.name, say)
    if text.lstrip("﻿ \t\r\n")[:1] in {"[", "{"}:
        return read_json(text, blob.name, say)
    return read_text(text, blob.name, say)
