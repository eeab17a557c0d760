"""The minimum detectable difference against enumeration and simulation."""

import numpy as np
import pytest
from scipy.stats import fisher_exact

from venue_themes.comparing import minimum_detectable_difference, power_sentence
from venue_themes.comparing.power import _approximate_power, _exact_power, _rejected


def simulated_power(n_a, n_b, share, difference, level, *, draws=2000, seed=0):
    rng = np.random.default_rng(seed)
    a, b = rng.binomial(n_a, share + difference, draws), rng.binomial(n_b, share, draws)
    found = {(x, y): fisher_exact([[x, n_a - x], [y, n_b - y]]).pvalue <= level and x / n_a > y / n_b
             for x, y in set(zip(a.tolist(), b.tolist(), strict=True))}
    return np.mean([found[x, y] for x, y in zip(a.tolist(), b.tolist(), strict=True)])


def test_exact_power_is_what_simulation_finds():
    assert _exact_power(19, 25, 0.1, 0.45, 0.05) == pytest.approx(simulated_power(19, 25, 0.1, 0.45, 0.05), abs=0.03)


def test_approximate_power_is_what_simulation_finds():
    for n_a, n_b, share, difference in [(1200, 1200, 0.05, 0.03), (3700, 3300, 0.02, 0.01), (300, 900, 0.1, 0.06)]:
        exact = simulated_power(n_a, n_b, share, difference, 0.05)
        assert _approximate_power(n_a, n_b, share, difference, 0.05) == pytest.approx(exact, abs=0.04)


def test_rejections_are_scipys():
    found = _rejected(6, 9, 0.05)
    for x in range(7):
        for y in range(10):
            assert found[x, y] == (fisher_exact([[x, 6 - x], [y, 9 - y]]).pvalue <= 0.05 and x / 6 > y / 9)


def test_just_less_is_not_detectable():
    least = minimum_detectable_difference(19, 19, 0.1)
    assert _exact_power(19, 19, 0.1, least, 0.05) >= 0.8 > _exact_power(19, 19, 0.1, least - 0.001, 0.05)


def test_more_papers_a_laxer_level_and_less_power_need_less():
    ladder = [minimum_detectable_difference(n, n, 0.1) for n in (10, 19, 40, 100, 400, 3000)]
    assert ladder == sorted(ladder, reverse=True)
    assert minimum_detectable_difference(50, 50, 0.1, level=0.01) > minimum_detectable_difference(50, 50, 0.1)
    assert minimum_detectable_difference(50, 50, 0.1, power=0.9) > minimum_detectable_difference(50, 50, 0.1)
    assert minimum_detectable_difference(30, 90, 0.1) == minimum_detectable_difference(90, 30, 0.1)


def test_exact_and_approximate_meet():
    for share in (0.02, 0.1, 0.3):
        near, far = minimum_detectable_difference(199, 199, share), minimum_detectable_difference(200, 200, share)
        assert near == pytest.approx(far, abs=0.012)


@pytest.mark.parametrize(("n_a", "n_b"), [(0, 10), (1, 1), (3, 3)])
def test_too_few_papers_can_show_nothing(n_a, n_b):
    assert np.isnan(minimum_detectable_difference(n_a, n_b, 0.1))
    assert "no difference, however large" in power_sentence(n_a, n_b, 0.1)


def test_sentence_carries_the_number():
    least = minimum_detectable_difference(19, 19, 0.1, level=0.05 / 5)
    assert power_sentence(19, 19, 0.1, n_tests=5) == (
        f"With 19 and 19 papers, a theme that one venue gives 10% of its papers would have to differ by at least "
        f"{100 * least:.0f} percentage points to be found with 80% power after correction for 5 themes.")
