"""A real BERTopic instance made of our parts: our vectors, layout, themes and terms."""

import importlib.abc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import MethodType
from typing import TYPE_CHECKING

import numpy as np

from ..contracts import NO_TOPIC, DocumentTerms, Partition, TopicModel
from ..errors import AnalysisError
from ..settings import Topics
from ..stopwords import unfit
from .common import NO_WORDS, centre_cosine, require_words, themes_model, typical

if TYPE_CHECKING:
    from bertopic import BERTopic

_HEAVY = ("sentence_transformers", "torch", "transformers")


def live_bertopic(texts: Sequence[str], vectors: np.ndarray, partition: Partition, terms: DocumentTerms, *,
                  analyse: Callable[[str], list[str]], n_terms: int = 10) -> "BERTopic":
    """BERTopic fitted on a partition, with the partition's topic numbers, for its ``visualize_*``, save and load.

    Nothing is embedded, reduced or clustered again: ``vectors`` are given, the reduction is the identity and the
    clusters are the partition's. Words are found by ``analyse`` in the vocabulary of ``terms``.

    Parameters
    ----------
    texts
        ``n_papers`` cleaned texts.
    vectors
        ``(n_papers, n_dims)``; the layout in 5 dimensions does as well, and makes ``visualize_documents`` cheaper.
    analyse
        From a text to its terms: ``terms.Analyser(terms)``.
    n_terms
        Words per topic.

    Raises
    ------
    AnalysisError
        No paper has a usable word.
    """
    from bertopic import BERTopic
    from bertopic.backend import BaseEmbedder
    from bertopic.cluster import BaseCluster
    from bertopic.dimensionality import BaseDimensionalityReduction
    from sklearn.feature_extraction.text import CountVectorizer

    seen = np.asarray(terms.counts.sum(axis=0)).ravel() > 0  # a word of no paper has no finite weight in c-TF-IDF
    fit = [at for at, term in enumerate(terms.terms) if seen[at] and unfit(term) is None and unfit(terms.shown[at]) is None]
    require_words(terms.counts[:, fit])
    vocabulary = [terms.terms[at] for at in fit]
    if len(vocabulary) == 1:  # BERTopic's c-TF-IDF takes a single word for a number
        vocabulary, analyse = [*vocabulary, NO_WORDS], _Padded(analyse)
    live = BERTopic(language="multilingual", embedding_model=None, top_n_words=n_terms, verbose=False,
                    umap_model=BaseDimensionalityReduction(), hdbscan_model=BaseCluster(),
                    vectorizer_model=CountVectorizer(analyzer=analyse, vocabulary=vocabulary))
    topic = inhabited(partition)
    typical_texts = _typical_texts(texts, vectors, topic)
    live._sort_mappings_by_frequency = MethodType(_keep_numbers, live)
    live._save_representative_docs = lambda documents: setattr(live, "representative_docs_", typical_texts)
    live.fit(list(texts), embeddings=np.asarray(vectors), y=topic)
    del live._sort_mappings_by_frequency, live._save_representative_docs
    live.embedding_model = BaseEmbedder()  # this very class: of any other, BERTopic would embed the words of topics too
    live.embedding_model.embed = needs_vectors
    if not np.array_equal(live.topics_, topic):
        raise AnalysisError("BERTopic's topics", "are not those of the partition", "the same number for each paper",
                            "Install bertopic 0.17.4, for which this is tested.")
    return live


def needs_vectors(documents: list[str], verbose: bool = False) -> np.ndarray:
    """What the live BERTopic answers where it is to embed texts: it was given vectors, and needs such of new texts too."""
    raise AnalysisError("BERTopic of Venue Themes was given", f"{len(documents)} texts without vectors",
                        "vectors made as those of the papers were", "Call transform(texts, embeddings=vectors).")


class _NotHere(importlib.abc.MetaPathFinder):
    """Says of the heavy libraries that they are not installed."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in _HEAVY:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


@contextmanager
def light_bertopic() -> Iterator[None]:
    """In this block BERTopic is imported as where only its light-weight installation is: without PyTorch.

    BERTopic looks for sentence-transformers, transformers and torch when it is imported, and does without them where they
    are missing; fitting on given vectors needs none of them. Afterwards it is forgotten, so that who imports it next gets
    the whole of it. Where it or one of them is loaded already, nothing is kept
    out.
    """
    if any(name in sys.modules for name in (*_HEAVY, "bertopic")):
        yield
        return
    finder = _NotHere()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.partition(".")[0] == "bertopic"]:
            del sys.modules[name]


class _Padded:
    """An analyser that finds ``NO_WORDS`` in every text besides."""

    def __init__(self, analyse: Callable[[str], list[str]]):
        self.analyse = analyse

    def __call__(self, text: str) -> list[str]:
        return [*self.analyse(text), NO_WORDS]


def inhabited(partition: Partition) -> np.ndarray:
    """The topic of each paper; where a theme's papers are all held too loosely, they stay in it after all."""
    present = np.isin(partition.nearest, partition.topic)
    return np.where(present, partition.topic, partition.nearest).astype(int)


def _typical_texts(texts: Sequence[str], vectors: np.ndarray, topic: np.ndarray) -> dict[int, list[str]]:
    """Three texts nearest to the centre of each topic (BERTopic's own sample takes as long as all the rest)."""
    shifted = topic - min(0, int(topic.min()))
    rows = typical(centre_cosine(vectors, shifted, int(shifted.max()) + 1), shifted, 3)
    return {t + int(topic.min(initial=0)): [texts[row] for row in members] for t, members in enumerate(rows)}


def _keep_numbers(self, documents):
    """BERTopic sorts topics by size, with ties in no fixed order; the partition is sorted already."""
    same = {int(topic): int(topic) for topic in sorted({NO_TOPIC, *documents.Topic})}
    self.topic_mapper_.add_mappings(same, topic_model=self)
    documents.Topic = documents.Topic.astype(int)
    self._update_topic_size(documents)
    return documents


def fit_bertopic(live: "BERTopic", partition: Partition, vectors: np.ndarray, *, settings: Topics,
                 parents: Sequence[int | None] | None = None) -> TopicModel:
    """A fitted BERTopic as a topic model: its own words by c-TF-IDF, the partition's topics and strengths."""
    words = [[word for word, _ in live.get_topic(t) or [] if word not in ("", NO_WORDS)] for t in range(partition.n_topics)]
    return themes_model(partition, vectors, words, name="bertopic", settings=settings, parents=parents)


def show_in_bertopic(live: "BERTopic", model: TopicModel) -> None:
    """Give the live BERTopic the terms and labels of the topic model, so that its own figures show them."""
    for t, (terms, label) in enumerate(zip(model.terms, model.labels, strict=True)):
        score = dict(live.topic_representations_.get(t) or [])
        floor = min(score.values(), default=1e-5)
        words = [(term, float(score.get(term.lower(), floor))) for term in terms]
        live.topic_representations_[t] = words or [(NO_WORDS, 1e-5)]
        live.topic_labels_[t] = f"{t}_{label}"
    live.set_topic_labels(dict(enumerate(model.labels)))
