"""What the comparison finds where there is nothing: venues permuted, and one venue split in random halves.

The themes never saw a venue, so other labels need no other themes: each run is a few sums over the same partition.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .proportions import benjamini_hochberg, fisher_table

NULL_COLUMNS = {
    "experiment": str, "run": int, "n_a": int, "n_b": int, "largest": float, "findings": int, "robust": float,
}
SUMMARY_COLUMNS = ["experiment", "runs", "band", "findings_per_run", "runs_with_finding", "robust_runs"]
HALVES = ("first half", "second half")


@dataclass(frozen=True)
class _Split:
    """Which papers are dealt out, how many of them get the first of two names."""

    experiment: str
    rows: np.ndarray
    n_a: int
    names: tuple[str, str]


def permuted_venues(topic: np.ndarray, venues, pair: tuple[str, str], *, n_runs: int = 200, level: float = 0.05,
                    seed: int, confirm: Callable[[np.ndarray], int] | None = None) -> pd.DataFrame:
    """The comparison of two venues after dealing their names out anew, ``n_runs`` times.

    Parameters
    ----------
    topic
        ``(n_papers,)`` int, -1 = none.
    confirm
        Given ``(n_papers,)`` names (None for papers of neither), how many findings are robust; asked only where a
        q-value is below the level.

    Returns
    -------
    A frame with the columns of ``NULL_COLUMNS``: ``largest`` is the largest absolute difference in share of a run,
    ``findings`` how many q-values lie below the level, ``robust`` how many of them hold (NaN without ``confirm``).
    """
    venues = np.asarray(venues, dtype=object)
    rows = np.flatnonzero((venues == pair[0]) | (venues == pair[1]))
    n_a = int((venues == pair[0]).sum())
    split = _Split("venues permuted", rows, n_a, pair)
    return _runs(topic, split, n_runs, level, seed, confirm)


def random_halves(topic: np.ndarray, venues, venue: str, *, n_runs: int = 200, level: float = 0.05, seed: int,
                  confirm: Callable[[np.ndarray], int] | None = None) -> pd.DataFrame:
    """The comparison of two random halves of one venue, ``n_runs`` times; parameters and columns as above."""
    rows = np.flatnonzero(np.asarray(venues, dtype=object) == venue)
    split = _Split(f"halves of {venue}", rows, len(rows) // 2, HALVES)
    return _runs(topic, split, n_runs, level, seed, confirm)


def null_summary(runs: pd.DataFrame, *, quantile: float = 0.95) -> pd.DataFrame:
    """Per experiment: ``band`` (the quantile of the largest difference), and the shares of runs with a finding and with
    a robust one.

    Columns as in ``SUMMARY_COLUMNS``; an observed difference
    inside the band is no larger than what the method invents.
    """
    rows = [(name, len(part), part["largest"].quantile(quantile), part["findings"].mean(),
             (part["findings"] > 0).mean(),
             np.nan if part["robust"].isna().all() else (part["robust"] > 0).mean())
            for name, part in runs.groupby("experiment", sort=False)]
    return pd.DataFrame(rows, columns=SUMMARY_COLUMNS)


def null_sentence(summary: pd.DataFrame) -> str:
    """What the null experiments show, a clause per experiment."""
    clauses = [f"{row.experiment}, {row.runs} times: differences of up to {100 * row.band:.1f} points arise by chance "
               f"(95 % of runs), {row.runs_with_finding:.0%} of the runs have a q below the level"
               + ("" if np.isnan(row.robust_runs) else f", {row.robust_runs:.0%} a robust finding")
               for row in summary.itertuples()]
    said = "; ".join(clauses)
    return said[0].upper() + said[1:] + "." if clauses else "No null experiment was run."


def null_p_values(topic: np.ndarray, n_a: int, *, n_runs: int, seed: int, mid: bool = True) -> np.ndarray:
    """Fisher's p of each topic in each run of random labels, ``(n_runs, n_topics)``, to be checked for uniformity.

    The exact test is conservative: its p-values are discrete and lie above the uniform ones. Their mid-p versions
    (Lancaster 1961) do not, on average, and are the ones to check.
    """
    topic, rng = np.asarray(topic, int), np.random.default_rng(seed)
    sizes = np.bincount(topic[topic >= 0])
    counts = np.array([_counts(topic, rng.permutation(len(topic))[:n_a], len(sizes)) for _ in range(n_runs)])
    return _look_up(counts, sizes, n_a, len(topic) - n_a, mid=mid)


def _runs(topic: np.ndarray, split: _Split, n_runs: int, level: float, seed: int,
          confirm: Callable[[np.ndarray], int] | None) -> pd.DataFrame:
    topic, n_a, n_b = np.asarray(topic, int), split.n_a, len(split.rows) - split.n_a
    here, n_topics = topic[split.rows], int(topic.max(initial=-1)) + 1
    if min(n_a, n_b) < 1:
        return pd.DataFrame(columns=list(NULL_COLUMNS)).astype(NULL_COLUMNS)
    sizes = np.bincount(here[here >= 0], minlength=n_topics)
    orders = [np.random.default_rng([seed, run]).permutation(len(here)) for run in range(n_runs)]
    count_a = np.array([_counts(here, order[:n_a], n_topics) for order in orders]).reshape(n_runs, n_topics)
    findings = [int((benjamini_hochberg(p) < level).sum()) for p in _look_up(count_a, sizes, n_a, n_b)]
    robust = [np.nan if confirm is None else float(found and confirm(_named(len(topic), split, order)))
              for found, order in zip(findings, orders, strict=True)]
    largest = np.abs(count_a / n_a - (sizes - count_a) / n_b).max(axis=1, initial=0.0)
    return pd.DataFrame({
        "experiment": split.experiment, "run": range(n_runs), "n_a": n_a, "n_b": n_b, "largest": largest,
        "findings": findings, "robust": robust,
    }).astype(NULL_COLUMNS)


def _counts(topic: np.ndarray, rows: np.ndarray, n_topics: int) -> np.ndarray:
    chosen = topic[rows]
    return np.bincount(chosen[chosen >= 0], minlength=n_topics)


def _look_up(count_a: np.ndarray, sizes: np.ndarray, n_a: int, n_b: int, *, mid: bool = False) -> np.ndarray:
    """Fisher's p for ``(n_runs, n_topics)`` counts, a table per topic size."""
    tables = {size: fisher_table(int(size), n_a, n_b, mid=mid) for size in np.unique(sizes)}
    p = [tables[size][count_a[:, k]] for k, size in enumerate(sizes)]
    return np.stack(p, axis=1) if p else np.ones((len(count_a), 0))


def _named(n_papers: int, split: _Split, order: np.ndarray) -> np.ndarray:
    """Names for all papers, as ``order`` deals them out; None for papers outside the split."""
    named = np.full(n_papers, None, dtype=object)
    named[split.rows[order[:split.n_a]]], named[split.rows[order[split.n_a:]]] = split.names
    return named
