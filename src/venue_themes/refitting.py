"""The themes found again on random parts of the papers, and how well they hold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from . import clustering
from .artifacts import versions_digest
from .beside import cached_beside
from .cache import Cache, digest
from .contracts import Neighbours, TopicModel
from .modelling import ENOUGH_FOR_A_HELPER, refit
from .settings import Settings
from .stability import match_refits, subsample_rows

REFIT_SHARE = 0.8


def n_refits(n_papers: int, settings: Settings) -> int:
    """How many refits are made: as asked, or 50 for small collections, 21 for 7,033 papers, 5 from 30,000 on."""
    asked = settings.comparison.refits
    return int(np.clip(150_000 // max(n_papers, 1), 5, 50)) if asked is None else asked


def begin_refits(
    vectors: np.ndarray, near: Neighbours, settings: Settings, keep: Cache, *, area_resolution: float | None
) -> Callable[[], dict[str, list]]:
    """The refits on random parts of the papers, begun now; per model ``(rows, topics of the rows)`` of each."""
    n_papers, wanted = len(vectors), n_refits(len(vectors), settings)
    if n_papers < 2 * clustering.FEWEST:
        return lambda: {"bertopic": []}
    asked = {"settings": settings.model_dump(mode="json"), "wanted": wanted, "area_resolution": area_resolution}
    parts = (
        versions_digest(),
        settings.themes.model_dump(),
        settings.seed,
        wanted,
        REFIT_SHARE,
        area_resolution,
        digest(vectors, near.indices),
    )
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
            by_model[model.name], ari = match_refits(model.topic[first], refits[model.name], n_topics=len(model.labels))
            summary[model.name] = {
                "refits": len(ari),
                "share_of_papers": REFIT_SHARE,
                "ari_mean": float(ari.mean()),
                "ari_min": float(ari.min()),
                "jaccard_mean": _mean(by_model[model.name]),
            }
    return Stability(by_model, summary)


def _mean(values: np.ndarray) -> float:
    """The mean of what is known; NaN where nothing is."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")
