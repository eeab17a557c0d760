"""One model per venue, laid over each other: which themes both have, and which only one.

Themes are points (centroids of their papers' vectors) with the share of papers as mass. Partial optimal transport
carries mass from the themes of one venue to those of the other as long as they are nearer than a limit; the limit is
what separates themes of two random halves of the same papers, which share every theme.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

SHARED_FROM = 0.5
FLOW_COLUMNS = {
    "topic_a": int, "label_a": str, "topic_b": int, "label_b": str, "mass": float, "cost": float,
}
STATUS_COLUMNS = {
    "venue": str, "topic": int, "label": str, "share": float, "carried": float, "nearest": str, "cost": float,
    "status": str,
}


@dataclass(frozen=True)
class Side:
    """The themes of one venue's own model.

    Attributes
    ----------
    venue
        Its name.
    centroids
        ``(n_topics, n_dims)`` of length 1.
    mass
        ``(n_topics,)`` share of the venue's papers, summing to at most 1.
    labels
        A name per topic.
    """

    venue: str
    centroids: np.ndarray
    mass: np.ndarray
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Alignment:
    """``plan`` and ``cost``, ``(n_topics_a, n_topics_b)``: mass carried, and cosine distance; the ``limit`` used."""

    a: Side
    b: Side
    plan: np.ndarray
    cost: np.ndarray
    limit: float


def side_of(vectors: np.ndarray, topic: np.ndarray, *, venue: str = "", labels: Sequence[str] | None = None) -> Side:
    """The themes of ``(n_papers, n_dims)`` vectors in ``(n_papers,)`` topics; papers in none (-1) carry no mass."""
    topic = np.asarray(topic, int)
    n_topics = int(topic.max(initial=-1)) + 1
    member = (topic[:, None] == np.arange(n_topics)).astype(np.float32)
    centroids = member.T @ np.asarray(vectors, np.float32)
    centroids /= np.maximum(np.linalg.norm(centroids, axis=1, keepdims=True), 1e-12)
    names = tuple(labels) if labels is not None else tuple(f"theme {k}" for k in range(n_topics))
    return Side(venue, centroids, member.sum(axis=0).astype(float) / max(len(topic), 1), names)


def align(a: Side, b: Side, *, limit: float) -> Alignment:
    """Carry mass between themes nearer than ``limit`` at the least total distance (partial transport, through POT).

    Caffarelli & McCann (2010): the plan minimises the sum of mass x (cost - limit), so that mass without a partner
    nearer than the limit stays where it is.
    """
    import ot

    cost = np.maximum(1 - a.centroids.astype(float) @ b.centroids.T.astype(float), 0.0)
    if not cost.size or cost.min() >= limit:  # POT refuses a problem in which nothing can move
        return Alignment(a, b, np.zeros_like(cost), cost, limit)
    plan = ot.partial.partial_wasserstein_lagrange(a.mass, b.mass, cost, reg_m=limit)
    return Alignment(a, b, np.maximum(np.asarray(plan), 0.0), cost, limit)


def halves_limit(vectors: np.ndarray, n_a: int, fit: Callable[[np.ndarray, int], np.ndarray], *, n_runs: int = 5,
                 quantile: float = 0.95, seed: int) -> tuple[float, np.ndarray]:
    """How far apart the same theme may come to lie when two halves of the same papers are modelled apart.

    Parameters
    ----------
    n_a
        Papers in the first part, as many as the first venue has; the rest form the second.
    fit
        Rows and a seed in, the topics of those rows out.

    Returns
    -------
    limit, costs
        The quantile of, and all, cosine distances from a theme of one part to the nearest theme of the other.
    """
    costs = []
    for run in range(n_runs):
        order = np.random.default_rng([seed, run]).permutation(len(vectors))
        parts = [np.sort(order[:n_a]), np.sort(order[n_a:])]
        sides = [side_of(vectors[rows], fit(rows, seed + run)) for rows in parts]
        cost = 1 - sides[0].centroids @ sides[1].centroids.T
        if cost.size:
            costs += [cost.min(axis=0), cost.min(axis=1)]
    costs = np.concatenate(costs).astype(float) if costs else np.zeros(0)
    return (float(np.quantile(costs, quantile)) if len(costs) else 0.0), np.maximum(costs, 0.0)


def flows(alignment: Alignment, *, at_least: float = 1e-6) -> pd.DataFrame:
    """A row per pair of themes that mass is carried between, largest first; columns of ``FLOW_COLUMNS``."""
    from_a, to_b = np.nonzero(alignment.plan > at_least)
    frame = pd.DataFrame({
        "topic_a": from_a, "label_a": np.array(alignment.a.labels, dtype=object)[from_a], "topic_b": to_b,
        "label_b": np.array(alignment.b.labels, dtype=object)[to_b], "mass": alignment.plan[from_a, to_b],
        "cost": alignment.cost[from_a, to_b],
    })
    order = frame.sort_values(["mass", "topic_a", "topic_b"], ascending=[False, True, True], ignore_index=True)
    return order.astype(FLOW_COLUMNS)


def statuses(alignment: Alignment) -> pd.DataFrame:
    """Every theme of both venues with its fate; columns of ``STATUS_COLUMNS``.

    ``status``: ``shared`` where the nearest theme of the other venue is nearer than the limit and at least half of the
    mass is carried; ``more here`` where one is near but takes less than half of the mass; ``only here`` where none is.
    """
    frames = [_fates(alignment.a, alignment.b, alignment.plan, alignment.cost, alignment.limit),
              _fates(alignment.b, alignment.a, alignment.plan.T, alignment.cost.T, alignment.limit)]
    return pd.concat(frames, ignore_index=True)[list(STATUS_COLUMNS)].astype(STATUS_COLUMNS)


def align_structures(distances_a: np.ndarray, mass_a: np.ndarray, distances_b: np.ndarray, mass_b: np.ndarray, *,
                     carried: float = 1.0) -> np.ndarray:
    """A plan between themes that live in different spaces, from the distances within each (partial Gromov-Wasserstein).

    Chapel, Alaya & Gasso (2020), through POT: themes are matched by how they lie among their own, so the two models
    need no common vectors.

    Parameters
    ----------
    distances_a, distances_b
        ``(n_topics, n_topics)`` distances within a model.
    carried
        The share of the smaller total mass to carry, 0 to 1.

    Returns
    -------
    ``(n_topics_a, n_topics_b)`` mass carried.
    """
    import ot

    total = carried * min(mass_a.sum(), mass_b.sum())
    start = _by_profile(distances_a, mass_a, distances_b, mass_b, total)
    return np.asarray(ot.gromov.partial_gromov_wasserstein(distances_a, distances_b, mass_a, mass_b, m=total, G0=start))


def _by_profile(distances_a, mass_a, distances_b, mass_b, total: float) -> np.ndarray:
    """A first plan from how near each theme's neighbours are: the search is not convex and needs a good start."""
    import ot

    steps = np.linspace(0, 1, 21)
    profiles = [np.quantile(distances, steps, axis=1).T for distances in (distances_a, distances_b)]
    cost = np.sqrt(((profiles[0][:, None] - profiles[1][None]) ** 2).sum(axis=-1))
    return np.asarray(ot.partial.partial_wasserstein(mass_a, mass_b, cost, m=total))


def _fates(here: Side, there: Side, plan: np.ndarray, cost: np.ndarray, limit: float) -> pd.DataFrame:
    n = len(here.labels)
    carried = plan.sum(axis=1) / np.maximum(here.mass, 1e-12)
    near = cost.min(axis=1) if cost.size else np.full(n, np.nan)
    nearest = [there.labels[k] for k in cost.argmin(axis=1)] if cost.size else [""] * n
    status = np.select([(near < limit) & (carried >= SHARED_FROM), near < limit], ["shared", "more here"], "only here")
    return pd.DataFrame({"venue": here.venue, "topic": np.arange(n), "label": list(here.labels), "share": here.mass,
                         "carried": np.clip(carried, 0, 1), "nearest": nearest, "cost": near, "status": status})
