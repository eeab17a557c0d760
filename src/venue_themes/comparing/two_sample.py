"""Two tests of "both venues draw their papers alike": guessing the venue, and the energy distance."""

from dataclasses import dataclass

import numpy as np

MIN_PAPERS = 5
N_FOLDS = 5
N_PERMUTATIONS = 199
RIDGE = 0.1
MAX_FOR_ENERGY = 8000


@dataclass(frozen=True)
class TwoSampleTest:
    """A test of "both venues draw their papers alike".

    Attributes
    ----------
    statistic
        AUC (0.5 = chance, 1 = every paper's venue is told), or energy distance (0 = alike); None when not computed.
    chance
        What the statistic stays below in 95 % of the permutations; None when not computed.
    p
        Permutation p-value, at least ``1 / (n_permutations + 1)``; None when not computed.
    reason
        Why nothing was computed; empty when something was.
    """

    statistic: float | None
    chance: float | None
    p: float | None
    reason: str = ""


def classifier_test(features: np.ndarray, at_a: np.ndarray, *, n_permutations: int = N_PERMUTATIONS,
                    seed: int) -> TwoSampleTest:
    """How well a paper's venue can be guessed: cross-validated AUC of a linear classifier (Lopez-Paz & Oquab 2017).

    The classifier is least squares with a ridge, which on two classes is Fisher's discriminant: every permutation of
    the labels is one more column of the same equations, so hundreds of them cost little more than one. Folds hold both
    venues in their proportions and labels are permuted within folds, which keeps the permutations exchangeable.

    Parameters
    ----------
    features
        ``(n_papers, n_features)`` float.
    at_a
        ``(n_papers,)`` bool: the paper is of the first venue.
    """
    at_a = np.asarray(at_a, bool)
    fewest = int(min(at_a.sum(), (~at_a).sum()))
    if fewest < MIN_PAPERS:
        return TwoSampleTest(None, None, None, f"one venue has {fewest} papers; guessing needs {MIN_PAPERS} of each")
    rng = np.random.default_rng(seed)
    fold = _folds(at_a, rng)
    labels = _permuted(at_a, n_permutations, rng, within=fold)
    auc = np.mean([_fold_auc(features, labels, fold == k) for k in range(fold.max() + 1)], axis=0)
    return _verdict(auc)


def energy_test(vectors: np.ndarray, at_a: np.ndarray, *, n_permutations: int = N_PERMUTATIONS,
                seed: int) -> TwoSampleTest:
    """Energy distance of the venues' papers (Székely & Rizzo 2004) with a permutation p, on Euclidean distances.

    Beyond ``MAX_FOR_ENERGY`` papers a random subset of that size is tested.
    """
    at_a = np.asarray(at_a, bool)
    fewest = int(min(at_a.sum(), (~at_a).sum()))
    if fewest < MIN_PAPERS:
        return TwoSampleTest(None, None, None, f"one venue has {fewest} papers; the test needs {MIN_PAPERS} of each")
    rng = np.random.default_rng(seed)
    if len(at_a) > MAX_FOR_ENERGY:
        rows = np.sort(rng.choice(len(at_a), MAX_FOR_ENERGY, replace=False))
        vectors, at_a = vectors[rows], at_a[rows]
    labels = _permuted(at_a, n_permutations, rng, within=np.zeros(len(at_a), int))
    weights = np.where(labels, 1 / at_a.sum(), -1 / (~at_a).sum()).astype(np.float32)
    return _verdict(-_quadratic_in_distances(np.asarray(vectors, np.float32), weights))


def _folds(at_a: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A fold per paper, each venue dealt out evenly."""
    n_folds = min(N_FOLDS, int(min(at_a.sum(), (~at_a).sum())))
    fold = np.zeros(len(at_a), int)
    for rows in (np.flatnonzero(at_a), np.flatnonzero(~at_a)):
        fold[rng.permutation(rows)] = np.arange(len(rows)) % n_folds
    return fold


def _permuted(at_a: np.ndarray, n_permutations: int, rng: np.random.Generator, *, within: np.ndarray) -> np.ndarray:
    """The labels and their permutations within groups, ``(n_papers, 1 + n_permutations)`` bool."""
    labels = np.repeat(at_a[:, None], 1 + n_permutations, axis=1)
    for group in np.unique(within):
        rows = np.flatnonzero(within == group)
        labels[rows, 1:] = rng.permuted(labels[rows, 1:], axis=0)
    return labels


def _fold_auc(features: np.ndarray, labels: np.ndarray, held_out: np.ndarray) -> np.ndarray:
    """AUC on the papers held out, one per column of labels."""
    train, test = features[~held_out], features[held_out]
    centre = train.mean(axis=0)
    train, test = train - centre, test - centre
    wanted = labels[~held_out] - labels[~held_out].mean(axis=0)
    gram = train.T @ train
    gram[np.diag_indices_from(gram)] += RIDGE * np.trace(gram) / max(min(train.shape), 1) + 1e-12
    return _auc(test @ np.linalg.solve(gram, train.T @ wanted), labels[held_out])


def _auc(scores: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Area under the ROC curve per column (Mann & Whitney 1947: the rank sum of one class)."""
    from scipy.stats import rankdata

    n_a, n_b = labels.sum(axis=0), (~labels).sum(axis=0)
    ranks = rankdata(scores, axis=0)  # rounding aside, papers with equal features share a rank
    return ((ranks * labels).sum(axis=0) - n_a * (n_a + 1) / 2) / (n_a * n_b)


def _quadratic_in_distances(vectors: np.ndarray, weights: np.ndarray, *, block: int = 1024) -> np.ndarray:
    """``w' D w`` per column w of weights, D the Euclidean distances between all papers, a block of rows at a time."""
    squares = (vectors ** 2).sum(axis=1)
    total = np.zeros(weights.shape[1])
    for start in range(0, len(vectors), block):
        rows = slice(start, start + block)
        distances = np.sqrt(np.maximum(squares[rows, None] + squares[None, :] - 2 * vectors[rows] @ vectors.T, 0))
        distances[np.arange(len(distances)), np.arange(start, start + len(distances))] = 0
        total += (weights[rows] * (distances @ weights)).sum(axis=0, dtype=float)
    return total


def _verdict(values: np.ndarray) -> TwoSampleTest:
    """The test from the statistic (first) and its permutations: the more extreme, the larger."""
    seen, null = float(values[0]), values[1:]
    slack = 1e-9 * max(1.0, abs(seen))
    p = (1 + int((null >= seen - slack).sum())) / (1 + len(null))
    return TwoSampleTest(seen, float(np.quantile(null, 0.95)) if len(null) else None, p)
