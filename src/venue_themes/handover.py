"""A result handed from the process that made it to the notebooks of its report, so that they do not run it again."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd

from .errors import AnalysisError
from .papers import Corpus
from .result import Result
from .settings import Settings

VARIABLE = "VENUE_THEMES_HANDOVER"
FRAMES = ("topics", "assignments", "matches", "comparison", "term_comparison", "density")
LISTS = ("terms", "representatives")


def hand_over(result: Result, asked: dict, folder: Path) -> dict[str, str]:
    """Write the result into ``folder``; the environment that lets ``find`` see it there.

    Parameters
    ----------
    asked
        The sources and settings that the notebooks will ask for, as plain values.
    """
    for name in FRAMES:
        getattr(result, name).to_parquet(folder / f"{name}.parquet")
    for name, frame in result.weighed.items():
        frame.to_parquet(folder / f"weighed.{name}.parquet")
    result.papers.to_parquet(folder / "papers.parquet")
    result.rejects.astype("string").to_parquet(folder / "rejects.parquet")
    np.savez(
        folder / "arrays.npz", vectors=result.vectors, **{f"similarity.{k}": v for k, v in result.similarity.items()}
    )
    rest = {"cleaning": result.cleaning, "metrics": result.metrics, "notes": result.notes,
            "naming": result.naming, "asked": asked}
    (folder / "rest.json").write_text(json.dumps(rest, default=_plain), encoding="utf-8")
    return {VARIABLE: str(folder)}


def find(asked: dict, settings: Settings) -> Result | None:
    """The result that was handed over to this process, when it was made from what is asked for now."""
    folder = Path(os.environ.get(VARIABLE) or "/nowhere")
    if not (folder / "rest.json").is_file():
        return None
    rest = json.loads((folder / "rest.json").read_text(encoding="utf-8"))
    return _read(folder, rest, settings) if rest["asked"] == asked else None


def plain_request(sources, settings: Settings) -> dict:
    """Sources and settings as values that JSON knows: absolute paths; None for the seeds and for what is no path."""
    sources = [sources] if isinstance(sources, str | Path) else sources
    paths = isinstance(sources, list | tuple) and len(sources) > 0 and all(isinstance(s, str | Path) for s in sources)
    return {
        "sources": [str(Path(s).resolve()) for s in sources] if paths else None,
        "settings": settings.model_dump(mode="json"),
    }


def _read(folder: Path, rest: dict, settings: Settings) -> Result:
    frames = {name: pd.read_parquet(folder / f"{name}.parquet") for name in (*FRAMES, "papers", "rejects")}
    frames["topics"] = frames["topics"].assign(**{name: [list(v) for v in frames["topics"][name]] for name in LISTS})
    with np.load(folder / "arrays.npz", allow_pickle=False) as arrays:
        vectors = arrays["vectors"]
        similarity = {n.removeprefix("similarity."): arrays[n] for n in arrays.files if n != "vectors"}
    corpus = Corpus(frames.pop("papers"), frames.pop("rejects"), rest["cleaning"])
    plain = {name: rest[name] for name in ("metrics", "notes", "naming")}
    found = sorted(folder.glob("weighed.*.parquet"))
    frames["weighed"] = {p.name.split(".")[1]: pd.read_parquet(p) for p in found}
    arrays_of = {"vectors": vectors, "similarity": similarity}
    return Result(settings=settings, corpus=corpus, fit_bertopic=_not_here, **arrays_of, **plain, **frames)


def _not_here():
    raise AnalysisError(
        "The live BERTopic",
        "is not part of a result that was handed over",
        "a result made here",
        "Call venue_themes.run outside of a report.",
    )


def _plain(value):
    """What JSON does not know, as what it knows."""
    if isinstance(value, pd.DataFrame):
        return value.to_dict("records")
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value.item() if isinstance(value, np.generic) else str(value)
