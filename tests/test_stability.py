"""Stability: the same partition under other names comes back whole, a random one does not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from venue_themes.stability import match_refits, seen_by, sign_kept, subsample_rows

PAIR = ("A", "B")


def literal_stability(topic, refits):
    """Hennig (2007), a set at a time."""
    topic, result = np.asarray(topic), []
    for k in range(topic.max() + 1):
        best = []
        for rows, labels in refits:
            mine = {r for r in rows if topic[r] == k}
            theirs = [set(rows[labels == other]) for other in set(labels) - {-1}]
            if mine:
                best.append(max((len(mine & t) / len(mine | t) for t in theirs), default=0.0))
        result.append(np.mean(best) if best else np.nan)
    return result


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_stability_is_the_literal_one(seed):
    rng = np.random.default_rng(seed)
    topic = rng.integers(-1, 4, 30)
    if topic.max() < 0:
        return
    refits = [(rows, rng.integers(-1, 5, len(rows))) for rows in subsample_rows(30, 3, fraction=0.7, seed=seed)]
    assert match_refits(topic, refits)[0] == pytest.approx(literal_stability(topic, refits), nan_ok=True)


def test_renamed_partition_comes_back_whole_and_a_random_one_does_not():
    rng = np.random.default_rng(0)
    topic = rng.integers(0, 6, 600)
    plan = subsample_rows(600, 8, seed=1)
    stability, ari = match_refits(topic, [(rows, (topic[rows] + 2) % 6) for rows in plan])
    assert stability.tolist() == [1.0] * 6 and ari.tolist() == [1.0] * 8
    stability, ari = match_refits(topic, [(rows, rng.permutation(topic[rows])) for rows in plan])
    assert stability.max() < 0.2 and abs(ari).max() < 0.02


def test_no_refits_is_no_evidence():
    stability, ari = match_refits(np.array([0, 1, 1]), [])
    assert np.isnan(stability).all() and stability.shape == (2,) and ari.shape == (0,)
    assert np.isnan(sign_kept([0, 1, 1], ["A", "B", "B"], [], [PAIR])[PAIR]).all()
    assert match_refits(np.array([-1, -1]), [(np.array([0, 1]), np.array([-1, -1]))])[0].shape == (0,)


def test_plan_is_seeded_and_without_repeats():
    plan = subsample_rows(50, 5, fraction=0.8, seed=3)
    again, other = subsample_rows(50, 5, fraction=0.8, seed=3), subsample_rows(50, 5, fraction=0.8, seed=4)
    assert all((a == b).all() for a, b in zip(plan, again, strict=True))
    assert not all((a == b).all() for a, b in zip(plan, other, strict=True))
    assert all(len(set(rows)) == 40 and rows.max() < 50 for rows in plan)
    assert [len(rows) for rows in subsample_rows(1, 2, seed=0)] == [1, 1]


def test_sign_is_kept_where_the_lean_is_and_not_where_it_is_chance():
    venues = np.repeat(np.array(["A", "B"], dtype=object), 300)
    topic = np.where(np.arange(600) % 300 < np.where(venues == "A", 150, 60), 0, 1)
    plan = subsample_rows(600, 40, fraction=0.5, seed=0)
    assert sign_kept(topic, venues, [(rows, 1 - topic[rows]) for rows in plan], [PAIR])[PAIR].tolist() == [1.0, 1.0]
    rng = np.random.default_rng(1)
    shuffled = [(rows, rng.permutation(topic[rows])) for rows in plan]
    assert (sign_kept(topic, venues, shuffled, [PAIR])[PAIR] < 0.8).all()


def test_other_models_count_only_where_they_overlap_and_lean_alike():
    venues = np.array(list("AABBAABB"), dtype=object)
    topic = np.array([0, 0, 0, 1, 0, 1, 1, 1])
    renamed, in_none, leaning_the_other_way = 1 - topic, np.full(8, -1), np.array([1, 0, 0, 1, 0, 1, 0, 0])
    assert seen_by(topic, [renamed, in_none], venues, [PAIR])[PAIR].tolist() == [2, 2]
    assert seen_by(topic, [leaning_the_other_way], venues, [PAIR])[PAIR].tolist() == [1, 1]
    assert seen_by(topic, [], venues, [PAIR])[PAIR].tolist() == [1, 1]
    scattered = np.arange(8)
    assert seen_by(topic, [scattered], venues, [PAIR], min_overlap=0.5)[PAIR].tolist() == [1, 1]


def test_topics_that_hold_no_paper_have_a_place_and_no_value():
    topic, venues = np.array([0, 0, -1, -1]), np.array(list("ABAB"), dtype=object)
    refits = [(np.arange(4), np.array([0, 0, 1, 1])), (np.arange(4), np.full(4, -1))]
    stability, _ = match_refits(topic, refits, n_topics=3)
    assert stability[0] == 0.5 and np.isnan(stability[1:]).all()
    assert len(sign_kept(topic, venues, refits, [("A", "B")], n_topics=3)[("A", "B")]) == 3
    assert seen_by(topic, [topic], venues, [("A", "B")], n_topics=3)[("A", "B")].shape == (3,)
    nothing = np.full(4, -1)
    assert np.isnan(match_refits(nothing, refits, n_topics=2)[0]).all()
