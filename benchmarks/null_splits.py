"""What is found where there is nothing: random halves of one venue, each through the whole analysis.

Every split makes two pseudo-venues of one venue's papers; the partition is found anew under the split's seed. Reported: in
how many splits a robust difference is named, how large the largest difference is, and whether the p-values are uniform.
Fisher's p is discrete and conservative, so uniformity is checked on p-values made continuous by drawing evenly within the
mass of the table seen ("randomised" p; Tocher 1950), which are exactly uniform if nothing differs. The p-values of one
split share their papers (shares sum to one), and so the test is also made on one topic per split.

    python benchmarks/null_splits.py DATA/iclr2025.jsonl.gz --splits 20
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from common import analyse, load
from scipy.stats import kstest

from venue_themes.comparing.proportions import fisher_table
from venue_themes.settings import load_settings


def randomised_p(frame: pd.DataFrame, rng: np.random.Generator) -> np.ndarray:
    """Fisher's p of each row, drawn evenly between the chance of a rarer table and that of one as rare."""
    p = []
    for row in frame.itertuples():
        size = row.count_a + row.count_b
        exact, mid = (fisher_table(size, row.n_a, row.n_b, mid=mid)[row.count_a] for mid in (False, True))
        p.append(rng.uniform(2 * mid - exact, exact))  # the mid-p lies in the middle of that range
    return np.array(p)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--splits", type=int, default=20)
    parser.add_argument("--refits", type=int, default=20)
    parser.add_argument("--vectors", help=".npy of vectors made before, a row per paper")
    given = parser.parse_args()
    whole = load(given.data, load_settings({"embedding": {"vectors": given.vectors}}))
    rows, p, one = [], [], []
    for seed in range(given.splits):
        rng = np.random.default_rng(seed)
        venues = np.where(rng.permutation(len(whole.papers)) < len(whole.papers) // 2, "first", "second").astype(object)
        settings = load_settings({"seed": seed, "comparison": {"refits": given.refits}})
        found = analyse(whole, np.arange(len(venues)), venues, settings)
        frame = found.comparison
        themes = frame[frame["model"] == "bertopic"]
        drawn = randomised_p(themes, rng)
        p.append(drawn)
        one.append(drawn[rng.integers(len(drawn))])
        rows.append({"split": seed, "themes": len(themes), "largest": themes["difference"].abs().max(),
                     "q < 0.05": int((frame["q"] < 0.05).sum()), "q over levels < 0.05": int((frame["q_levels"] < 0.05).sum()),
                     "robust": int(frame["robust"].sum()), "p < 0.05": float((themes["p"] < 0.05).mean())})
        print(json.dumps(rows[-1], default=float), file=sys.stderr, flush=True)
    frame = pd.DataFrame(rows)
    print(frame.round(4).to_string(index=False))
    print(f"\nsplits with a robust finding: {(frame['robust'] > 0).sum()} of {len(frame)}")
    print(f"largest difference, 95 % of splits: {100 * frame['largest'].quantile(0.95):.2f} points")
    print(f"KS of all p-values against the uniform: p = {kstest(np.concatenate(p), 'uniform').pvalue:.3f}; "
          f"of one topic per split: p = {kstest(one, 'uniform').pvalue:.3f}")


if __name__ == "__main__":
    main()
