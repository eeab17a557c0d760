"""Is there any difference between two venues at all, and what carries it: themes, words or form?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

MIN_PAPERS = 5
N_FOLDS = 5
N_PERMUTATIONS = 199
RIDGE = 0.1
MAX_FOR_ENERGY = 8000
DIFFERENCE_COLUMNS = {"test": str, "features": str, "statistic": float, "chance": float, "p": float, "reason": str}


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


def any_difference(parts: Mapping[str, np.ndarray], vectors: np.ndarray, at_a: np.ndarray, *,
                   n_permutations: int = N_PERMUTATIONS, seed: int) -> pd.DataFrame:
    """The tests on everything, on each part alone, and on the rest with each part removed.

    Removed means removed: the other parts keep only what a linear fit on the part leaves over, so "without themes"
    is what words and form tell within a theme.

    Parameters
    ----------
    parts
        Per part (themes, words, form) its ``(n_papers, n_features)``.
    vectors
        ``(n_papers, n_dims)``, the representation the themes were found in.

    Returns
    -------
    A frame with the columns of ``DIFFERENCE_COLUMNS``, a row per test; NaN with a reason where papers are too few.
    """
    scaled = {name: _scaled(part) for name, part in parts.items()}
    sets = {"everything": _scaled(vectors)} | {f"only {name}": part for name, part in scaled.items()}
    for name, part in scaled.items():
        others = [other for key, other in scaled.items() if key != name]
        if others:
            sets[f"without {name}"] = _without(np.hstack(others), part)
    how = {"n_permutations": n_permutations, "seed": seed}
    tests = [("classifier", name, classifier_test(part, at_a, **how)) for name, part in sets.items()]
    tests.append(("energy", "everything", energy_test(vectors, at_a, **how)))
    rows = [(test, name, found.statistic, found.chance, found.p, found.reason) for test, name, found in tests]
    return pd.DataFrame(rows, columns=list(DIFFERENCE_COLUMNS)).astype(DIFFERENCE_COLUMNS)


def difference_sentence(frame: pd.DataFrame, *, level: float = 0.05) -> str:
    """Whether there is any difference, in a sentence, from the frame of ``any_difference``."""
    row = frame[(frame["test"] == "classifier") & (frame["features"] == "everything")].iloc[0]
    if np.isnan(row["p"]):
        return f"Whether the venues differ at all was not tested: {row['reason']}."
    guess = f"A paper's venue can be guessed with AUC {row['statistic']:.2f} (0.5 is chance; p = {row['p']:.2g})"
    if row["p"] >= level:
        return f"{guess}: no difference between the venues is shown."
    return f"{guess}: the venues differ."


def themes_one_hot(topic: np.ndarray) -> np.ndarray:
    """A column per topic, ``(n_papers, n_topics)``; papers in none are zero throughout.

    >>> themes_one_hot(np.array([1, -1, 0])).tolist()
    [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]
    """
    return (np.asarray(topic)[:, None] == np.arange(np.max(topic, initial=-1) + 1)).astype(float)


def word_features(counts, *, n_dims: int = 100, seed: int) -> np.ndarray:
    """TF-IDF of ``(n_papers, n_terms)`` counts in at most ``n_dims`` dimensions (truncated SVD), blind to the venue."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfTransformer

    n_dims = min(n_dims, min(counts.shape) - 1)
    if n_dims < 1:
        return np.zeros((counts.shape[0], 0))
    weighted = TfidfTransformer(sublinear_tf=True).fit_transform(counts.astype(float))
    return TruncatedSVD(n_dims, random_state=seed).fit_transform(weighted)


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


def _scaled(part: np.ndarray) -> np.ndarray:
    """The part centred and of total variance 1, so that no part outweighs another by its units."""
    part = np.asarray(part, float) - np.mean(part, axis=0)
    spread = np.sqrt((part ** 2).mean(axis=0).sum())
    return part / spread if spread > 0 else part


def _without(features: np.ndarray, part: np.ndarray) -> np.ndarray:
    """What a least-squares fit on ``part`` leaves of the features."""
    return features - part @ np.linalg.lstsq(part, features, rcond=None)[0] if part.shape[1] else features
