"""Words by venue: the log-odds against a literal version, a planted word, permuted venues."""

from math import log, sqrt

import numpy as np
import pytest
from scipy import sparse

from venue_themes.comparing import TERM_COLUMNS, compare_terms
from venue_themes.contracts import DocumentTerms


def corpus(seed: int, n: int = 300, n_terms: int = 40) -> tuple[DocumentTerms, np.ndarray]:
    """Words of equal chance, but for the first, which B uses three times as often."""
    rng = np.random.default_rng(seed)
    venues = np.repeat(np.array(["A", "B"], dtype=object), n)
    rate = np.full((2 * n, n_terms), 0.5)
    rate[venues == "B", 0] = 1.5
    names = tuple(f"w{k}" for k in range(n_terms))
    return DocumentTerms(sparse.csr_matrix(rng.poisson(rate)), names, tuple(name.upper() for name in names)), venues


def literal(counts_a, counts_b, share):
    """Monroe, Colaresi & Quinn (2008), equations 16, 19 and 20, a term at a time."""
    prior = [share * (a + b) for a, b in zip(counts_a, counts_b, strict=True)]
    n_a, n_b, weight = sum(counts_a), sum(counts_b), sum(prior)
    rows = []
    for a, b, p in zip(counts_a, counts_b, prior, strict=True):
        delta = log((a + p) / (n_a + weight - a - p)) - log((b + p) / (n_b + weight - b - p))
        rows.append((delta, delta / sqrt(1 / (a + p) + 1 / (b + p))))
    return np.array(rows)


def test_log_odds_and_z_are_the_literal_ones():
    counts = np.array([[3, 0, 1], [1, 2, 0], [0, 5, 2]])
    terms = DocumentTerms(sparse.csr_matrix(counts), ("a", "b", "c"), ("a", "b", "c"))
    frame = compare_terms(terms, ["A", "A", "B"], prior_share=0.3).set_index("term").loc[["a", "b", "c"]]
    assert frame[["log_odds", "z"]].to_numpy() == pytest.approx(literal([4, 2, 1], [0, 5, 2], 0.3))
    columns = ["count_a", "count_b", "papers_a", "papers_b"]
    assert frame[columns].values.tolist() == [[4, 0, 2, 0], [2, 5, 1, 1], [1, 2, 1, 1]]


def test_planted_word_leads_and_is_shown_as_written():
    frame = compare_terms(*corpus(0))
    assert frame["term"].iloc[-1] == "W0" and frame["z"].iloc[-1] < -10
    assert frame["z"].abs().iloc[:-1].max() < 4.5
    assert list(frame.columns) == list(TERM_COLUMNS) and frame["z"].is_monotonic_decreasing


def test_permuted_venues_lead_to_no_word():
    terms, venues = corpus(0)
    z = [compare_terms(terms, np.random.default_rng(seed).permutation(venues))["z"].abs().max() for seed in range(5)]
    assert max(z) < 4.5


def test_the_size_of_the_collection_does_not_move_the_log_odds():
    terms, venues = corpus(1, n=50)
    twice = DocumentTerms(sparse.vstack([terms.counts, terms.counts]).tocsr(), terms.terms, terms.shown)
    once, double = compare_terms(terms, venues), compare_terms(twice, np.tile(venues, 2))
    merged = once.merge(double, on="term")
    assert merged["log_odds_x"].to_numpy() == pytest.approx(merged["log_odds_y"].to_numpy())


def test_unused_terms_and_papers_that_do_not_count_are_left_out():
    terms = DocumentTerms(sparse.csr_matrix([[1, 0, 2], [1, 1, 0], [0, 0, 1]]), ("a", "b", "c"), ("a", "b", "c"))
    frame = compare_terms(terms, ["A", "A", "B"], counted=np.array([True, False, True]))
    assert sorted(frame["term"]) == ["a", "c"]
    assert compare_terms(terms, ["A", "A", "A"]).shape == (0, len(TERM_COLUMNS))
