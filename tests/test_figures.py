"""What is drawn is what the frames say, at any size, and text appears as it was written."""

import json

import numpy as np
import pandas as pd
import pytest

from factory import make_result
from venue_themes import figures
from venue_themes.figures.places import place_labels
from venue_themes.figures.similarity import leaf_order
from venue_themes.figures.theme import THEME_COLOURS, empty, literal
from venue_themes.figures.topics import venue_counts


def all_figures(result) -> dict:
    papers, topics, assignments = result.papers, result.topics, result.assignments
    return {
        "paper_map": figures.paper_map(assignments, topics, papers),
        "model_maps": figures.model_maps(assignments, topics, papers),
        "topic_sizes": figures.topic_sizes(topics, assignments, papers),
        "topic_similarity": figures.topic_similarity(result.similarity["bertopic"], topics),
        "topic_tree": figures.topic_tree(topics),
        "topic_stability": figures.topic_stability(topics),
        "topic_differences": figures.topic_differences(result.comparison),
        "topic_number": figures.topic_number(result.metrics["themes"]),
        "term_log_odds": figures.term_log_odds(result.term_comparison),
        "term_scatter": figures.term_scatter(result.term_comparison),
    }


SMALL, LARGE = make_result(38, 7), make_result(7000, 60, 12, titles=True)


def points_of(fig) -> list:
    return [tuple(c) for trace in fig.data if trace.customdata is not None for c in trace.customdata]


def test_every_paper_is_on_the_map_once_and_where_it_belongs():
    fig = figures.paper_map(SMALL.assignments, SMALL.topics, SMALL.papers)
    mine = SMALL.assignments[SMALL.assignments["model"] == "bertopic"].set_index("paper_id")
    drawn = {
        c[0]: (c[1], x, y)
        for trace in fig.data
        if trace.customdata is not None
        for c, x, y in zip(trace.customdata, trace.x, trace.y, strict=True)
    }
    assert sorted(drawn) == sorted(SMALL.papers["paper_id"])
    for paper, (topic, x, y) in drawn.items():
        assert topic == mine.loc[paper, "topic"]
        assert (x, y) == pytest.approx((mine.loc[paper, "x"], mine.loc[paper, "y"]), rel=1e-5)


def test_a_venue_has_its_own_symbol_on_the_map():
    fig = figures.paper_map(SMALL.assignments, SMALL.topics, SMALL.papers)
    venue = SMALL.papers.set_index("paper_id")["venue"]
    seen = {
        (venue[c[0]], trace.marker.symbol)
        for trace in fig.data
        if trace.customdata is not None
        for c in trace.customdata
    }
    assert seen == {("ICLR", "circle"), ("ICML", "diamond-open")}


def test_hover_never_carries_the_abstract():
    text = figures.paper_map(LARGE.assignments, LARGE.topics, LARGE.papers).to_json()
    assert "costs less than" not in text  # a piece of every abstract
    assert "Paper 11 on" in text  # the control: titles are there
    longest = max(
        len(h)
        for t in figures.paper_map(SMALL.assignments, SMALL.topics, SMALL.papers).data
        if t.text is not None
        for h in t.text
    )
    assert longest < 260  # first words, wrapped and escaped


def test_many_points_are_drawn_by_webgl_and_few_are_not():
    kinds = {
        t.type
        for t in figures.paper_map(LARGE.assignments, LARGE.topics, LARGE.papers).data
        if t.customdata is not None
    }
    assert kinds == {"scattergl"}
    assert {t.type for t in figures.paper_map(SMALL.assignments, SMALL.topics, SMALL.papers).data} == {"scatter"}


def test_sixty_themes_are_coloured_by_area():
    fig = figures.paper_map(LARGE.assignments, LARGE.topics, LARGE.papers)
    colours = {t.marker.color for t in fig.data if t.customdata is not None}
    assert len(colours & set(THEME_COLOURS)) == 12
    names = {a.text.replace("<br>", " ") for a in fig.layout.annotations}
    assert len(names) >= 20
    assert len([n for n in names if n.startswith("<b>")]) >= 10  # the areas


