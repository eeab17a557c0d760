"""Several venues and years, end to end: what is planted is found, shuffled labels give nothing, two venues stay as they are."""

import numpy as np
import pandas as pd
import pytest

import venue_themes as vt
from factory import make_result
from test_pipeline import QUICK, THEMES
from venue_themes import findings, gallery, overview, report
from venue_themes.comparing.trends import REST
from venue_themes.contracts import TopicModel
from venue_themes.exporting import Page
from venue_themes.refitting import Stability
from venue_themes.settings import Settings
from venue_themes.spanning import span
from venue_themes.verdicts import Witnesses

SETTINGS = {**QUICK, "themes": {"n_topics": 3}}
YEARS = range(2020, 2024)


def collection(seed=0):
    """Three venues over four years, 20 papers each: C is strong in proteins, and bandits rise at A."""
    rng, rows = np.random.default_rng(seed), []
    for venue in "ABC":
        for year in YEARS:
            rise = 0.25 * (year - YEARS[0]) if venue == "A" else 0.2
            proteins = 0.7 * (1 - rise) if venue == "C" else 0.2 * (1 - rise)
            for i, theme in enumerate(rng.choice(list(THEMES), 20, p=[rise, 1 - rise - proteins, proteins])):
                text = " ".join(rng.choice(THEMES[theme], 30)) + f" case {venue}{year} {i}."
                rows.append({"venue": venue, "year": year, "title": None, "abstract": text})
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def planted():
    return vt.run(collection(), settings=SETTINGS, cache=False)


@pytest.fixture(scope="module")
def shuffled():
    papers = collection()
    order = np.random.default_rng(7).permutation(len(papers))
    papers[["venue", "year"]] = papers[["venue", "year"]].to_numpy()[order]
    return vt.run(papers, settings=SETTINGS, cache=False)


def theme(result, word):
    """The theme that a word stands in the terms of."""
    mine = result.topics[result.topics["model"] == "bertopic"]
    return int(mine.loc[[word in " ".join(terms) for terms in mine["terms"]], "topic"].iloc[0])


def test_the_planted_theme_sets_its_venue_apart(planted):
    rest = planted.weighed["one_against_rest"]
    assert set(rest["venue_b"]) == {REST} and len(rest) == 9
    best = rest[rest["robust"]].sort_values("difference").iloc[-1]
    assert (best["venue_a"], best["topic"]) == ("C", theme(planted, "protein"))
    said = findings.each_venue(rest)
    assert any(
        f"C has more “{best['label']}” ({100 * best['share_a']:.1f} % against {100 * best['share_b']:.1f} %)" in s for s in said
    )


def test_the_planted_trend_is_found_and_no_other_rises(planted):
    trends = planted.weighed["trends"]
    rising = trends[trends["found"] & (trends["slope"] > 0)]
    assert rising[["venue", "topic"]].values.tolist() == [["A", theme(planted, "bandit")]]
    assert rising["slope"].iloc[0] == pytest.approx(0.25, abs=0.05)
    said = findings.over_years(trends, planted.weighed["shares_over_years"])
    assert f"Rising: “{rising['label'].iloc[0]}” at A (" in said[1] and "in 2020," in said[1] and "in 2023;" in said[1]


def test_the_venue_with_the_trend_walks_furthest(planted):
    places = planted.weighed["venue_positions"]
    steps = places[places["year"].notna()].groupby("venue")[["x", "y"]].agg(["first", "last"])
    walked = np.hypot(steps["x"]["last"] - steps["x"]["first"], steps["y"]["last"] - steps["y"]["first"])
    assert walked.idxmax() == "A" and walked["A"] > 3 * walked.drop("A").max() and places["beyond_x"].all()


def test_shuffled_labels_give_nothing(shuffled):
    assert not shuffled.weighed["one_against_rest"]["robust"].any() and not shuffled.weighed["trends"]["found"].any()
    assert not shuffled.weighed["venue_positions"]["beyond_y"].any()
    assert findings.each_venue(shuffled.weighed["one_against_rest"])[0].startswith(
        "Each of 3 venues was held against all others: in 0 of 9 cases"
    )
    said = findings.over_years(shuffled.weighed["trends"], shuffled.weighed["shares_over_years"])
    assert said == ["No theme rises or falls at a venue from 2020 to 2023 by more than chance explains."]


