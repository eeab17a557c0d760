"""Themes: planted ones are found, and the order of the papers has no say."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from test_layout import islands
from venue_themes import clustering as c
from venue_themes.contracts import Neighbours
from venue_themes.neighbours import nearest_of, nearest_papers


def consensus(vectors, **options):
    graph = c.similarity_graph(nearest_papers(vectors, 10))
    return c.consensus(graph, **{"resolution": 1.0, "n_partitions": 10, "seed": 0} | options)


def test_consensus_finds_planted_themes():
    vectors, label = islands([60, 50, 40, 30])
    assert adjusted_rand_score(label, consensus(vectors)) > 0.98
    assert adjusted_rand_score(np.random.default_rng(0).permutation(label), consensus(vectors)) < 0.1  # the control


def test_consensus_holds_better_than_a_single_partition_under_another_seed():
    vectors = islands([200] * 8, noise=0.9)[0]
    graph = c.similarity_graph(nearest_papers(vectors, 10))
    singles = [c.leiden(graph, resolution=2, seed=s) for s in (0, 50, 100)]
    joined = [c.consensus(graph, resolution=2, n_partitions=20, seed=s) for s in (0, 50, 100)]
    alone, together = (np.mean([adjusted_rand_score(a, b) for a, b in ((x[0], x[1]), (x[0], x[2]), (x[1], x[2]))])
                       for x in (singles, joined))
    assert together > alone


def test_a_seed_fixes_the_partition_whatever_ran_before():
    rng = np.random.default_rng(0)
    graph = c.similarity_graph(nearest_papers(rng.normal(size=(600, 5)).astype(np.float32), 10))  # no themes: all is chance
    first = c.leiden(graph, resolution=1, seed=3)
    others = [c.leiden(graph, resolution=1, seed=s) for s in range(5)]
    assert (c.leiden(graph, resolution=1, seed=3) == first).all()
    assert any((labels != first).any() for labels in others)


def test_ward_cuts_a_small_collection_where_the_silhouette_is_largest():
    vectors, label = islands([8, 7, 6])
    found, curve = c.ward(vectors)
    assert adjusted_rand_score(label, found) == 1
    assert set(curve) == set(range(2, 6)) and max(curve, key=curve.get) == 3


def test_ward_takes_the_number_that_is_asked_for():
    assert c.ward(islands([8, 7, 6])[0], n_topics=5)[0].max() == 4


def test_papers_that_are_all_one_are_one_theme():
    assert c.ward(np.ones((9, 3), dtype=np.float32))[0].tolist() == [0] * 9


def test_density_finds_planted_themes_and_calls_noise_noise():
    points, label = islands([60, 60, 60], noise=0.02)
    noise = np.random.default_rng(0).uniform(-1, 1, size=(20, points.shape[1]))
    found, probability = c.density_clusters(np.vstack([points, noise]))
    assert adjusted_rand_score(label, found[:180]) > 0.95 and (found[180:] < 0).mean() > 0.8
    assert ((probability >= 0) & (probability <= 1)).all()


@pytest.mark.parametrize("n", [1, 2, 5])
def test_density_of_a_few_papers_is_none(n):
    assert (c.density_clusters(islands([n])[0])[0] == -1).all()


@pytest.mark.parametrize("n, method, runs", [(3, "auto", "one"), (38, "auto", "ward"), (100, "auto", "leiden"),
                                             (7000, "auto", "leiden"), (5, "hdbscan", "ward"), (500, "hdbscan", "hdbscan")])
def test_the_path_follows_the_size(n, method, runs):
    assert c.choose_method(n, method) == runs


def test_strength_is_the_share_of_neighbours_in_the_theme():
    vectors = islands([10, 10])[0]
    graph = nearest_papers(vectors, 5)
    assert c.strengths(graph, np.repeat([0, 1], 10)).tolist() == [1.0] * 20
    mixed = np.repeat([0, 1], 10)
    mixed[0] = 1
    assert c.strengths(graph, mixed)[0] == 0
    assert c.strengths(graph, np.arange(20)).tolist() == [0.0] * 20  # alone in a theme


def test_small_themes_are_absorbed_by_their_neighbours():
    vectors, label = islands([20, 20])
    broken = label.copy()
    broken[[0, 1, 25]] = [2, 2, -1]
    assert (c.absorb(nearest_papers(vectors, 8), broken, 5) == label).all()


def test_numbers_go_by_size_and_then_by_the_first_paper():
    assert c.in_order(np.array([7, 3, 3, 9, 9, 1])).tolist() == [2, 0, 0, 1, 1, 3]


def test_merging_keeps_themes_whole():
    vectors, label = islands([10] * 6)
    merged = c.merge(vectors, label, 3)
    assert len(set(merged)) == 3 and all(len(set(merged[label == t])) == 1 for t in range(6))


def test_loosely_held_papers_are_in_no_theme():
    vectors, label = islands([30, 30])
    label = label.copy()
    label[0] = 1
    found = c.as_partition(nearest_papers(vectors, 8), label, method="leiden", min_strength=0.3)
    assert found.topic[0] == -1 and found.nearest[0] >= 0 and (found.topic[1:] >= 0).all()


def joined(sizes, k=8, min_strength=0.3):
    """The last paper of each island as one that comes later; the themes are those of the others."""
    vectors, label = islands(sizes)
    later = np.cumsum(sizes) - 1
    there = np.setdiff1d(np.arange(len(label)), later)
    graph = nearest_papers(vectors[there], k)
    themes = c.as_partition(graph, label[there], method="leiden", min_strength=min_strength)
    return c.join(nearest_of(vectors[later], vectors[there], k), themes, min_strength=min_strength), label[later]


def test_papers_that_come_later_join_the_theme_around_them():
    found, label = joined([40, 30, 20, 10, 5])
    assert found.topic.tolist() == label.tolist() and (found.strength == 1).all()


def test_a_small_theme_can_hold_a_paper_as_firmly_as_a_large_one():
    """Four papers are asked where four are all there are: a plain vote of eight would go to the large theme."""
    themes = c.Partition(*[np.repeat([0, 1], [40, 4])] * 2, np.ones(44, dtype=np.float32), "leiden")
    near = Neighbours(np.array([[40, 41, 42, 43, 0, 1, 2, 3, 4]], dtype=np.int32), np.zeros((1, 9), dtype=np.float32))
    assert c.join(near, themes, min_strength=0.3).topic.tolist() == [1]


def test_a_paper_that_comes_later_is_held_as_a_member_with_the_same_neighbours():
    vectors, label = islands([60, 50, 40], noise=0.6)
    graph = nearest_papers(vectors, 10)
    themes = c.as_partition(graph, label, method="leiden", min_strength=0.3)
    found = c.join(graph, themes, min_strength=0.3)
    same = found.nearest == themes.nearest
    assert same.mean() > 0.9 and np.allclose(found.strength[same], themes.strength[same])
    assert (found.topic == themes.topic)[same].all()
    mixed = replace(themes, nearest=np.random.default_rng(0).permutation(themes.nearest))
    assert c.join(graph, mixed, min_strength=0.3).strength.mean() < found.strength.mean() - 0.2


def test_a_paper_between_themes_joins_none():
    vectors, label = islands([20, 20, 20, 20])
    themes = c.as_partition(nearest_papers(vectors, 8), label, method="leiden", min_strength=0.3)
    near = Neighbours(np.array([[0, 20, 40, 60, 1, 21, 41, 61]], dtype=np.int32), np.zeros((1, 8), dtype=np.float32))
    found = c.join(near, themes, min_strength=0.3)
    assert (found.topic[0], found.nearest[0], found.strength[0]) == (-1, themes.nearest[0], 0.25)


def test_among_outliers_of_density_a_paper_is_one():
    topic, nearest = np.repeat([0, -1, 1], [10, 10, 10]), np.repeat([0, 0, 1], [10, 10, 10])
    themes = c.Partition(topic, nearest, np.where(topic < 0, 0, 0.75).astype(np.float32), "hdbscan")
    near = Neighbours(np.array([[10, 11, 12, 0], [0, 1, 2, 10], [20, 21, 22, 23]], dtype=np.int32), np.zeros((3, 4), np.float32))
    found = c.join(near, themes, min_strength=0)
    assert found.topic.tolist() == [-1, 0, 1] and found.nearest.tolist() == [0, 0, 1]
    assert found.strength.tolist() == [0.1875, 0.5625, 0.75]
