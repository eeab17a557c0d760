"""How many topics: where the topics of NMF or LDA come back under another sample, and their terms go together."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from ..contracts import DocumentTerms, TopicModel
from .quality import document_npmi, sample_rows

COLUMNS = ["n_topics", "stability", "coherence", "score", "chosen"]
Fit = Callable[[DocumentTerms, int], TopicModel]

_PAPERS = 1_500
_REFITS = 2
_KEPT = 0.8


def candidate_numbers(n_papers: int) -> tuple[int, ...]:
    """The numbers of topics worth trying for a number of papers: from 2 to its square root over 1.5, five at most.

    >>> candidate_numbers(38), candidate_numbers(7033)
    ((2, 3, 4), (6, 10, 17, 31, 55))
    """
    most = int(np.sqrt(n_papers) / 1.5)
    if n_papers < 4:
        return (1,)
    steps = np.geomspace(max(2, most / 10), max(2, most), 5)
    return tuple(sorted({round(float(step)) for step in steps}))


def topic_curve(terms: DocumentTerms, numbers: Sequence[int], fit: Fit, *, seed: int = 0) -> pd.DataFrame:
    """A row per number of topics: stability, coherence, their mean after scaling each to 0-1, and the chosen number.

    Stability is the mean Jaccard index of the ten best terms of matched topics between the model of a sample (at most
    1,500 papers) and models of 80 % of it (Greene, O'Callaghan, Cunningham 2014); coherence is the NPMI of terms over
    papers. The smallest number with the best score is chosen.

    Parameters
    ----------
    numbers
        Numbers of topics to try, for instance ``candidate_numbers(n_papers)``.
    fit
        From terms and a number of topics to a model, for instance
        ``lambda terms, k: fit_nmf(terms, k, seed=0, settings=settings)``.
    """
    rng = np.random.default_rng(seed)
    rows = sample_rows(terms.counts.shape[0], _PAPERS, seed=seed)
    parts = [np.sort(rng.choice(rows, max(1, int(_KEPT * len(rows))), replace=False)) for _ in range(_REFITS)]
    samples = [_only(terms, part) for part in parts]
    whole = _only(terms, rows)
    table = []
    for k in numbers:
        base = fit(whole, k)
        refits = [fit(sample, k) for sample in samples]
        table.append((k, float(np.mean([_alike(base.terms, other.terms) for other in refits])), document_npmi(base.terms, whole)))
    return _scored(pd.DataFrame(table, columns=COLUMNS[:3]))


def choose_n_topics(curve: pd.DataFrame) -> int:
    """The chosen number of topics of a curve."""
    return int(curve.loc[curve["chosen"], "n_topics"].iloc[0])


def _only(terms: DocumentTerms, rows: np.ndarray) -> DocumentTerms:
    return DocumentTerms(terms.counts[rows], terms.terms, terms.shown, terms.spelling)


def _alike(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> float:
    """Mean Jaccard index of the terms of matched topics; a topic without a match counts as 0."""
    from scipy.optimize import linear_sum_assignment

    a, b = [set(topic) for topic in one], [set(topic) for topic in other]
    jaccard = np.array([[len(x & y) / max(1, len(x | y)) for y in b] for x in a])
    return float(jaccard[linear_sum_assignment(-jaccard)].sum() / max(len(a), len(b)))


def _scored(curve: pd.DataFrame) -> pd.DataFrame:
    scaled = [(column - column.min()) / (column.max() - column.min()) if column.max() > column.min() else column * 0
              for column in (curve["stability"], curve["coherence"].fillna(-1.0))]
    score = (scaled[0] + scaled[1]) / 2
    return curve.assign(score=score, chosen=curve.index == score.idxmax())
