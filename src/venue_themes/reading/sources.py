"""From what the user names (files, folders, archives) to the blobs inside, in a fixed order."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..errors import InputError
from .blobs import WHOLE_LIMIT, Blob, Guard, damaged, unpacked

MAX_MEMBERS = 200_000


def files_of(source: str | Path) -> list[tuple[str, Path]]:
    """(name, path) of the file, or of all files below the folder in name order; hidden ones are left out.

    Raises
    ------
    InputError
        The path does not exist, or is neither a file nor a folder with files.
    """
    path = Path(source)
    if path.is_file():
        return [(path.name, path)]
    if not path.exists():
        raise InputError("Source", f"{source} does not exist", "a file or a folder", "Check the path.")
    found = sorted(
        p
        for p in path.rglob("*")
        if p.is_file() and not any(part.startswith(".") for part in p.relative_to(path).parts)
    )
    if not found:
        raise InputError(
            "Folder",
            f"{source} holds no file",
            "a folder with abstracts",
            "Name the files themselves, or another folder.",
        )
    return [(p.relative_to(path).as_posix(), p) for p in found]


def sha256(path: Path) -> str:
    """The digest of the file as it lies on disk."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as problem:
        raise InputError(
            "File", f"{path.name} cannot be opened ({problem.strerror})", "a readable file", "Check its permissions."
        ) from None


def blobs_of(path: Path, name: str) -> Iterator[Blob]:
    """The unpacked blobs of a file: one, or one per member of a zip archive (members of archives inside as well)."""
    size = path.stat().st_size
    with open(path, "rb", buffering=0) as file:
        packed = Blob(name, Guard(file, name))
        blob = unpacked(packed, size)
        yield from _members(blob, size, depth=2, on_disk=path if blob is packed else None)


def is_zip(blob: Blob) -> bool:
    """Whether the blob is a zip archive."""
    return blob.head.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def is_workbook(blob: Blob) -> bool:
    """Whether the blob is an Excel workbook (a zip archive itself), by the name of its first member."""
    return is_zip(blob) and blob.head[30:].startswith((b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/", b"customXml/"))


def _members(blob: Blob, packed: int, depth: int, on_disk: Path | None = None) -> Iterator[Blob]:
    """The members of an archive; one that lies on disk is not held in memory."""
    if not is_zip(blob) or is_workbook(blob):
        yield blob
        return
    if depth == 0:
        raise InputError(f"Archive {blob.name} is", "nested too deeply", "an archive of files", "Unpack it by hand.")
    try:
        archive = zipfile.ZipFile(on_disk or io.BytesIO(blob.whole()))
        infos = sorted((i for i in archive.infolist() if not i.is_dir()), key=lambda i: i.filename)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as problem:
        raise damaged(blob.name, problem) from None
    if len(infos) > MAX_MEMBERS or sum(i.file_size for i in infos) > 16 * WHOLE_LIMIT:
        raise InputError(
            f"Archive {blob.name} holds",
            f"{len(infos):,} files of {sum(i.file_size for i in infos):,} bytes",
            "a collection of abstracts",
            "Unpack it by hand and give the parts that you need.",
        )
    with archive:
        for info in infos:
            if not any(part.startswith((".", "__MACOSX")) for part in _parts(info.filename)):
                yield from _members(_member(archive, info, blob.name), max(packed, 1), depth - 1)


def _parts(filename: str) -> list[str]:
    return [part for part in filename.replace("\\", "/").split("/") if part not in {"", ".", ".."}]


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, outer: str) -> Blob:
    name = f"{outer}/{info.filename}"  # a name for messages only: nothing is ever written to disk
    try:
        stream = archive.open(info)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError) as problem:
        raise damaged(name, problem) from None
    packed = max(info.compress_size, 1)
    return unpacked(Blob(name, Guard(stream, name, packed=packed)), packed)
