"""Reading: from files, folders, archives and data frames to records with our fields, each accounted for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .. import settings
from ..errors import InputError
from .blobs import Blob, plain_name
from .formats import read_blob
from .records import Raw, checked_choice, columns_of, record_of, refuse_unseen
from .sources import blobs_of, files_of, sha256
from .table_form import frame_sha256, read_frame
from .venues import Place, place_of, place_of_file

__all__ = ["Reading", "read_sources"]


@dataclass
class Reading:
    """What the sources hold.

    Attributes
    ----------
    records
        A dict per record: ``source_file``, ``source_record`` (0-based per file, in reading order), ``source_id``,
        ``venue``, ``year``, ``title``, ``abstract``, ``keywords``, ``primary_area``, ``decision``, ``url``,
        ``reject`` (why it
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
    """Read every source: paths of files, folders and archives, and pandas data frames.

    Raises
    ------
    InputError
        A source does not exist, is empty, is not text, or holds no record; or no source has a column that
        ``options.columns`` names.
    SettingsError
        ``options.columns`` names a field that does not exist.
    """
    options = options or settings.Reading()
    chosen = checked_choice(options.columns)
    reading, seen = Reading(), {}
    for source in [sources] if isinstance(sources, str | Path) or hasattr(sources, "columns") else sources:
        if hasattr(source, "columns"):
            _read_frame(source, options, reading, seen)
        else:
            _read_path(source, options, reading, seen)
    refuse_unseen(chosen, seen)
    reading.warnings = _merged(reading.warnings)
    return reading


def _read_frame(frame, options: settings.Reading, reading: Reading, seen: dict) -> None:
    name = _free_name("DataFrame", reading.files)
    reading.files[name] = frame_sha256(frame)
    if len(frame) == 0:
        raise InputError("The data frame is", "empty", "a paper a row", "Check what it was made from.")
    reading.records.extend(_records(read_frame(frame), name, options, seen))


def _read_path(source: str | Path, options: settings.Reading, reading: Reading, seen: dict) -> None:
    """Read what is readable; with nothing readable raise the one error there is, or a sentence on all."""
    found, before = files_of(source), len(reading.records)
    failed: dict[str, InputError] = {}
    for name, path in found:
        name = _free_name(name, reading.files, path)
        digest, start = sha256(path), len(reading.records)
        try:
            for blob in blobs_of(path, name):
                strict = blob.name != name or len(found) > 1
                try:
                    reading.records.extend(_read_one(blob, options, reading.warnings.append, seen, strict))
                except InputError as problem:
                    failed[blob.name] = problem
        except InputError as problem:
            failed[name] = problem
        if len(reading.records) > start:
            reading.files[name] = digest
    if len(reading.records) == before:
        if len(failed) == 1:
            raise next(iter(failed.values()))
        raise InputError(
            "Source",
            f"{source} holds nothing readable",
            "a collection of abstracts",
            str(next(iter(failed.values()), "See docs/reading.md for the formats.")),
        )
    if failed:
        listed = ", ".join(list(failed)[:10]) + (", ..." if len(failed) > 10 else "")
        reading.warnings.append(
            f"{len(failed)} files of {Path(source).name} hold no abstracts and were skipped: {listed}."
        )


def _read_one(blob: Blob, options: settings.Reading, say: Callable, seen: dict, strict: bool) -> list[dict]:
    if not blob.head.strip():
        raise InputError(f"File {blob.name} is", "empty", "a collection of abstracts", "Check what was exported.")
    return _records(read_blob(blob, options.columns, say, strict=strict), blob.name, options, seen)


def _records(rows: Iterable[Raw], name: str, options: settings.Reading, seen: dict) -> list[dict]:
    """The records of one file; the names of its columns go into ``seen``."""
    chosen, default = checked_choice(options.columns), _default_place(name, options)
    mappings: dict[tuple, dict] = {}
    records = []
    for nth, raw in enumerate(rows):
        names = tuple(raw.fields)
        if names not in mappings:
            mappings[names] = columns_of(names, chosen)
            seen.update(dict.fromkeys(names))
        records.append({"source_file": name, "source_record": nth, **record_of(raw, mappings[names], default)})
    if not records:
        raise InputError(f"File {name} holds", "no record", "a collection of abstracts", "Check what was exported.")
    return records


def _default_place(name: str, options: settings.Reading) -> Place:
    told = place_of_file(plain_name(name))
    return Place((options.venue and place_of(options.venue).venue) or told.venue, options.year or told.year)


def _free_name(name: str, taken: dict[str, str], path: Path | None = None) -> str:
    if name not in taken:
        return name
    longer = f"{path.resolve().parent.name}/{name}" if path else f"{name} {len(taken) + 1}"
    return longer if longer not in taken else f"{longer} ({len(taken)})"


def _merged(warnings: list[str]) -> list[str]:
    """The sentences, those that say the same of several files told once."""
    alike: dict[str, list[str]] = {}
    for sentence in warnings:
        name, _, rest = sentence.partition(" ")
        alike.setdefault(rest, []).append(name)
    return [
        f"{', '.join(names[:3])} and {len(names) - 3} more files: each {rest}"
        if len(names) > 3
        else " ".join([", ".join(names), rest])
        for rest, names in alike.items()
    ]
