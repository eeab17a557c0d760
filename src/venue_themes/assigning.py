"""New papers in the themes of a finished run: nothing is fitted again, and the run's own rules decide.

run folder, checked -> new sources -> papers -> vectors as the run's -> nearest papers of the run -> theme, strength, place
"""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from . import artifacts, clustering, pipeline
from .assembling import full_texts, spread_over, stand_ins
from .cache import Cache
from .cleaning.duplicates import first_of_kind
from .contracts import NO_TOPIC, Neighbours, Partition
from .embedding import SentenceModel
from .errors import AnalysisError, InputError, SettingsError
from .finished import FinishedRun, read_run
from .modelling import GIVEN, WORDS, given_vectors, represent_more, sentence_record
from .neighbours import nearest_of
from .papers import Corpus
from .paths import cache_folder
from .precomputed import texts_sha256
from .settings import Settings, changed

SHOWN = 5  # nearest papers that are listed, and that give a paper its place on the map
CHECKED = 8  # papers of the run whose vectors are made again, and
SAME = 0.999  # the cosine that they must have to those of the run
FARTHEST = 0.01  # share of the run's papers that are as far from their nearest paper as one that is called far
SAMPLE = 1000  # papers of the run asked for it
ASSIGNED_COLUMNS = ["paper_id", "topic", "label", "nearest", "nearest_label", "strength", "area", "area_label", "x", "y",
                    "far", "copy_of", "neighbours", "cosines"]


@dataclass(frozen=True)
class Assigned:
    """New papers in the themes of a run.

    Attributes
    ----------
    corpus
        The new papers, rejects and the account of cleaning.
    vectors
        ``(n_new, n_dims)`` float32, made as the run's.
    assigned
        A row per new paper, with the columns of ``ASSIGNED_COLUMNS``; data/README.md documents them.
    notes
        Sentences on how it was done.
    out
        The folder it was written to, or None.
    """

    corpus: Corpus
    vectors: np.ndarray
    assigned: pd.DataFrame
    notes: list[str]
    out: Path | None = None


def assign(run: str | Path | FinishedRun, sources, *, settings=None, out: str | Path | None = None, cache: bool = True,
           progress: bool = True) -> Assigned:
    """Place new papers in the themes of a finished run.

    Parameters
    ----------
    run
        The folder that ``venue-themes run --out`` wrote.
    sources
        A path, a list of paths, or a DataFrame.
    settings
        What is set beside the run's settings: how the sources are read, and ``embedding.vectors``. `Settings`, a dict, or
        the path of a TOML file.
    out
        Folder for papers.parquet, rejects.csv, cleaning.json and assigned.parquet; None: nothing is written.
    cache
        Keep sentence vectors between runs.

    Raises
    ------
    VenueThemesError
        The folder is not that of a run, the new papers cannot be used, or their vectors cannot be made as the run's were.
    """
    run = run if isinstance(run, FinishedRun) else read_run(run)
    settings = changed(run.settings, settings)
    _check_settings(run, settings)
    if out is not None and (Path(out) / "manifest.json").exists():
        raise InputError("Output folder", f"{out} holds a run", "a folder of its own, so that no papers.parquet is replaced",
                         "Name another one with --out.")
    corpus = pipeline.read(sources, settings=settings)
    keep = Cache(cache_folder() if cache else None)
    with pipeline.one_thread():
        vectors, notes = _vectors(run, full_texts(corpus.papers), settings, keep, progress=progress)
        assigned = place(run, corpus.papers, vectors)
    found = Assigned(corpus, vectors, assigned, [*notes, *_notes(run, assigned)], None if out is None else Path(out))
    if found.out is not None:
        artifacts.write_corpus(corpus, found.out)
        artifacts.write_frame(assigned, found.out / "assigned.parquet")
    return found