def test_labels_do_not_overlap_nor_leave_the_frame():
    rng = np.random.default_rng(0)
    centres, sizes = rng.normal(size=(40, 2)), np.column_stack([rng.uniform(40, 160, 40), rng.uniform(16, 40, 40)])
    places = place_labels(centres, sizes, span=(-2, 2, -2, 2), frame=(900, 620))
    boxes = [
        (
            (p.x + 2) * 225 + s * np.array([-1, 1]) * sizes[p.row][0] / 2,
            (p.y + 2) * 155 + s * np.array([-1, 1]) * sizes[p.row][1] / 2,
        )
        for p in places
        for s in (1,)
    ]
    for i, (x, y) in enumerate(boxes):
        assert x[0] >= -1e-6 and x[1] <= 900 + 1e-6 and y[0] >= -1e-6 and y[1] <= 620 + 1e-6
        for other_x, other_y in boxes[:i]:
            assert (
                x[1] <= other_x[0] + 1e-6
                or other_x[1] <= x[0] + 1e-6
                or y[1] <= other_y[0] + 1e-6
                or other_y[1] <= y[0] + 1e-6
            )
    assert len(places) >= 20
    assert places[0].row == 0  # the most important one always has its place


def test_a_label_keeps_off_the_points_where_it_can():
    lone = np.array([[0.0, 0.0]])
    size = np.array([[80.0, 20.0]])
    place = place_labels(lone, size, span=(-1, 1, -1, 1), frame=(900, 600), avoid=lone)[0]
    assert abs(place.y * 300) > 10 or abs(place.x * 450) > 40
    assert place_labels(lone, size, span=(-1, 1, -1, 1), frame=(900, 600))[0].y == pytest.approx(0)


def test_bars_hold_the_counts():
    fig = figures.topic_sizes(SMALL.topics, SMALL.assignments, SMALL.papers)
    counts = venue_counts(SMALL.assignments, SMALL.papers, model="bertopic")
    assert sum(sum(t.x) for t in fig.data) == counts[counts.index >= 0].to_numpy().sum()
    for trace, venue in zip(fig.data, ("ICLR", "ICML"), strict=True):
        assert sorted(trace.x, reverse=True) == sorted(counts.loc[counts.index >= 0, venue], reverse=True)
    totals = np.sum([t.x for t in fig.data], axis=0)
    assert (np.diff(totals) <= 0).all()


def test_differences_hold_the_frame_and_mark_what_is_robust():
    fig = figures.topic_differences(LARGE.comparison)
    rows = LARGE.comparison[LARGE.comparison["model"] == "bertopic"].set_index("topic")
    drawn = {
        c[0]: (t, x, hi, lo)
        for t in fig.data
        for c, x, hi, lo in zip(t.customdata, t.x, t.error_x.array, t.error_x.arrayminus, strict=True)
    }
    assert sorted(drawn) == sorted(rows.index)
    for topic, (trace, x, up, down) in drawn.items():
        row = rows.loc[topic]
        assert (x, x + up, x - down) == pytest.approx(tuple(100 * row[["difference", "high", "low"]].astype(float)))
        assert (trace.marker.color != "#ffffff") == row["robust"]
    assert rows["robust"].any()
    text = json.dumps([list(t.text) for t in fig.data])
    assert f"of {int(rows['n_a'].iloc[0]):,}" in text  # denominators


def test_words_stand_on_their_venues_side():
    fig = figures.term_log_odds(LARGE.term_comparison, top=10)
    z = LARGE.term_comparison.set_index("term")["z"]
    right, left = [t for t in fig.data if t.customdata is not None]
    assert list(right.customdata) == z.sort_values(ascending=False).index[:10].tolist()
    assert list(left.customdata) == z.sort_values().index[:10].tolist()


def test_the_heat_map_is_a_reordering():
    similarity = SMALL.similarity["bertopic"]
    order = leaf_order(similarity)
    assert sorted(order) == list(range(7))
    drawn = np.array(figures.topic_similarity(similarity, SMALL.topics).data[0].z, dtype=float)
    off = ~np.eye(7, dtype=bool)
    assert drawn[off] == pytest.approx(similarity[np.ix_(order, order)][off], abs=1e-3)


def test_alike_topics_are_neighbours_in_the_heat_map():
    blocks = np.kron(np.eye(2), np.ones((3, 3))) * 0.9 + 0.05
    shuffled = [0, 3, 1, 4, 2, 5]
    order = [shuffled[i] for i in leaf_order(blocks[np.ix_(shuffled, shuffled)])]
    assert {frozenset(order[:3]), frozenset(order[3:])} == {frozenset({0, 1, 2}), frozenset({3, 4, 5})}


