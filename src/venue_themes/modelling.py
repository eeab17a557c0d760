"""The stages joined pairwise: texts to vectors, vectors to themes, themes to topic models; each kept in the cache."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from . import clustering, embedding, layout, precomputed
from .artifacts import versions_digest
from .beside import cached_beside
from .cache import Cache, cached, digest
from .contracts import NO_TOPIC, DocumentTerms, Neighbours, Partition, TopicModel
from .neighbours import restrict
from .settings import Settings, Themes
from .terms import tokenise

LONGEST_PHRASE = 5  # words; a label has fewer, and a phrase cut from a longer one shows as such
SPARE = 2  # neighbours computed per neighbour used, so that a refit on a part of the papers finds its own among them
REFIT_PARTITIONS = 5
ENOUGH_FOR_A_HELPER = 2000  # papers
LARGE_ENOUGH_FOR_AREAS = 20  # themes
AREA_RESOLUTION = 0.5
N_AREAS = (8, 15)
AREA_PARTITIONS = 20
RECORD_FORMAT = 1  # of the record of what vectors are made of; another number is not read
SENTENCES, WORDS, GIVEN = "sentences and words", "tfidf", "given"


@dataclass(frozen=True)
class Representation:
    """The vectors of the texts, and what they are made of.

    Attributes
    ----------
    vectors
        ``(n_texts, n_dims)`` float32, rows of length 1 or 0.
    notes
        Sentences on what they are made of.
    record
        The same as plain values, and the hash of the texts: what another run, or `assign`, compares.
    sentences, encode
        The sentence half alone, and the function that makes such vectors; None without a sentence model.
    """

    vectors: np.ndarray
    notes: list[str]
    record: dict
    sentences: np.ndarray | None = None
    encode: Callable[[Sequence[str]], np.ndarray] | None = None


def represent(texts: Sequence[str], settings: Settings, keep: Cache, *, progress: bool) -> Representation:
    """The texts as vectors: precomputed, of words alone, or of sentences and words."""
    chosen = settings.embedding
    if chosen.vectors:
        vectors, notes, origin = given_vectors(texts, settings, model=chosen.model)
        return Representation(vectors, notes, _record(texts, vectors, GIVEN, model=origin.get("model")))
    parts = (versions_digest(), chosen.word_dims, settings.seed, digest(*texts))
    words = cached(keep, "word vectors", parts, lambda: {"vectors": words_fitted(texts, settings)[1]})["vectors"]
    word_dims = words.shape[1] if words.any() else 0
    if chosen.model == WORDS:
        words = words if word_dims else _no_words(len(texts))
        notes = [f"Vectors are TF-IDF of words and word pairs in {words.shape[1]} dimensions."]
        return Representation(words, notes, _record(texts, words, WORDS, model=WORDS, word_dims=word_dims, word_weight=1.0))
    model = embedding.SentenceModel(chosen.model, precision=chosen.precision)
    sentences = embedding.embed(texts, model, keep, progress=progress)
    weight = embedding.word_weight(len(texts)) if chosen.word_weight is None else chosen.word_weight
    weight = weight if word_dims else 0.0
    name = "all-MiniLM-L6-v2" if chosen.model == "bundled" else chosen.model
    vectors = embedding.fuse(sentences, words, weight=weight)
    return Representation(
        vectors,
        [f"Vectors join sentence vectors ({name}, {model.precision}) and word vectors, the words with a share of {weight:.2f}."],
        _record(texts, vectors, SENTENCES, **sentence_record(model), word_dims=word_dims, word_weight=weight),
        sentences,
        lambda phrases: embedding.embed(phrases, model, keep, progress=False),
    )


def represent_more(
    texts: Sequence[str], fitted_texts: Sequence[str], record: dict, settings: Settings, keep: Cache, *, progress: bool
) -> np.ndarray:
    """Further texts as vectors of a run that is finished, ``(n_texts, n_dims)``: what was fitted there is applied.

    Parameters
    ----------
    fitted_texts
        The texts of the run; its word half is fitted to them again, which is exact and quicker than to carry it about.
    record
        What the run's vectors are made of, as `represent` recorded it; not given ones.
    """
    words = words_fitted(fitted_texts, settings)[0].transform(texts) if record["word_dims"] else _no_words(len(texts))
    if record["kind"] == WORDS:
        return words
    model = embedding.SentenceModel(settings.embedding.model, precision=settings.embedding.precision)
    sentences = embedding.embed(texts, model, keep, progress=progress)
    return embedding.fuse(sentences, words, weight=record["word_weight"])


def given_vectors(texts: Sequence[str], settings: Settings, *, model: str | None) -> tuple[np.ndarray, list[str], dict]:
    """The vectors of the file that the settings name, checked; sentences on them; what is said of them beside the file."""
    path = settings.embedding.vectors
    vectors, origin = precomputed.load_vectors(path, len(texts)), precomputed.load_origin(path)
    if origin is not None:
        precomputed.check_origin(path, origin, texts, model=model)
    return embedding.normalise(vectors), precomputed.origin_notes(path, vectors, origin), origin or {}


def words_fitted(texts: Sequence[str], settings: Settings) -> tuple[embedding.WordModel, np.ndarray]:
    """The word half of the vectors: the model and the vectors of the texts that it is fitted to."""
    return embedding.fit_words(texts, tokenise=tokenise, n_dims=settings.embedding.word_dims, seed=settings.seed)


def _no_words(n_texts: int) -> np.ndarray:
    """Vectors of texts that share no word: all the same, so that there is nothing to part."""
    return np.ones((n_texts, 1), dtype=np.float32)


def sentence_record(model: embedding.SentenceModel) -> dict:
    """What tells a sentence model from another one, and from itself used in another way."""
    return {"model": model.name, "weights": model.weights, "precision": model.precision, "window": model.window}


def _record(texts: Sequence[str], vectors: np.ndarray, kind: str, **made: object) -> dict:
    nothing = dict.fromkeys(("model", "weights", "precision", "window", "word_dims", "word_weight"))
    rows, dims = vectors.shape
    return {"format": RECORD_FORMAT, "kind": kind, **nothing, **made, "dims": dims, "rows": rows,
            "texts_sha256": precomputed.texts_sha256(texts)}


def begin_layouts(vectors: np.ndarray, neighbours: Neighbours, settings: Settings, keep: Cache) -> Callable[[], dict]:
    """UMAP coordinates, begun now: ``packed`` for density, ``(n_papers, 5)``, and ``points`` for the eye, ``(n_papers, 2)``."""
    values = {"vectors": vectors, "indices": neighbours.indices, "distances": neighbours.distances, "seed": settings.seed}
    parts = (versions_digest(), settings.seed, digest(vectors, neighbours.indices, neighbours.distances))
    return cached_beside(keep, "layouts", parts, layouts, values, alone=len(vectors) < ENOUGH_FOR_A_HELPER)


def layouts(vectors: np.ndarray, indices: np.ndarray, distances: np.ndarray, seed: int) -> dict:
    """Both layouts of a neighbour graph."""
    graph = Neighbours(indices, distances)
    return {
        "packed": layout.lay_out(vectors, graph, n_dims=5, seed=seed, spread=0.0),
        "points": layout.lay_out(vectors, graph, n_dims=2, seed=seed, spread=0.1),
    }


def find_themes(
    vectors: np.ndarray, neighbours: Neighbours, points: Callable[[], np.ndarray], settings: Settings
) -> tuple[Partition, dict]:
    """Papers in themes, and what the choice rests on (``n_papers``, ``method``, and the silhouettes of a small collection).

    Parameters
    ----------
    points
        Gives the ``(n_papers, 5)`` layout, should HDBSCAN need it.
    """
    chosen = settings.themes
    method = clustering.choose_method(len(vectors), chosen.method)
    basis = {"method": method}
    if method == "one":
        nothing = np.zeros(len(vectors), dtype=int)
        return Partition(nothing, nothing, np.ones(len(vectors), dtype=np.float32), method), basis
    if method == "ward":
        labels, curve = clustering.ward(vectors, n_topics=chosen.n_topics, seed=settings.seed)
        basis["silhouettes"] = {str(k): round(value, 6) for k, value in curve.items()}
        return clustering.as_partition(neighbours, labels, method=method, min_strength=0), basis
    if method == "leiden":
        basis["resolution"] = round(chosen.resolution or clustering.resolution_for(len(vectors)), 3)
        labels = _leiden(vectors, neighbours, chosen, n_partitions=chosen.partitions, seed=settings.seed)
        return clustering.as_partition(neighbours, labels, method=method, min_strength=chosen.min_strength), basis
    found, probability = clustering.density_clusters(points())
    nearest = clustering.absorb(neighbours, found, 1)
    nearest = nearest if chosen.n_topics is None else clustering.merge(vectors, nearest, chosen.n_topics)
    order = clustering.in_order(nearest)
    return Partition(np.where(found < 0, NO_TOPIC, order), order, probability, method), basis


def cached_themes(
    vectors: np.ndarray, graph: Neighbours, points: Callable[[], np.ndarray], settings: Settings, keep: Cache
) -> tuple[Partition, dict, tuple[np.ndarray, float] | None]:
    """`find_themes` and `areas_of`, from the cache or found and kept."""

    def compute() -> dict:
        themes, basis = find_themes(vectors, graph, points, settings)
        areas, resolution = areas_of(graph, themes, settings) or (np.zeros(0, dtype=int), None)
        return {
            "topic": themes.topic,
            "nearest": themes.nearest,
            "strength": themes.strength,
            "method": themes.method,
            "basis": basis,
            "areas": areas,
            "resolution": resolution,
        }

    parts = (versions_digest(), settings.themes.model_dump(), settings.seed, digest(vectors, graph.indices, graph.distances))
    v = cached(keep, "themes", parts, compute)
    themes = Partition(v["topic"], v["nearest"], v["strength"], v["method"])
    return themes, v["basis"], None if v["resolution"] is None else (v["areas"], v["resolution"])


def _leiden(vectors: np.ndarray, neighbours: Neighbours, chosen: Themes, *, n_partitions: int, seed: int) -> np.ndarray:
    graph = clustering.similarity_graph(neighbours)
    resolution = chosen.resolution or clustering.resolution_for(len(vectors))
    smallest = 1 if chosen.n_topics else clustering.smallest_theme(len(vectors))
    for _ in range(12):
        labels = clustering.consensus(graph, resolution=resolution, n_partitions=n_partitions, seed=seed)
        labels = clustering.absorb(neighbours, labels, smallest)
        if chosen.n_topics is None or labels.max() + 1 >= chosen.n_topics:
            break
        resolution *= 1.6
    return labels if chosen.n_topics is None else clustering.merge(vectors, labels, chosen.n_topics)


def refit(
    vectors: np.ndarray, near: Neighbours, settings: Settings, *, area_resolution: float | None
) -> Callable[..., dict[str, np.ndarray]]:
    """The function that finds the themes of some of the papers again.

    It takes ``(rows, seed)`` and returns the topics of those rows, ``bertopic`` and, if asked for, ``areas``.

    Parameters
    ----------
    near
        ``SPARE`` times as many neighbours per paper as the themes use.
    area_resolution
        The resolution of the areas, None where there are none.
    """
    themes = settings.themes.model_copy(update={"partitions": REFIT_PARTITIONS, **as_for(len(vectors), settings.themes)})

    def again(rows: np.ndarray, seed: int) -> dict[str, np.ndarray]:
        part = restrict(near, rows, themes.n_neighbors)
        at = settings.model_copy(update={"seed": seed, "themes": themes})
        found = find_themes(
            vectors[rows], part, lambda: layout.lay_out(vectors[rows], part, n_dims=5, seed=seed, spread=0.0), at
        )[0]
        if area_resolution is None:
            return {"bertopic": found.topic}
        return {"bertopic": found.topic, "areas": of_area(found, areas_at(part, found, area_resolution, at)).topic}

    return again


def as_for(n_papers: int, chosen: Themes) -> dict:
    """Method and resolution of a collection of ``n_papers``, so that a part of it is treated as the whole is."""
    method = clustering.choose_method(n_papers, chosen.method)
    return {"method": chosen.method if method == "one" else method,
            "resolution": chosen.resolution or clustering.resolution_for(n_papers)}


def areas_of(neighbours: Neighbours, themes: Partition, settings: Settings) -> tuple[np.ndarray, float] | None:
    """The coarser level: the area of each theme, ``(n_topics,)``, and the resolution that gave 8 to 15 of them.

    None where there are too few themes to need areas. Areas are the consensus of coarse Leiden partitions of the same
    graph; a theme belongs to the one that most of its papers are in, so no theme is parted. (Merging centroids instead was
    found again far less: docs/themes.md.)
    """
    if themes.n_topics < LARGE_ENOUGH_FOR_AREAS:
        return None
    resolution, (fewest, most) = AREA_RESOLUTION, N_AREAS
    for _ in range(8):
        areas = areas_at(neighbours, themes, resolution, settings)
        n_areas = len(set(areas.tolist()))
        if fewest <= n_areas <= most:
            break
        resolution *= 1.3 if n_areas < fewest else 0.8
    return areas, resolution


def areas_at(neighbours: Neighbours, themes: Partition, resolution: float, settings: Settings) -> np.ndarray:
    """The area of each theme at a resolution, ``(n_topics,)``, the largest area 0."""
    graph = clustering.similarity_graph(neighbours)
    coarse = clustering.consensus(
        graph, resolution=resolution, seed=settings.seed, n_partitions=min(settings.themes.partitions, AREA_PARTITIONS)
    )
    areas = clustering.parents_by_majority(themes.nearest, coarse)
    area = clustering.in_order(areas[themes.nearest])
    return np.array([area[themes.nearest == t][0] for t in range(themes.n_topics)])


def of_area(themes: Partition, areas: np.ndarray) -> Partition:
    """The themes' partition one level up; a paper in no theme is in no area."""
    return Partition(
        np.where(themes.topic < 0, NO_TOPIC, areas[themes.topic]), areas[themes.nearest], themes.strength, themes.method
    )


