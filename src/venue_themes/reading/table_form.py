"""Tables that are no text: Excel workbooks, Parquet files, pandas data frames."""

import io
import zipfile
from collections.abc import Iterator

from ..errors import InputError
from .blobs import RATIO_LIMIT, WHOLE_LIMIT, damaged
from .json_form import flat
from .records import Raw, field_of

_HEADER_WITHIN = 20
_MOST_ROWS = 20_000_000


def read_workbook(data: bytes, name: str, chosen: dict[str, str]) -> Iterator[Raw]:
    """A record per row of every sheet that has a header with known columns.

    Parameters
    ----------
    chosen
        The user's own mapping, whose columns count as known.

    Raises
    ------
    InputError
        The workbook is damaged, declares entities, unpacks to far more than it is, or has no such sheet.
    """
    _check_workbook(data, name)
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [(sheet.title, [list(row) for row in sheet.iter_rows(values_only=True)]) for sheet in book.worksheets]
    except Exception as problem:  # openpyxl lets through whatever a damaged file makes it stumble over
        raise damaged(name, problem) from None
    found, wanted = False, {column.strip().lower() for column in chosen.values()}
    for _, rows in sheets:
        header = next((nth for nth, row in enumerate(rows[:_HEADER_WITHIN]) if _is_header(row, wanted)), None)
        if header is None:
            continue
        found = True
        names = [str(cell) if cell is not None else "" for cell in rows[header]]
        for row in rows[header + 1 :]:
            if any(cell is not None for cell in row):
                yield Raw({name: cell for name, cell in zip(names, row, strict=False) if name})
    if not found:
        first = [str(cell) for _, rows in sheets for row in rows[:1] for cell in row if cell is not None]
        raise InputError(
            f"Workbook {name} has no sheet with a column that is known to hold abstracts; its first row is",
            ", ".join(first)[:200] or "empty",
            "a header with a column such as Abstract",
            "Name the header cell Abstract, or the column: --columns abstract=NAME.",
        )


def _is_header(row: list, wanted: set[str]) -> bool:
    if wanted and wanted <= {cell.strip().lower() for cell in row if isinstance(cell, str)}:
        return True
    fields = {field_of(cell) for cell in row if isinstance(cell, str)}
    return "abstract" in fields or len(fields - {None}) >= 2


def _check_workbook(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(info.file_size for info in archive.infolist())
            if size > WHOLE_LIMIT or (size > 64 << 20 and size > RATIO_LIMIT * len(data)):
                raise InputError(
                    f"Workbook {name} unpacks to",
                    f"{size:,} bytes out of {len(data):,}",
                    "a collection of abstracts",
                    "Save it as CSV.",
                )
            for info in archive.infolist():
                if info.filename.endswith((".xml", ".rels")):
                    with archive.open(info) as member:
                        if b"<!DOCTYPE" in (start := member.read(4096)) or b"<!ENTITY" in start:
                            raise InputError(
                                f"Workbook {name} declares",
                                "XML entities",
                                "a workbook as Excel writes it",
                                "Save it as CSV.",
                            )
    except InputError:
        raise
    except Exception as problem:
        raise damaged(name, problem) from None


def read_parquet(data: bytes, name: str, chosen: dict[str, str]) -> Iterator[Raw]:
    """A record per row; bytes, structs and lists come as Python values. Only known and chosen columns are read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        groups = range(file.metadata.num_row_groups)
        size = sum(file.metadata.row_group(nth).total_byte_size for nth in groups)
        if size > 8 * WHOLE_LIMIT or file.metadata.num_rows > _MOST_ROWS:
            raise InputError(
                f"File {name} unpacks to",
                f"{size:,} bytes",
                "a collection of abstracts",
                "Keep only the columns with title, abstract, venue and year.",
            )
        named = {column.strip().lower() for column in chosen.values()} | {"content", "value"}
        wanted = [column for column in file.schema_arrow.names if field_of(column) or column.strip().lower() in named]
        for batch in file.iter_batches(batch_size=4096, columns=wanted or None):
            yield from map(Raw, map(flat, batch.to_pylist()))
    except InputError:
        raise
    except Exception as problem:  # pyarrow has many ways to say that a file is damaged
        raise damaged(name, problem) from None


def read_frame(frame) -> Iterator[Raw]:
    """A record per row of a pandas data frame."""
    names = [str(name) for name in frame.columns]
    for row in frame.itertuples(index=False, name=None):
        yield Raw(dict(zip(names, row, strict=True)))


def frame_sha256(frame) -> str:
    """A digest of the values of a data frame."""
    import hashlib

    digest = hashlib.sha256()
    for raw in read_frame(frame):
        digest.update(repr(sorted((name, str(value)) for name, value in raw.fields.items())).encode("utf-8", "replace"))
    return digest.hexdigest()
