"""Reading: from files, folders, archives and data frames to records with our fields, each accounted for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .. import settings
from ..errors import InputError
from .blobs import Blob, plain_name
from .formats import read_blob
from .records import Raw, checked_choice, columns_of, record_of, refuse_unseen
from .selecting import Selection
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
    not_selected
        How many records were read and let go, since ``options.only`` does not name them.
    """

    records: list[dict] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    not_selected: int = 0


def read_sources(sources: Iterable, options: settings.Reading | None = None) -> Reading:
    """Read every source: paths of files, folders and archives, and pandas data frames.

    Raises
    ------
    InputError
        A source does not exist, is empty, is not text, or holds no record; no source has a column that
        ``options.columns`` names; or no record is among those that ``options.only`` selects.
    SettingsError
        ``options.columns`` names a field that does not exist.
    """
    options = options or settings.Reading()
    chosen, selection = checked_choice(options.columns), Selection(options.only)
    reading, seen = Reading(), {}
    for source in [sources] if isinstance(sources, str | Path) or hasattr(sources, "columns") else sources:
        if hasattr(source, "columns"):
            _read_frame(source, options, reading, seen, selection)
        else:
            _read_path(source, options, reading, seen, selection)
    refuse_unseen(chosen, seen)
    if reading.not_selected:
        _say_selection(reading, selection, options.only)
    reading.warnings = _merged(reading.warnings)
    return reading


def _say_selection(reading: Reading, selection: Selection, only: tuple[str, ...]) -> None:
    wanted = ", ".join(only)
    if not reading.records:
        met = ", ".join(name for name in selection.passed_over if name and name != "None")
        raise InputError(
            f"None of the {reading.not_selected:,} records is of",
            wanted,
            f"venues, areas and years that occur, such as {met}",
            "Correct the setting reading.only, or leave it out.",
        )
    reading.warnings.append(
        f"{reading.not_selected:,} records are not of {wanted} (setting reading.only): they count as rejected, and are not "
        f"listed in rejects.csv."
    )


def _read_frame(frame, options: settings.Reading, reading: Reading, seen: dict, selection: Selection) -> None:
    name = _free_name("DataFrame", reading.files)
    reading.files[name] = frame_sha256(frame)
    if len(frame) == 0:
        raise InputError("The data frame is", "empty", "a paper a row", "Check what it was made from.")
    _take(reading, _records(read_frame(frame), name, options, seen, selection))


def _take(reading: Reading, found: tuple[list[dict], int]) -> None:
    reading.records.extend(found[0])
    reading.not_selected += found[1]


def _read_path(source: str | Path, options: settings.Reading, reading: Reading, seen: dict, selection: Selection) -> None:
    """Read what is readable; with nothing readable raise the one error there is, or a sentence on all."""
    found, before = files_of(source), _count(reading)
    failed: dict[str, InputError] = {}
    for name, path in found:
        name = _free_name(name, reading.files, path)
        digest, start = sha256(path), _count(reading)
        try:
            for blob in blobs_of(path, name):
                strict = blob.name != name or len(found) > 1
                try:
                    _take(reading, _read_one(blob, options, reading.warnings.append, seen, strict, selection))
                except InputError as problem:
                    failed[blob.name] = problem
        except InputError as problem:
            failed[name] = problem
        if _count(reading) > start:
            reading.files[name] = digest
    if _count(reading) == before:
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


def _count(reading: Reading) -> int:
    return len(reading.records) + reading.not_selected


def _read_one(blob: Blob, options: settings.Reading, say: Callable, seen: dict, strict: bool, selection: Selection) -> tuple:
    if not blob.head.strip():
        raise InputError(f"File {blob.name} is", "empty", "a collection of abstracts", "Check what was exported.")
    return _records(read_blob(blob, options.columns, say, strict=strict), blob.name, options, seen, selection)


def _records(
    rows: Iterable[Raw], name: str, options: settings.Reading, seen: dict, selection: Selection
) -> tuple[list[dict], int]:
    """The records of one file that are selected, and how many are not; the names of its columns go into ``seen``."""
    chosen, default = checked_choice(options.columns), _default_place(name, options)
    mappings: dict[tuple, dict] = {}
    records, nth = [], -1
    for nth, raw in enumerate(rows):
        names = tuple(raw.fields)
        if names not in mappings:
            mappings[names] = columns_of(names, chosen)
            seen.update(dict.fromkeys(names))
        record = record_of(raw, mappings[names], default)
        if selection.takes(record):
            records.append({"source_file": name, "source_record": nth, **record})
    if nth < 0:
        raise InputError(f"File {name} holds", "no record", "a collection of abstracts", "Check what was exported.")
    return records, nth + 1 - len(records)


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