def place(run: FinishedRun, papers: pd.DataFrame, vectors: np.ndarray) -> pd.DataFrame:
    """The new papers, a row each, with the columns of ``ASSIGNED_COLUMNS``.

    Parameters
    ----------
    papers, vectors
        Of the new papers, ``n_new`` rows, the vectors made as the run's.
    """
    first = stand_ins(run.papers, run.vectors)[1]
    near = nearest_of(vectors, run.vectors[first], max(run.settings.themes.n_neighbors, SHOWN))
    shown = Neighbours(near.indices[:, :SHOWN], near.distances[:, :SHOWN])
    themes, points = _joined(run, first, vectors, near), _points(run, first, vectors, shown)
    known = run.placed()
    old, own = _originals(run, papers)
    copied = old >= 0
    values = {"topic": themes.topic, "nearest": themes.nearest, "strength": themes.strength, "x": points[:, 0], "y": points[:, 1]}
    values = {name: np.where(copied, known[name].to_numpy()[old], value)[own] for name, value in values.items()}
    ids = run.papers["paper_id"].to_numpy(dtype=object)
    names, parents, area_names = _names(run)
    area = parents.reindex(values["topic"]).to_numpy() if len(area_names) else [pd.NA] * len(papers)
    usable = vectors.any(axis=1)
    frame = pd.DataFrame({
        "paper_id": papers["paper_id"].to_numpy(), **values,
        "label": names.reindex(values["topic"]).to_numpy(), "nearest_label": names.reindex(values["nearest"]).to_numpy(),
        "area": area, "area_label": area_names.reindex(area).to_numpy(),
        "far": _far(run, first, shown) & usable,
        "copy_of": np.where(copied, ids[old], None)[own],
        "neighbours": [list(ids[first[row]]) if ok else [] for row, ok in zip(shown.indices, usable, strict=True)],
        "cosines": [(1 - row).tolist() if ok else [] for row, ok in zip(shown.distances, usable, strict=True)],
    })
    words = dict.fromkeys(("paper_id", "label", "nearest_label", "area_label", "copy_of"), "string")
    numbers = {"topic": "int64", "nearest": "int64", "area": "Int64", "strength": "float32", "x": "float32", "y": "float32"}
    return frame[ASSIGNED_COLUMNS].astype(words | numbers)


def _joined(run: FinishedRun, first: np.ndarray, vectors: np.ndarray, near: Neighbours) -> Partition:
    """The themes that the papers join; none for a paper whose vector is all zeros, and none where nothing was fitted."""
    k = run.settings.themes.n_neighbors
    least = run.settings.themes.min_strength if run.method == "leiden" else 0.0
    if not len(first):
        nothing = np.full(len(vectors), NO_TOPIC)
        return Partition(nothing, nothing, np.zeros(len(vectors), dtype=np.float32), run.method)
    found = clustering.join(Neighbours(near.indices[:, :k], near.distances[:, :k]), run.themes(first), min_strength=least)
    usable = vectors.any(axis=1)
    return replace(found, topic=np.where(usable, found.topic, NO_TOPIC), nearest=np.where(usable, found.nearest, NO_TOPIC),
                   strength=np.where(usable, found.strength, 0))


def _points(run: FinishedRun, first: np.ndarray, vectors: np.ndarray, shown: Neighbours) -> np.ndarray:
    """Places on the map, ``(n_new, 2)``: the mean of the nearest papers' places, weighed by cosine; without any, the middle."""
    points = run.placed()[["x", "y"]].to_numpy()[first]
    middle = spread_over(points, np.array([-1]))[0]
    if not len(first):
        return np.tile(middle, (len(vectors), 1))
    weight = np.clip(1 - shown.distances, 1e-6, None)[:, :, None]
    return np.where(vectors.any(axis=1)[:, None], (points[shown.indices] * weight).sum(axis=1) / weight.sum(axis=1), middle)


def _far(run: FinishedRun, first: np.ndarray, shown: Neighbours) -> np.ndarray:
    """Which papers are farther from every paper of the run than nearly all of its papers are from their nearest one."""
    if len(first) < 2:
        return np.zeros(len(shown.distances), dtype=bool)
    rows = np.linspace(0, len(first) - 1, min(SAMPLE, len(first))).astype(int)
    own = nearest_of(run.vectors[first[rows]], run.vectors[first], 2).distances[:, 1]  # the nearest but itself
    return shown.distances[:, 0] > np.quantile(own, 1 - FARTHEST)


