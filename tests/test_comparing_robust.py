"""The verdict: each condition is needed, and each failure is named."""

import numpy as np
import pandas as pd
import pytest

from venue_themes.comparing import compare_topics, with_evidence
from venue_themes.comparing.proportions import benjamini_hochberg
from venue_themes.settings import Comparison

PAIR = ("A", "B")
TOPIC = np.repeat([0, 1, 1, 0], [80, 20, 80, 20])
VENUES = np.repeat(np.array(["A", "B"], dtype=object), 100)
GOOD = {"stability": np.array([0.9, 0.9]),
        "sign_kept": {PAIR: np.array([1.0, 0.95])}, "seen_by": {PAIR: np.array([2, 3])}}


def verdict(settings=None, **changes):
    frame = compare_topics(TOPIC, ["x", "y"], VENUES, model="m")
    frame = with_evidence(frame, settings=settings, **(GOOD | changes))
    return frame["robust"].tolist(), frame["reasons"].tolist()


def test_all_conditions_met_is_robust():
    assert verdict() == ([True, True], ["", ""])


@pytest.mark.parametrize(("changes", "reason"), [
    ({"stability": np.array([0.59, 0.9])}, "the theme itself is unstable (below 0.6)"),
    ({"sign_kept": {PAIR: np.array([0.94, 1.0])}}, "the direction changes in more than 5 % of the refits"),
    ({"seen_by": {PAIR: np.array([1, 2])}}, "no second model leans the same way"),
])
def test_each_condition_is_needed_and_named(changes, reason):
    assert verdict(**changes) == ([False, True], [reason, ""])


@pytest.mark.parametrize("name", list(GOOD))
def test_missing_evidence_is_no_evidence(name):
    assert verdict(**{name: None})[0] == [False, False]


def test_level_and_least_effect_come_from_the_settings():
    assert verdict(Comparison(min_effect=0.6)) == ([True, True], ["", ""])  # the difference is 60 points
    assert verdict(Comparison(min_effect=0.61))[1] == ["smaller than 61 points"] * 2
    assert verdict(Comparison(level=1e-20))[1] == ["could be chance (q of 1e-20 or more)"] * 2


def test_q_corrects_over_the_themes_that_could_be_robust():
    topic = np.array([0] * 60 + [1] * 40 + [2] * 50 + [3] * 50)
    venues = np.array(["A"] * 38 + ["B"] * 22 + ["A"] * 20 + ["B"] * 20 + ["A"] * 25 + ["B"] * 25 + ["A"] * 17 + ["B"] * 33)
    plain = compare_topics(topic, list("wxyz"), venues, model="m")
    frame = with_evidence(plain, stability=np.array([0.9, 0.1, 0.2, 0.9]))
    assert frame["q"][[0, 3]].to_numpy() == pytest.approx(benjamini_hochberg(plain["p"][[0, 3]].to_numpy()))
    assert frame["q"][[1, 2]].tolist() == plain["q"][[1, 2]].tolist() and frame["q"][0] < plain["q"][0]
    assert with_evidence(plain)["q"].tolist() == plain["q"].tolist()
    doubled = pd.concat([plain, plain.assign(venue_b="C")], ignore_index=True)
    assert with_evidence(doubled, stability=np.array([0.9, 0.1, 0.2, 0.9]))["q"].tolist() == frame["q"].tolist() * 2


def test_q_corrects_over_the_pairs_of_venues_too():
    topic = np.array([0] * 38 + [1] * 22 + [0] * 22 + [1] * 38 + [0] * 30 + [1] * 30)
    plain = compare_topics(topic, ["x", "y"], np.repeat(list("ABC"), 60), model="m")
    frame = with_evidence(plain, stability=np.array([0.9, 0.1]))
    first = frame[frame["topic"] == 0]
    assert len(first) == 3 and first["q"].to_numpy() == pytest.approx(benjamini_hochberg(first["p"].to_numpy()))
    assert first["q"].iloc[0] == pytest.approx(3 * first["p"].iloc[0])


def test_leaving_out_what_is_unstable_finds_no_more_where_nothing_is():
    rng, found = np.random.default_rng(0), []
    for _ in range(60):
        topic, venues = rng.integers(0, 12, 600), np.array(["A", "B"], dtype=object)[rng.integers(0, 2, 600)]
        frame = with_evidence(compare_topics(topic, [str(k) for k in range(12)], venues, model="m"), stability=rng.random(12))
        found.append((frame["q"][frame["stability"] >= 0.6] < 0.05).any())
    assert np.mean(found) < 0.12


def test_several_failures_are_all_named():
    assert verdict(stability=np.zeros(2), seen_by=None)[1][0].count(";") == 1
