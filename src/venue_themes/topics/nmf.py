"""Non-negative matrix factorisation of the TF-IDF of single words."""

import warnings

import numpy as np
from scipy import sparse

from ..contracts import DocumentTerms, TopicModel
from ..settings import Topics
from .common import models_from, usable_words

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
    weights, components = factorise(tfidf(counts), n_topics, seed=seed)
    return models_from(weights, components, shown, name="nmf", settings=settings)


def tfidf(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Sublinear TF-IDF with rows of length 1 (0 for a paper without words)."""
    from sklearn.feature_extraction.text import TfidfTransformer

    return TfidfTransformer(sublinear_tf=True).fit_transform(counts)


def factorise(matrix: sparse.csr_matrix, n_topics: int, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Paper weights ``(n_papers, n_topics)`` and word weights ``(n_topics, n_words)``."""
    from sklearn.decomposition import NMF
    from sklearn.exceptions import ConvergenceWarning

    n_topics = max(1, min(n_topics, *matrix.shape))
    model = NMF(n_components=n_topics, init="nndsvd" if n_topics < min(matrix.shape) else "random", random_state=seed,
                max_iter=_ITERATIONS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the last digits of the weights change no topic
        weights = model.fit_transform(matrix)
    return weights, model.components_