@pytest.mark.parametrize("text", ["$K$", "Ba$$ing", "$100 to $200", "a < b & c > d", "<b>bold</b>", "%{x} & <br>"])
def test_text_is_shown_literally(text):
    shown = literal(text)
    assert "$" not in shown and "<" not in shown
    topics = SMALL.topics.assign(label=[text + str(i) for i in range(len(SMALL.topics))])
    papers = SMALL.papers.assign(title=text)
    for fig in all_figures(
        type(SMALL)(
            **{
                **vars(SMALL),
                "topics": topics,
                "papers": papers,
                "comparison": SMALL.comparison.assign(label=text),
                "term_comparison": SMALL.term_comparison.assign(term=text),
            }
        )
    ).values():
        spec = fig.to_plotly_json()
        spec["layout"].pop("template", None)
        written = json.dumps(
            [
                [{k: v for k, v in t.items() if k not in {"customdata", "hovertemplate"}} for t in spec["data"]],
                spec["layout"],
            ],
            default=str,
        )
        assert "$" not in written
        assert "<b>bold</b>" not in written


@pytest.mark.parametrize(
    "result",
    [
        make_result(1, 1),
        make_result(1, 0),
        make_result(5, 1, venues=("ICML",)),
        make_result(38, 7, venues=("ICML",)),
        make_result(2, 2),
        SMALL,
        LARGE,
    ],
    ids=["one paper", "no theme", "one topic, one venue", "one venue", "two papers", "small", "large"],
)
def test_any_size_draws(result):
    for name, fig in all_figures(result).items():
        assert fig.layout.title.text, name
        assert fig.data or fig.layout.annotations, name
        assert fig.layout.height < 2000, name


def test_empty_frames_are_said_not_raised():
    none = type(SMALL)(
        **{
            **vars(SMALL),
            "papers": SMALL.papers.head(0),
            "topics": SMALL.topics.head(0),
            "assignments": SMALL.assignments.head(0),
            "comparison": SMALL.comparison.head(0),
            "term_comparison": SMALL.term_comparison.head(0),
            "similarity": {"bertopic": np.zeros((0, 0))},
            "metrics": {"themes": {"method": "one"}},
        }
    )
    for name, fig in all_figures(none).items():
        assert len(fig.data) == 0, name
        assert "<br>" in fig.layout.annotations[0].text or fig.layout.annotations[0].text.endswith("."), name


def test_agreement_shows_the_scores():
    scores = pd.DataFrame([[1, 0.4], [0.4, 1]], columns=["bertopic", "nmf"], index=["bertopic", "nmf"])
    assert figures.model_agreement(scores).data[0].z[0][1] == 0.4
    assert "two models" in figures.model_agreement(scores.iloc[:1, :1]).layout.annotations[0].text


def test_an_empty_figure_has_no_axes():
    assert empty("Title", "Reason.").layout.xaxis.visible is False


def filled(fig) -> list:
    """Per line the numbers of themes whose marker is filled."""
    return [
        [k for k, colour in zip(t.x, t.marker.color, strict=True) if colour == t.marker.line.color] for t in fig.data
    ]


def test_the_number_that_ran_is_the_filled_one():
    small, large = (figures.topic_number(r.metrics["themes"]) for r in (SMALL, LARGE))
    assert filled(small) == [[3]] and list(small.data[0].y) == [0.1, 0.4, 0.3]
    assert filled(large) == [[50], [50]] and [list(t.y) for t in large.data] == [[0.8, 0.7, 0.4], [0.2, 0.15, 0.05]]
    assert not any(t.showlegend for t in large.data)  # one model needs no key


def test_other_models_have_lines_of_their_own():
    themes = LARGE.metrics["themes"]
    rows = [*themes["curve"], *({**row, "model": "nmf", "stability": 0.5} for row in themes["curve"])]
    fig = figures.topic_number(themes | {"curve": rows})
    assert [t.name for t in fig.data if t.showlegend] == ["Themes (BERTopic)", "NMF"]
    assert len({t.line.color for t in fig.data}) == 2


@pytest.mark.parametrize(
    "themes, said", [({"method": "one"}, "too few"), ({"method": "leiden", "curve": []}, "No other numbers"), ({}, "No")]
)
def test_without_a_curve_the_reason_is_drawn(themes, said):
    fig = figures.topic_number(themes)
    assert not fig.data and said in fig.layout.annotations[0].text.replace("<br>", " ")
