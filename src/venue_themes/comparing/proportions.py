"""The arithmetic of two shares: difference, interval, odds ratio, exact test, and the correction for many tests.

Counts and denominators are numbers of papers, ``(n_topics,)`` arrays or scalars. Formulas and sources: docs/methods.md.
"""

import numpy as np


def newcombe(count_a, n_a: int, count_b, n_b: int, *, level: float = 0.05) -> tuple[np.ndarray, np.ndarray]:
    """Interval of ``count_a / n_a - count_b / n_b`` (Newcombe 1998, method 10) through statsmodels.

    Returns
    -------
    low, high
        Arrays as long as the counts, -1 to 1; coverage about ``1 - level``.

    >>> [round(float(end), 4) for end in newcombe(56, 70, 48, 80)]
    [0.0524, 0.3339]
    """
    from statsmodels.stats.proportion import confint_proportions_2indep

    count_a, count_b = np.asarray(count_a, float), np.asarray(count_b, float)
    return confint_proportions_2indep(count_a, np.full_like(count_a, n_a), count_b, np.full_like(count_b, n_b),
                                      method="newcomb", compare="diff", alpha=level)


def two_by_two(count_a, n_a: int, count_b, n_b: int) -> np.ndarray:
    """The cells ``in a, not in a, in b, not in b``, shape ``(4, n_topics)``; where one is zero, all gain 0.5.

    Haldane (1956) and Anscombe (1956): the half keeps the odds ratio finite, and is added nowhere else.
    """
    count_a, count_b = np.atleast_1d(np.asarray(count_a, float)), np.atleast_1d(np.asarray(count_b, float))
    cells = np.stack([count_a, n_a - count_a, count_b, n_b - count_b])
    return cells + 0.5 * (cells == 0).any(axis=0)


def odds_ratio(count_a, n_a: int, count_b, n_b: int) -> np.ndarray:
    """The odds of the topic at a over those at b.

    >>> odds_ratio(3, 4, 1, 4)
    array([9.])
    """
    in_a, out_a, in_b, out_b = two_by_two(count_a, n_a, count_b, n_b)
    return in_a * out_b / (out_a * in_b)


def odds_ratio_interval(count_a, n_a: int, count_b, n_b: int, *, level: float = 0.05) -> tuple:
    """Ends of the interval of the odds ratio, on the log scale (Woolf 1955; ``two_by_two`` where a cell is zero)."""
    from scipy.stats import norm

    reach = norm.ppf(1 - level / 2) * np.sqrt((1 / two_by_two(count_a, n_a, count_b, n_b)).sum(axis=0))
    ratio = odds_ratio(count_a, n_a, count_b, n_b)
    return ratio * np.exp(-reach), ratio * np.exp(reach)


def fisher_p(count_a, n_a: int, count_b, n_b: int) -> np.ndarray:
    """Two-sided p of Fisher's exact test through scipy.

    >>> fisher_p(3, 4, 1, 4).round(4)
    array([0.4857])
    """
    from scipy.stats import fisher_exact

    rows = zip(np.atleast_1d(count_a).astype(int), np.atleast_1d(count_b).astype(int), strict=True)
    return np.array([fisher_exact([[a, n_a - a], [b, n_b - b]]).pvalue for a, b in rows])


def fisher_table(size: int, n_a: int, n_b: int, *, mid: bool = False) -> np.ndarray:
    """Fisher's p for every count that a topic of ``size`` papers can have at a, given both margins.

    Permuting labels keeps the margins, so this table is all that a permutation experiment has to look up.

    Parameters
    ----------
    mid
        Count tables exactly as likely as the one seen by half (Lancaster 1961): closer to uniform under the null.

    Returns
    -------
    ``(size + 1,)`` p-values, indexed by ``count_a``; NaN where the count cannot happen.
    """
    from scipy.stats import hypergeom

    counts = np.arange(size + 1)
    chance = hypergeom.pmf(counts, n_a + n_b, n_a, size)
    order = np.argsort(chance, kind="stable")
    ranked, total = chance[order], np.concatenate([[0.0], np.cumsum(chance[order])])
    slack = 1e-7  # tables as likely as this one, but for rounding, count as equally likely (as in R and scipy)
    up_to = total[np.searchsorted(ranked, chance * (1 + slack), side="right")]
    below = total[np.searchsorted(ranked, chance * (1 - slack), side="left")]
    p = np.minimum((up_to + below) / 2 if mid else up_to, 1.0)
    return np.where((counts <= n_a) & (size - counts <= n_b), p, np.nan)


def benjamini_hochberg(p: np.ndarray) -> np.ndarray:
    """The q-value of each p (Benjamini & Hochberg 1995) through statsmodels; an empty array stays empty."""
    from statsmodels.stats.multitest import multipletests

    return multipletests(p, method="fdr_bh")[1] if len(p) else np.zeros(0)
