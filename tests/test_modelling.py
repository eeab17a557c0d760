"""The joints between the stages: copies, expansion, areas, refits."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

from test_layout import islands
from venue_themes import assembling, modelling, refitting
from venue_themes.cache import Cache
from venue_themes.contracts import Partition, TopicModel
from venue_themes.neighbours import nearest_papers, restrict
from venue_themes.settings import Settings


def model(topic, n_topics, **changes):
    topic = np.asarray(topic)
    weights = (topic[:, None] == np.arange(n_topics)).astype(np.float32)
    values = {
        "name": "m",
        "topic": topic,
        "strength": np.ones(len(topic), dtype=np.float32),
        "weights": weights,
        "terms": (("a",),) * n_topics,
        "labels": tuple("xyz"[:n_topics]),
        "representatives": ((0,),) * n_topics,
        "parents": (None,) * n_topics,
    }
    return TopicModel(**values | changes)


def test_copies_follow_their_original_and_papers_without_a_vector_follow_none():
    papers = pd.DataFrame({"paper_id": list("abcd"), "duplicate_of": [None, "a", None, None]})
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, 0]], dtype=np.float32)
    row, first = assembling.stand_ins(papers, vectors)
    assert row.tolist() == [0, 0, 1, -1] and first.tolist() == [0, 2]
    whole = modelling.expand(model([1, 0], 2, representatives=((1,), (0,))), row, first)
    assert whole.topic.tolist() == [1, 1, 0, -1] and whole.representatives == ((2,), (0,))
    assert whole.weights[3].tolist() == [0, 0] and whole.strength[3] == 0 and whole.nearest is None
    loose = modelling.expand(model([1, -1], 2, nearest=np.array([1, 0])), row, first)
    assert loose.nearest.tolist() == [1, 1, 0, -1] and loose.topic.tolist() == [1, 1, -1, -1]


def test_a_copy_counts_once_at_its_venue_and_once_at_another():
    papers = pd.DataFrame({"paper_id": list("abcd"), "duplicate_of": [None, "a", "a", None], "venue": ["X", "X", "Y", "Y"]})
    assert assembling.counted_once(papers).tolist() == [True, False, True, True]


def test_the_title_leads_the_text():
    papers = pd.DataFrame({"title": ["Why?", "Bandits", None, " "], "text": ["a", "b", "c", "d"]})
    assert assembling.full_texts(papers) == ["Why? a", "Bandits. b", "c", "d"]


@pytest.mark.parametrize("asked, n, made", [(None, 38, 50), (None, 7033, 21), (None, 100_000, 5), (7, 38, 7), (0, 38, 0)])
def test_refits_follow_the_size_unless_asked(asked, n, made):
    assert refitting.n_refits(n, Settings(comparison={"refits": asked})) == made


@pytest.fixture(scope="module")
def planted():
    vectors, label = islands([40] * 24, noise=0.25)
    return vectors, label, nearest_papers(vectors, 30)


def test_planted_themes_are_found_and_found_again_in_part_of_the_papers(planted):
    vectors, label, near = planted
    settings = Settings()
    graph = restrict(near, np.arange(len(vectors)), 15)
    themes, basis = modelling.find_themes(vectors, graph, None, settings)
    assert basis["method"] == "leiden" and adjusted_rand_score(label, themes.topic) > 0.97
    rows = np.sort(np.random.default_rng(0).choice(len(vectors), 700, replace=False))
    again = modelling.refit(vectors, near, settings, area_resolution=None)(rows, 1)["bertopic"]
    assert adjusted_rand_score(label[rows], again) > 0.95


@pytest.mark.parametrize("n_topics", [5, 24, 40])
def test_the_number_of_themes_can_be_set(planted, n_topics):
    vectors, _, near = planted
    settings = Settings(themes={"n_topics": n_topics, "partitions": 5})
    graph = restrict(near, np.arange(len(vectors)), 15)
    assert modelling.find_themes(vectors, graph, None, settings)[0].n_topics == n_topics


def test_areas_hold_whole_themes(planted):
    _, label, near = planted
    themes = Partition(label, label, np.ones(len(label), dtype=np.float32), "leiden")
    areas, _ = modelling.areas_of(near, themes, Settings(themes={"partitions": 5}))
    assert areas.shape == (24,) and 1 < len(set(areas)) <= 24
    level = modelling.of_area(themes, areas)
    assert all(len(set(level.topic[label == t])) == 1 for t in range(24))


def test_few_themes_need_no_areas(planted):
    label = planted[1] // 3
    assert modelling.areas_of(planted[2], Partition(label, label, np.ones(len(label)), "leiden"), Settings()) is None


def test_a_cached_model_is_the_fitted_one(tmp_path):
    fitted, calls = model([1, 0, -1], 2, parents=(np.int64(3), None)), []
    for _ in range(2):
        got = modelling.cached_model(Cache(tmp_path), "m", ("p",), lambda: calls.append(1) or fitted)
        assert (got.topic == fitted.topic).all() and got.terms == fitted.terms and got.parents == (3, None)
        assert got.representatives == fitted.representatives and got.labels == fitted.labels
    assert len(calls) == 1
