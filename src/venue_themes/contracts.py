"""The arrays that the stages hand to each other, with their shapes.

``n_papers`` rows follow the canonical order of papers.parquet everywhere.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

NO_TOPIC = -1


@dataclass(frozen=True)
class DocumentTerms:
    """How often each term occurs in each paper.

    Attributes
    ----------
    counts
        ``(n_papers, n_terms)`` CSR matrix of counts.
    terms
        ``n_terms`` terms in the form they are counted in (lower case, spellings merged); words of a phrase are joined
        by one space.
    shown
        ``n_terms`` terms as the papers most often write them (``LLM``, ``Gaussian splatting``).
    spelling
        Words that are counted in another form than their own lower case, with that form (``{"LLMs": "llm"}``); what
        ``terms.analyser`` needs to find the same terms in another text.
    """

    counts: sparse.csr_matrix
    terms: tuple[str, ...]
    shown: tuple[str, ...]
    spelling: dict[str, str] = field(default_factory=dict)

    def __post_init__(self):
        if not self.counts.shape[1] == len(self.terms) == len(self.shown):
            raise ValueError(f"{self.counts.shape[1]} columns, {len(self.terms)} terms, {len(self.shown)} shown forms")


@dataclass(frozen=True)
class Neighbours:
    """The nearest other papers of each paper, nearest first.

    Attributes
    ----------
    indices
        ``(n_papers, k)`` int32, rows of papers; a paper is not its own neighbour.
    distances
        ``(n_papers, k)`` float32, cosine distance, 0 to 2.
    """

    indices: np.ndarray
    distances: np.ndarray

    def __post_init__(self):
        if self.indices.shape != self.distances.shape:
            raise ValueError(f"indices {self.indices.shape}, distances {self.distances.shape}")


@dataclass(frozen=True)
class Partition:
    """Papers in themes.

    Attributes
    ----------
    topic
        ``(n_papers,)`` int, 0 .. n_topics-1, largest theme first; -1 for a paper in none.
    nearest
        ``(n_papers,)`` int, the theme of each paper, or the nearest one where ``topic`` is -1.
    strength
        ``(n_papers,)`` float32, 0 to 1: how firmly a paper is held by ``nearest``.
    method
        ``leiden``, ``hdbscan``, ``ward`` or ``one`` (too few papers to part).
    """

    topic: np.ndarray
    nearest: np.ndarray
    strength: np.ndarray
    method: str

    @property
    def n_topics(self) -> int:
        """The number of themes."""
        return int(self.nearest.max(initial=NO_TOPIC)) + 1


@dataclass(frozen=True)
class TopicModel:
    """One topic model's view of the papers.

    Attributes
    ----------
    name
        ``bertopic``, ``areas``, ``nmf`` or ``lda``.
    topic, strength
        ``(n_papers,)``: the topic of each paper (-1 = none) and how firmly it is held, 0 to 1.
    weights
        ``(n_papers, n_topics)`` float32, non-negative; a row sums to 1, or to 0 for a paper without a usable word.
    terms
        Per topic its terms as shown, best first.
    labels
        Per topic a short readable name; no two are equal.
    representatives
        Per topic the rows of its most typical papers, best first.
    parents
        Per topic the area it belongs to, or None.
    nearest
        ``(n_papers,)``: the topic of each paper, or the one that ``strength`` speaks of where there is none; None: the
        topic of the largest weight.
    """

    name: str
    topic: np.ndarray
    strength: np.ndarray
    weights: np.ndarray
    terms: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]
    representatives: tuple[tuple[int, ...], ...]
    parents: tuple[int | None, ...]
    nearest: np.ndarray | None = None

    def __post_init__(self):
        n_papers, n_topics = self.weights.shape
        if not len(self.topic) == len(self.strength) == n_papers:
            raise ValueError(f"{n_papers} rows of weights, {len(self.topic)} topics, {len(self.strength)} strengths")
        if not len(self.terms) == len(self.labels) == len(self.representatives) == len(self.parents) == n_topics:
            raise ValueError(f"{n_topics} columns of weights, {len(self.terms)} term lists, {len(self.labels)} labels")
