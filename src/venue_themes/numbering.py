"""What other numbers of themes would give: the curve that stands beside the number that ran."""

from collections.abc import Callable, Sequence

import numpy as np

from . import clustering
from .artifacts import versions_digest
from .beside import cached_beside
from .cache import Cache, cached, digest
from .contracts import DocumentTerms, Neighbours
from .evaluating import point
from .modelling import ENOUGH_FOR_A_HELPER, as_for, refit
from .settings import Settings
from .stability import subsample_rows
from .topics import fit_lda, fit_nmf

FACTORS = (0.25, 0.5, 1.0, 2.0)  # of what ran
N_REFITS = 2
SHARE = 0.8
MOST_PAPERS = 10_000
SAMPLE = 1_500  # papers for NMF and LDA, which cost more

Fits = list[tuple[np.ndarray, list[tuple[np.ndarray, np.ndarray]]]]


def wanted(n_papers: int, settings: Settings) -> bool:
    """Whether a curve is made: as asked, or for 100 to 10,000 papers; below, the silhouettes are one."""
    if clustering.choose_method(n_papers, settings.themes.method) != "leiden":
        return False
    return n_papers <= MOST_PAPERS if settings.themes.curve is None else settings.themes.curve


def options(n_papers: int, settings: Settings) -> list[dict]:
    """The settings of the points: a quarter to twice the resolution, or the number of themes, that ran."""
    asked = settings.themes.n_topics
    if asked is None:
        resolution = as_for(n_papers, settings.themes)["resolution"]
        return [{"resolution": factor * resolution} for factor in FACTORS]
    numbers = {min(max(2, round(factor * asked)), n_papers // 2) for factor in FACTORS}
    return [{"n_topics": k} for k in sorted(numbers | {asked})]


def begin_curve(vectors: np.ndarray, near: Neighbours, settings: Settings, keep: Cache) -> Callable[[], Fits]:
    """The themes of each point and of random parts of the papers, begun now; empty where no curve is wanted."""
    if not wanted(len(vectors), settings):
        return list
    values = {"vectors": vectors, "indices": near.indices, "distances": near.distances,
              "asked": {"settings": settings.model_dump(mode="json")}}
    parts = (versions_digest(), settings.themes.model_dump(), settings.seed, digest(vectors, near.indices))
    found = cached_beside(keep, "curve", parts, fits, values, alone=len(vectors) < ENOUGH_FOR_A_HELPER)
    rows = _parts(len(vectors), settings.seed)

    def result() -> Fits:
        kept = found()
        return [(kept[f"{i}/all"], [(part, kept[f"{i}/{r}"]) for r, part in enumerate(rows)])
                for i in range(len(options(len(vectors), settings)))]

    return result


def fits(vectors: np.ndarray, indices: np.ndarray, distances: np.ndarray, asked: dict) -> dict[str, np.ndarray]:
    """The topics of each point, named ``number/all`` and ``number/part``; each part has its own seed."""
    settings, near = Settings(**asked["settings"]), Neighbours(indices, distances)
    found = {}
    for i, option in enumerate(options(len(vectors), settings)):
        at = settings.model_copy(update={"themes": settings.themes.model_copy(update=option)})
        again = refit(vectors, near, at, area_resolution=None)
        found[f"{i}/all"] = again(np.arange(len(vectors)), settings.seed)["bertopic"]
        for r, part in enumerate(_parts(len(vectors), settings.seed)):
            found[f"{i}/{r}"] = again(part, settings.seed + 1 + r)["bertopic"]
    return found


def curve_of(found: Fits, terms: DocumentTerms, settings: Settings, keep: Cache) -> list[dict]:
    """A row per model and point of the curve: ``model``, the option, ``ran`` (whether it is the one that ran), and `point`.

    NMF and LDA, which take the number of the themes, have points of their own where ``themes.curve`` is set.
    """
    if not found:
        return []
    n_papers, asked = len(found[0][0]), settings.themes.n_topics

    def compute() -> dict:
        rows = []
        for option, (topic, refits) in zip(options(n_papers, settings), found, strict=True):
            ran = option.get("n_topics") == asked if asked else option == options(n_papers, settings)[FACTORS.index(1.0)]
            rows.append({"model": "bertopic", **option, "ran": ran, **point(topic, refits, terms)})
        if settings.themes.curve:
            rows += [row for name in settings.topics.models for row in _others(name, rows, terms, settings)]
        return {"rows": rows}

    parts = (versions_digest(), settings.themes.model_dump(), settings.topics.model_dump(), settings.seed,
             digest(*(topic for topic, _ in found), *terms.terms, terms.counts.data, terms.counts.indices))
    return cached(keep, "curve points", parts, compute)["rows"]


def _others(name: str, themes: Sequence[dict], terms: DocumentTerms, settings: Settings) -> list[dict]:
    """The points of NMF or LDA at the themes' numbers, on a sample of the papers."""
    fit = {"nmf": fit_nmf, "lda": fit_lda}[name]
    n_papers = terms.counts.shape[0]
    sample = subsample_rows(n_papers, 1, fraction=min(1.0, SAMPLE / n_papers), seed=settings.seed)[0]
    whole, parts = _only(terms, sample), _parts(len(sample), settings.seed)
    rows = []
    for row in themes:
        k = row["n_topics"]
        topic = fit(whole, k, seed=settings.seed, settings=settings.topics).topic
        refits = [(part, fit(_only(whole, part), k, seed=settings.seed + 1 + r, settings=settings.topics).topic)
                  for r, part in enumerate(parts)]
        rows.append({"model": name, "ran": row["ran"], **point(topic, refits, whole)})
    return rows


def _only(terms: DocumentTerms, rows: np.ndarray) -> DocumentTerms:
    return DocumentTerms(terms.counts[rows], terms.terms, terms.shown, terms.spelling)


def _parts(n_papers: int, seed: int) -> tuple[np.ndarray, ...]:
    return subsample_rows(n_papers, N_REFITS, fraction=SHARE, seed=seed)
