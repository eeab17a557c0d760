"""What the benchmarks of the comparison share: a collection prepared once, and the pipeline's analysis of part of it.

The analysis is the pipeline's own (themes, areas, NMF, LDA, refits, comparison), without what has no say in the
comparison (layouts, labels, figures). Vectors and word counts are those of the whole collection: they are blind to the
venue, and making them anew for each of some hundred builds would cost hours and change nothing.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

from venue_themes import assembling, pipeline, refitting, verdicts
from venue_themes.cache import Cache
from venue_themes.contracts import DocumentTerms
from venue_themes.modelling import SPARE, areas_of, find_themes, of_area, represent, terms_of
from venue_themes.neighbours import nearest_papers, restrict
from venue_themes.paths import cache_folder
from venue_themes.settings import Settings
from venue_themes.terms import count_terms
from venue_themes.topics import fit_lda, fit_nmf


@dataclass(frozen=True)
class Collection:
    """Papers without copies, their vectors and word counts, row by row."""

    papers: pd.DataFrame
    vectors: np.ndarray
    terms: DocumentTerms


@dataclass(frozen=True)
class Analysis:
    """The comparison of the rows analysed, and the topics behind it.

    Beside its columns the comparison has ``q_levels`` (q over both levels together) and ``held`` (all that ``robust`` asks
    for but the q).
    """

    comparison: pd.DataFrame
    topics: dict[str, np.ndarray]


def load(source: Path, settings: Settings) -> Collection:
    """A file as a collection; the vectors are kept in the cache."""
    papers = pipeline.read(source, settings=settings).papers
    texts = assembling.full_texts(papers)
    keep = Cache(cache_folder())
    vectors = represent(texts, settings, keep, progress=True).vectors
    terms = terms_of(texts, settings, keep, count_terms)
    first = papers["duplicate_of"].isna().to_numpy() & (np.abs(vectors).sum(axis=1) > 0)
    terms = replace(terms, counts=terms.counts[np.flatnonzero(first)])
    return Collection(papers[first].reset_index(drop=True), vectors[first], terms)


def analyse(whole: Collection, rows: np.ndarray, venues: np.ndarray, settings: Settings) -> Analysis:
    """The pipeline's comparison of ``rows``, which are of ``venues``."""
    keep = Cache(None)
    vectors, terms = whole.vectors[rows], replace(whole.terms, counts=whole.terms.counts[rows])
    near = nearest_papers(vectors, SPARE * settings.themes.n_neighbors)
    graph = restrict(near, np.arange(len(rows)), settings.themes.n_neighbors)
    themes, _ = find_themes(vectors, graph, None, settings)
    areas, area_resolution = areas_of(graph, themes, settings) or (None, None)
    models = [_model("bertopic", themes.topic, areas)]
    models += [] if areas is None else [_model("areas", of_area(themes, areas).topic)]
    models += [fit(terms, themes.n_topics, seed=settings.seed, settings=settings.topics) for fit in (fit_nmf, fit_lda)]
    refits = refitting.begin_refits(vectors, near, settings, keep, area_resolution=area_resolution)()
    held = refitting.hold(models, np.arange(len(rows)), refits)
    fitted = np.arange(len(rows))
    beside = assembling.models_beside(models, vectors, fitted, settings, keep)
    witnesses = verdicts.Witnesses(fitted, refits, held, beside)
    counted = np.ones(len(rows), dtype=bool)
    comparison = verdicts.compare(models, venues, counted, witnesses, settings)
    any_q = settings.model_copy(update={"comparison": settings.comparison.model_copy(update={"level": 1.0})})
    comparison["held"] = verdicts.compare(models, venues, counted, witnesses, any_q)["robust"]
    comparison["q_levels"] = comparison["q_levels"].fillna(comparison["q"])
    return Analysis(comparison, {m.name: m.topic for m in models})


def _model(name: str, topic: np.ndarray, parents: np.ndarray | None = None) -> SimpleNamespace:
    labels = [f"{name} {k}" for k in range(int(topic.max()) + 1)]
    return SimpleNamespace(name=name, topic=topic, labels=labels, parents=parents)