def _originals(run: FinishedRun, papers: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Per new paper the row in the run of the paper it is a copy of, or -1; and the new paper whose fate it shares."""
    n_run, rows = len(run.papers), np.arange(len(papers))
    texts = [*run.papers["text"], *papers["text"]]
    found = first_of_kind(texts, run.settings.cleaning.near_duplicate)[n_run:]
    return np.where(found < n_run, found, -1), np.where(found < n_run, rows, found - n_run)


def _names(run: FinishedRun) -> tuple[pd.Series, pd.Series, pd.Series]:
    """By theme its label and its area, both with -1 for none, and by area its label."""
    themes = run.topics[run.topics["model"] == "bertopic"].set_index("topic")
    areas = run.topics[run.topics["model"] == "areas"].set_index("topic")["label"]
    parents = themes["parent"].astype("Int64")
    parents.loc[NO_TOPIC] = NO_TOPIC
    return themes["label"], parents, areas


def _vectors(run: FinishedRun, texts: list[str], settings: Settings, keep: Cache, *, progress: bool,
             ) -> tuple[np.ndarray, list[str]]:
    """The vectors of the new papers and sentences on them; refused where they would not be as the run's."""
    record, wanted = run.record, run.vectors.shape[1]
    if record["kind"] == GIVEN:
        vectors, notes, _ = given_vectors(texts, settings, model=record["model"])
        if vectors.shape[1] != wanted:
            raise AnalysisError("Vectors", f"{settings.embedding.vectors} have {vectors.shape[1]} dimensions",
                                f"{wanted}, as in the run {run.folder}", "Embed the new papers as those of the run were.")
        return vectors, notes
    before = full_texts(run.papers)
    if (got := texts_sha256(before)) != record["texts_sha256"]:
        raise AnalysisError(f"Texts of the run {run.folder} have sha256", got, record["texts_sha256"],
                            "Another version made it: make the run again with this one.")
    usable = np.flatnonzero(run.vectors.any(axis=1))
    rows = usable[np.linspace(0, len(usable) - 1, min(CHECKED, len(usable))).astype(int)]
    made = represent_more([*(before[row] for row in rows), *texts], before, record, settings, keep, progress=progress)
    same = made.shape[1] == wanted and (made[: len(rows)] * run.vectors[rows]).sum(axis=1).min(initial=1)
    if same < SAME:
        raise AnalysisError("Papers of the run", f"{run.folder} get vectors of cosine {float(same):.4f} to those in vectors.npy",
                            f"{SAME} or more", "Other versions of libraries made it: make the run again with these.")
    return made[len(rows) :], [f"Vectors are made as those of the run: {len(rows)} of its papers get theirs again."]


def _check_settings(run: FinishedRun, settings: Settings) -> None:
    """Refuse what would place papers by other rules or other vectors than the run's."""
    theirs, ours = run.settings.model_dump(), settings.model_dump()
    for section in (theirs["embedding"], ours["embedding"]):
        for name in ("model", "precision", "vectors"):  # the record is asked for these
            del section[name]
    del theirs["reading"], ours["reading"]
    for name, wanted, got in _differences(theirs, ours):
        raise SettingsError(f"Setting {name} is", repr(got), f"{wanted!r}, as in the run {run.folder}",
                            "Leave it out: papers are placed by the rules of their run.")
    record, chosen = run.record, settings.embedding
    if record["kind"] == GIVEN:
        if not chosen.vectors:
            raise SettingsError("Setting embedding.vectors is", "not set", f"vectors of the new papers, since the run "
                                f"{run.folder} was made from vectors", "Give them with --set embedding.vectors=FILE.npy.")
        return
    if chosen.vectors:
        raise SettingsError("Setting embedding.vectors is", repr(chosen.vectors),
                            f"none, since the run {run.folder} was made with the model {record['model']!r}", "Leave it out.")
    if WORDS in (chosen.model, record["model"]):
        found = {"model": chosen.model}
    else:
        found = sentence_record(SentenceModel(chosen.model, precision=chosen.precision))
    for name in ("weights", "precision", "window") if "weights" in found else ("model",):
        if found[name] != record[name]:
            raise SettingsError(f"The sentence model {chosen.model!r} has {name}" if name != "model" else "embedding.model is",
                                repr(found[name]), f"{record[name]!r}, as in the run {run.folder}",
                                "Leave embedding.model and embedding.precision out, or make the run again.")


def _differences(theirs: dict, ours: dict, above: str = ""):
    """The settings that differ: name, the run's value, ours."""
    for name, wanted in theirs.items():
        if isinstance(wanted, dict):
            yield from _differences(wanted, ours[name], f"{above}{name}.")
        elif wanted != ours[name]:
            yield f"{above}{name}", wanted, ours[name]


def _notes(run: FinishedRun, assigned: pd.DataFrame) -> list[str]:
    topic, copies = assigned["topic"], int(assigned["copy_of"].notna().sum())
    inside = topic[topic >= 0]
    far = int(assigned["far"].sum())
    said = [f"{len(assigned)} papers placed: {len(inside)} in {inside.nunique()} of the "
            f"{int((run.topics['model'] == 'bertopic').sum())} themes, {int((topic < 0).sum())} in none."]
    if copies:
        said.append(f"{copies} of them are copies of a paper of the run and are placed with it.")
    if far:
        said.append(f"{far} of them are farther from every paper of the run than {1 - FARTHEST:.0%} of its papers are from their "
                    f"nearest one: their themes may not suit them (column far).")
    return said
