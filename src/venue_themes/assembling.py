"""The smaller steps between the stages: who stands for whom, models fitted and named, refits, sentences on the path."""

import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
import pandas as pd

from . import clustering, tables
from .artifacts import plain, versions_digest
from .cache import Cache, cached, cached_frames, digest
from .comparing import compare_outliers, pairs_of
from .contracts import DocumentTerms, Neighbours, Partition, TopicModel
from .errors import AnalysisError
from .evaluating import agreement, quality, topic_matches, windows_of, yardsticks
from .labels import Check, describe
from .modelling import Representation, cached_model, of_area, refit
from .settings import Settings
from .terms import Analyser
from .topics import fit_bertopic, fit_lda, fit_nmf, light_bertopic, live_bertopic, show_in_bertopic, themes_model
from .verdicts import Witnesses, robust_count
from .weighing import Evidence, weigh


class Clock:
    """Seconds per named stage."""

    def __init__(self):
        self.started = datetime.now(UTC).isoformat(timespec="seconds")
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str):
        """Add the seconds of the block to the stage."""
        start = time.perf_counter()
        yield
        self.seconds[stage] = round(self.seconds.get(stage, 0) + time.perf_counter() - start, 3)


def full_texts(papers: pd.DataFrame) -> list[str]:
    """What is embedded and counted: the title, where there is one, and the clean abstract."""
    titles = papers["title"].fillna("").str.strip()
    ends = titles.str.endswith((".", "?", "!"))
    lead = (titles + np.where(ends, " ", ". ")).where(titles != "", "")
    return (lead + papers["text"]).tolist()


