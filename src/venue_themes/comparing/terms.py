"""Which words lean to which venue: log-odds with an informative Dirichlet prior."""

import numpy as np
import pandas as pd

from ..contracts import DocumentTerms
from ..settings import Comparison
from .topics import pairs_of

TERM_COLUMNS = {
    "venue_a": str, "venue_b": str, "term": str, "count_a": int, "count_b": int, "papers_a": int, "papers_b": int,
    "log_odds": float, "z": float,
}
PRIOR_SHARE = 0.1


def log_odds(counts_a: np.ndarray, counts_b: np.ndarray, prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Difference of the log-odds of each term at two venues and its variance (Monroe et al. 2008, eq. 16, 20).

    Parameters
    ----------
    counts_a, counts_b
        ``(..., n_terms)`` counts.
    prior
        ``(n_terms,)`` pseudo-counts; NaN comes back where they and the counts are zero.

    Returns
    -------
    log_odds, variance
        ``(..., n_terms)``; positive log-odds lean to a.
    """
    def odds(counts):
        return np.log((counts + prior) / (counts.sum(axis=-1, keepdims=True) + prior.sum() - counts - prior))

    with np.errstate(divide="ignore", invalid="ignore"):  # a term that nobody uses has no odds
        return odds(counts_a) - odds(counts_b), 1 / (counts_a + prior) + 1 / (counts_b + prior)


def compare_terms(terms: DocumentTerms, venues, *, settings: Comparison | None = None,
                  counted: np.ndarray | None = None, prior_share: float = PRIOR_SHARE) -> pd.DataFrame:
    """One row per term and pair of venues, the strongest lean to ``venue_a`` first.

    The prior is the pair's own term counts, scaled to ``prior_share`` of their weight: rare terms are drawn to no
    difference, and the scale of the answer does not depend on the size of the collection. z takes tokens as
    independent, which they are not within a paper: it ranks terms, and ``term_intervals`` says how sure we are.

    Parameters
    ----------
    counted
        ``(n_papers,)`` bool, papers that count (one theme's, or all but copies); none: all.

    Returns
    -------
    A frame with the columns of ``TERM_COLUMNS``; terms that neither venue uses are left out.
    """
    venues, shown = np.asarray(venues, dtype=object), np.array(terms.shown, dtype=object)
    keep = np.ones(len(venues), bool) if counted is None else np.asarray(counted, bool)
    parts = []
    for venue_a, venue_b in pairs_of(venues, settings):
        at_a, at_b = (venues == venue_a) & keep, (venues == venue_b) & keep
        leans = term_leans(terms.counts, at_a, at_b, prior_share=prior_share)
        leans = leans.assign(venue_a=venue_a, venue_b=venue_b, term=shown[leans.index])
        parts.append(leans.sort_values(["z", "term"], ascending=[False, True], kind="stable"))
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(TERM_COLUMNS))
    return frame[list(TERM_COLUMNS)].astype(TERM_COLUMNS)


def term_leans(counts, at_a: np.ndarray, at_b: np.ndarray, *, prior_share: float = PRIOR_SHARE) -> pd.DataFrame:
    """Counts, log-odds and z of the terms that papers of a or b use, indexed by their column in ``counts``."""
    at = [counts[np.flatnonzero(rows)] for rows in (at_a, at_b)]
    count_a, count_b = (np.asarray(part.sum(axis=0)).ravel() for part in at)
    papers_a, papers_b = (part.getnnz(axis=0) for part in at)
    difference, variance = log_odds(count_a, count_b, prior_share * (count_a + count_b))
    frame = pd.DataFrame({
        "count_a": count_a, "count_b": count_b, "papers_a": papers_a, "papers_b": papers_b,
        "log_odds": difference, "z": difference / np.sqrt(variance),
    })
    return frame[count_a + count_b > 0]
