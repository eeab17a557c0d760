"""Layouts: finite, seeded, and true to planted groups."""

import numpy as np
import pytest

from venue_themes.embedding import normalise
from venue_themes.layout import lay_out
from venue_themes.neighbours import nearest_papers


def islands(sizes, seed=0, noise=0.15):
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(len(sizes), 16))
    label = np.repeat(np.arange(len(sizes)), sizes)
    return normalise(centres[label] + noise * rng.normal(size=(len(label), 16))), label


def purity(points, label):
    near = nearest_by_distance(points)
    return (label[near] == label).mean()


def nearest_by_distance(points):
    d = ((points[:, None] - points[None]) ** 2).sum(-1)
    np.fill_diagonal(d, np.inf)
    return d.argmin(axis=1)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 14])
def test_a_few_papers_are_laid_out_exactly(n):
    vectors = islands([n])[0]
    points = lay_out(vectors, nearest_papers(vectors, 15), n_dims=2, seed=0)
    assert points.shape == (n, 2) and np.isfinite(points).all()
    assert (points == lay_out(vectors, nearest_papers(vectors, 15), n_dims=2, seed=5)).all()  # no chance in it


@pytest.mark.parametrize("sizes", [[30, 30, 30], [15], [12, 12, 12]])
def test_islands_stay_apart_and_the_seed_decides(sizes):
    vectors, label = islands(sizes)
    graph = nearest_papers(vectors, 10)
    points = lay_out(vectors, graph, n_dims=2, seed=0)
    assert np.isfinite(points).all() and purity(points, label) > 0.95
    assert (points == lay_out(vectors, graph, n_dims=2, seed=0)).all()
    shuffled = np.random.default_rng(1).permutation(label)
    assert len(sizes) == 1 or purity(points, shuffled) < 0.6  # the control


def test_identical_papers_are_no_obstacle():
    vectors = normalise(np.ones((20, 8)))
    assert np.isfinite(lay_out(vectors, nearest_papers(vectors, 15), n_dims=5, seed=0)).all()
