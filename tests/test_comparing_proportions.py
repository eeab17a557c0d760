"""The arithmetic of two shares against published worked examples and slow literal versions."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from venue_themes.comparing.proportions import (
    benjamini_hochberg,
    fisher_p,
    fisher_table,
    newcombe,
    odds_ratio,
    odds_ratio_interval,
    two_by_two,
)

# Newcombe (1998), Statistics in Medicine 17:873-890, table II, method 10
NEWCOMBE = [
    ((56, 70, 48, 80), (0.0524, 0.3339)),
    ((9, 10, 3, 10), (0.1705, 0.8090)),
    ((6, 7, 2, 7), (0.0582, 0.8062)),
    ((5, 56, 0, 29), (-0.0381, 0.1926)),
    ((0, 10, 0, 20), (-0.1611, 0.2775)),
    ((0, 10, 0, 10), (-0.2775, 0.2775)),
    ((10, 10, 0, 20), (0.6791, 1.0000)),
    ((10, 10, 0, 10), (0.6075, 1.0000)),
]


@pytest.mark.parametrize(("table", "ends"), NEWCOMBE)
def test_newcombe_gives_the_published_intervals(table, ends):
    assert newcombe(*table) == pytest.approx(ends, abs=5e-5)


def test_fisher_gives_the_published_p_of_the_lady_tasting_tea():
    assert fisher_p([3, 4], 4, [1, 0], 4) == pytest.approx([2 * 17 / 70, 2 / 70])


def test_benjamini_hochberg_rejects_the_four_of_the_paper():
    # Benjamini & Hochberg (1995), section 3.2: fifteen hypotheses, four rejected at 0.05
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
         1.0]
    q = benjamini_hochberg(np.array(p))
    assert (q < 0.05).sum() == 4
    assert q[3] == pytest.approx(0.0095 * 15 / 4)
    assert benjamini_hochberg(np.zeros(0)).shape == (0,)


def test_half_is_added_only_where_a_cell_is_zero():
    assert two_by_two([3, 0], 4, [1, 1], 4).T.tolist() == [[3, 1, 1, 3], [0.5, 4.5, 1.5, 3.5]]
    assert odds_ratio([0], 4, [1], 4)[0] == pytest.approx(0.5 * 3.5 / (4.5 * 1.5))


def test_odds_ratio_interval_is_the_one_of_statsmodels():
    from statsmodels.stats.contingency_tables import Table2x2

    table = Table2x2([[30, 70], [20, 180]])
    low, high = odds_ratio_interval([30], 100, [20], 200)
    assert odds_ratio([30], 100, [20], 200)[0] == pytest.approx(table.oddsratio)
    assert (low[0], high[0]) == pytest.approx(table.oddsratio_confint())


def literal_p(a: int, n_a: int, b: int, n_b: int, mid: bool = False) -> float:
    """Fisher's p by counting tables in exact fractions."""
    size = a + b
    ways = {x: comb(n_a, x) * comb(n_b, size - x) for x in range(max(0, size - n_b), min(n_a, size) + 1)}
    tied = sum(w for w in ways.values() if w == ways[a])
    rarer = sum(w for w in ways.values() if w < ways[a])
    return float(Fraction(rarer * 2 + tied * (1 if mid else 2), 2 * sum(ways.values())))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 25), st.integers(1, 25), st.data())
def test_table_of_p_agrees_with_scipy_and_with_counting(n_a, n_b, data):
    a, b = data.draw(st.integers(0, n_a)), data.draw(st.integers(0, n_b))
    assert fisher_table(a + b, n_a, n_b)[a] == pytest.approx(fisher_p([a], n_a, [b], n_b)[0], abs=1e-9)
    assert fisher_table(a + b, n_a, n_b)[a] == pytest.approx(literal_p(a, n_a, b, n_b), abs=1e-9)
    assert fisher_table(a + b, n_a, n_b, mid=True)[a] == pytest.approx(literal_p(a, n_a, b, n_b, mid=True), abs=1e-9)


def test_table_of_p_knows_which_counts_cannot_happen():
    assert np.isnan(fisher_table(5, 3, 4)).tolist() == [True, False, False, False, True, True]


@given(st.integers(1, 40), st.integers(1, 40), st.data())
@settings(max_examples=40, deadline=None)
def test_swapping_the_venues_mirrors_the_interval(n_a, n_b, data):
    a, b = data.draw(st.integers(0, n_a)), data.draw(st.integers(0, n_b))
    low, high = newcombe(a, n_a, b, n_b)
    assert newcombe(b, n_b, a, n_a) == pytest.approx((-high, -low))
    assert low <= a / n_a - b / n_b <= high
