"""Names and terms of topics: keyphrases that the topic's papers use and others do not, told apart from each other."""

from dataclasses import replace

import numpy as np

from ..contracts import DocumentTerms, TopicModel
from .candidates import Candidates, candidates, topic_terms
from .meaning import FEW_PAPERS, listed, meant
from .phrases import MAX_LABEL, NO_WORDS, Check, label_topics

__all__ = ["MAX_LABEL", "NO_WORDS", "Candidates", "Check", "candidates", "describe", "label_topics", "topic_terms"]


def describe(model: TopicModel, terms: DocumentTerms, *, check: Check | None = None, keep_terms: bool = False,
             n_terms: int = 10) -> TopicModel:
    """The topic model with labels, and terms unless ``keep_terms``, from the words of each topic's papers.

    Parameters
    ----------
    terms
        Counted with ``max_words=5``, so that a phrase cut from a longer one can be seen as such.
    check
        Sentence vectors and their encoder, and the names of the topics' areas, which are avoided; see ``Check``.
    """
    n_topics = model.weights.shape[1]
    likely = model.weights.argmax(axis=1) if n_topics else model.topic
    topic = np.where(np.isin(likely, model.topic), model.topic, likely)
    if check is not None and check.encode is not None and len(topic) < FEW_PAPERS:
        found = meant(terms, topic, n_topics, check)
        labels = label_topics(found, topic, check=Check(parents=check.parents))
        return replace(model, labels=labels, terms=model.terms if keep_terms else listed(found, n_terms=n_terms))
    labels = label_topics(candidates(terms, topic, n_topics), topic, check=check)
    if keep_terms:
        return replace(model, labels=labels)
    common = candidates(terms, topic, n_topics, share_power=1.2, at_home=0.9)
    return replace(model, labels=labels, terms=topic_terms(common, n_terms=n_terms))