def stand_ins(papers: pd.DataFrame, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which papers are fitted, and which of them stands for each paper.

    Copies (``duplicate_of``) share the fate of their original, so that no theme is made of copies and no copy is
    parted from its original; papers whose vector is all zeros are in no theme.

    Returns
    -------
    row
        ``(n_papers,)`` the fitted row that stands for each paper, or -1.
    first
        ``(n_fitted,)`` the paper that each fitted row is.

    Raises
    ------
    AnalysisError
        No paper has a usable vector.
    """
    place = {paper: i for i, paper in enumerate(papers["paper_id"])}
    original = [i if pd.isna(other) else place[other] for i, other in enumerate(papers["duplicate_of"])]
    usable = np.abs(vectors).sum(axis=1) > 0
    first = np.array([i for i, o in enumerate(original) if i == o and usable[i]], dtype=int)
    if not len(first):
        raise AnalysisError("Vectors", f"of all {len(papers)} papers are zero or not finite", "a usable vector at least for one",
                            "Check the file of vectors, or how it was made.")
    row = np.full(len(papers), -1)
    row[first] = np.arange(len(first))
    return row[original], first


def counted_once(papers: pd.DataFrame) -> np.ndarray:
    """Which papers count at their venue, ``(n_papers,)`` bool: of the copies of one paper at one venue only the first."""
    original = papers["duplicate_of"].fillna(papers["paper_id"])
    return ~pd.DataFrame({"venue": papers["venue"], "original": original}).duplicated().to_numpy()


@dataclass(frozen=True)
class Fitting:
    """What the topic models are fitted on: the distinct papers' texts, vectors and terms, and how phrases are checked."""

    texts: Sequence[str]
    vectors: np.ndarray
    terms: DocumentTerms
    check: Check


def phrase_check(made: Representation, first: np.ndarray) -> Check:
    """The check that a phrase means what its topic's papers are about, where there is a sentence model."""
    return Check() if made.sentences is None else Check(vectors=made.sentences[first], encode=made.encode)


def fit_models(on: Fitting, themes: Partition, areas: np.ndarray | None, settings: Settings, keep: Cache) -> list[TopicModel]:
    """The topic models, named: the themes (BERTopic) first, their areas second, then those that the settings ask for."""
    words, terms = settings.topics, on.terms
    parts = (words.model_dump(), settings.seed, digest(on.vectors, themes.nearest, themes.topic, *terms.terms))
    parents = None if areas is None else [int(a) for a in areas]
    found, up = [], None
    if areas is not None:
        level = of_area(themes, areas)
        above = cached_model(
            keep,
            "areas",
            (*parts, parents),
            lambda: describe(
                themes_model(level, on.vectors, [()] * level.n_topics, name="areas", settings=words),
                terms,
                check=on.check,
                n_terms=words.n_terms,
            ),
        )
        found, up = [above], [above.labels[a] for a in areas]

    def from_bertopic() -> TopicModel:
        with light_bertopic():
            live = live_bertopic(on.texts, on.vectors, themes, terms, analyse=Analyser(terms), n_terms=words.n_terms)
            model = fit_bertopic(live, themes, on.vectors, settings=words, parents=parents)
        return describe(model, terms, check=replace(on.check, parents=up), n_terms=words.n_terms)

    found.insert(0, cached_model(keep, "bertopic", (*parts, parents, up), from_bertopic))
    n_topics = settings.themes.n_topics or themes.n_topics
    for name, fit in (("nmf", fit_nmf), ("lda", fit_lda)):
        if name in words.models:
            found.append(
                cached_model(
                    keep,
                    name,
                    (*parts, n_topics),
                    lambda fit=fit: describe(
                        fit(terms, n_topics, seed=settings.seed, settings=words), terms, check=on.check, keep_terms=True
                    ),
                )
            )
    return found


def named_bertopic(on: Fitting, themes: Partition, model: TopicModel, settings: Settings):
    """The live BERTopic of the themes, with our terms and labels in it."""
    live = live_bertopic(on.texts, on.vectors, themes, on.terms, analyse=Analyser(on.terms), n_terms=settings.topics.n_terms)
    show_in_bertopic(live, model)
    return live


def models_beside(
    models: Sequence[TopicModel], vectors: np.ndarray, row: np.ndarray, settings: Settings, keep: Cache
) -> dict[str, list[np.ndarray]]:
    """The ``(n_papers,)`` topics of what stands beside themes and areas: NMF, LDA, and plain k-means of as many clusters.

    Parameters
    ----------
    vectors, row
        Of the fitted papers, and the fitted row that stands for each paper (``stand_ins``).
    """

    def plain_clusters(n_clusters: int) -> np.ndarray:
        parts = (versions_digest(), n_clusters, settings.seed, digest(vectors))
        found = cached(keep, "k-means", parts, lambda: {"topic": clustering.kmeans(vectors, n_clusters, seed=settings.seed)})
        return np.append(found["topic"], -1)[row]

    levels = {m.name: len(m.labels) for m in models if m.name in ("bertopic", "areas") and len(vectors)}
    others = [m.topic for m in models if m.name not in levels]
    return {name: [*others, plain_clusters(n)] for name, n in levels.items()}


def spread_over(points: np.ndarray, row: np.ndarray) -> np.ndarray:
    """Coordinates of all papers from those of the fitted ones; a paper that none stands for lies in the middle."""
    middle = points.mean(axis=0, keepdims=True) if len(points) else np.zeros((1, points.shape[1]), dtype=np.float32)
    return np.vstack([points, middle])[row]


def density_table(packed: np.ndarray, row: np.ndarray) -> pd.DataFrame:
    """``cluster`` (-1 = outlier) and ``probability`` of each paper by HDBSCAN on the 5-d layout."""
    cluster, probability = clustering.density_clusters(packed)
    frame = pd.DataFrame({"cluster": np.append(cluster, -1)[row], "probability": np.append(probability, 0)[row]})
    return frame.astype({"cluster": "int64", "probability": "float32"})


def similarities(models: Sequence[TopicModel], vectors: np.ndarray) -> dict[str, np.ndarray]:
    """Per model the cosine similarity of its topics' centroids."""
    return {m.name: tables.similarity(clustering.centroids(vectors, m.topic, len(m.labels))) for m in models}


def measure(
    models: Sequence[TopicModel],
    made: Representation,
    texts: Sequence[str],
    terms: DocumentTerms,
    papers: pd.DataFrame,
    settings: Settings,
    keep: Cache,
) -> dict:
    """Quality of each model, agreement between them, and agreement with what the venues say of the papers."""
    first = models[0]

    def compute() -> dict:
        windows = windows_of(texts, terms, seed=settings.seed)
        return plain(
            {
                "quality": {
                    m.name: quality(m, windows, terms, made.vectors, encode=made.encode, seed=settings.seed) for m in models
                },
                "agreement": agreement([m for m in models if m.name != "areas"]),
                "outside": yardsticks(papers, made.vectors, first.topic, seed=settings.seed),
            }
        )

    outside = papers[["primary_area", "keywords", "decision"]].to_json()
    parts = (
        versions_digest(),
        settings.seed,
        digest(made.vectors, outside, *texts),
        *(digest(m.topic, list(m.labels), [list(t) for t in m.terms]) for m in models),
    )
    return cached(keep, "metrics", parts, compute)


def in_no_theme(themes: TopicModel, papers: pd.DataFrame, settings: Settings) -> dict:
    """``in_none`` and ``in_none_pairs`` of metrics.json: papers in no theme by venue, and the difference."""
    found = compare_outliers(themes.topic, papers["venue"], settings=settings.comparison, counted=counted_once(papers))
    return {"in_none": plain(found.by_venue), "in_none_pairs": plain(found.pairs)}


def matches(models: Sequence[TopicModel]) -> pd.DataFrame:
    """Each theme's partner in the other models."""
    return topic_matches(models[0], [model for model in models[1:] if model.name != "areas"])


def weigh_largest(
    models: Sequence[TopicModel],
    made: Representation,
    terms: DocumentTerms,
    papers: pd.DataFrame,
    near: Neighbours,
    place: tuple[np.ndarray, np.ndarray, np.ndarray],
    witnesses: Witnesses,
    settings: Settings,
    keep: Cache,
) -> dict[str, pd.DataFrame]:
    """The two largest venues weighed from other sides (``weighing.weigh``); nothing where there is one venue.

    Parameters
    ----------
    near
        The graph of the fitted papers, with neighbours to spare.
    place
        ``row`` and ``first`` of ``stand_ins``, and the ``(n_papers, 2)`` map.
    """
    row, first, points = place
    venues = papers["venue"].to_numpy(dtype=object)
    pairs = pairs_of(venues, settings.comparison)
    if not pairs:
        return {}
    pair = pairs[0]  # of the largest venues
    again = refit(made.vectors[first], near, settings, area_resolution=None)

    def themes_of(rows: np.ndarray, seed: int) -> np.ndarray:
        inside = np.unique(row[rows][row[rows] >= 0])
        place_of = np.full(len(first) + 1, -1)
        place_of[inside] = again(inside, seed)["bertopic"]
        return place_of[row[rows]]

    confirm = robust_count(models[0], counted_once(papers), witnesses, settings)
    given = Evidence(papers, made.vectors, terms, models[0], points, themes_of, confirm)
    parts = (
        versions_digest(),
        settings.comparison.model_dump(),
        settings.themes.model_dump(),
        settings.seed,
        list(pair),
        digest(
            made.vectors,
            models[0].topic,
            models[0].weights,
            list(models[0].labels),
            points,
            *(m.topic for m in models),
            witnesses.n_refits,
            *venues,
            *papers["text"],
            papers[["title", "decision", "year"]].to_json(),
        ),
    )
    return cached_frames(keep, "weighed", parts, lambda: weigh(given, pair, settings))
