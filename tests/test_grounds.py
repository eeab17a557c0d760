"""Sentences on the number of themes, papers in none, and other models."""

import dataclasses

from factory import make_result
from venue_themes import grounds, showing

SMALL, LARGE = make_result(38, 7), make_result(300, 12)


def test_the_number_of_a_small_collection_is_explained_and_its_end_is_admitted():
    assert grounds.number(SMALL.metrics["themes"]) == ["Of 2 to 4 themes, 3 have the largest silhouette (0.40)."]
    end = grounds.number({"silhouettes": {"2": 0.1, "3": 0.4}})[0]
    assert end.endswith("that is the most that were tried, so the papers may hold more.")
    assert grounds.number({"method": "one"}) == []


def test_the_number_of_a_large_collection_is_put_beside_others():
    said = grounds.number(LARGE.metrics["themes"])[0]
    assert "50 themes agree with themselves at 0.70" in said and "0.80 with 12 themes and 0.40 with 150 themes" in said


def test_papers_in_no_theme_are_a_sentence_with_interval_and_test():
    said = grounds.in_no_theme(SMALL.metrics["themes"])[0]
    assert "10.0 % of the papers of ICLR and 20.0 % of ICML" in said
    assert "−10.0 points (95 % interval −20.0 to −1.0; p = 0.03)" in said
    assert said.endswith(", more than chance explains.")
    pair = SMALL.metrics["themes"]["in_none_pairs"][0] | {"p": 0.4}
    assert grounds.in_no_theme(SMALL.metrics["themes"] | {"in_none_pairs": [pair]})[0].endswith(", no more than chance explains.")
    none = [row | {"in_none": 0} for row in SMALL.metrics["themes"]["in_none"]]
    assert grounds.in_no_theme({"in_none": none, "in_none_pairs": [pair]}) == ["Every paper is in a theme."]
    one = grounds.in_no_theme({"in_none": SMALL.metrics["themes"]["in_none"][:1]})
    assert one == ["10.0 % of the papers of ICLR are in no theme."]


def test_counterparts_are_counted_and_themes_without_any_are_named():
    assert grounds.counterparts(SMALL.matches) == ["4 of 7 themes have a counterpart in NMF and LDA, 3 in one of them."]
    alone = SMALL.matches.assign(agrees=SMALL.matches["agrees"] & (SMALL.matches["topic"] != 2))
    label = SMALL.matches.loc[SMALL.matches["topic"] == 2, "label"].iloc[0]
    assert grounds.counterparts(alone)[0].endswith(f"1 in none: “{label}”.")
    assert grounds.counterparts(SMALL.matches.head(0)) == []


def test_the_table_shows_disagreement_first():
    table = showing.matches(SMALL.matches)
    assert table.columns == ("theme", "papers", "nearest in NMF", "overlap (NMF)", "nearest in LDA", "overlap (LDA)", "found by")
    assert [row[-1] for row in table.rows] == ["NMF"] * 3 + ["NMF, LDA"] * 4 and table.rows[0][5] == "0.05"
    assert showing.matches(SMALL.matches.head(0)).rows == ()


def test_the_table_of_papers_in_none_has_intervals():
    assert showing.in_no_theme(SMALL.metrics["themes"]).rows[1] == ("ICML", "100", "20", "20.0 %", "10.0 % to 40.0 %")
    assert dataclasses.is_dataclass(showing.in_no_theme({})) and showing.in_no_theme({}).rows == ()
