"""The helper for Jupyter: a click shows the abstract, filters dim, and without widgets the map remains."""

import sys

import pytest

from factory import make_result
from venue_themes import explore


@pytest.fixture(scope="module")
def result():
    return make_result(38, 7, titles=True)


@pytest.fixture
def parts(result):
    box = explore.browse(result)
    (venue, theme), (fig, panel) = box.children[0].children, box.children[1].children
    return venue, theme, fig, panel


def test_a_click_shows_the_abstract(parts, result):
    _, _, fig, panel = parts
    assert "Click a paper" in panel.value
    trace = fig.data[0]
    from plotly.callbacks import InputDeviceState, Points

    for handler in trace._click_callbacks:
        handler(trace, Points(point_inds=[0]), InputDeviceState())
    paper = result.papers.set_index("paper_id").loc[trace.customdata[0][0]]
    assert paper["abstract"].replace("&", "&amp;").replace("<", "&lt;") in panel.value
    assert "&lt;b&gt;cheap" in panel.value  # a title is text, never markup


def test_filters_select_points(parts, result):
    venue, theme, fig, _ = parts
    venue.value, theme.value = "ICML", 0
    held = result.assignments.query("model == 'bertopic' and topic == 0").merge(
        result.papers[["paper_id", "venue"]], on="paper_id"
    )
    lit = sum(len(t.selectedpoints) for t in fig.data if t.customdata is not None)
    assert lit == int((held["venue"] == "ICML").sum())
    venue.value, theme.value = "all", None
    assert all(t.selectedpoints is None for t in fig.data)


def test_every_theme_can_be_chosen(parts, result):
    labels = [name for name, _ in parts[1].options]
    assert len(labels) == 7 + 2 and labels[0] == "all" and labels[-1] == "no theme"


@pytest.mark.parametrize("missing", ["ipywidgets", "anywidget"])
def test_without_widgets_the_map_is_returned(result, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "anywidget":
        monkeypatch.setattr("plotly.graph_objects.FigureWidget", _refuse)
    assert explore.browse(result).layout.title.text == "Map of 38 papers"


def _refuse(*_args):
    raise ImportError("Please install anywidget to use the FigureWidget class")


def test_an_absent_value_is_not_shown(result):
    paper = explore.papers_by_id(make_result(3, 1).papers)
    shown = explore.abstract_html(next(iter(paper.values())))
    assert "None" not in shown and "NA" not in shown
