"""Two-sample tests: against scikit-learn and scipy, with a planted difference and with none."""

import numpy as np
import pytest

from venue_themes.comparing import two_sample
from venue_themes.comparing.two_sample import classifier_test, energy_test


def two_venues(seed: int, *, shift: float, n: int = 120, n_dims: int = 6):
    rng = np.random.default_rng(seed)
    at_a = rng.permutation(np.arange(2 * n) < n)
    features = rng.normal(size=(2 * n, n_dims))
    features[at_a, 0] += shift
    return features, at_a


def test_auc_is_scikit_learns_with_ties():
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(0)
    scores, labels = rng.integers(0, 5, (30, 4)).astype(float), rng.random((30, 4)) < 0.4
    expected = [roc_auc_score(labels[:, j], scores[:, j]) for j in range(4)]
    assert two_sample._auc(scores, labels) == pytest.approx(expected)


def test_each_fold_is_a_ridge_regression_of_scikit_learn():
    from sklearn.linear_model import Ridge
    from sklearn.metrics import roc_auc_score

    features, at_a = two_venues(1, shift=0.8)
    held_out = np.arange(len(at_a)) % 4 == 0
    train = features[~held_out] - features[~held_out].mean(axis=0)
    model = Ridge(alpha=two_sample.RIDGE * (train ** 2).sum() / 6)
    model.fit(features[~held_out], at_a[~held_out].astype(float))
    expected = roc_auc_score(at_a[held_out], model.predict(features[held_out]))
    assert two_sample._fold_auc(features, at_a[:, None], held_out)[0] == pytest.approx(expected)


def test_energy_distance_is_scipys_squared():
    from scipy.stats import energy_distance

    features, at_a = two_venues(2, shift=1.0, n_dims=1)
    found = energy_test(features, at_a, n_permutations=19, seed=0).statistic
    assert found == pytest.approx(energy_distance(features[at_a, 0], features[~at_a, 0]) ** 2, rel=1e-3)


@pytest.mark.parametrize("test", [classifier_test, energy_test])
def test_planted_shift_is_found_and_chance_is_not(test):
    found = test(*two_venues(3, shift=1.5), seed=0)
    assert found.p == 1 / 200 and found.statistic > found.chance and found.reason == ""
    p = np.array([test(*two_venues(seed, shift=0.0, n=40), n_permutations=39, seed=seed).p for seed in range(60)])
    assert 0.35 < p.mean() < 0.65 and (p <= 0.05).mean() < 0.15


def test_permutations_keep_each_folds_venues():
    rng = np.random.default_rng(0)
    at_a = rng.random(53) < 0.3
    fold = two_sample._folds(at_a, rng)
    labels = two_sample._permuted(at_a, 20, rng, within=fold)
    for k in range(5):
        assert len(set(labels[fold == k].sum(axis=0))) == 1
    assert (labels[:, 0] == at_a).all() and not (labels[:, 1] == at_a).all()
    assert np.ptp([at_a[fold == k].sum() for k in range(5)]) <= 1


def test_same_seed_same_answer():
    features, at_a = two_venues(6, shift=0.3)
    assert classifier_test(features, at_a, seed=1) == classifier_test(features, at_a, seed=1)
    assert classifier_test(features, at_a, seed=1) != classifier_test(features, at_a, seed=2)


def test_features_that_never_vary_tell_nothing():
    found = classifier_test(np.ones((40, 3)), np.arange(40) < 20, n_permutations=19, seed=0)
    assert (found.statistic, found.p) == (0.5, 1.0)


def test_many_papers_are_thinned_for_the_energy_distance(monkeypatch):
    monkeypatch.setattr(two_sample, "MAX_FOR_ENERGY", 60)
    assert energy_test(*two_venues(7, shift=2.0), seed=0).p == 1 / 200


@pytest.mark.parametrize(("n_a", "n_b"), [(0, 9), (1, 1), (4, 30)])
@pytest.mark.parametrize("test", [classifier_test, energy_test])
def test_too_few_papers_give_a_reason_and_no_number(n_a, n_b, test):
    found = test(np.zeros((n_a + n_b, 3)), np.arange(n_a + n_b) < n_a, seed=0)
    assert (found.statistic, found.chance, found.p) == (None, None, None)
    assert f"one venue has {n_a} papers" in found.reason
