"""Same theme, other words: a planted word is found in its theme, its interval comes from papers, not tokens."""

import numpy as np
import pytest
from scipy import sparse

from venue_themes.comparing.terms import term_leans
from venue_themes.comparing.words import WITHIN_COLUMNS, snippet, term_intervals, words_within_themes
from venue_themes.contracts import DocumentTerms

PAIR = ("A", "B")


def corpus(seed=0, n=400, n_terms=15):
    """Two themes; in theme 1 venue B says word 3 twice as often."""
    rng = np.random.default_rng(seed)
    venues, topic = np.repeat(np.array(PAIR, dtype=object), n), rng.integers(0, 2, 2 * n)
    rate = np.full((2 * n, n_terms), 0.6)
    rate[(venues == "B") & (topic == 1), 3] = 1.4
    names, shown = (tuple(f"{w}{k}" for k in range(n_terms)) for w in "wW")
    return DocumentTerms(sparse.csr_matrix(rng.poisson(rate)), names, shown), topic, venues


def test_the_planted_word_is_found_in_its_theme_with_papers_behind_it():
    terms, topic, venues = corpus()
    frame = words_within_themes(terms, topic, venues, PAIR, n_terms=3, seed=0)
    assert list(frame.columns) == WITHIN_COLUMNS and frame.groupby("topic").size().tolist() == [6, 6]
    row = frame[(frame["topic"] == 1) & (frame["term"] == "W3")].iloc[0]
    assert row["low"] < row["log_odds"] < row["high"] < 0
    assert len(row["rows"]) == 3
    assert all(topic[r] == 1 and venues[r] == "B" and terms.counts[r, 3] > 0 for r in row["rows"])
    assert terms.counts[row["rows"][0], 3] == terms.counts[(topic == 1) & (venues == "B")][:, [3]].max()


def test_intervals_of_words_alike_hold_zero_about_as_often_as_they_should():
    held = []
    for seed in range(8):
        terms, topic, venues = corpus(seed)
        at = [(topic == 0) & (venues == venue) for venue in PAIR]
        low, high = term_intervals(terms.counts, *at, seed=seed)
        held.append((low < 0) & (high > 0))
    assert 0.85 < np.mean(held) < 1


def test_words_that_come_in_bursts_are_less_sure_than_tokens_say():
    rng = np.random.default_rng(0)
    counts = rng.poisson(1.0, (400, 6))
    counts[:, 0] = 20 * (rng.random(400) < 0.05)  # one token a paper on average, all in few papers
    at_a = np.arange(400) < 200
    low, high = term_intervals(sparse.csr_matrix(counts), at_a, ~at_a, seed=0)
    leans = term_leans(sparse.csr_matrix(counts), at_a, ~at_a)
    tokens = 2 * 1.96 * (leans["log_odds"] / leans["z"]).abs().to_numpy()
    assert (high - low)[0] > 2.5 * tokens[0] and (high - low)[1:] == pytest.approx(tokens[1:], rel=0.45)


def test_unused_words_have_no_interval_and_small_themes_no_words():
    counts = sparse.csr_matrix(np.array([[1, 0, 1], [2, 0, 1], [1, 0, 3], [1, 0, 1]]))
    low, high = term_intervals(counts, np.array([1, 1, 0, 0], bool), np.array([0, 0, 1, 1], bool), seed=0)
    assert np.isnan([low[1], high[1]]).all() and low[0] <= high[0]
    terms = DocumentTerms(counts, ("a", "b", "c"), ("a", "b", "c"))
    frame = words_within_themes(terms, np.zeros(4, int), ["A", "A", "B", "B"], PAIR, seed=0)
    assert frame.empty and list(frame.columns) == WITHIN_COLUMNS


@pytest.mark.parametrize(("term", "expected"), [
    ("self-supervised", "It is Self Supervised."), ("GPU", "A GPU helps."), ("nowhere", "We learn."),
    ("c++", "We learn."),
])
def test_snippets_hold_the_term_or_begin_the_text(term, expected):
    assert snippet("We learn. A GPU helps. It is Self Supervised.", term) == expected


def test_long_snippets_are_cut_between_words():
    cut = snippet("word " * 100, "word", length=23)
    assert cut == "word word word word …"
