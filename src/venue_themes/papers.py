"""The contract of a collection: its columns, its identity, its order.

Shapes used everywhere in this package: ``n_papers`` rows of papers, ``n_terms`` terms, ``n_topics`` topics,
``n_dims`` dimensions of a vector.
"""

import hashlib
import json
from dataclasses import dataclass

import pandas as pd

COLUMNS = {
    "paper_id": "string",
    "venue": "string",
    "year": "Int64",
    "title": "string",
    "abstract": "string",
    "text": "string",
    "keywords": "string",
    "primary_area": "string",
    "decision": "string",
    "url": "string",
    "language": "string",
    "duplicate_of": "string",
    "source_file": "string",
    "source_record": "Int64",
    "source_id": "string",
}
REJECT_COLUMNS = ["source_file", "source_record", "source_id", "venue", "year", "title", "reason", "excerpt"]
UNKNOWN_VENUE = "unknown"


@dataclass(frozen=True)
class Corpus:
    """What reading and cleaning return.

    ``papers`` has the columns of ``COLUMNS`` in canonical order, ``rejects`` those of ``REJECT_COLUMNS``;
    ``cleaning`` has the keys ``read``, ``kept``, ``rejected``, ``not_selected`` (those of the rejected that are not listed),
    ``rules`` (per rule: ``rule``, ``papers_changed``, ``characters_removed``, samples) and ``warnings`` (sentences).
    """

    papers: pd.DataFrame
    rejects: pd.DataFrame
    cleaning: dict


def content_key(venue: str | None, year: int | None, title: str | None, abstract: str) -> str:
    """The hash (16 hex digits) of what a paper is, whatever file and row it came from."""
    year = None if year is None or pd.isna(year) else int(year)
    parts = [None if part is None or part is pd.NA or part != part else str(part) for part in (venue, title, abstract)]
    return hashlib.sha256(json.dumps([*parts, year], ensure_ascii=False).encode()).hexdigest()[:16]


def with_identity(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with ``paper_id``, in canonical order: sorted by a hash of the content, so that row order has no say.

    Copies of one paper (same venue, year, title and abstract) are numbered ``-2``, ``-3``, ... in the order of their
    source ids.
    """
    keys = [content_key(*row) for row in frame[["venue", "year", "title", "abstract"]].itertuples(index=False)]
    frame = frame.assign(paper_id=keys)
    frame = frame.sort_values(["paper_id", "source_id", "source_file", "source_record"], kind="stable", ignore_index=True)
    nth = frame.groupby("paper_id").cumcount()
    frame["paper_id"] = frame["paper_id"].where(nth == 0, frame["paper_id"] + "-" + (nth + 1).astype(str))
    return frame


def as_papers(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with exactly the columns and types of ``COLUMNS``, checked.

    Raises
    ------
    pandera.errors.SchemaError
        A fault of ours: an id is not unique, a text is missing, a duplicate points nowhere.
    """
    import pandera.pandas as pa

    frame = frame.reindex(columns=list(COLUMNS)).astype(COLUMNS)
    columns = {
        name: pa.Column(dtype, nullable=name not in {"paper_id", "venue", "abstract", "text", "source_file", "source_record"})
        for name, dtype in COLUMNS.items()
    }
    known = pa.Check(
        lambda df: df["duplicate_of"].isna() | df["duplicate_of"].isin(df["paper_id"]), error="duplicate_of points nowhere"
    )
    return pa.DataFrameSchema(columns, checks=known, unique=["paper_id"], strict=True).validate(frame)


def write_parquet(frame: pd.DataFrame, path) -> None:
    """Write a table without the marks pandas would leave in it, so that every reader gets its own usual types.

    (With them, a missing value comes back as ``pd.NA``, which is neither equal nor unequal to anything.)
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(None), path)
