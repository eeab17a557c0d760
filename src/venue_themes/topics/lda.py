"""Latent Dirichlet allocation over the counts of single words."""

import numpy as np
from scipy import sparse

from ..contracts import DocumentTerms, TopicModel
from ..settings import Topics
from .common import models_from, usable_words

_WORDS = 6_000
_PASSES = 12
_MAX_SHARE = 0.25


def fit_lda(terms: DocumentTerms, n_topics: int, *, seed: int, settings: Topics) -> TopicModel:
    """An LDA topic model with at most ``n_topics`` topics (fewer on a collection with fewer papers or words).

    Topics are described by their probability of a word relative to the other topics' (Sievert and Shirley 2014,
    relevance with lambda 0.6).

    Raises
    ------
    AnalysisError
        No paper has a usable word.

    Source: Hoffman, Blei, Bach 2010, as in scikit-learn.
    """
    counts, shown = usable_words(terms, most=_WORDS)
    weights, components = allocate(_telling(counts), n_topics, seed=seed)
    weights[np.asarray(counts.sum(axis=1)).ravel() == 0] = 0.0  # the model gives an empty paper the prior
    return models_from(weights, relevance(components), shown, name="lda", settings=settings)


def _telling(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """The counts without words of more than a quarter of the papers, where enough others are left."""
    papers = np.asarray((counts > 0).sum(axis=0)).ravel()
    common = papers > max(20, _MAX_SHARE * counts.shape[0])
    return (counts @ sparse.diags_array(np.where(common, 0.0, 1.0))).tocsr() if (~common).sum() > 100 else counts


def allocate(counts: sparse.csr_matrix, n_topics: int, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Paper weights ``(n_papers, n_topics)`` and word weights ``(n_topics, n_words)``."""
    from sklearn.decomposition import LatentDirichletAllocation

    n_papers = counts.shape[0]
    model = LatentDirichletAllocation(
        n_components=max(1, min(n_topics, *counts.shape)), random_state=seed, max_iter=_PASSES, learning_method="online",
        batch_size=max(128, n_papers // 20), total_samples=n_papers, learning_decay=0.7, max_doc_update_iter=30)
    weights = model.fit_transform(counts)
    return weights, model.components_


def relevance(components: np.ndarray, *, weight: float = 0.6) -> np.ndarray:
    """Relevance of each word to each topic, ``(n_topics, n_words)``, shifted to be positive."""
    probability = components / components.sum(axis=1, keepdims=True)
    overall = components.sum(axis=0) / components.sum()
    score = weight * np.log(probability) + (1 - weight) * np.log(probability / overall)
    return score - score.min() + 1e-9
