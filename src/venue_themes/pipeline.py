"""The whole data flow on one screen; the only module that knows the order of the stages.

sources -> papers -> text -> vectors -> neighbours -> layout, themes -> topic models -> comparison -> tables
"""

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from . import artifacts, assembling, handover, noting, numbering, refitting, renaming, spanning, tables, verdicts
from .assembling import Clock
from .cache import Cache
from .cleaning import clean as clean_records
from .comparing import compare_terms
from .errors import InputError
from .modelling import SPARE, begin_layouts, cached_themes, expand, represent, terms_of
from .neighbours import nearest_papers, restrict
from .papers import Corpus
from .paths import cache_folder, seed_files
from .reading import read_sources
from .result import Result
from .settings import Settings, load_settings
from .terms import count_terms


def read(sources=None, *, settings=None, columns: dict[str, str] | None = None) -> Corpus:
    """Sources as papers, rejects and the account of cleaning; no source means the seeds.

    Parameters
    ----------
    sources
        A path, a list of paths, or a DataFrame.
    columns
        Our column = the source's column, as ``{"abstract": "Summary"}``; beside ``reading.columns`` of the settings.
    """
    settings = load_settings(settings)
    known = settings.reading.model_copy(update={"columns": settings.reading.columns | (columns or {})})
    return _read(sources, settings.model_copy(update={"reading": known}))[1]


def clean(sources=None, *, settings=None, out: str | Path | None = None) -> Corpus:
    """`read`, and the three files of it in ``out``."""
    corpus = read(sources, settings=settings)
    if out is not None:
        artifacts.write_corpus(corpus, Path(out))
    return corpus


def run(sources=None, *, settings=None, out: str | Path | None = None, cache: bool = True, progress: bool = True) -> Result:
    """The whole analysis.

    Parameters
    ----------
    sources
        A path, a list of paths, or a DataFrame; None: the seeds.
    settings
        `Settings`, a dict, or the path of a TOML file.
    out
        Folder for the tables and the manifest; None: nothing is written.
    cache
        Keep what is costly between runs.

    Raises
    ------
    VenueThemesError
        The input or the settings cannot be used.
    """
    settings, clock = load_settings(settings), Clock()
    handed = handover.find(handover.plain_request(sources, settings), settings) if out is None else None
    if handed is not None:
        return handed
    with clock("read and clean"):
        inputs, corpus = _read(sources, settings)
    with one_thread():
        result = analyse(corpus, settings, Cache(cache_folder() if cache else None), clock, progress=progress)
    result = replace(result, out=None if out is None else Path(out))
    if out is not None:
        write(result, inputs, clock)
    return result


@contextmanager
def one_thread() -> Iterator[None]:
    """In this block sums are made by one thread: in another order they are other sums, and no byte may hang on the cores."""
    import scipy.linalg  # noqa: F401  it brings a BLAS of its own, and only what is loaded can be limited

    with threadpool_limits(1):
        yield


