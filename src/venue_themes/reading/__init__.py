"""Reading: from files, folders, archives and data frames to records with our fields, each accounted for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .. import settings
from ..errors import InputError
from .blobs import Blob, plain_name
from .formats import read_blob
from .records import Raw, columns_of, record_of
from .sources import blobs_of, files_of, sha256
from .venues import Place, place_of, place_of_file

__all__ = ["Reading", "read_sources"]


@dataclass
class Reading:
    """What the sources hold.

    Attributes
    ----------
    records
        A dict per record: ``source_file``, ``source_record`` (0-based per file, in reading order), ``source_id``, ``venue``,
        ``year``, ``title``, ``abstract``, ``keywords``, ``primary_area``, ``decision``, ``url``, ``reject`` (why it
        cannot be kept, or None). Values are str, int or None.
    warnings
        Sentences about what was guessed or looks wrong.
    files
        sha256 per file read.
    """

    records: list[dict] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def read_sources(sources: Iterable, options: settings.Reading | None = None) -> Reading:
    """Read every source: paths of files, folders and archives.

    Raises
    ------
    InputError
        A source does not exist, is empty, is not text, or holds no record.
    SettingsError
        ``options.columns`` names a field that does not exist.
    """
    reading = Reading()
    for source in [sources] if isinstance(sources, str | Path) else sources:
        _read_path(source, options or settings.Reading(), reading)
    return reading


def _read_path(source: str | Path, options: settings.Reading, reading: Reading) -> None:
    found, before = files_of(source), len(reading.records)
    alone = len(found) == 1 and Path(source).is_file()
    skipped: dict[str, str] = {}
    for name, path in found:
        name = _free_name(name, reading.files, path)
        reading.files[name] = sha256(path)
        try:
            for blob in blobs_of(path, name):
                _read_one(blob, options, reading)
        except InputError as problem:
            if alone:
                raise
            del reading.files[name]
            skipped[name] = str(problem)
    if len(reading.records) == before:
        reasons = " ".join(list(skipped.values())[:1])
        raise InputError("Source", f"{source} holds nothing readable", "a collection of abstracts", reasons or "See docs/reading.md for the formats.")
    if skipped:
        reading.warnings.append(f"{len(skipped)} of {len(found)} files of {Path(source).name} hold no abstracts and were skipped: {', '.join(list(skipped)[:10])}.")


def _read_one(blob: Blob, options: settings.Reading, reading: Reading) -> None:
    if not blob.head.strip():
        raise InputError(f"File {blob.name} is", "empty", "a collection of abstracts", "Check what was exported.")
    default = _default_place(blob.name, options)
    rows = read_blob(blob, reading.warnings.append)
    reading.records.extend(_records(rows, blob.name, options, default))


def _records(rows: Iterable[Raw], name: str, options: settings.Reading, default: Place) -> list[dict]:
    mappings: dict[tuple, dict] = {}
    records = []
    for nth, raw in enumerate(rows):
        names = tuple(raw.fields)
        if names not in mappings:
            chosen = options.columns if raw.fields else {}
            mappings[names] = columns_of(names, chosen, f"{name}, record {nth}")
        records.append({"source_file": name, "source_record": nth, **record_of(raw, mappings[names], default)})
    if not records:
        raise InputError(f"File {name} holds", "no record", "a collection of abstracts", "Check what was exported.")
    return records


def _default_place(name: str, options: settings.Reading) -> Place:
    told = place_of_file(plain_name(name))
    return Place(options.venue and place_of(options.venue).venue or told.venue, options.year or told.year)


def _free_name(name: str, taken: dict[str, str], path: Path) -> str:
    if name not in taken:
        return name
    longer = f"{path.resolve().parent.name}/{name}"
    return longer if longer not in taken else f"{longer} ({len(taken)})"
