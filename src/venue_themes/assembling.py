"""The smaller steps between the stages: who stands for whom, models fitted and named, refits, sentences on the path."""

import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
import pandas as pd

from . import clustering, tables
from .artifacts import plain, versions_digest
from .beside import cached_beside
from .cache import Cache, cached, cached_frames, digest
from .comparing import compare_topics, pairs_of, power_sentence, with_evidence
from .contracts import DocumentTerms, Neighbours, Partition, TopicModel
from .evaluating import agreement, quality, windows_of, yardsticks
from .labels import Check, describe
from .modelling import ENOUGH_FOR_A_HELPER, Representation, cached_model, of_area, refit
from .settings import Settings
from .stability import match_refits, seen_by, sign_kept, subsample_rows
from .terms import Analyser
from .topics import fit_bertopic, fit_lda, fit_nmf, live_bertopic, show_in_bertopic, themes_model
from .weighing import Evidence, weigh

REFIT_SHARE = 0.8


class Clock:
    """Seconds per named stage."""

    def __init__(self):
        self.started = datetime.now(UTC).isoformat(timespec="seconds")
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str):
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
    """
    place = {paper: i for i, paper in enumerate(papers["paper_id"])}
    original = [i if pd.isna(other) else place[other] for i, other in enumerate(papers["duplicate_of"])]
    usable = np.abs(vectors).sum(axis=1) > 0
    first = np.array([i for i, o in enumerate(original) if i == o and usable[i]], dtype=int)
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
        above = cached_model(keep, "areas", (*parts, parents), lambda: describe(
            themes_model(level, on.vectors, [()] * level.n_topics, name="areas", settings=words), terms, check=on.check,
            n_terms=words.n_terms))
        found, up = [above], [above.labels[a] for a in areas]

    def from_bertopic() -> TopicModel:
        live = live_bertopic(on.texts, on.vectors, themes, terms, analyse=Analyser(terms), n_terms=words.n_terms)
        model = fit_bertopic(live, themes, on.vectors, settings=words, parents=parents)
        return describe(model, terms, check=replace(on.check, parents=up), n_terms=words.n_terms)

    found.insert(0, cached_model(keep, "bertopic", (*parts, parents, up), from_bertopic))
    for name, fit in (("nmf", fit_nmf), ("lda", fit_lda)):
        if name in words.models:
            found.append(cached_model(keep, name, (*parts, themes.n_topics), lambda fit=fit: describe(
                fit(terms, themes.n_topics, seed=settings.seed, settings=words), terms, check=on.check, keep_terms=True)))
    return found


def named_bertopic(on: Fitting, themes: Partition, model: TopicModel, settings: Settings):
    """The live BERTopic of the themes, with our terms and labels in it."""
    live = live_bertopic(on.texts, on.vectors, themes, on.terms, analyse=Analyser(on.terms), n_terms=settings.topics.n_terms)
    show_in_bertopic(live, model)
    return live


def n_refits(n_papers: int, settings: Settings) -> int:
    """How many refits are made: as asked, or 50 for small collections, 20 for some 7,000 papers, 5 from 28,000 on."""
    asked = settings.comparison.refits
    return int(np.clip(140_000 // max(n_papers, 1), 5, 50)) if asked is None else asked


def begin_refits(vectors: np.ndarray, near: Neighbours, settings: Settings, keep: Cache, *,
                 area_resolution: float | None) -> Callable[[], dict[str, list]]:
    """The refits on random parts of the papers, begun now; per model ``(rows, topics of the rows)`` of each."""
    n_papers, wanted = len(vectors), n_refits(len(vectors), settings)
    if n_papers < 2 * clustering.FEWEST:
        return lambda: {"bertopic": []}
    asked = {"settings": settings.model_dump(mode="json"), "wanted": wanted, "area_resolution": area_resolution}
    parts = (versions_digest(), settings.themes.model_dump(), settings.seed, wanted, REFIT_SHARE, area_resolution,
             digest(vectors, near.indices))
    values = {"vectors": vectors, "indices": near.indices, "distances": near.distances, "asked": asked}
    found = cached_beside(keep, "refits", parts, refits, values, alone=n_papers < ENOUGH_FOR_A_HELPER)
    rows = subsample_rows(n_papers, wanted, fraction=REFIT_SHARE, seed=settings.seed)
    names = ["bertopic"] if area_resolution is None else ["bertopic", "areas"]

    def result() -> dict[str, list]:
        kept = found()
        return {name: [(part, kept[f"{name}/{i}"]) for i, part in enumerate(rows) if f"{name}/{i}" in kept] for name in names}

    return result


def refits(vectors: np.ndarray, indices: np.ndarray, distances: np.ndarray, asked: dict) -> dict[str, np.ndarray]:
    """The topics of each refit, named ``model/number``; each has its own seed."""
    settings = Settings(**asked["settings"])
    again = refit(vectors, Neighbours(indices, distances), settings, area_resolution=asked["area_resolution"])
    rows = subsample_rows(len(vectors), asked["wanted"], fraction=REFIT_SHARE, seed=settings.seed)
    found = [again(part, settings.seed + 1 + i) for i, part in enumerate(rows)]
    return {f"{name}/{i}": labels for i, one in enumerate(found) for name, labels in one.items()}


@dataclass(frozen=True)
class Stability:
    """How well the themes are found again: ``(n_topics,)`` per model, and a summary for metrics.json."""

    by_model: dict[str, np.ndarray]
    summary: dict


def hold(models: Sequence[TopicModel], first: np.ndarray, refits: dict[str, list]) -> Stability:
    """The stability of the refitted models (Hennig 2007), on the fitted papers ``first``."""
    by_model, summary = {}, {}
    for model in models:
        if refits.get(model.name):
            by_model[model.name], ari = match_refits(model.topic[first], refits[model.name])
            summary[model.name] = {"refits": len(ari), "share_of_papers": REFIT_SHARE, "ari_mean": float(ari.mean()),
                                   "ari_min": float(ari.min()), "jaccard_mean": float(np.nanmean(by_model[model.name]))}
    return Stability(by_model, summary)


def compare(models: Sequence[TopicModel], papers: pd.DataFrame, first: np.ndarray, refits: dict[str, list], held: Stability,
            settings: Settings) -> pd.DataFrame:
    """The comparison of all models, with the evidence of the refits and of the other models where there is any."""
    venues, counted = papers["venue"].to_numpy(dtype=object), counted_once(papers)
    pairs = pairs_of(venues[counted], settings.comparison)
    frames = []
    for model in models:
        frame = compare_topics(model.topic, model.labels, venues, model=model.name, settings=settings.comparison, counted=counted)
        others = [m.topic for m in models if m.name not in {model.name, "areas", "bertopic"}]
        evidence = {}
        if model.name in held.by_model:
            evidence = {"stability": held.by_model[model.name],
                        "sign_kept": sign_kept(model.topic[first], venues[first], refits[model.name], pairs),
                        "seen_by": seen_by(model.topic, others, venues, pairs)}
        frames.append(with_evidence(frame, settings=settings.comparison, **evidence))
    return pd.concat(frames, ignore_index=True)


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


def path_notes(n_papers: int, n_fitted: int, basis: dict, refits: dict[str, list]) -> list[str]:
    """Which path ran and why, in sentences."""
    method, notes = basis["method"], []
    if method == "one":
        notes.append(f"{n_fitted} distinct papers are too few to part (at least {clustering.FEWEST} are needed): one theme.")
    elif method == "ward":
        curve = basis.get("silhouettes")
        k = max(curve, key=lambda k: (curve[k], -int(k))) if curve else None
        chosen = f", cut at {k} themes by the largest silhouette" if k else ""
        notes.append(f"{n_fitted} distinct papers are fewer than {clustering.SMALL}, so themes are the consensus of Ward's clusters "
                     f"on random parts of them{chosen}; every paper is in one.")
    elif method == "leiden":
        notes.append(f"Themes are the consensus of Leiden partitions of the neighbour graph of {n_fitted} distinct papers.")
    else:
        notes.append(f"Themes are HDBSCAN's clusters of the 5-d layout of {n_fitted} distinct papers.")
    if n_papers > n_fitted:
        notes.append(f"{n_papers - n_fitted} papers are copies of others, or have no usable words, and were not fitted themselves.")
    made = len(refits.get("bertopic", []))
    notes.append(f"Stability rests on {made} refits, each on a random {REFIT_SHARE:.0%} of the papers with its own seed."
                 if made else "No refits were made, so nothing is called robust.")
    return notes


def power_notes(comparison: pd.DataFrame, settings: Settings) -> list[str]:
    """What the numbers of papers can show, a sentence per pair of venues; one sentence when there is one venue."""
    mine = comparison[comparison["model"] == "bertopic"]
    if mine.empty:
        return ["All papers are of one venue, so nothing was compared."]
    level, power = settings.comparison.level, settings.comparison.power
    return [power_sentence(int(g["n_a"].iloc[0]), int(g["n_b"].iloc[0]), 1 / len(g), n_tests=len(g), level=level, power=power)
            for _, g in mine.groupby(["venue_a", "venue_b"])]


def measure(models: Sequence[TopicModel], made: Representation, texts: Sequence[str], terms: DocumentTerms,
            papers: pd.DataFrame, settings: Settings, keep: Cache) -> dict:
    """Quality of each model, agreement between them, and agreement with what the venues say of the papers."""
    first = models[0]

    def compute() -> dict:
        windows = windows_of(texts, terms, seed=settings.seed)
        return plain({
            "quality": {m.name: quality(m, windows, terms, made.vectors, encode=made.encode, seed=settings.seed) for m in models},
            "agreement": agreement([m for m in models if m.name != "areas"]),
            "outside": yardsticks(papers, made.vectors, first.topic, seed=settings.seed)})

    outside = papers[["primary_area", "keywords", "decision"]].to_json()
    parts = (versions_digest(), settings.seed, digest(made.vectors, outside, *texts),
             *(digest(m.topic, list(m.labels), [list(t) for t in m.terms]) for m in models))
    return cached(keep, "metrics", parts, compute)


def weigh_largest(models: Sequence[TopicModel], made: Representation, terms: DocumentTerms, papers: pd.DataFrame,
                  near: Neighbours, place: tuple[np.ndarray, np.ndarray, np.ndarray], settings: Settings,
                  keep: Cache) -> dict[str, pd.DataFrame]:
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
    size = papers["venue"].value_counts()
    pair = max(pairs, key=lambda ab: (min(size[ab[0]], size[ab[1]]), size[ab[0]] + size[ab[1]]))
    again = refit(made.vectors[first], near, settings, area_resolution=None)

    def themes_of(rows: np.ndarray, seed: int) -> np.ndarray:
        inside = np.unique(row[rows][row[rows] >= 0])
        place_of = np.full(len(first) + 1, -1)
        place_of[inside] = again(inside, seed)["bertopic"]
        return place_of[row[rows]]

    given = Evidence(papers, made.vectors, terms, models[0], points, themes_of)
    parts = (versions_digest(), settings.comparison.model_dump(), settings.themes.model_dump(), settings.seed, list(pair),
             digest(made.vectors, models[0].topic, models[0].weights, list(models[0].labels), points, *venues, *papers["text"],
                    papers[["title", "decision", "year"]].to_json()))
    return cached_frames(keep, "weighed", parts, lambda: weigh(given, pair, settings))
