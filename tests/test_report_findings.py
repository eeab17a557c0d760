"""Sentences say what the frames say: robust findings are named, and without any that is said."""

import pandas as pd
import pytest

from factory import make_result
from venue_themes import findings, phrasing

SMALL = make_result(38, 7)
LARGE = make_result(3000, 20, 5)
ONE = make_result(12, 2, venues=("ICML",))


def differ(result):
    return findings.differences(result.comparison, result.papers)


def test_a_planted_difference_is_named_with_its_numbers():
    said = " ".join(differ(LARGE))
    row = LARGE.comparison.query("model == 'bertopic' and topic == 0").iloc[0]
    assert row["robust"] and row["difference"] > 0  # what the factory planted
    assert f"More at ICLR:\n“{row['label']}” ({100 * row['share_a']:.1f} % against {100 * row['share_b']:.1f} %" in said
    assert f"+{100 * row['difference']:.1f} points" in said


def test_only_robust_findings_are_named():
    rows = LARGE.comparison.copy()
    rows.loc[rows["topic"] == 0, "robust"] = False
    label = rows.query("model == 'bertopic' and topic == 0")["label"].iloc[0]
    rest = findings.differences(rows.assign(robust=rows["robust"] & (rows["topic"] == 1)), LARGE.papers)
    assert not any(f"“{label}”" in s for s in rest if s.startswith("More at"))


def test_without_a_finding_nothing_is_significant():
    rows = SMALL.comparison.assign(robust=False, q=0.7)
    said = findings.differences(rows, SMALL.papers)
    assert said[0].startswith("Nothing is significant")
    largest = rows[rows["model"] == "bertopic"].sort_values("difference", key=abs).iloc[-1]
    assert f"“{largest['label']}”: {largest['count_a']} of {largest['n_a']}" in said[1]


def test_significant_but_not_robust_is_told_apart():
    rows = SMALL.comparison.assign(robust=False, q=0.01)
    assert "none" not in findings.differences(rows, SMALL.papers)[0]
    assert "corrected q below 0.05, but" in findings.differences(rows, SMALL.papers)[0]


def test_the_least_detectable_difference_is_computed():
    said = findings.could_be_seen(SMALL.comparison)
    assert len(said) == 1 and "23 and 15 papers" in said[0] and "would have to differ by at least" in said[0]
    more = findings.could_be_seen(LARGE.comparison)[0]
    first, second = (float(s.split("at least ")[1].split()[0]) for s in (said[0], more))
    assert second < first  # more papers show smaller differences


def test_the_curve_of_what_could_be_seen_covers_the_shares():
    curve = findings.detectable(SMALL.comparison)
    assert curve["share"].iloc[0] == 0 and len(curve) == 9
    assert (curve["least"].dropna() > 0).all()
    assert findings.detectable(ONE.comparison).empty


def test_one_venue_is_said():
    assert differ(ONE) == [
        "No comparison was made: all papers are of one venue, ICML 2025. Add papers of a second venue to compare."
    ]
    assert (
        findings.shared(ONE.comparison) == []
        and findings.words(ONE.term_comparison) == []
        and findings.could_be_seen(ONE.comparison) == []
    )


def test_the_largest_themes_are_named_in_order():
    said = " ".join(findings.about(SMALL.topics, SMALL.assignments))
    themes = SMALL.topics[SMALL.topics["model"] == "bertopic"].sort_values(["size", "topic"], ascending=[False, True])
    assert "The papers fall into 7 themes." in said
    assert f"The largest themes are “{themes['label'].iloc[0]}” ({themes['size'].iloc[0]})" in said
    assert "20 themes in 5 areas" in " ".join(findings.about(LARGE.topics, LARGE.assignments))


def test_papers_in_no_theme_are_counted():
    none = int((SMALL.assignments.query("model == 'bertopic'")["topic"] < 0).sum())
    assert none > 1
    assert f"{none} papers (" in findings.about(SMALL.topics, SMALL.assignments)[-1]


