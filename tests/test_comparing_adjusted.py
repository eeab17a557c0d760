"""The adjusted view: a confounded difference is explained, a real one holds, and regression agrees with statsmodels."""

import numpy as np
import pandas as pd
import pytest

from venue_themes.comparing.adjusted import ADJUSTED_COLUMNS, adjust, adjusted_sentence, confounders_of, usable

PAIR = ("A", "B")


def confounded(seed=0, n=1500):
    """Position papers are a third of B and none of A; they alone make theme 0. Theme 1 truly leans to A."""
    rng = np.random.default_rng(seed)
    venues = np.repeat(np.array(PAIR, dtype=object), n)
    position = (venues == "B") & (rng.random(2 * n) < 0.33)
    topic = np.where(rng.random(2 * n) < np.where(venues == "A", 0.3, 0.15), 1, 2)
    topic = np.where(rng.random(2 * n) < np.where(position, 0.7, 0.05), 0, topic)
    return topic, venues, pd.DataFrame({"position paper": position.astype(float)})


def test_a_difference_that_a_track_makes_is_explained_and_a_real_one_holds():
    topic, venues, confounders = confounded()
    frame = adjust(topic, ["track", "real", "rest"], venues, PAIR, confounders).set_index("label")
    assert frame.loc["track", "difference"] < -0.15 and abs(frame.loc["track", "adjusted"]) < 0.05
    assert frame["conclusion"][:2].tolist() == ["explained", "holds"]
    assert 0.08 < frame.loc["real", "low"] < frame.loc["real", "adjusted"] < frame.loc["real", "high"] < 0.25
    assert list(frame.reset_index()[list(ADJUSTED_COLUMNS)].columns) == list(ADJUSTED_COLUMNS)
    assert "position paper held equal" in adjusted_sentence(frame.reset_index(), ["position paper"])
    assert "track (explained)" in adjusted_sentence(frame.reset_index(), ["position paper"])


def test_permuted_venues_leave_nothing_to_explain():
    topic, venues, confounders = confounded()
    venues = np.random.default_rng(1).permutation(venues)
    frame = adjust(topic, ["track", "real", "rest"], venues, PAIR, confounders)
    assert set(frame["conclusion"]) == {"none"}
    assert "nothing could change" in adjusted_sentence(frame, ["position paper"])


def test_with_nothing_held_the_adjusted_difference_is_the_raw_one():
    topic, venues, confounders = confounded(n=600)
    frame = adjust(topic, ["track", "real", "rest"], venues, PAIR, confounders[[]])
    assert frame["adjusted"].to_numpy() == pytest.approx(frame["difference"].to_numpy(), abs=0.002)
    assert "nothing was adjusted" in adjusted_sentence(frame, [])


def test_the_fit_is_a_logistic_regression():
    import statsmodels.api as sm

    rng = np.random.default_rng(3)
    venues = np.repeat(np.array(PAIR, dtype=object), 2000)
    length = rng.normal(size=4000) + 0.5 * (venues == "A")
    topic = np.where(rng.random(4000) < 1 / (1 + np.exp(2 - 0.6 * (venues == "A") - 0.8 * length)), 0, -1)
    frame = adjust(topic, ["x"], venues, PAIR, pd.DataFrame({"length": length}))
    design = np.column_stack([np.ones(4000), venues == "A", length]).astype(float)
    logit = sm.Logit((topic == 0).astype(float), design).fit(disp=0)
    assert np.log(frame["odds_ratio"][0]) == pytest.approx(logit.params[1], abs=0.01)
    margins = logit.get_margeff(at="overall", dummy=True)  # statsmodels' own average effect of a dummy
    assert frame["adjusted"][0] == pytest.approx(margins.margeff[0], abs=0.002)
    assert (frame["high"][0] - frame["low"][0]) / 2 / 1.96 == pytest.approx(margins.margeff_se[0], rel=0.02)


def test_a_theme_of_position_papers_only_stays_finite():
    _, venues, confounders = confounded(n=200)
    topic = np.where(confounders["position paper"] > 0, 0, -1)
    frame = adjust(topic, ["x"], venues, PAIR, confounders)
    assert np.isfinite(frame[["adjusted", "low", "high", "odds_ratio", "p"]]).all(axis=None)


def test_what_the_venue_alone_decides_cannot_be_held_equal():
    venues = ["A", "A", "B", "B", "C"]
    confounders = pd.DataFrame({
        "year": [2024.0, 2024, 2025, 2025, 2020], "decision": [1.0, 0, np.nan, np.nan, np.nan], "same": [1.0] * 5,
        "length": [0.1, np.nan, 0.3, 0.4, 9.0], "position": [0.0, 0, 0, 1, 0],
    })
    kept, notes = usable(confounders, venues, PAIR)
    assert list(kept) == ["length", "position"] and np.isfinite(kept).all(axis=None)
    assert notes == ["year differs between A and B only: it is not adjusted for.",
                     "decision is not known at both venues and cannot be adjusted for."]


def test_confounders_come_from_the_papers():
    papers = pd.DataFrame({
        "title": ["Position: Stop", "A Title of Six Words: Yes", None], "text": ["One two three.", "One.", "One two."],
        "decision": ["ICLR 2025 Oral", "Accept (poster)", None], "year": pd.array([2025, 2024, None], "Int64"),
    }).astype({"title": "string", "decision": "string", "text": "string"})
    frame = confounders_of(papers)
    assert frame["position paper"].tolist() == [1, 0, 0] and frame["title with a colon"].tolist() == [1, 1, 0]
    assert frame["selected for talk"].tolist()[:2] == [1, 0] and np.isnan(frame["selected for talk"][2])
    assert frame["abstract length"].argmax() == 0 and np.isnan(frame["year"][2])


def test_one_venue_or_no_theme_gives_an_empty_frame():
    assert adjust([0, 0], ["x"], ["A", "A"], PAIR, pd.DataFrame(index=[0, 1])).empty
    assert adjust([-1, -1], [], ["A", "B"], PAIR, pd.DataFrame(index=[0, 1])).empty