def cached_model(keep: Cache, name: str, parts: tuple, fit: Callable[[], TopicModel]) -> TopicModel:
    """A topic model from the cache, or fitted and kept."""
    names = [f.name for f in fields(TopicModel)]
    values = cached(keep, f"topic model {name}", (versions_digest(), *parts), lambda: _plain(fit(), names))
    tuples = {n: _frozen(values[n]) for n in ("terms", "labels", "representatives", "parents")}
    return TopicModel(**{**values, **tuples})


def _plain(model: TopicModel, names: list[str]) -> dict:
    values = {n: getattr(model, n) for n in names}
    return {n: v if isinstance(v, np.ndarray) else _int(v) for n, v in values.items()}


def _int(value):
    """Nested tuples as lists, numpy integers as Python's."""
    if isinstance(value, list | tuple):
        return [_int(v) for v in value]
    return int(value) if isinstance(value, np.integer) else value


def _frozen(value):
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def expand(model: TopicModel, row: np.ndarray, first: np.ndarray) -> TopicModel:
    """The model of the fitted papers as one of all papers.

    Parameters
    ----------
    row
        ``(n_papers,)`` the fitted row that stands for each paper, -1 for a paper that none stands for.
    first
        ``(n_fitted,)`` the paper that each fitted row is.
    """
    known = row >= 0
    topic, strength = np.full(len(row), NO_TOPIC), np.zeros(len(row), dtype=np.float32)
    nearest = np.full(len(row), NO_TOPIC) if model.nearest is not None else None
    if nearest is not None:
        nearest[known] = model.nearest[row[known]]
    weights = np.zeros((len(row), model.weights.shape[1]), dtype=np.float32)
    topic[known], strength[known], weights[known] = model.topic[row[known]], model.strength[row[known]], model.weights[row[known]]
    representatives = tuple(tuple(int(first[i]) for i in rows) for rows in model.representatives)
    return replace(model, topic=topic, strength=strength, weights=weights, representatives=representatives,
                   nearest=nearest)


def terms_of(texts: Sequence[str], settings: Settings, keep: Cache, count: Callable[..., DocumentTerms]) -> DocumentTerms:
    """The terms of the texts, counted by ``count`` or from the cache."""
    from scipy import sparse

    options = {
        "max_words": LONGEST_PHRASE,
        "merge_spellings": settings.cleaning.merge_spellings,
        "extra_stop_words": list(settings.topics.extra_stop_words),
    }

    def compute() -> dict:
        found = count(texts, **options)
        counts = found.counts.tocsr()
        return {
            "data": counts.data,
            "indices": counts.indices,
            "indptr": counts.indptr,
            "terms": list(found.terms),
            "shown": list(found.shown),
            "spelling": dict(found.spelling),
        }

    v = cached(keep, "terms", (versions_digest(), options, digest(*texts)), compute)
    counts = sparse.csr_matrix((v["data"], v["indices"], v["indptr"]), shape=(len(texts), len(v["terms"])))
    return DocumentTerms(counts, tuple(v["terms"]), tuple(v["shown"]), v["spelling"])
