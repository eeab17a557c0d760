"""How good other numbers of topics would be: found again under another sample, and of words that go together."""

from collections.abc import Sequence

import numpy as np

from ..contracts import DocumentTerms
from ..scoring import class_tfidf, pair_npmi
from ..topics.common import usable_words

N_WORDS = 10


def point(topic: np.ndarray, refits: Sequence[tuple[np.ndarray, np.ndarray]], terms: DocumentTerms) -> dict:
    """One point of the curve: ``n_topics``, ``outlier_share``, ``stability`` and ``coherence``.

    Stability is the mean adjusted Rand index (Hubert & Arabie 1985) to the refits, papers in no topic being a class; coherence
    the mean NPMI (Bouma 2009) over papers of the ten best single words of each topic by class-based TF-IDF. Both are
    measured in the same way whatever made the topics.

    Parameters
    ----------
    topic
        ``(n_papers,)``, -1 for none.
    refits
        Rows of papers, and the topics of these when only they are there.
    """
    from sklearn.metrics import adjusted_rand_score

    again = [adjusted_rand_score(topic[rows], labels) for rows, labels in refits]
    return {"n_topics": int(topic.max(initial=-1)) + 1, "outlier_share": float((topic < 0).mean()),
            "stability": float(np.mean(again)) if again else float("nan"), "coherence": word_npmi(topic, terms)}


def word_npmi(topic: np.ndarray, terms: DocumentTerms) -> float:
    """Mean NPMI over papers of the pairs of a topic's ten best single words by class-based TF-IDF; NaN without any."""
    counts, _ = usable_words(terms)
    score = class_tfidf(counts, topic).tocsr()
    held = (counts > 0).astype(np.float64).tocsc()
    found = []
    for t in range(score.shape[0]):
        row = score[[t]]
        best = row.indices[np.lexsort((row.indices, -row.data))[:N_WORDS]]
        if len(best) > 1:
            found.append(pair_npmi(held[:, best])[np.triu_indices(len(best), 1)].mean())
    return float(np.mean(found)) if found else float("nan")