def analyse(corpus: Corpus, settings: Settings, keep: Cache, clock: Clock, *, progress: bool = True) -> Result:
    """The stages from text to comparison, each timed by the clock."""
    papers, texts = corpus.papers, assembling.full_texts(corpus.papers)
    with clock("terms"):
        terms = terms_of(texts, settings, keep, count_terms)
    with clock("vectors"):
        made = represent(texts, settings, keep, progress=progress)
        vectors = made.vectors
    row, first = assembling.stand_ins(papers, vectors)
    fitted, fitted_terms = vectors[first], replace(terms, counts=terms.counts[first])
    with clock("neighbours"):
        near = nearest_papers(fitted, SPARE * settings.themes.n_neighbors)
        graph = restrict(near, np.arange(len(first)), settings.themes.n_neighbors)
    layouts = begin_layouts(fitted, graph, settings, keep)  # on another core, while themes are found and described
    with clock("themes"):
        themes, basis, level = cached_themes(fitted, graph, lambda: layouts()["packed"], settings, keep)
        areas, area_resolution = level or (None, None)
    refits = refitting.begin_refits(fitted, near, settings, keep, area_resolution=area_resolution)  # likewise
    other_numbers = numbering.begin_curve(fitted, near, settings, keep)
    with clock("topic models"):
        fitting = assembling.Fitting([texts[i] for i in first], fitted, fitted_terms, assembling.phrase_check(made, first))
        found = assembling.fit_models(fitting, themes, areas, settings, keep)
        named = renaming.name_models(found, papers.iloc[first], fitted_terms, settings, keep)
        models = [expand(model, row, first) for model in named.models]
    with clock("metrics"):
        quality = assembling.measure(models, made, texts, terms, papers, settings, keep)
    with clock("layout"):
        laid = layouts()
        density = assembling.density_table(laid["packed"], row)
        placed = assembling.spread_over(laid["points"], row)
    with clock("stability"):
        refitted = refits()
        held = refitting.hold(models, first, refitted)
    with clock("number of themes"):
        basis = basis | {"n_topics": themes.n_topics, "curve": numbering.curve_of(other_numbers(), fitted_terms, settings, keep)}
    with clock("comparison"):
        venues, counted = papers["venue"].to_numpy(dtype=object), assembling.counted_once(papers)
        beside = assembling.models_beside(models, fitted, row, settings, keep)
        witnesses = verdicts.Witnesses(first, refitted, held, beside)
        comparison = verdicts.compare(models, venues, counted, witnesses, settings)
        words = compare_terms(terms, venues, settings=settings.comparison, counted=counted)
    with clock("evidence"):
        weighed = assembling.weigh_largest(models, made, terms, papers, near, (row, first, placed), witnesses, settings,
                                           keep)
        weighed |= spanning.span(models, papers, counted, witnesses, settings)
    metrics = {"themes": basis | assembling.in_no_theme(models[0], papers, settings), **quality, "stability": held.summary,
               "representation": made.record}
    notes = [*made.notes, *named.notes, *noting.path_notes(len(first), basis, refitted),
             *noting.set_aside_notes(papers, vectors, terms),
             *noting.number_notes(models, settings),
             *noting.power_notes(comparison, settings)]
    ids = papers["paper_id"].to_numpy(dtype=object)
    return Result(
        settings=settings, corpus=corpus, vectors=vectors,
        topics=tables.topics_table(models, ids, held.by_model),
        assignments=tables.assignments_table(models, ids, placed),
        matches=assembling.matches(models),
        comparison=comparison, term_comparison=words, similarity=assembling.similarities(models, vectors),
        density=density, weighed=weighed, metrics=metrics, notes=notes, naming=named.asked,
        fit_bertopic=lambda: assembling.named_bertopic(fitting, themes, named.models[0], settings))


def write(result: Result, inputs: dict[str, str], clock: Clock) -> None:
    """The tables of a result and their manifest, in its folder.

    Parameters
    ----------
    inputs
        sha256 per source file.
    """
    folder = result.out
    files = artifacts.write_corpus(result.corpus, folder)
    files.append(artifacts.write_array(result.vectors, folder / "vectors.npy"))
    files.append(artifacts.write_json(result.metrics["representation"], folder / "vectors.json"))
    for name in ("topics", "assignments", "comparison"):
        files.append(artifacts.write_frame(getattr(result, name), folder / f"{name}.parquet"))
    files.append(artifacts.write_frame(result.matches, folder / "topic_matches.parquet"))
    files.append(artifacts.write_frame(result.term_comparison, folder / "term_comparison.parquet"))
    files += [artifacts.write_frame(frame, folder / "evidence" / f"{name}.parquet") for name, frame in result.weighed.items()]
    files.append(artifacts.write_json(result.metrics, folder / "metrics.json"))
    (folder / "naming.json").unlink(missing_ok=True)  # of an earlier run into the same folder
    if result.naming:
        files.append(artifacts.write_json(result.naming, folder / "naming.json"))
    artifacts.write_manifest(folder, files, inputs=inputs, settings=result.settings.model_dump(mode="json"),
                             run={"host": platform.platform(), "seconds": clock.seconds, "started": clock.started})


def _read(sources, settings: Settings) -> tuple[dict[str, str], Corpus]:
    """sha256 per file read, and the corpus."""
    import pandas as pd

    if sources is None or (isinstance(sources, list | tuple) and not sources):
        sources = seed_files()
    sources = [sources] if isinstance(sources, str | Path | pd.DataFrame) else list(sources)
    found = read_sources(sources, settings.reading)
    corpus = clean_records(found.records, found.warnings, settings.cleaning, not_selected=found.not_selected)
    if corpus.papers.empty:
        reasons = corpus.rejects["reason"].value_counts()
        why = f" ({reasons.index[0]}: {reasons.iloc[0]})" if len(reasons) else ""
        raise InputError("Sources hold", f"{len(found.records)} records and no usable abstract{why}", "at least one abstract",
                         "See --columns for column names that were not recognised.")
    return found.files, corpus
