"""Bridges against a literal search; typical and foreign papers where they were put."""

import numpy as np
import pytest

from venue_themes.comparing import bridges
from venue_themes.comparing.bridges import across, belonging, typical_and_foreign

PAIR = ("A", "B")


def papers(seed=0, n=40):
    rng = np.random.default_rng(seed)
    venues = np.array(["A", "B", "C"], dtype=object)[rng.integers(0, 3, n)]
    return rng.normal(size=(n, 5)), venues


def cosine(u, v):
    return u @ v / np.linalg.norm(u) / np.linalg.norm(v)


def test_nearest_across_are_the_literal_ones(monkeypatch):
    monkeypatch.setattr(bridges, "BLOCK", 7)
    vectors, venues = papers()
    frame = across(vectors, venues, PAIR, k=3)
    assert set(frame["row"]) == set(np.flatnonzero(venues != "C"))
    for row, part in frame.groupby("row"):
        there = np.flatnonzero(venues == ("B" if venues[row] == "A" else "A"))
        best = sorted(there, key=lambda other, row=row: -cosine(vectors[row], vectors[other]))[:3]
        assert part["other"].tolist() == best and part["rank"].tolist() == [1, 2, 3]
        assert part["similarity"].iloc[0] == pytest.approx(cosine(vectors[row], vectors[best[0]]))


def test_bridges_are_mutual_and_a_copy_leads():
    vectors, venues = papers(1)
    a, b = np.flatnonzero(venues == "A")[0], np.flatnonzero(venues == "B")[0]
    vectors[b] = vectors[a] + 1e-3
    nearest = across(vectors, venues, PAIR)
    found = bridges.bridges(nearest, PAIR)
    assert found.iloc[0][["row_a", "row_b", "near_same"]].tolist() == [a, b, True] and not found["near_same"][1:].all()
    assert found["similarity"].is_monotonic_decreasing
    first = nearest[nearest["rank"] == 1].set_index("row")["other"]
    assert (first.loc[found["row_a"]].to_numpy() == found["row_b"]).all()
    assert (first.loc[found["row_b"]].to_numpy() == found["row_a"]).all()


def test_copies_at_both_venues_are_counted_in_a_sentence():
    vectors, venues = papers(1)
    plain = bridges.near_same_sentence(bridges.bridges(across(vectors, venues, PAIR), PAIR), PAIR)
    assert plain.startswith("No paper stands at both venues: the nearest two have a cosine of 0.")
    a, b = np.flatnonzero(venues == "A")[:2], np.flatnonzero(venues == "B")[:2]
    vectors[b[0]] = vectors[a[0]]
    assert "1 pair" in bridges.near_same_sentence(bridges.bridges(across(vectors, venues, PAIR), PAIR), PAIR)
    vectors[b[1]] = vectors[a[1]]
    assert "2 pairs" in bridges.near_same_sentence(bridges.bridges(across(vectors, venues, PAIR), PAIR), PAIR)
    venues[:] = "A"
    assert "No paper of A" in bridges.near_same_sentence(bridges.bridges(across(vectors, venues, PAIR), PAIR), PAIR)


def test_fewer_papers_than_asked_and_none_at_all():
    vectors, venues = papers(2, n=4)
    venues[:] = ["A", "B", "B", "C"]
    assert len(across(vectors, venues, PAIR, k=5)) == 2 + 1 + 1
    venues[:] = "A"
    assert across(vectors, venues, PAIR).empty and bridges.bridges(across(vectors, venues, PAIR), PAIR).empty
    assert np.isnan(belonging(vectors, venues, PAIR)).all()


def test_a_stray_paper_is_foreign_and_belonging_is_the_literal_one():
    rng = np.random.default_rng(3)
    venues = np.repeat(np.array(PAIR, dtype=object), 20)
    vectors = rng.normal(size=(40, 6)) + 3 * np.where(venues == "A", 1, -1)[:, None] * np.eye(6)[0]
    vectors[5] = -vectors[6]
    score = belonging(vectors, venues, PAIR)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    home, away = np.delete(unit[:20], 5, axis=0).mean(axis=0), unit[20:].mean(axis=0)
    assert score[5] == pytest.approx(cosine(unit[5], home) - cosine(unit[5], away))
    frame = typical_and_foreign(score, venues, PAIR, n=3)
    assert frame[(frame["venue"] == "A") & (frame["kind"] == "foreign")]["row"].iloc[0] == 5
    assert frame.groupby(["venue", "kind"]).size().tolist() == [3] * 4


def test_a_shuffle_of_venues_takes_the_difference_away():
    rng = np.random.default_rng(4)
    venues = np.repeat(np.array(PAIR, dtype=object), 200)
    vectors = rng.normal(size=(400, 6)) + np.where(venues == "A", 1, -1)[:, None] * np.eye(6)[0]
    assert belonging(vectors, venues, PAIR).mean() > 0.5
    assert abs(belonging(vectors, rng.permutation(venues), PAIR).mean()) < 0.1


def test_no_paper_is_both_typical_and_foreign():
    frame = typical_and_foreign(np.array([0.3, 0.1, 0.2, np.nan]), ["A", "A", "A", "A"], PAIR, n=5)
    assert frame["row"].tolist() == [0, 1] and frame["kind"].tolist() == ["typical", "foreign"]
