"""Themes by venue: a planted difference is found, permuted venues give none."""

import numpy as np
import pytest

from venue_themes.comparing import COLUMNS, compare_topics, pairs_of
from venue_themes.comparing.proportions import fisher_p, newcombe
from venue_themes.errors import SettingsError
from venue_themes.settings import Comparison

LABELS = [f"theme {k}" for k in range(20)]


def planted(seed: int, n: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """Twenty even themes, the first of them 4 % of A and 9 % of B, a tenth of the papers in none."""
    rng = np.random.default_rng(seed)
    venues = np.repeat(np.array(["A", "B"], dtype=object), n)
    topic = rng.integers(1, 20, 2 * n)
    topic[rng.random(2 * n) < 0.1] = -1
    topic[rng.random(2 * n) < np.where(venues == "A", 0.04, 0.09)] = 0
    return topic, venues


def test_planted_difference_is_found_with_sign_and_size():
    topic, venues = planted(0)
    frame = compare_topics(topic, LABELS, venues, model="m")
    row = frame.loc[0]
    assert row["q"] < 0.001 and row["difference"] == pytest.approx(-0.05, abs=0.02)
    assert row["low"] < -0.05 < row["high"] and row["odds_ratio"] < 1
    assert (frame["q"] < 0.05).sum() <= 2


def test_permuted_venues_find_nothing():
    topic, venues = planted(0)
    rng = np.random.default_rng(1)
    found = [(compare_topics(topic, LABELS, rng.permutation(venues), model="m")["q"] < 0.05).any() for _ in range(20)]
    assert sum(found) <= 3  # a false discovery rate of 5 % allows one of twenty on average


def test_many_venues_of_one_kind_find_no_more_than_two():
    rng, found = np.random.default_rng(4), []
    for _ in range(20):
        topic, venues = rng.integers(0, 20, 900), np.repeat(np.array(list("ABCDEFGHI"), dtype=object), 100)
        found.append((compare_topics(topic, LABELS, venues, model="m")["q"] < 0.05).any())
    assert sum(found) <= 3


def test_columns_are_the_contract_and_rows_repeat_the_arithmetic():
    topic, venues = planted(2, n=60)
    frame = compare_topics(topic, LABELS, venues, model="nmf")
    assert list(frame.columns) == list(COLUMNS) and set(frame["model"]) == {"nmf"}
    for row in frame.itertuples():
        assert row.count_a == sum(t == row.topic and v == "A" for t, v in zip(topic, venues, strict=True))
        assert row.n_a == row.n_b == 60  # those in no topic are among them
        assert (row.low, row.high) == pytest.approx(newcombe(row.count_a, 60, row.count_b, 60))
        assert row.p == pytest.approx(fisher_p(row.count_a, 60, row.count_b, 60)[0])
    assert frame["stability"].isna().all() and not frame["robust"].any()


def test_second_copies_do_not_count():
    topic, venues = np.array([0, 0, 0, 1]), list("AABB")
    frame = compare_topics(topic, ["x", "y"], venues, model="m", counted=np.array([True, False, True, True]))
    assert frame[["count_a", "n_a", "count_b", "n_b"]].values.tolist() == [[1, 1, 1, 2], [0, 1, 1, 2]]


def test_pairs_are_in_name_order_and_settings_choose_among_them():
    venues = np.array(["C", "A", "B", "A"], dtype=object)
    assert pairs_of(venues) == [("A", "B"), ("A", "C"), ("B", "C")]
    assert pairs_of(list("AABCCC"))[0] == ("A", "C")  # the largest two
    chosen = Comparison(venues=("C", "A"))
    frame = compare_topics(np.zeros(4, int), ["all"], venues, model="m", settings=chosen)
    assert frame[["venue_a", "venue_b", "n_a", "n_b"]].values.tolist() == [["A", "C", 2, 1]]
    with pytest.raises(SettingsError, match="no paper is of venue D; expected venues among A, B, C"):
        pairs_of(venues, Comparison(venues=("A", "D")))


@pytest.mark.parametrize(("topic", "labels", "venues"), [
    ([0, 0], ["x"], ["A", "A"]), ([-1, -1], [], ["A", "B"]), ([0], ["x"], ["A"]),
])
def test_nothing_to_compare_gives_an_empty_frame_of_the_same_form(topic, labels, venues):
    frame = compare_topics(topic, labels, venues, model="m")
    assert len(frame) == 0 and list(frame.columns) == list(COLUMNS) and frame["count_a"].dtype == int


def test_one_paper_a_venue_is_compared_without_a_verdict():
    frame = compare_topics([0, 1], ["x", "y"], ["A", "B"], model="m")
    assert frame["p"].tolist() == [1.0, 1.0] and np.isfinite(frame[["low", "high", "odds_ratio"]]).all(axis=None)


def test_odds_ratio_intervals_hold_the_ratio():
    frame = compare_topics(*[planted(3, n=100)[0], LABELS, planted(3, n=100)[1]], model="m")
    assert ((frame["odds_low"] < frame["odds_ratio"]) & (frame["odds_ratio"] < frame["odds_high"])).all()
    assert ((frame["odds_low"] > 1) | (frame["odds_high"] < 1)).sum() <= 5
