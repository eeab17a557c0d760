"""What a run returns: the tables, the arrays behind them, and the live topic model on request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from .papers import Corpus
from .settings import Settings


@dataclass(frozen=True)
class Result:
    """The analysis of a collection; data/README.md documents every column.

    Attributes
    ----------
    corpus
        Papers, rejects and the account of cleaning.
    vectors
        ``(n_papers, n_dims)`` float32, the representation that the themes were found in.
    topics, assignments, comparison, term_comparison
        Frames, a row per topic, paper in a model, topic and pair of venues, term and pair of venues.
    matches
        A row per theme and other model: the topic there that overlaps most with the theme.
    similarity
        Per model ``(n_topics, n_topics)``, the cosine similarity of its topics' centroids.
    density
        ``cluster`` (-1 = outlier) and ``probability`` of each paper by HDBSCAN on the 5-d layout, beside the themes.
    weighed
        The two largest venues from other sides (``weighing.weigh``), and what only several venues or years have
        (``spanning.span``): a frame per name; empty with one venue in one year.
    metrics
        Quality, stability and agreement of the models.
    notes
        Sentences on the path that ran and why.
    naming
        What a language model was asked for names and answered (``naming.json``); empty where none was.
    out
        The folder the tables were written to, or None.
    """

    settings: Settings
    corpus: Corpus
    vectors: np.ndarray
    topics: pd.DataFrame
    assignments: pd.DataFrame
    matches: pd.DataFrame
    comparison: pd.DataFrame
    term_comparison: pd.DataFrame
    similarity: dict[str, np.ndarray]
    density: pd.DataFrame
    weighed: dict[str, pd.DataFrame]
    metrics: dict
    notes: list[str]
    naming: dict = field(default_factory=dict)
    out: Path | None = None
    fit_bertopic: Callable = field(default=None, repr=False)

    @property
    def papers(self) -> pd.DataFrame:
        """The papers kept, a row each, in canonical order."""
        return self.corpus.papers

    @property
    def rejects(self) -> pd.DataFrame:
        """The records read and not kept, with the reason."""
        return self.corpus.rejects

    @property
    def cleaning(self) -> dict:
        """The account of reading and cleaning."""
        return self.corpus.cleaning

    @property
    def venues(self) -> list[str]:
        """The venues in name order."""
        return sorted(self.papers["venue"].unique())

    @cached_property
    def bertopic(self):
        """The BERTopic instance behind the themes, with its whole ecosystem (``visualize_topics``, ``save``, ...)."""
        return self.fit_bertopic()
