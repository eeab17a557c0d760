"""Is there any difference between two venues at all, and what carries it: themes, words or form?"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from .two_sample import N_PERMUTATIONS, classifier_test, energy_test

DIFFERENCE_COLUMNS = {"test": str, "features": str, "statistic": float, "chance": float, "p": float, "reason": str}


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
    """Whether there is any difference, in a sentence, from the frame of ``any_difference``; it takes both tests to say so."""
    row = frame[(frame["test"] == "classifier") & (frame["features"] == "everything")].iloc[0]
    if np.isnan(row["p"]):
        return f"Whether the venues differ at all was not tested: {row['reason']}."
    guess = f"A paper's venue can be guessed with AUC {row['statistic']:.2f} (0.5 is chance; p = {row['p']:.2g})"
    if row["p"] >= level:
        return f"{guess}: no difference between the venues is shown."
    energy = frame.loc[frame["test"] == "energy", "p"].min()
    if energy >= level:
        return f"{guess}, but the energy distance does not confirm it (p = {energy:.2g}): not sure."
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
    with np.errstate(divide="ignore", invalid="ignore"):  # the explained variance, of which papers of one text have none
        return TruncatedSVD(n_dims, random_state=seed).fit_transform(weighted)


def _scaled(part: np.ndarray) -> np.ndarray:
    """The part centred and of total variance 1, so that no part outweighs another by its units."""
    part = np.asarray(part, float) - np.mean(part, axis=0)
    spread = np.sqrt((part ** 2).mean(axis=0).sum())
    return part / spread if spread > 0 else part


def _without(features: np.ndarray, part: np.ndarray) -> np.ndarray:
    """What a least-squares fit on ``part`` leaves of the features."""
    return features - part @ np.linalg.lstsq(part, features, rcond=None)[0] if part.shape[1] else features
