"""Vectors that come from a file: of these papers, in this order, or refused.

``NAME.json`` beside ``NAME.npy`` says what the vectors are of: ``rows``, ``model`` and ``texts_sha256``, each of which may be
left out. A run writes one beside its vectors.npy.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .errors import AnalysisError

NAMED = 10  # rows named in a sentence


def texts_sha256(texts: Sequence[str]) -> str:
    """The sha256, in hex, of the texts as UTF-8 with a zero byte between two of them."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def load_vectors(path: str | Path, n_papers: int) -> np.ndarray:
    """Precomputed vectors, ``(n_papers, n_dims)`` float32; rows that are not finite become rows of zeros.

    Raises
    ------
    AnalysisError
        The file is no .npy array of numbers, or its rows are not the papers.
    """
    expected = f"a .npy file of numbers with {n_papers} rows, one per kept paper in the order of papers.parquet"
    try:
        vectors = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as problem:
        raise AnalysisError("Vectors", f"{path} cannot be read ({problem})", expected,
                            "Write it with numpy.save.") from None
    if not isinstance(vectors, np.ndarray):
        raise AnalysisError("Vectors", f"{path} holds several arrays", expected, "Write it with numpy.save.")
    if vectors.ndim != 2 or vectors.shape[0] != n_papers or not vectors.shape[1] or vectors.dtype.kind not in "fiu":
        raise AnalysisError("Vectors", f"{path} has shape {vectors.shape} and type {vectors.dtype}", expected,
                            "Embed the papers of papers.parquet, in its order.")
    vectors = vectors.astype(np.float32)
    return np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, 0)


def load_origin(path: str | Path) -> dict | None:
    """What the JSON file beside the vectors says of them; None where there is none.

    Raises
    ------
    AnalysisError
        The file is no JSON object.
    """
    beside = Path(path).with_suffix(".json")
    if not beside.is_file():
        return None
    try:
        found = json.loads(beside.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        found = f"cannot be read ({problem})"
    if not isinstance(found, dict):
        raise AnalysisError(f"What {beside} says of its vectors", found if isinstance(found, str) else "is no object",
                            "a JSON object with rows, model and texts_sha256", "Mend it, or take it away.")
    return found


def check_origin(path: str | Path, origin: dict, texts: Sequence[str], *, model: str | None) -> None:
    """Refuse vectors that are said to be of other rows, of other texts or by another model.

    Parameters
    ----------
    texts
        ``n_papers`` texts, as they would be embedded.
    model
        The model that is asked for; None: any.

    Raises
    ------
    AnalysisError
        With the value found and the value expected.
    """
    beside = Path(path).with_suffix(".json")
    checks = [("rows", len(texts), "Embed the papers of papers.parquet, in its order."),
              ("model", model, "Set embedding.model to the model of the vectors, or give vectors of the other one."),
              ("texts_sha256", texts_sha256(texts), "These are vectors of other texts, or in another order: embed these.")]
    for name, wanted, next_step in checks:
        said = origin.get(name)
        if said is not None and wanted is not None and said != wanted:
            raise AnalysisError(f"Vectors {path} have {name}", f"{said!r} ({beside.name})", repr(wanted), next_step)


def origin_notes(path: str | Path, vectors: np.ndarray, origin: dict | None) -> list[str]:
    """What a reader should know of the vectors: whose they are, what could not be checked, which rows hold nothing."""
    path, origin = Path(path), origin or {}
    of = f" of the model {origin['model']}" if origin.get("model") else ""
    notes = [f"Vectors are those of {path.name}{of}, in {vectors.shape[1]} dimensions."]
    if origin.get("texts_sha256") is None:
        notes.append(f"No {path.with_suffix('.json').name} tells the texts that {path.name} was made from: only the number "
                     f"of its rows was checked.")
    empty = np.flatnonzero(~vectors.any(axis=1))
    if len(empty):
        rows = ", ".join(map(str, empty[:NAMED])) + (", ..." if len(empty) > NAMED else "")
        notes.append(f"{len(empty)} rows of {path.name} (counted from 0: {rows}) are zeros or not finite; those papers are in "
                     f"no theme.")
    return notes
