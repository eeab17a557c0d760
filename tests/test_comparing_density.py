"""The density map: an empty corner is found, permuted venues give none."""

import numpy as np
import pytest

from venue_themes.comparing.density import DENSITY_COLUMNS, density_map


def on_map(seed=0, n=1500):
    """Both venues everywhere, A alone in a clump far to the right."""
    rng = np.random.default_rng(seed)
    xy = rng.normal(size=(2 * n, 2))
    at_a = np.arange(2 * n) < n
    xy[:150] = rng.normal(size=(150, 2)) * 0.2 + [6, 0]
    return xy, at_a


def test_the_clump_of_one_venue_is_beyond_chance_and_leans_to_it():
    frame = density_map(*on_map(), seed=0)
    clump = frame[(frame["x"] - 6).abs() + frame["y"].abs() < 0.4]
    assert clump["beyond"].all() and (clump["log_ratio"] > 2).all() and (clump["z"] > 0).all()
    assert frame[frame["x"] < 3]["beyond"].mean() < 0.1 and list(frame.columns) == DENSITY_COLUMNS


def test_permuted_venues_rarely_leave_a_cell_beyond():
    xy, at_a = on_map()
    rng = np.random.default_rng(1)
    some = [density_map(xy, rng.permutation(at_a), n_permutations=100, seed=seed)["beyond"].any() for seed in range(30)]
    assert np.mean(some) <= 0.2


def test_swapping_the_venues_turns_the_map_over():
    xy, at_a = on_map(2, n=300)
    one, other = density_map(xy, at_a, seed=0), density_map(xy, ~at_a, seed=0)
    assert one["log_ratio"].to_numpy() == pytest.approx(-other["log_ratio"].to_numpy(), abs=1e-9)


def test_papers_are_all_there():
    frame = density_map(*on_map(3, n=300), seed=0)
    assert 0.8 * 600 < frame["density"].sum() <= 600


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_handful_of_papers_and_one_point_are_no_fault(n):
    assert not density_map(np.zeros((n, 2)), np.arange(n) == 0, n_permutations=19, seed=0)["beyond"].any()
    assert density_map(np.zeros((n, 2)), np.ones(n, bool), seed=0).empty
