"""A finished run, read from its folder and checked: what later papers are placed in."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from .artifacts import digest_file
from .contracts import Partition
from .errors import AnalysisError, InputError, SettingsError
from .modelling import RECORD_FORMAT
from .settings import Reading, Settings, load_settings

FILES = ("papers.parquet", "vectors.npy", "topics.parquet", "assignments.parquet", "metrics.json")
_RUN = "the folder of a finished `venue-themes run --out`"
_AGAIN = "Make the run again with this version."


@dataclass(frozen=True)
class FinishedRun:
    """What a run left in its folder, as far as later papers need it.

    Attributes
    ----------
    settings
        The run's, but for how its sources were read and where its vectors came from.
    papers
        As in papers.parquet, a row per paper.
    vectors
        ``(n_papers, n_dims)`` float32.
    topics, assignments
        Of all models; see data/README.md.
    method
        How the themes were found.
    record
        What the vectors are made of (``representation`` in metrics.json).
    """

    folder: Path
    settings: Settings
    papers: pd.DataFrame
    vectors: np.ndarray
    topics: pd.DataFrame
    assignments: pd.DataFrame
    method: str
    record: dict

    def placed(self, model: str = "bertopic") -> pd.DataFrame:
        """The assignments of a model, a row per paper in the order of ``papers``."""
        mine = self.assignments[self.assignments["model"] == model]
        return mine.set_index("paper_id").loc[self.papers["paper_id"]].reset_index()

    def themes(self, rows: np.ndarray) -> Partition:
        """The themes of some papers, as they were found."""
        mine = self.placed().iloc[rows]
        return Partition(*(mine[name].to_numpy() for name in ("topic", "nearest", "strength")), self.method)


def read_run(folder: str | Path) -> FinishedRun:
    """The finished run in a folder.

    Raises
    ------
    InputError
        The folder is none of a run, lacks a file, or holds a file that is not the one that the run wrote.
    AnalysisError
        Another version wrote it, in a form that this one does not read.
    """
    folder = Path(folder)
    manifest = _json(folder, "manifest.json")
    outputs = manifest.get("outputs")
    if not isinstance(outputs, dict) or not isinstance(manifest.get("settings"), dict):
        raise InputError("Run", f"{folder} has a manifest.json without outputs and settings", _RUN, _AGAIN)
    for name in FILES:
        _vouch(folder, name, outputs.get(name))
    metrics = _json(folder, "metrics.json")
    record, by = metrics.get("representation"), f"{folder} of version {manifest.get('versions', {}).get('venue-themes')}"
    if not isinstance(record, dict):
        raise AnalysisError("Run", f"{by} does not say what its vectors are made of",
                            f"representation in metrics.json, format {RECORD_FORMAT}", _AGAIN)
    if record.get("format") != RECORD_FORMAT:
        raise AnalysisError("Run", f"{by} describes its vectors in format {record.get('format')!r}",
                            f"format {RECORD_FORMAT}", _AGAIN)
    try:
        settings = load_settings(manifest["settings"])
    except SettingsError as problem:
        raise AnalysisError("Run", f"{by} has settings that this version does not know ({problem.what} {problem.got})",
                            "settings of this version", _AGAIN) from None
    return FinishedRun(folder, _of_rules(settings, record), _parquet(folder, "papers.parquet"),
                       _vectors(folder), _parquet(folder, "topics.parquet"), _parquet(folder, "assignments.parquet"),
                       metrics["themes"]["method"], record)


def _of_rules(settings: Settings, record: dict) -> Settings:
    """The settings without what speaks of the run's own sources, its sentence model as precise as it was."""
    own = {"vectors": None} | ({"precision": record["precision"]} if record["precision"] else {})
    return settings.model_copy(update={"reading": Reading(), "embedding": settings.embedding.model_copy(update=own)})


def _json(folder: Path, name: str) -> dict:
    if not (folder / name).is_file():
        raise InputError("Run", f"{folder} has no {name}" if folder.is_dir() else f"{folder} is no folder", _RUN,
                         "Check the path.")
    try:
        found = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise InputError(f"{name} of", f"{folder} cannot be read ({problem})", "JSON as the run wrote it", _AGAIN) from None
    if not isinstance(found, dict):
        raise InputError(f"{name} of", f"{folder} is no object", "JSON as the run wrote it", _AGAIN)
    return found


def _vouch(folder: Path, name: str, wanted: str | None) -> None:
    if not (folder / name).is_file():
        raise InputError("Run", f"{folder} has no {name}", _RUN, "Copy the whole folder, or make the run again.")
    if (got := digest_file(folder / name)) != wanted:
        raise InputError(f"{name} of {folder} has sha256", got, f"{wanted}, as its manifest says",
                         "Copy the whole folder of one run, or make the run again.")


def _parquet(folder: Path, name: str) -> pd.DataFrame:
    try:
        return pd.read_parquet(folder / name)
    except (OSError, ValueError) as problem:  # pyarrow's errors are ValueErrors
        raise AnalysisError(f"{name} of", f"{folder} cannot be read ({problem})", "a table as this version writes it",
                            _AGAIN) from None


def _vectors(folder: Path) -> np.ndarray:
    try:
        return np.load(folder / "vectors.npy", allow_pickle=False)
    except (OSError, ValueError, EOFError) as problem:
        raise AnalysisError("vectors.npy of", f"{folder} cannot be read ({problem})", "an array as this version writes it",
                            _AGAIN) from None
