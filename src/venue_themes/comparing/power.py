"""What could have been seen: the smallest difference that papers in these numbers can show."""

from functools import lru_cache

import numpy as np

from .proportions import fisher_table

EXACT_UP_TO = 40_000  # tables (n_a + 1) x (n_b + 1) that are enumerated; beyond, the approximation is within 0.1 points


def minimum_detectable_difference(n_a: int, n_b: int, share: float, *, level: float = 0.05,
                                  power: float = 0.8) -> float:
    """The smallest difference in share that Fisher's two-sided test finds, with the right sign, with the given power.

    One venue holds ``share``, the other ``share`` plus the difference; of the two ways round, the harder one counts.
    Up to 200 papers a venue every table is enumerated; beyond, the normal approximation with the continuity correction
    of Fleiss, Tytun & Ury (1980) stands for the exact test.

    Returns
    -------
    A difference, 0 to 1; NaN when none can be found (too few papers).

    >>> round(minimum_detectable_difference(19, 19, 0.1), 2)
    0.44
    """
    if min(n_a, n_b) < 1:
        return float("nan")
    reach = _exact_power if (n_a + 1) * (n_b + 1) <= EXACT_UP_TO else _approximate_power
    orders = ((n_a, n_b), (n_b, n_a))
    ways = [_solve(lambda d, a=a, b=b: reach(a, b, share, d, level), 1 - share, power) for a, b in orders]
    return float(max(ways)) if not np.isnan(ways).any() else float("nan")


def power_sentence(n_a: int, n_b: int, share: float, *, n_tests: int = 1, n_pairs: int = 1, level: float = 0.05,
                   power: float = 0.8) -> str:
    """What these numbers can show, in a sentence; of ``n_tests`` topics in ``n_pairs`` the first must pass ``level`` / all."""
    least = minimum_detectable_difference(n_a, n_b, share, level=level / max(n_tests * n_pairs, 1), power=power)
    many = f" after correction for {n_tests} themes" if n_tests > 1 else ""
    many += f" and {n_pairs} pairs of venues" if n_tests > 1 and n_pairs > 1 else ""
    if np.isnan(least):
        return f"With {n_a} and {n_b} papers no difference, however large, could be shown with {power:.0%} power{many}."
    points = f"{100 * least:.{0 if least > 0.1 else 1}f}"
    return (f"With {n_a} and {n_b} papers, a theme that one venue gives {share:.0%} of its papers would have to "
            f"differ by at least {points} percentage points to be found with {power:.0%} power{many}.")


def _solve(reach, most: float, power: float) -> float:
    """The least difference with ``reach(difference) >= power``, by bisection (``reach`` rises with the difference)."""
    if not reach(most) >= power:
        return float("nan")
    low, high = 0.0, most
    while high - low > 1e-5:
        middle = (low + high) / 2
        low, high = (low, middle) if reach(middle) >= power else (middle, high)
    return high


def _exact_power(n_more: int, n_less: int, share: float, difference: float, level: float) -> float:
    """The chance that a venue of ``n_more`` papers with the larger share is found to have it."""
    from scipy.stats import binom

    more = binom.pmf(np.arange(n_more + 1), n_more, min(share + difference, 1.0))
    less = binom.pmf(np.arange(n_less + 1), n_less, share)
    return float(more @ _rejected(n_more, n_less, level) @ less)


@lru_cache(maxsize=8)
def _rejected(n_more: int, n_less: int, level: float) -> np.ndarray:
    """Which tables Fisher's test rejects in favour of the first venue, ``(n_more + 1, n_less + 1)`` bool."""
    found = np.zeros((n_more + 1, n_less + 1), bool)
    for size in range(n_more + n_less + 1):
        first = np.arange(max(0, size - n_less), min(n_more, size) + 1)
        right_way = first * n_less > (size - first) * n_more
        found[first, size - first] = (fisher_table(size, n_more, n_less)[first] <= level) & right_way
    return found


def _approximate_power(n_more: int, n_less: int, share: float, difference: float, level: float) -> float:
    """Power of the continuity-corrected normal test of two proportions (Fleiss, Tytun & Ury 1980)."""
    from scipy.stats import norm

    high = min(share + difference, 1.0)
    pooled = (n_more * high + n_less * share) / (n_more + n_less)
    null = np.sqrt(pooled * (1 - pooled) * (1 / n_more + 1 / n_less))
    spread = np.sqrt(high * (1 - high) / n_more + share * (1 - share) / n_less)
    gap = difference - (1 / n_more + 1 / n_less) / 2 - norm.isf(level / 2) * null
    return float(norm.cdf(gap / spread)) if spread > 0 else float(gap > 0)
