"""The comparison from other sides: planted differences show in every view, shuffled venues in none."""

import numpy as np
import pytest

import venue_themes as vt
from test_pipeline import QUICK, planted
from venue_themes import figures, gallery

NAMES = {"any_difference", "nulls", "adjusted", "counting", "words_within", "nearest_across", "bridges", "typical", "density",
         "alignment", "flows", "sentences"}


@pytest.fixture(scope="module")
def leaning():
    settings = {**QUICK, "themes": {"n_topics": 3}}
    return vt.run(planted((70, 20, 40), (20, 70, 40)), settings=settings, cache=False)


@pytest.fixture(scope="module")
def shuffled():
    papers = planted((70, 20, 40), (20, 70, 40))
    papers["venue"] = np.random.default_rng(1).permutation(papers["venue"])
    return vt.run(papers, settings={**QUICK, "themes": {"n_topics": 3}}, cache=False)


def everything(result):
    tests = result.weighed["any_difference"]
    return tests[(tests["test"] == "classifier") & (tests["features"] == "everything")].iloc[0]


def test_every_view_is_there(leaning):
    assert set(leaning.weighed) == NAMES and all(len(leaning.weighed[n]) for n in NAMES - {"words_within"})


def test_a_planted_difference_is_seen_and_a_shuffled_one_is_not(leaning, shuffled):
    assert everything(leaning)["statistic"] > 0.65 and everything(leaning)["p"] < 0.05
    assert abs(everything(shuffled)["statistic"] - 0.5) < 0.12 and everything(shuffled)["p"] > 0.05


def test_the_planted_difference_is_beyond_what_permuted_venues_reach(leaning):
    band = leaning.weighed["nulls"].set_index("experiment")["band"]["venues permuted"]
    assert leaning.comparison.query("model == 'bertopic'")["difference"].abs().max() > 2 * band > 0


def test_ways_of_counting_agree_on_a_planted_lean(leaning):
    counting = leaning.weighed["counting"]
    largest = counting.loc[counting["difference"].abs().idxmax(), "topic"]
    signs = np.sign(counting[counting["topic"] == largest]["difference"])
    assert counting["view"].nunique() == 5 and abs(signs.sum()) == 5


def test_a_few_papers_get_no_model_and_no_density_of_their_own():
    few = vt.run(planted((9, 3, 4), (3, 9, 4)), settings=QUICK, cache=False)
    assert few.weighed["density"].empty and few.weighed["alignment"].empty and len(few.weighed["counting"])
    assert gallery.flows_figure(few).layout.annotations


def test_one_venue_is_not_weighed():
    result = vt.run(planted((20, 20, 0), (0, 0, 0)), settings=QUICK, cache=False)
    assert result.weighed == {}
    assert gallery.density_figure(result).layout.annotations and gallery.flows_figure(result).layout.annotations


def test_figures_draw_what_the_frames_hold(leaning):
    fig = figures.adjusted_differences(leaning.weighed["adjusted"])
    drawn = sorted(round(float(x), 6) for x in fig.data[1].x)
    assert drawn == sorted(round(100 * d, 6) for d in leaning.weighed["adjusted"]["difference"])
    assert len(figures.counting_views(leaning.weighed["counting"]).data) == 5
    cells = np.isfinite(np.asarray(gallery.density_figure(leaning).data[0].z, dtype=float)).sum()
    assert cells == len(leaning.weighed["density"])
    flows = gallery.flows_figure(leaning).data[0]
    assert flows.type == "sankey" and sum(flows.link.value) == pytest.approx(leaning.weighed["flows"]["mass"].sum())
