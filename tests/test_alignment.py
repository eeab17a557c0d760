"""One model or two: the same themes are shared, a planted one is only here, and the plan is the linear programme's."""

import numpy as np
import pytest
from scipy.optimize import linprog

from venue_themes.alignment import (
    FLOW_COLUMNS,
    STATUS_COLUMNS,
    Side,
    align,
    align_structures,
    flows,
    halves_limit,
    side_of,
    statuses,
)


def side(seed, mass, venue="A", n_dims=8):
    rng = np.random.default_rng(seed)
    centroids = rng.normal(size=(len(mass), n_dims))
    centroids /= np.linalg.norm(centroids, axis=1, keepdims=True)
    return Side(venue, centroids, np.array(mass, float), tuple(f"{venue}{k}" for k in range(len(mass))))


def literal_plan(a, b, cost, limit):
    """The partial plan as a linear programme: carry what pays, no more than there is on either side."""
    n, m = cost.shape
    rows = np.kron(np.eye(n), np.ones(m))
    columns = np.kron(np.ones(n), np.eye(m))
    found = linprog((cost - limit).ravel(), A_ub=np.vstack([rows, columns]), b_ub=np.concatenate([a, b]))
    return found.x.reshape(n, m)


@pytest.mark.parametrize("seed", range(4))
def test_plan_is_the_one_of_the_linear_programme(seed):
    a, b = side(seed, [0.3, 0.2, 0.5]), side(seed + 50, [0.4, 0.1, 0.2, 0.3], "B")
    found = align(a, b, limit=0.9)
    best = literal_plan(a.mass, b.mass, found.cost, 0.9)
    assert ((found.cost - 0.9) * found.plan).sum() == pytest.approx(((found.cost - 0.9) * best).sum(), abs=1e-6)
    assert (found.plan.sum(axis=1) <= a.mass + 1e-9).all() and (found.plan.sum(axis=0) <= b.mass + 1e-9).all()
    assert found.plan[found.cost >= 0.9].max(initial=0) == 0


def test_the_same_themes_in_another_order_are_all_shared():
    a = side(0, [0.4, 0.3, 0.3])
    b = Side("B", a.centroids[[2, 0, 1]], a.mass[[2, 0, 1]], ("B0", "B1", "B2"))
    frame = statuses(align(a, b, limit=0.3))
    assert set(frame["status"]) == {"shared"} and frame["carried"].to_numpy() == pytest.approx(1)
    assert frame["nearest"].tolist() == ["B1", "B2", "B0", "A2", "A0", "A1"]
    assert list(frame.columns) == list(STATUS_COLUMNS)
    flow = flows(align(a, b, limit=0.3))
    assert flow[["label_a", "label_b"]].values.tolist() == [["A0", "B1"], ["A1", "B2"], ["A2", "B0"]]
    assert list(flow.columns) == list(FLOW_COLUMNS)


def test_a_theme_of_one_venue_and_one_much_larger_there_are_told():
    eye = np.eye(4)
    a = Side("A", eye[[0, 1, 2]], np.array([0.2, 0.6, 0.2]), ("x", "y", "only a"))
    b = Side("B", eye[[0, 1, 3]], np.array([0.2, 0.2, 0.6]), ("x", "y", "only b"))
    frame = statuses(align(a, b, limit=0.2)).set_index(["venue", "label"])["status"]
    assert frame.to_dict() == {("A", "x"): "shared", ("A", "y"): "more here", ("A", "only a"): "only here",
                               ("B", "x"): "shared", ("B", "y"): "shared", ("B", "only b"): "only here"}


def clumps(seed=0, n=60, n_topics=5):
    rng = np.random.default_rng(seed)
    topic = np.repeat(np.arange(n_topics), n)
    vectors = 3 * np.eye(n_topics + 3)[topic] + 0.5 * rng.normal(size=(len(topic), n_topics + 3))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True), topic


def test_random_halves_share_everything_within_their_own_limit():
    vectors, topic = clumps()
    limit, costs = halves_limit(vectors, 150, lambda rows, seed: topic[rows], n_runs=4, seed=0)
    assert limit < 0.05 and len(costs) == 4 * 2 * 5
    rows = np.random.default_rng(9).permutation(300)
    a, b = (side_of(vectors[part], topic[part]) for part in (rows[:150], rows[150:]))
    assert (statuses(align(a, b, limit=3 * limit))["cost"] < 3 * limit).all()
    assert set(statuses(align(a, b, limit=3 * limit))["status"]) == {"shared"}


def test_models_that_are_chance_need_a_wider_limit():
    vectors, topic = clumps()
    firm, _ = halves_limit(vectors, 150, lambda rows, seed: topic[rows], seed=0)
    loose, _ = halves_limit(vectors, 150, lambda rows, seed: np.random.default_rng(seed).integers(0, 5, len(rows)), seed=0)
    assert loose > max(0.02, 2 * firm)


def test_sides_are_mean_directions_and_papers_in_none_weigh_nothing():
    found = side_of(np.array([[1.0, 0], [0, 1], [1, 0], [0, -1]]), [0, 0, 1, -1], venue="A", labels=["x", "y"])
    assert found.centroids.tolist() == pytest.approx(np.array([[0.5**0.5, 0.5**0.5], [1, 0]]))
    assert found.mass.tolist() == [0.5, 0.25] and found.labels == ("x", "y")


def test_nothing_near_and_nothing_at_all_are_no_fault():
    a, b = Side("A", np.eye(2)[:1], np.array([1.0]), ("x",)), Side("B", np.eye(2)[1:], np.array([1.0]), ("y",))
    assert statuses(align(a, b, limit=0.5))["status"].tolist() == ["only here", "only here"]
    assert flows(align(a, b, limit=0.5)).empty
    empty = side_of(np.zeros((2, 2)), [-1, -1])
    assert statuses(align(a, empty, limit=0.5))["status"].tolist() == ["only here"]
    assert halves_limit(np.zeros((4, 2)), 2, lambda rows, seed: np.full(len(rows), -1), seed=0)[0] == 0.0


def test_structures_are_matched_without_a_common_space():
    rng = np.random.default_rng(0)
    points, order = rng.normal(size=(8, 3)), rng.permutation(8)
    turned = np.linalg.qr(rng.normal(size=(6, 6)))[0][:, :3]
    other = (points @ turned.T)[order]  # six dimensions, rotated: no coordinate in common
    mass = np.full(8, 1 / 8)
    distances = [np.linalg.norm(p[:, None] - p[None], axis=-1) for p in (points, other)]
    plan = align_structures(distances[0], mass, distances[1], mass)
    assert plan.argmax(axis=1).tolist() == np.argsort(order).tolist()
    half = align_structures(distances[0], mass, distances[1], mass, carried=0.5)
    assert half.sum() == pytest.approx(0.5) and (half.sum(axis=1) <= mass + 1e-6).all()