def test_what_was_read_adds_up():
    cleaning = {"read": 41, "kept": 38, "rejected": 3, "warnings": ["One file is odd."]}
    said = findings.corpus(SMALL.papers, cleaning)
    assert said[0] == "38 abstracts were analysed: 23 of ICLR 2025 and 15 of ICML 2025."
    assert "3 records of 41 could not be used" in said[1]
    assert said[-1] == "One file is odd."


def test_stability_is_counted_against_what_is_needed():
    held = SMALL.topics.query("model == 'bertopic'")["stability"]
    assert f"{(held >= 0.6).sum()} of 7 reach the 0.6" in findings.certainty(SMALL.topics, SMALL.comparison)[0]
    never = findings.certainty(SMALL.topics.assign(stability=float("nan")), SMALL.comparison)[0]
    assert "not refitted" in never


@pytest.mark.parametrize(
    ("years", "name"), [([2025, 2025], "ICML 2025"), ([2024, 2025], "ICML"), ([pd.NA, pd.NA], "ICML")]
)
def test_a_venue_carries_its_year_when_it_has_one(years, name):
    assert phrasing.headline(pd.DataFrame({"venue": "ICML", "year": pd.array(years, dtype="Int64")})) == name


def of_three(**columns):
    """The comparison of three venues, each pair with the rows of ``SMALL``."""
    pairs = [SMALL.comparison.assign(venue_a=a, venue_b=b, **columns) for a, b in (("A", "B"), ("A", "C"), ("B", "C"))]
    return pd.concat(pairs, ignore_index=True)


def test_pairs_of_three_venues_are_counted_and_not_told_one_by_one():
    rows = of_three(robust=False)
    assert findings.differences(rows, SMALL.papers)[0] == "None of 3 pairs of venues differs robustly in any theme."
    mine = (rows["model"] == "bertopic") & (rows["topic"] < 2)
    rows.loc[mine & (rows["venue_b"] == "C"), "robust"] = True
    rows.loc[mine & (rows["venue_a"] == "A") & (rows["topic"] == 1), "robust"] = False
    said = findings.differences(rows, SMALL.papers)
    assert said == [
        "2 of 3 pairs of venues differ robustly in at least one theme: most themes differ between B and C (2 of 7), "
        "none differs between A and B.",
        "Pages that show a single pair show A and B, the venues with the most papers.",
    ]


def test_what_three_venues_share_counts_each_venue_once():
    rows = of_three(robust=False)
    rows = rows[rows["model"] == "bertopic"].assign(count_a=2, count_b=2)
    rows.loc[(rows["topic"] > 0) & (rows["venue_b"] == "C"), "count_b"] = 0
    assert findings.shared(rows) == ["1 of 7 themes has papers at all 3 venues; together they hold 20 % of the papers in themes."]
    assert findings.shared(rows.assign(count_b=0)) == ["No theme has papers at all 3 venues."]


def test_what_could_be_seen_is_said_of_the_largest_and_the_smallest_pair():
    rows = of_three()
    rows.loc[rows["venue_b"] == "C", ["n_b"]] = 11
    said = findings.could_be_seen(rows)
    assert len(said) == 2 and said[0].startswith("With 23 and 15") and said[1].startswith("With 23 and 11")
    assert "after correction for 7 themes and 3 pairs of venues" in said[0]
    assert len(findings.could_be_seen(of_three())) == 1


def test_areas_that_differ_are_named_and_others_are_not():
    rows = LARGE.comparison.assign(robust=(LARGE.comparison["model"] == "areas") & (LARGE.comparison["topic"] == 1))
    said = findings.area_differences(rows)
    row = rows[rows["robust"]].iloc[0]
    assert said[0] == "1 of 5 areas differs robustly."
    assert said[1].startswith(
        f"More at {row['venue_a'] if row['difference'] > 0 else row['venue_b']}:\n“{row['label']}”"
    )
    assert findings.area_differences(LARGE.comparison.assign(robust=False)) == []
    assert findings.area_differences(SMALL.comparison) == []
