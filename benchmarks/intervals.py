"""Do the intervals cover, and does the exact test hold its level? Known shares, simulated papers.

    python benchmarks/intervals.py
"""

import argparse

import numpy as np
import pandas as pd

from venue_themes.comparing.power import _approximate_power, minimum_detectable_difference
from venue_themes.comparing.proportions import fisher_table, newcombe, odds_ratio_interval
from venue_themes.comparing.views import composed_shares, soft_shares

SIZES = ((19, 19), (100, 300), (1200, 1200), (3703, 3330))
SHARES = ((0.02, 0.02), (0.05, 0.05), (0.05, 0.10), (0.10, 0.10), (0.20, 0.30))


def coverage(n_a: int, n_b: int, share_a: float, share_b: float, *, draws: int, seed: int) -> dict:
    """The share of simulated intervals that hold the truth, and of p-values below 0.05 (power, or size where shares agree)."""
    rng = np.random.default_rng(seed)
    a, b = rng.binomial(n_a, share_a, draws), rng.binomial(n_b, share_b, draws)
    low, high = newcombe(a, n_a, b, n_b)
    truth = share_a / (1 - share_a) / (share_b / (1 - share_b))
    odds_low, odds_high = odds_ratio_interval(a, n_a, b, n_b)
    tables = {size: (fisher_table(size, n_a, n_b), fisher_table(size, n_a, n_b, mid=True)) for size in np.unique(a + b)}
    p, mid = np.array([[tables[x + y][0][x], tables[x + y][1][x]] for x, y in zip(a, b, strict=True)]).T
    return {"n_a": n_a, "n_b": n_b, "share_a": share_a, "share_b": share_b,
            "newcombe": np.mean((low <= share_a - share_b) & (share_a - share_b <= high)),
            "odds ratio": np.mean((odds_low <= truth) & (truth <= odds_high)),
            "p < 0.05": np.mean(p < 0.05), "mid-p < 0.05": np.mean(mid < 0.05)}


def soft_coverage(n: int, *, draws: int, seed: int, n_topics: int = 6) -> dict:
    """The same for soft weights of known means: papers of 50 words whose mixtures are Dirichlet, unequal at two venues."""
    rng, held = np.random.default_rng(seed), []
    means = rng.dirichlet(np.ones(n_topics), 2)
    at_a = np.arange(2 * n) < n
    for draw in range(draws):
        weights = np.vstack([rng.multinomial(50, rng.dirichlet(2 * mean, n)) for mean in means]) / 50
        found = [soft_shares(weights, at_a, ~at_a), composed_shares(weights, at_a, ~at_a, n_draws=20, seed=draw)]
        held.append([(f["low"] <= means[0] - means[1]) & (means[0] - means[1] <= f["high"]) for f in found])
    soft, composed = np.mean(held, axis=(0, 2))
    return {"n": n, "soft weights": soft, "soft, composed": composed}


def detectable(n: int, share: float, *, draws: int, seed: int) -> dict:
    """The power that a difference of the size ``minimum_detectable_difference`` names really has; 0.80 is promised."""
    least = minimum_detectable_difference(n, n, share)
    found = coverage(n, n, share + least, share, draws=draws, seed=seed) if np.isfinite(least) else {"p < 0.05": np.nan}
    return {"n": n, "share": share, "least difference": least, "power": found["p < 0.05"]}


def power_curve(*, share: float = 0.05, n_tests: int = 30) -> pd.DataFrame:
    """The chance that a theme of a share is found where it is larger by some points, as the first of ``n_tests`` themes."""
    points, papers = (1, 2, 3, 5, 7, 10), pd.Index((300, 600, 1200, 2400, 3500), name="papers")
    reach = [[_approximate_power(n, n, share, p / 100, 0.05 / n_tests) for p in points] for n in papers]
    return pd.DataFrame(reach, columns=[f"{p} points" for p in points], index=papers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--draws", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    frame = pd.DataFrame([coverage(*n, *share, draws=given.draws, seed=given.seed) for n in SIZES for share in SHARES])
    print(frame.round(3).to_string(index=False))
    print(f"\nmean coverage: Newcombe {frame['newcombe'].mean():.3f}, odds ratio {frame['odds ratio'].mean():.3f}\n")
    soft = pd.DataFrame([soft_coverage(n, draws=given.draws // 50, seed=given.seed) for n in (19, 200, 1200)])
    print(soft.round(3).to_string(index=False))
    print()
    print(pd.DataFrame([detectable(n, share, draws=given.draws, seed=given.seed)
                        for n in (19, 50, 150, 300, 1200, 3500) for share in (0.02, 0.1)]).round(4).to_string(index=False))
    print("\npower where a theme holds 5 % of one venue and some points more of the other, first of 30 themes")
    print(power_curve().round(2).to_string())


if __name__ == "__main__":
    main()
