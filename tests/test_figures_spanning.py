"""Figures of several venues and years draw what the frames hold, labels apart, and say so where there is nothing."""

import numpy as np
import pytest

from test_spanning import made
from venue_themes import figures
from venue_themes.figures.places import text_size
from venue_themes.figures.positions import FRAME
from venue_themes.figures.theme import VENUE_COLOURS, told_apart, venue_styles


@pytest.fixture(scope="module")
def four():
    return made("ABCD", [2020, 2023, 2025], n=288).weighed


@pytest.fixture(scope="module")
def sixteen():
    return made("ABCDEFGHIJKLMNOP", [2025]).weighed


def test_each_cell_is_the_share_of_its_theme_and_venue(four):
    rest = four["one_against_rest"]
    fig = figures.venue_profiles(rest)
    heat, names = fig.data[0], fig.layout.yaxis.ticktext
    assert len(names) == 5 and len(fig.layout.xaxis.ticktext) == 4
    for row in rest.itertuples():
        text = heat.text[names.index(row.label)][fig.layout.xaxis.ticktext.index(row.venue_a)]
        shown = f"{100 * row.share_a:.{0 if row.share_a >= 0.0995 else 1}f}" if row.share_a else ""
        assert text == (f"<b>{shown}</b>" if row.robust and shown else shown)


def test_what_may_be_chance_is_pale(four):
    rest = four["one_against_rest"].assign(odds_ratio=8.0)
    cells = [np.asarray(figures.venue_profiles(rest.assign(q=q)).data[0].z, float) for q in (0.01, 0.5)]
    assert np.allclose(cells[0], 3) and np.allclose(cells[1], 0.75)


def test_rows_are_those_with_the_smallest_p(four):
    rest = four["one_against_rest"]
    rest = rest.assign(p=np.where(rest["topic"] == 3, 1e-9, 0.5))
    fig = figures.venue_profiles(rest, top=1)
    assert list(fig.layout.yaxis.ticktext) == [rest.loc[rest["topic"] == 3, "label"].iloc[0]]
    assert "with the smallest p of 5" in fig.layout.title.subtitle.text


def test_a_trend_that_is_found_has_a_band_and_others_have_none(four):
    shares, trends = four["shares_over_years"], four["trends"]
    one = trends.assign(found=(trends["topic"] == 2) & (trends["venue"] == "B"))
    fig = figures.theme_trends(shares, one)
    bands = [t for t in fig.data if t.fill == "toself"]
    assert len(bands) == 1 and len({t.xaxis for t in fig.data}) == 1  # the panel of theme 2 alone
    mine = shares[(shares["topic"] == 2) & (shares["venue"] == "B") & (shares["n"] >= 20)].sort_values("year")
    assert list(bands[0].y) == pytest.approx([*(100 * mine["low"]), *(100 * mine["high"])[::-1]])
    bold = [t for t in fig.data if t.line.width == 2.6 and t.mode == "lines+markers"]
    assert [list(t.y) for t in bold] == [pytest.approx((100 * mine["share"]).tolist())]


def test_without_a_trend_little_is_drawn_and_that_is_said(four):
    fig = figures.theme_trends(four["shares_over_years"], four["trends"].assign(found=False))
    assert len({t.xaxis for t in fig.data}) == 2 and "none of 20 trends is beyond chance" in fig.layout.title.subtitle.text


def test_of_many_venues_those_with_a_trend_are_coloured():
    found = made("ABCDEFGH", [2020, 2025], n=480).weighed
    trends = found["trends"].assign(found=lambda t: (t["venue"] == "C") & (t["topic"] == 0))
    fig = figures.theme_trends(found["shares_over_years"], trends)
    assert [t.name for t in fig.data if t.name] == ["C", "other venues"]
    assert {t.line.color for t in fig.data if t.mode == "lines+markers"} == {VENUE_COLOURS[0], "#c5ccd3"}


def boxes(fig):
    """Pixel boxes of the labels on the map of positions."""
    (left, right), (bottom, top) = fig.layout.xaxis.range, fig.layout.yaxis.range
    for note in fig.layout.annotations:
        size = np.array(text_size([note.text.replace("<b>", "").replace("</b>", "")], note.font.size))
        at = np.array([(note.x - left) / (right - left) * FRAME[0], (note.y - bottom) / (top - bottom) * FRAME[1]])
        yield at - size / 2, at + size / 2


@pytest.mark.parametrize("name", ["four", "sixteen"])
def test_labels_are_all_there_and_lie_on_no_other(name, request):
    fig = figures.venue_positions(request.getfixturevalue(name)["venue_positions"])
    drawn = list(boxes(fig))
    assert len(drawn) == {"four": 8, "sixteen": 16}[name]
    for i, (low, high) in enumerate(drawn):
        assert not any((low < other[1] - 1e-6).all() and (other[0] < high - 1e-6).all() for other in drawn[:i])
    spans = [np.diff(a.range)[0] / size for a, size in zip((fig.layout.xaxis, fig.layout.yaxis), FRAME, strict=True)]
    assert spans[0] == pytest.approx(spans[1])  # an inch to the right is as far as an inch up


def test_paths_join_the_years_in_order(four):
    fig = figures.venue_positions(four["venue_positions"])
    places = four["venue_positions"].query("venue == 'C'").dropna(subset="year")
    assert list(fig.data[2].x) == places.sort_values("year")["x"].tolist()
    assert [n.text for n in fig.layout.annotations if "C" in n.text] == ["<b>C 2025</b>"]
    whole = figures.venue_positions(four["venue_positions"], paths=False)
    assert all(len(t.x) == 1 for t in whole.data) and len(whole.layout.annotations) == 4


def test_nothing_to_draw_says_why():
    for fig in (figures.venue_profiles(None), figures.theme_trends(None, None), figures.venue_positions(None)):
        assert not fig.data and len(fig.layout.annotations) == 1


def test_more_venues_than_colours_look_alike_unless_named():
    names = [f"v{i}" for i in range(9)]
    assert told_apart(names[:6]) and not told_apart(names)
    assert len(set(venue_styles(names).values())) == 1 and len(set(venue_styles(names, repeat=True).values())) == 6
