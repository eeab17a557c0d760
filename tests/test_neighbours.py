"""Neighbours, against a slow literal version."""

import numpy as np
import pytest

from venue_themes import neighbours
from venue_themes.embedding import normalise
from venue_themes.neighbours import nearest_of, nearest_papers, restrict


def unit(n, d, seed=0):
    return normalise(np.random.default_rng(seed).normal(size=(n, d)))


def literal(vectors, k):
    found = []
    for i, v in enumerate(vectors):
        others = sorted((round(float(1 - v @ w), 6), j) for j, w in enumerate(vectors) if j != i)
        found.append([j for _, j in others[:k]])
    return found


@pytest.mark.parametrize("n, k", [(40, 7), (5, 15), (2, 3)])
def test_neighbours_are_those_of_the_literal_version(n, k):
    vectors = unit(n, 8)
    assert nearest_papers(vectors, k).indices.tolist() == literal(vectors, min(k, n - 1))


def test_blocks_make_no_difference(monkeypatch):
    vectors = unit(57, 6)
    whole = nearest_papers(vectors, 5)
    monkeypatch.setattr(neighbours, "_BLOCK_CELLS", 57 * 4)
    assert (nearest_papers(vectors, 5).indices == whole.indices).all()


@pytest.mark.parametrize("n", [0, 1])
def test_a_paper_alone_has_no_neighbour(n):
    assert nearest_papers(unit(n, 4), 3).indices.shape == (n, 0)


def test_copies_are_each_others_neighbours_at_distance_0():
    vectors = np.vstack([unit(6, 5), unit(6, 5)[:1]])
    found = nearest_papers(vectors, 2)
    assert found.indices[0, 0] == 6 and found.indices[6, 0] == 0 and found.distances[0, 0] == pytest.approx(0, abs=1e-6)


def test_a_part_of_the_graph_is_the_graph_of_the_part():
    vectors, rows = unit(60, 6), np.arange(0, 60, 2)
    part = restrict(nearest_papers(vectors, 59), rows, 5)
    fresh = nearest_papers(vectors[rows], 5)
    assert (part.indices == fresh.indices).all() and np.allclose(part.distances, fresh.distances, atol=1e-6)


def test_a_paper_without_a_neighbour_inside_is_its_own_at_distance_2():
    near = nearest_papers(np.vstack([np.repeat(unit(1, 4), 5, axis=0), -unit(1, 4)]), 3)
    part = restrict(near, np.array([0, 5]), 2)
    assert part.indices[0].tolist() == [0, 0] and part.distances[0].tolist() == [2, 2]


def test_the_nearest_of_other_vectors_are_those_of_the_literal_version(monkeypatch):
    vectors, queries = unit(40, 6), unit(11, 6, seed=1)
    literal = np.argsort(-(queries @ vectors.T), axis=1, kind="stable")[:, :5]
    found = nearest_of(queries, vectors, 5)
    assert (found.indices == literal).all()
    assert np.allclose(1 - found.distances, np.take_along_axis(queries @ vectors.T, literal, 1), atol=1e-6)
    monkeypatch.setattr(neighbours, "_BLOCK_CELLS", 40 * 3)
    assert (nearest_of(queries, vectors, 5).indices == literal).all()


def test_a_member_is_its_own_nearest():
    vectors = unit(30, 6)
    found = nearest_of(vectors, vectors, 3)
    assert (found.indices[:, 0] == np.arange(30)).all() and np.allclose(found.distances[:, 0], 0, atol=1e-6)


@pytest.mark.parametrize("n_queries, n", [(0, 4), (3, 0), (3, 2)])
def test_few_papers_have_few_nearest(n_queries, n):
    assert nearest_of(unit(n_queries, 4), unit(n, 4), 5).indices.shape == (n_queries, min(n, 5))
