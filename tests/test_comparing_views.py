"""Five ways of counting: they agree where papers are in one theme, and the soft ones know what is unsure."""

import numpy as np
import pytest

from venue_themes.comparing.proportions import newcombe
from venue_themes.comparing.views import VIEW_COLUMNS, VIEWS, composed_shares, counting_views, soft_shares
from venue_themes.contracts import TopicModel

PAIR = ("A", "B")


def papers(seed=0, n=500):
    rng = np.random.default_rng(seed)
    venues = np.repeat(np.array(PAIR, dtype=object), n)
    nearest = np.where(rng.random(2 * n) < np.where(venues == "A", 0.5, 0.3), 0, rng.integers(1, 3, 2 * n))
    return np.where(rng.random(2 * n) < 0.2, -1, nearest), nearest, venues


def model(topic, weights):
    empty = ((),) * weights.shape[1]
    labels = tuple("xyz"[:weights.shape[1]])
    return TopicModel("m", topic, np.ones(len(topic)), weights, empty, labels, empty, (None,) * len(labels))


def test_the_views_count_what_they_say():
    topic, nearest, venues = papers()
    frame = counting_views(model(topic, np.eye(3)[nearest]), nearest, venues, PAIR, seed=0)
    assert list(frame.columns) == list(VIEW_COLUMNS) and frame["view"].unique().tolist() == list(VIEWS)
    first = frame[frame["topic"] == 0].set_index("view")
    at_a = venues == "A"
    assert first.loc["as found", "share_a"] == (topic[at_a] == 0).mean()
    assert first.loc["outliers dropped", "share_a"] == pytest.approx((topic[at_a & (topic >= 0)] == 0).mean())
    assert first.loc["outliers assigned", "share_a"] == (nearest[at_a] == 0).mean()
    assert first.loc["soft weights", "share_a"] == pytest.approx((nearest[at_a] == 0).mean())
    assert (first["low"] > 0).all() and first["difference"].between(0.1, 0.3).all()


def test_sure_weights_give_the_interval_of_counting():
    _, nearest, venues = papers()
    at_a, at_b = venues == "A", venues == "B"
    counted = newcombe((nearest[at_a] == 0).sum(), 500, (nearest[at_b] == 0).sum(), 500)
    for found in (soft_shares(np.eye(3)[nearest], at_a, at_b), composed_shares(np.eye(3)[nearest], at_a, at_b, seed=0)):
        assert (found["low"][0], found["high"][0]) == pytest.approx(counted, abs=0.003)


def test_the_interval_of_mean_weights_is_welchs():
    from scipy.stats import ttest_ind

    weights = np.random.default_rng(0).dirichlet(np.ones(3), 60)
    at_a = np.arange(60) < 22
    found = soft_shares(weights, at_a, ~at_a)
    expected = ttest_ind(weights[at_a], weights[~at_a], equal_var=False).confidence_interval(0.95)
    assert found["low"] == pytest.approx(expected.low) and found["high"] == pytest.approx(expected.high)


def test_weights_that_rest_on_little_widen_the_composed_interval():
    _, nearest, venues = papers()
    at_a, at_b = venues == "A", venues == "B"
    unsure = 0.5 * np.eye(3)[nearest] + 0.5 / 3
    found = [composed_shares(unsure, at_a, at_b, concentration=c, seed=0) for c in (1e4, 50, 2)]
    widths = [(f["high"] - f["low"])[0] for f in (soft_shares(unsure, at_a, at_b), *found)]
    assert widths[0] == pytest.approx(widths[1], rel=0.01) and widths[1] < 0.99 * widths[2] < 0.7 * widths[3]


def test_composed_intervals_cover_the_truth_as_often_as_they_say():
    rng, covered = np.random.default_rng(0), []
    at_a = np.arange(200) < 90
    for seed in range(150):
        words = np.array([rng.multinomial(50, theta) for theta in rng.dirichlet(np.ones(4), 200)])
        found = composed_shares(words / 50, at_a, ~at_a, n_draws=20, seed=seed)
        covered.append((found["low"] <= 0) & (found["high"] >= 0))
    assert 0.92 < np.mean(covered) < 0.99


def test_a_venue_with_no_paper_in_a_theme_and_rows_without_a_word_are_no_fault():
    frame = counting_views(model(np.array([-1, 0]), np.array([[0.0], [1.0]])), [0, 0], ["A", "B"], PAIR, seed=0)
    by_view = frame.set_index("view")
    assert np.isnan(by_view.loc["outliers dropped", "difference"])
    assert by_view.loc["soft weights", ["share_a", "share_b"]].tolist() == [0.0, 1.0]
    assert by_view.loc["soft, composed", ["share_a", "share_b"]].tolist() == [0.0, 1.0]
