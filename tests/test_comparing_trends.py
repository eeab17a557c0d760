"""Many venues and years: against statsmodels, with a planted rise and with none."""

import numpy as np
import pytest

from venue_themes.comparing import COLUMNS, compare_topics
from venue_themes.comparing.proportions import benjamini_hochberg
from venue_themes.comparing.trends import (
    POSITION_COLUMNS,
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


def norm_sf(z):
    from scipy.stats import norm

    return norm.sf(z)


def test_up_to_fifty_papers_the_trend_is_exact_and_with_two_years_it_is_fishers():
    from scipy.stats import fisher_exact

    topic = np.array([0] * 4 + [1] * 36 + [0] * 3 + [1] * 297)
    trend = trend_tests(shares_over_years(topic, ["x", "y"], ["A"] * 340, [2019] * 40 + [2025] * 300))
    assert trend["p"][0] == pytest.approx(fisher_exact([[4, 36], [3, 297]]).pvalue)
    assert trend["p"][0] > 10 * 2 * norm_sf(abs(trend["z"][0]))  # what the normal distribution would have made of it


def test_a_small_first_year_makes_no_trend_by_chance():
    years, rng, low = np.repeat([2019, 2024, 2025], [20, 200, 400]), np.random.default_rng(3), []
    for _ in range(150):
        topic = np.where(np.isin(np.arange(620), rng.choice(620, 8, replace=False)), 0, -1)
        low.append(trend_tests(shares_over_years(topic, ["x"], ["A"] * 620, years))["p"][0])
    assert np.mean(np.array(low) < 0.05) < 0.09 and np.mean(np.array(low) < 0.005) < 0.03


def test_years_with_few_papers_make_no_trend():
    years = [2020] * 100 + [2021] * 100 + [2025] * 19
    topic = [1] * 200 + [0] * 19
    trends = trend_tests(shares_over_years(topic, ["x", "y"], ["A"] * 219, years))
    assert trends["years"].tolist() == [2, 2] and trends["last"].tolist() == [2021, 2021] and trends["p"].tolist() == [1, 1]


def test_positions_keep_hellinger_distances_and_show_the_path():
    topic, venues, years = papers(2, n=2000)
    topic = np.where(topic == 2, -1, topic)
    places = venue_positions(topic, LABELS, venues, years)
    assert list(places.columns) == list(POSITION_COLUMNS) and len(places) == 18
    dated, whole = places[places["year"].notna()], places[places["year"].isna()]
    assert set(dated["n"]) == {2000} and set(whole["n"]) == {10_000} and dated["year"].tolist() == 3 * list(range(2019, 2024))
    b = dated[dated["venue"] == "B"][["x", "y"]].to_numpy()
    a = dated[dated["venue"] == "A"][["x", "y"]].to_numpy()
    assert np.linalg.norm(b[-1] - b[0]) > 3 * np.linalg.norm(a[-1] - a[0])
    shares = shares_over_years(topic, LABELS, venues, years)
    roots = np.sqrt(shares.pivot(index=["venue", "year"], columns="topic", values="share").to_numpy())
    xy = dated[["x", "y"]].to_numpy()
    for i, j in [(0, 9), (3, 7)]:  # two themes with papers: two axes hold all
        assert np.linalg.norm(xy[i] - xy[j]) == pytest.approx(np.linalg.norm(roots[i] - roots[j]), abs=1e-6)
    one = places.iloc[0]
    assert one["explained_x"] + one["explained_y"] == pytest.approx(1) and one["explained_x"] > 0.9
    assert {one["left"], one["right"]} == {"rising", "other"}


def inside(shares, n=60, runs=20):
    """Of how many points of venues that never change the disc holds the venue's middle, and how often both axes are real."""
    rng, held, real = np.random.default_rng(0), [], []
    years, venues = np.tile(np.repeat(np.arange(2020, 2025), n), len(shares)), np.repeat(list("ABCD"), 5 * n)
    for _ in range(runs):
        topic = np.concatenate([rng.choice(len(share), 5 * n, p=share) for share in shares])
        places = venue_positions(topic, [str(k) for k in range(len(shares[0]))], venues, years)
        middle = places[places["year"].isna()].set_index("venue")
        dated = places[places["year"].notna()]
        off = dated[["x", "y"]].to_numpy() - middle.loc[dated["venue"], ["x", "y"]].to_numpy()
        held += (np.linalg.norm(off, axis=1) < dated["radius"] * np.sqrt(4 / 5)).tolist()
        real.append(places["beyond_x"][0] and places["beyond_y"][0])
    return np.mean(held), np.mean(real)


def test_the_disc_holds_what_chance_does_to_a_point():
    rng = np.random.default_rng(1)
    held, real = inside(rng.dirichlet(np.ones(12), 4))
    assert real == 1 and 0.88 < held < 0.99


def test_alike_venues_are_not_spread_beyond_chance():
    held, real = inside([np.full(12, 1 / 12)] * 4)
    assert real <= 0.05 and held > 0.9


def test_a_theme_without_papers_has_no_say():
    places = venue_positions(np.resize([0, 2], 90), LABELS, np.repeat(list("ABC"), 30))
    assert np.isfinite(places[["x", "y", "radius"]].to_numpy(float)).all() and not places["beyond_x"].any()


def test_three_venues_without_years_are_placed_and_two_are_not():
    topic = np.repeat([0, 1, 2], 30)
    three = venue_positions(topic, LABELS, np.repeat(list("ABC"), 30))
    assert three["venue"].tolist() == ["A", "B", "C"] and three["year"].isna().all()
    xy = three[["x", "y"]].to_numpy()
    assert [np.linalg.norm(xy[i] - xy[j]) for i, j in ((0, 1), (0, 2), (1, 2))] == pytest.approx([np.sqrt(2)] * 3)
    assert venue_positions(topic, LABELS, np.repeat(list("AAB"), 30)).empty


def test_a_year_with_few_papers_has_no_place():
    topic, venues = np.resize([0, 1, 2], 130), ["A"] * 130
    places = venue_positions(topic, LABELS, venues, [2020] * 40 + [2021] * 40 + [2022] * 40 + [2023] * 10)
    assert places["year"].dropna().tolist() == [2020, 2021, 2022]
    assert venue_positions(topic, LABELS, venues, [2020] * 120 + [2021] * 10).empty


@pytest.mark.parametrize(("topic", "labels", "years"), [
    ([0], ["x"], [2020]), ([-1, -1], [], [2020, 2021]), ([0], ["x"], [None]),
])
def test_too_little_for_a_trend_gives_empty_frames(topic, labels, years):
    shares = shares_over_years(topic, labels, ["A"] * len(topic), years)
    assert trend_tests(shares).shape == (0, len(TREND_COLUMNS))
    places = venue_positions(topic, labels, ["A"] * len(topic), years)
    assert places.shape == (0, len(POSITION_COLUMNS))
