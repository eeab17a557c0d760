"""How characteristic a term is of a topic."""

import numpy as np
from scipy import sparse


def topic_counts(counts: sparse.csr_matrix, topic: np.ndarray, n_topics: int) -> sparse.csr_matrix:
    """The sum of the papers' counts per topic, ``(n_topics, n_terms)``; papers of topic -1 are left out."""
    rows = np.flatnonzero(np.asarray(topic) >= 0)
    member = sparse.csr_matrix((np.ones(len(rows)), (np.asarray(topic)[rows], rows)), (n_topics, counts.shape[0]))
    return (member @ counts).tocsr()


def class_tfidf(counts: sparse.csr_matrix, topic: np.ndarray, n_topics: int | None = None) -> sparse.csr_matrix:
    """Class-based TF-IDF: a term's share of a topic's words times log(1 + average words per topic / count of the term).

    Parameters
    ----------
    counts
        ``(n_papers, n_terms)``.
    topic
        ``(n_papers,)``, -1 for none.
    n_topics
        Number of topics; None: the largest topic + 1.

    Returns
    -------
    sparse.csr_matrix
        ``(n_topics, n_terms)``, non-negative; the row of an empty topic is empty.

    Source: Grootendorst 2022, BERTopic, equation 2, with the rows divided by the topic's words as the program does.

    >>> class_tfidf(sparse.csr_matrix([[3, 1], [0, 4]]), np.array([0, 1])).toarray().round(2).tolist()
    [[0.64, 0.15], [0.0, 0.59]]
    """
    n_topics = int(np.max(topic, initial=-1)) + 1 if n_topics is None else n_topics
    sums = topic_counts(counts, topic, n_topics)
    size, total = np.asarray(sums.sum(axis=1)).ravel(), np.asarray(sums.sum(axis=0)).ravel()
    rarity = np.log1p(size.mean() / np.maximum(total, 1.0)) if n_topics else np.zeros(len(total))
    return (sparse.diags_array(1.0 / np.maximum(size, 1.0)) @ sums @ sparse.diags_array(rarity)).tocsr()


def pair_npmi(held: sparse.csr_matrix) -> np.ndarray:
    """Normalised pointwise mutual information of each pair of terms, ``(n_terms, n_terms)``, -1 to 1.

    Parameters
    ----------
    held
        ``(n_papers, n_terms)`` of 0 and 1: which paper holds which term. A pair that no paper holds has -1.

    Source: Bouma 2009.

    >>> pair_npmi(sparse.csr_matrix([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])).round(1).tolist()
    [[1.0, 1.0, -1.0], [1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]]
    """
    joint = (held.T @ held).toarray() / max(1, held.shape[0])
    alone = np.diag(joint)
    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.where(joint >= 1, 1.0, np.log(joint / np.outer(alone, alone)) / -np.log(joint))
    return np.where(joint > 0, score, -1.0)
