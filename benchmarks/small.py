"""What is returned for a few papers: themes and their sizes, how they were found, and what a comparison could show.

    python -m benchmarks.small FILE FILE

Up to 38 papers are drawn from the seeds, more from the two files, half of them from each venue. Jaccard is Hennig's
(2007), the mean over the themes, and ARI the adjusted Rand index of refits.
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

from venue_themes import pipeline
from venue_themes.comparing import minimum_detectable_difference

SIZES = (1, 2, 3, 5, 8, 12, 20, 38, 60, 100)
COLUMNS = ("venue", "year", "title", "abstract")


def draw(papers: pd.DataFrame, n: int, *, seed: int = 0) -> pd.DataFrame:
    """``n`` papers, half of them of each of the two venues, as records to be read again."""
    rng = np.random.default_rng(seed)
    venues = sorted(papers["venue"].unique())
    halves = (n - n // 2, n // 2)
    rows = [rng.choice(np.flatnonzero(papers["venue"] == v), k, replace=False) for v, k in zip(venues, halves, strict=True)]
    return papers.iloc[np.concatenate(rows)][list(COLUMNS)].reset_index(drop=True)


def row_of(result) -> str:
    """A row of the table."""
    themes, held = result.metrics["themes"], result.metrics["stability"].get("bertopic", {})
    mine = result.topics[result.topics["model"] == "bertopic"]
    loose = (result.assignments.query("model == 'bertopic'")["topic"] < 0).mean()
    others = ", ".join(str((result.topics["model"] == name).sum()) for name in ("nmf", "lda"))
    pair = result.comparison[result.comparison["model"] == "bertopic"]
    least = _least(pair, result.settings)
    return " | ".join(["", str(len(result.papers)), themes["method"], str(len(mine)), " ".join(map(str, mine["size"])), others,
                       f"{loose:.0%}", str(held.get("refits", 0)), f"{held['jaccard_mean']:.2f}" if held else "",
                       f"{held['ari_mean']:.2f}" if held else "", least, str(int(pair["robust"].sum())), ""]).strip()


def _least(pair: pd.DataFrame, settings) -> str:
    """The minimum detectable difference of a theme of middling share, in points, corrected for all themes."""
    if pair.empty:
        return "one venue"
    level = settings.comparison.level / len(pair)
    n_a, n_b = int(pair["n_a"].iloc[0]), int(pair["n_b"].iloc[0])
    least = minimum_detectable_difference(n_a, n_b, 1 / len(pair), level=level, power=settings.comparison.power)
    return "none" if np.isnan(least) else f"{100 * least:.0f}"


def main() -> None:
    """Run and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs=2, type=Path)
    files = parser.parse_args().files
    seeds, large = pipeline.read().papers, pipeline.read(files).papers
    print("| papers | method | themes | their sizes | NMF, LDA | in none | refits | Jaccard | ARI | MDD (points) | robust |")
    print("|" + "---|" * 11)
    for n in SIZES:
        papers = draw(seeds if n <= len(seeds) else large, n)
        print(row_of(pipeline.run(papers, progress=False)), flush=True)


if __name__ == "__main__":
    main()
