"""What other numbers of themes would give."""

import numpy as np
import pytest

from test_layout import islands
from venue_themes import numbering
from venue_themes.cache import Cache
from venue_themes.neighbours import nearest_papers
from venue_themes.settings import Settings
from venue_themes.terms import count_terms

NAMES = ["graph node edge laplacian", "robot gripper grasp torque", "speech audio phoneme voice", "protein folding docking drug",
         "bandit regret arms exploration", "privacy federated clients noise"]


@pytest.fixture(scope="module")
def planted():
    """Vectors of six themes, and the counts of words that go with them."""
    vectors, label = islands([40] * 6, noise=0.3)
    rng = np.random.default_rng(0)
    terms = count_terms([" ".join(rng.choice(NAMES[t].split(), 9)) for t in label], max_words=1)
    return vectors, terms, nearest_papers(vectors, 50)


def curve(planted, **themes):
    vectors, terms, near = planted
    settings = Settings(themes=themes)
    return numbering.curve_of(numbering.begin_curve(vectors, near, settings, Cache(None))(), terms, settings, Cache(None))


def test_the_planted_number_holds_best(planted):
    rows = curve(planted, n_topics=6)
    held = {row["n_topics"]: row["stability"] for row in rows}
    assert held[6] > 0.95 and all(value < 0.9 for k, value in held.items() if k > 6)
    assert [row["n_topics"] for row in rows if row["ran"]] == [6] and len(rows) == 4
    words = {row["n_topics"]: row["coherence"] for row in rows}
    assert words[6] > words[2] + 0.3


def test_without_a_number_the_resolution_that_ran_stands_among_others(planted):
    rows = curve(planted)
    assert [row["ran"] for row in rows] == [False, False, True, False]
    assert rows[2]["resolution"] == pytest.approx(1.5) and {row["model"] for row in rows} == {"bertopic"}
    assert [row["n_topics"] for row in rows] == sorted(row["n_topics"] for row in rows)
    assert curve(planted) == rows


def test_the_other_models_join_where_the_curve_is_asked_for(planted):
    rows = curve(planted, curve=True, n_topics=6)
    by_model = {name: {row["n_topics"]: row for row in rows if row["model"] == name} for name in ("nmf", "lda")}
    assert 6 in by_model["nmf"] and by_model["nmf"][6]["stability"] > 0.9
    assert by_model["lda"] and all(row["outlier_share"] == 0 for row in by_model["nmf"].values())


@pytest.mark.parametrize("n, themes, made", [(38, {}, False), (38, {"curve": True}, False), (150, {}, True),
                                             (150, {"curve": False}, False), (10_001, {}, False), (10_001, {"curve": True}, True),
                                             (500, {"method": "hdbscan"}, False)])
def test_a_curve_is_made_where_it_costs_little_or_is_asked_for(n, themes, made):
    assert numbering.wanted(n, Settings(themes=themes)) == made
