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

from venue_themes import assembling, pipeline, refitting
from venue_themes.cache import Cache
from venue_themes.comparing.levels import across_levels
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
    models = [_model("bertopic", themes.topic)] + ([] if areas is None else [_model("areas", of_area(themes, areas).topic)])
    models += [fit(terms, themes.n_topics, seed=settings.seed, settings=settings.topics) for fit in (fit_nmf, fit_lda)]
    refits = refitting.begin_refits(vectors, near, settings, keep, area_resolution=area_resolution)()
    held = refitting.hold(models, np.arange(len(rows)), refits)
    papers = whole.papers.iloc[rows].assign(venue=venues).reset_index(drop=True)
    comparison = assembling.compare(models, papers, np.arange(len(rows)), refits, held, settings)
    any_q = settings.model_copy(update={"comparison": settings.comparison.model_copy(update={"level": 1.0})})
    comparison["held"] = assembling.compare(models, papers, np.arange(len(rows)), refits, held, any_q)["robust"]
    return Analysis(_with_levels(comparison, areas, settings), {m.name: m.topic for m in models})


def _model(name: str, topic: np.ndarray) -> SimpleNamespace:
    return SimpleNamespace(name=name, topic=topic, labels=[f"{name} {k}" for k in range(int(topic.max()) + 1)])


def _with_levels(comparison: pd.DataFrame, areas: np.ndarray | None, settings: Settings) -> pd.DataFrame:
    frame = comparison.assign(q_levels=comparison["q"])
    themes, above = frame[frame["model"] == "bertopic"], frame[frame["model"] == "areas"]
    parents = [None] * len(themes) if areas is None else [int(a) for a in areas]
    for part in across_levels(themes, above, parents, level=settings.comparison.level):
        frame.loc[part.index, "q_levels"] = part["q"]
    return frame