NEW = {"one_against_rest", "shares_over_years", "trends", "venue_positions"}


def made(venues, years, *, n=240, refitted=True, settings=None):
    """A made-up result of 5 themes, with these venues and years dealt out, and what spans them."""
    result = make_result(n, 5)
    result.papers["venue"] = np.resize(list(venues), n)
    result.papers["year"] = np.resize(np.repeat(years, 48), n)
    topic, every = np.random.default_rng(0).integers(0, 5, n), np.arange(n)
    labels = tuple(result.topics.loc[result.topics["model"] == "bertopic", "label"])
    more = {"strength": np.ones(n), "weights": np.eye(5)[topic], "terms": ((),) * 5, "labels": labels}
    models = [TopicModel(n, topic, representatives=((),) * 5, parents=(None,) * 5, **more) for n in ("bertopic", "nmf")]
    refits, stability = ({"bertopic": [(every, topic)]}, {"bertopic": np.ones(5)}) if refitted else ({}, {})
    witnesses = Witnesses(every, refits, Stability(stability, {}), {"bertopic": [topic]})
    result.weighed = span(models, result.papers, np.ones(n, bool), witnesses, settings or Settings())
    return result


APPLY = [
    ("AB", [2020], set()),
    ("ABC", [2020], {"one_against_rest", "venue_positions"}),
    ("AB", [2020, 2025], NEW - {"one_against_rest"}),
    ("A", [2020, 2022, 2025], NEW - {"one_against_rest"}),
    ("A", [2020], set()),
]


@pytest.mark.parametrize(("venues", "years", "frames"), APPLY)
def test_frames_figures_and_sentences_are_there_only_where_they_apply(venues, years, frames):
    result = made(venues, years)
    assert set(result.weighed) == frames
    drawn = {"venue_profiles": "one_against_rest", "theme_trends": "trends", "venue_positions": "venue_positions"}
    assert {name for name in gallery.key_figures(result) if name in drawn} == {n for n, frame in drawn.items() if frame in frames}
    ids = [part["id"] for part in overview.found(result)]
    assert ("years" in ids) == ("trends" in frames) and ("apart" in ids) == ("one_against_rest" in frames)


@pytest.mark.parametrize(("venues", "years", "frames"), APPLY)
def test_pages_are_there_only_where_they_apply(venues, years, frames, monkeypatch, tmp_path):
    ran = []
    monkeypatch.setattr(report, "_executed", lambda result, paths, *rest: ran.extend(p.stem[:2] for p in paths) or paths)
    monkeypatch.setattr(report, "as_page", lambda notebook, path: Page(f"{path.stem}.html", path.stem))
    result = made(venues, years)
    report.write_report(result, None, result.settings, tmp_path)
    assert ran[:5] == ["00", "01", "02", "03", "04"]
    assert ran[5:] == ["05"] * ("one_against_rest" in frames) + ["06"] * ("trends" in frames)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert ("05_many_venues.html" in page) == ("one_against_rest" in frames)
    assert ("06_over_the_years.html" in page) == ("trends" in frames)


def test_without_refits_nothing_is_called_found():
    found = made("ABC", [2020, 2025], refitted=False).weighed
    assert not found["one_against_rest"]["robust"].any() and not found["trends"]["found"].any()
    assert found["trends"]["stability"].isna().all() and found["trends"]["q"].notna().all()


def test_a_choice_of_two_venues_has_no_rest():
    found = made("ABC", [2020, 2025], settings=Settings(comparison={"venues": ("A", "C")})).weighed
    assert set(found) == NEW - {"one_against_rest"}
    assert set(found["trends"]["venue"]) == set(found["venue_positions"]["venue"]) == {"A", "C"}


def test_many_venues_fit_the_index():
    page = overview.index_page(made("ABCDEFGHIJ", [2025]), {"title": "", "pages": [], "made": "", "methods": ""}, "")
    assert "largest shares" in page and '<td class="share">' not in page
