"""Many venues and years: against statsmodels, with a planted rise and with none."""

import numpy as np
import pytest

from venue_themes.comparing import COLUMNS, compare_topics
from venue_themes.comparing.proportions import benjamini_hochberg
from venue_themes.comparing.trends import (
    REST,
    SHARE_COLUMNS,
    TREND_COLUMNS,
    one_against_rest,
    shares_over_years,
    trend_tests,
    venue_positions,
)
from venue_themes.settings import Comparison

LABELS = ["rising", "other", "third"]


def papers(seed=0, n=300, rise=0.04):
    rng = np.random.default_rng(seed)
    venues = np.repeat(np.array(["A", "B", "zeta"], dtype=object), 5 * n)
    years = np.tile(np.repeat(np.arange(2019, 2024), n), 3)
    share = 0.1 + rise * (years - 2019) * (venues == "B")
    return np.where(rng.random(len(years)) < share, 0, rng.integers(1, 3, len(years))), venues, years


def test_trend_is_the_one_of_statsmodels_and_only_the_planted_one_is_found():
    from statsmodels.stats.contingency_tables import Table

    topic, venues, years = papers()
    shares = shares_over_years(topic, LABELS, venues, years)
    trends = trend_tests(shares)
    rising = trends[(trends["label"] == "rising") & (trends["venue"] == "B")].iloc[0]
    assert rising["q"] < 1e-3 and rising["slope"] == pytest.approx(0.04, abs=0.015)
    assert (trends[trends["venue"] != "B"]["q"] < 0.05).sum() == 0
    for row in trends.itertuples():
        part = shares[(shares["topic"] == row.topic) & (shares["venue"] == row.venue)]
        table = np.column_stack([part["n"] - part["count"], part["count"]])
        found = Table(table, shift_zeros=False).test_ordinal_association(row_scores=part["year"].to_numpy() - 2019.0)
        assert row.z == pytest.approx(found.zscore, rel=0.002) and row.p == pytest.approx(found.pvalue, abs=2e-3)
        assert row.slope == pytest.approx(np.polyfit(part["year"] - 2021, part["share"], 1, w=np.sqrt(part["n"]))[0])
    assert list(trends.columns) == list(TREND_COLUMNS) and list(shares.columns) == list(SHARE_COLUMNS)
    assert trends["q"].to_numpy() == pytest.approx(benjamini_hochberg(trends["p"].to_numpy()))


def test_shuffled_years_have_no_trend():
    topic, venues, years = papers()
    shuffles = [np.random.default_rng(seed).permutation(topic) for seed in range(10)]
    trends = [trend_tests(shares_over_years(shuffled, LABELS, venues, years)) for shuffled in shuffles]
    assert sum((found["q"] < 0.05).any() for found in trends) <= 2


def test_wilson_is_the_published_interval_and_papers_without_a_year_are_left_out():
    # Newcombe (1998), Statistics in Medicine 17:857-872, table I: 15 of 148, score method
    years = [2020] * 148 + [None] * 3
    topic = np.array([0] * 15 + [-1] * 133 + [0] * 3)
    row = shares_over_years(topic, ["x"], ["A"] * 151, years).iloc[0]
    assert (row["count"], row["n"]) == (15, 148)
    assert (row["low"], row["high"]) == pytest.approx((0.0624, 0.1605), abs=5e-5)


def test_each_venue_against_the_rest_is_the_comparison_of_two():
    topic, venues, _ = papers(1, n=60, rise=0.1)
    frame = one_against_rest(topic, LABELS, venues, model="m")
    assert list(frame.columns) == list(COLUMNS) and set(frame["venue_b"]) == {REST}
    assert frame["venue_a"].unique().tolist() == ["A", "B", "zeta"]
    zeta = frame[frame["venue_a"] == "zeta"].reset_index(drop=True)
    plain = compare_topics(topic, LABELS, np.where(venues == "zeta", "a", "b"), model="m")
    same = ["count_a", "n_a", "count_b", "n_b", "difference", "low", "high", "p"]
    assert zeta[same].to_numpy() == pytest.approx(plain[same].to_numpy())
    assert frame["q"].to_numpy() == pytest.approx(benjamini_hochberg(frame["p"].to_numpy()))
    assert frame.loc[frame["q"].idxmin(), ["label", "venue_a"]].tolist() == ["rising", "B"]


def test_two_venues_have_no_rest():
    topic, venues, _ = papers(1, n=10)
    frame = one_against_rest(topic, LABELS, venues, model="m", settings=Comparison(venues=("A", "B")))
    assert frame.empty and list(frame.columns) == list(COLUMNS)


def test_positions_keep_hellinger_distances_and_show_the_path():
    topic, venues, years = papers(2, n=2000)
    topic = np.where(topic == 2, -1, topic)
    shares = shares_over_years(topic, LABELS, venues, years)
    places = venue_positions(shares)
    assert len(places) == 15 and set(places["n"]) == {2000}
    b = places[places["venue"] == "B"][["x", "y"]].to_numpy()
    a = places[places["venue"] == "A"][["x", "y"]].to_numpy()
    assert np.linalg.norm(b[-1] - b[0]) > 3 * np.linalg.norm(a[-1] - a[0])
    roots = np.sqrt(shares.pivot(index=["venue", "year"], columns="topic", values="share").to_numpy())
    xy = places[["x", "y"]].to_numpy()
    for i, j in [(0, 9), (3, 7)]:  # two themes with papers: two axes hold all
        assert np.linalg.norm(xy[i] - xy[j]) == pytest.approx(np.linalg.norm(roots[i] - roots[j]), abs=1e-6)


@pytest.mark.parametrize(("topic", "labels", "years"), [
    ([0], ["x"], [2020]), ([-1, -1], [], [2020, 2021]), ([0], ["x"], [None]),
])
def test_too_little_for_a_trend_gives_empty_frames(topic, labels, years):
    shares = shares_over_years(topic, labels, ["A"] * len(topic), years)
    assert trend_tests(shares).shape == (0, len(TREND_COLUMNS))
    assert len(venue_positions(shares)) == (1 if years == [2020] else 0)
