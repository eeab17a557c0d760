"""The null experiments: they invent what chance invents, and no more."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kstest

from venue_themes.comparing import compare_topics
from venue_themes.comparing.nulls import (
    NULL_COLUMNS,
    null_p_values,
    null_sentence,
    null_summary,
    permuted_venues,
    random_halves,
)


def papers(seed: int = 0, n: int = 400) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    venues = np.repeat(np.array(["A", "B", "C"], dtype=object), [n, n // 2, 50])
    topic = rng.integers(-1, 8, len(venues))
    topic[(venues == "A") & (rng.random(len(venues)) < 0.3)] = 0
    return topic, venues


def test_permuted_venues_hide_the_planted_difference():
    topic, venues = papers()
    truth = compare_topics(topic, [str(k) for k in range(8)], venues, model="m").iloc[:8]
    runs = permuted_venues(topic, venues, ("A", "B"), n_runs=100, seed=0)
    assert truth["q"].min() < 1e-6 and truth["difference"].abs().max() > 2 * runs["largest"].quantile(0.95)
    assert (runs["findings"] > 0).mean() <= 0.1 and runs["largest"].nunique() > 20
    assert list(runs.columns) == list(NULL_COLUMNS) and set(runs["n_a"]) == {400} and set(runs["n_b"]) == {200}


def test_a_run_is_what_compare_topics_says_of_its_labels():
    topic, venues = papers()
    seen = []

    def confirm(names):
        frame = compare_topics(topic, [str(k) for k in range(8)], names, model="m")
        seen.append((frame["difference"].abs().max(), (frame["q"] < 0.6).sum(), frame["n_a"][0], frame["n_b"][0]))
        return 7

    runs = random_halves(topic, venues, "A", n_runs=20, level=0.6, seed=3, confirm=confirm)
    found = runs[runs["findings"] > 0]
    assert len(found) == len(seen) > 0
    assert found[["largest", "findings", "n_a", "n_b"]].to_numpy(float) == pytest.approx(np.array(seen, float))
    assert set(found["robust"]) == {7.0} and set(runs["robust"]) <= {0.0, 7.0}


def test_without_a_judge_nothing_is_said_of_robustness():
    topic, venues = papers()
    assert random_halves(topic, venues, "B", n_runs=3, seed=0)["robust"].isna().all()


def test_mid_p_is_uniform_where_nothing_differs_and_exact_p_is_conservative():
    topic = np.random.default_rng(0).integers(-1, 30, 3000)
    p = null_p_values(topic, 1500, n_runs=40, seed=1)
    assert p.shape == (40, 30) and kstest(p.ravel(), "uniform").pvalue > 0.01
    exact = null_p_values(topic, 1500, n_runs=40, seed=1, mid=False)
    assert (exact >= p - 1e-12).all() and (exact < 0.05).mean() <= 0.05


def test_summary_and_sentence_carry_the_numbers():
    topic, venues = papers()
    runs = pd.concat([permuted_venues(topic, venues, ("A", "B"), n_runs=20, seed=0),
                      random_halves(topic, venues, "A", n_runs=20, seed=0)])
    summary = null_summary(runs)
    assert summary["experiment"].tolist() == ["venues permuted", "halves of A"] and set(summary["runs"]) == {20}
    assert f"up to {100 * summary['band'][0]:.1f} points" in null_sentence(summary)
    assert null_sentence(summary.iloc[:0]) == "No null experiment was run."


def test_one_paper_cannot_be_halved():
    assert random_halves(np.array([0]), ["A"], "A", n_runs=5, seed=0).shape == (0, len(NULL_COLUMNS))
    assert null_summary(random_halves(np.array([0]), ["A"], "A", n_runs=5, seed=0)).empty
