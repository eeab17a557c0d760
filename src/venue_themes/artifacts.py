"""The tables of a run as files, and the manifest that vouches for them."""

import json
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import pandas as pd

from .cache import digest
from .papers import REJECT_COLUMNS, Corpus, write_parquet
from .paths import PACKAGE, atomic_path, write_text

LIBRARIES = ("venue-themes", "bertopic", "hdbscan", "numpy", "pandas", "plotly", "scikit-learn", "scikit-network", "scipy",
             "sentence-transformers", "statsmodels", "torch", "umap-learn")


def write_corpus(corpus: Corpus, folder: Path) -> list[Path]:
    """Write papers.parquet, rejects.csv and cleaning.json; their paths."""
    rejects = folder / "rejects.csv"
    with atomic_path(rejects) as path:
        corpus.rejects.reindex(columns=REJECT_COLUMNS).to_csv(path, index=False, lineterminator="\n")
    return [write_frame(corpus.papers, folder / "papers.parquet"), rejects,
            write_json(corpus.cleaning, folder / "cleaning.json")]


def write_frame(frame: pd.DataFrame, target: Path) -> Path:
    """Write a frame as plain Parquet."""
    with atomic_path(target) as path:
        write_parquet(frame, path)
    return target


def write_array(array: np.ndarray, target: Path) -> Path:
    """Write an array as .npy."""
    with atomic_path(target) as path:
        np.save(path, array, allow_pickle=False)
    return target


def write_json(values: dict, target: Path) -> Path:
    """Write JSON, keys as they come, nothing that JSON does not know (NaN becomes null)."""
    write_text(target, json.dumps(plain(values), ensure_ascii=False, indent=1, allow_nan=False) + "\n")
    return target


def plain(value):
    """The value with numpy's and pandas' types as Python's, and NaN as None."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, pd.DataFrame):
        return plain(value.to_dict("records"))
    if isinstance(value, list | tuple | np.ndarray | pd.Series):
        return [plain(v) for v in value]
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, str | bool):
        return value
    return None if pd.isna(value) else value


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries behind the numbers."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def write_manifest(folder: Path, files: list[Path], *, inputs: dict[str, str], settings: dict, run: dict) -> Path:
    """Write manifest.json: sha256 of every input and output, settings, versions; all that varies is under ``run``."""
    outputs = {str(p.relative_to(folder)): digest_file(p) for p in sorted(files)}
    return write_json({"inputs": inputs, "outputs": outputs, "settings": settings, "versions": versions(), "run": run},
                      folder / "manifest.json")


def digest_file(path: Path) -> str:
    """The sha256 of a file, in hex."""
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def versions_digest() -> str:
    """One hash of all versions and of this package's own code, for cache keys: changed code never meets old results."""
    return digest(versions(), *(path.read_bytes() for path in sorted(PACKAGE.rglob("*.py"))))
