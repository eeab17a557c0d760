"""Non-negative matrix factorisation of the TF-IDF of single words."""

import warnings

import numpy as np
from scipy import sparse

from ..contracts import DocumentTerms, TopicModel
from ..settings import Topics
from .common import as_many, fit_once_per_text, models_from, usable_words

_ITERATIONS = 200


def fit_nmf(terms: DocumentTerms, n_topics: int, *, seed: int, settings: Topics) -> TopicModel:
    """An NMF topic model with at most ``n_topics`` topics (fewer on a collection with fewer papers or words).

    Raises
    ------
    AnalysisError
        No paper has a usable word.

    Source: Lee and Seung 1999; scikit-learn's coordinate descent from the NNDSVD start.
    """
    counts, shown = usable_words(terms)

    def fit(k: int) -> TopicModel:
        weights, components = fit_once_per_text(counts, lambda distinct: factorise(tfidf(distinct), k, seed=seed))
        return models_from(weights, components, shown, name="nmf", settings=settings)

    return as_many(fit, n_topics)


def tfidf(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Sublinear TF-IDF with rows of length 1 (0 for a paper without words)."""
    from sklearn.feature_extraction.text import TfidfTransformer

    return TfidfTransformer(sublinear_tf=True).fit_transform(counts)


def factorise(matrix: sparse.csr_matrix, n_topics: int, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Paper weights ``(n_papers, n_topics)`` and word weights ``(n_topics, n_words)``."""
    from sklearn.decomposition import NMF
    from sklearn.exceptions import ConvergenceWarning

    n_topics = max(1, min(n_topics, *matrix.shape))
    if matrix.shape[0] == 1:  # the start by singular vectors takes the root of rounding errors here
        return np.ones((1, 1)), matrix.toarray()
    model = NMF(n_components=n_topics, init="nndsvd" if n_topics < min(matrix.shape) else "random", random_state=seed,
                max_iter=_ITERATIONS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the last digits of the weights change no topic
        weights = model.fit_transform(matrix)
    return weights, model.components_
