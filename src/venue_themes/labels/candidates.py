"""The terms that could describe a topic: what its papers say and others do not."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ..contracts import DocumentTerms
from ..scoring import class_tfidf, pair_npmi, topic_counts
from ..stopwords import no_term, unfit
from ..wording import near_duplicates

_LONGEST = 4
_WORD_BONUS = {1: 1.0, 2: 1.8, 3: 2.0, 4: 1.6}
_LEAST_LIFT = 2.0
_SWALLOWED = 0.5
_SEEN_ONCE = 0.1
_NAME_OF_ONE = 0.1
_IN_ONE_PAPER = 0.5
_ALL_GENERIC = 0.5
_LISTED_FROM = 4


@dataclass(frozen=True)
class Candidates:
    """The terms that could describe each topic.

    Attributes
    ----------
    score
        ``(n_topics, n_terms)`` CSR, positive where a term may describe a topic.
    terms
        The terms they are columns of.
    """

    score: sparse.csr_matrix
    terms: DocumentTerms

    def best(self, topic: int, n: int) -> list[tuple[int, float]]:
        """The columns of the ``n`` best terms of a topic with their scores, best first, ties in alphabetical order."""
        row = self.score[[topic]]
        order = np.lexsort((row.indices, -row.data))[:n]
        return [(int(row.indices[at]), float(row.data[at])) for at in order]


def candidates(terms: DocumentTerms, topic: np.ndarray, n_topics: int, *, share_power: float = 0.5,
               at_home: float = 0.7) -> Candidates:
    """Which terms could describe each topic, scored.

    The score is class-based TF-IDF times the share of the topic's papers that hold the term, to ``share_power`` (0.5 for
    labels, which set topics apart; 1.2 for term lists, which say what is common), times the logarithm of how much larger
    that share is than elsewhere, times the ratio to the term's score in the topic where it scores most, to ``at_home``. A
    term that is spread evenly over the topics (less than twice its share elsewhere) is no candidate: that is boilerplate
    by data. Nor is a word that is mostly seen inside a longer candidate of the topic: ``splatting`` yields to
    ``Gaussian splatting``.
    """
    columns = [at for at, (term, shown) in enumerate(zip(terms.terms, terms.shown, strict=True))
               if unfit(term) is None and unfit(shown) is None]
    counts = terms.counts[:, columns].tocsr()
    counts.data = np.sqrt(counts.data)  # the tenth mention in a paper says less than the first
    chosen = DocumentTerms(counts, tuple(terms.terms[c] for c in columns), tuple(terms.shown[c] for c in columns))
    weight = _telling(counts, topic, n_topics, share_power) @ sparse.diags_array(_worth(chosen))
    score = _where_at_home(class_tfidf(counts, topic, n_topics).multiply(weight).tocsr(), at_home)
    return _without_swallowed(Candidates(score, chosen), topic_counts(counts, topic, n_topics))


def _telling(counts: sparse.csr_matrix, topic: np.ndarray, n_topics: int, share_power: float) -> sparse.csr_matrix:
    """How much a term's papers tell a topic from the others, ``(n_topics, n_terms)``.

    Where no term does (one topic, topics of the same papers), all terms count by their share of the papers.
    """
    held = topic_counts((counts > 0).astype(np.float64), topic, n_topics).tocoo()
    size = np.bincount(topic[topic >= 0], minlength=n_topics).astype(float)
    papers = np.bincount(held.col, weights=held.data, minlength=counts.shape[1])
    share = held.data / size[held.row]
    lift = share / ((papers[held.col] - held.data + 0.5) / (size.sum() - size[held.row] + 1.0))
    support = np.minimum(1.0, held.data / np.minimum(3.0, 1 + size[held.row] / 4)) ** 2
    weight = np.where(lift >= _LEAST_LIFT, share**share_power * np.log(lift.clip(1)) * support, 0.0)
    none_tells = np.bincount(held.row, weights=weight, minlength=n_topics)[held.row] == 0
    weight = np.where(none_tells, share**share_power * support, weight)
    result = sparse.csr_matrix((weight, (held.row, held.col)), held.shape)
    result.eliminate_zeros()
    return result


def _worth(terms: DocumentTerms) -> np.ndarray:
    """Per term how welcome it is whatever the topic: phrases more than words; little what one paper alone says, least
    what is said once and the names (``AutoAL``) that it gives."""
    papers = np.asarray((terms.counts > 0).sum(axis=0)).ravel()
    times = np.asarray(terms.counts.sum(axis=0)).ravel()
    names = np.array([any(letter.isupper() for letter in shown[1:]) for shown in terms.shown], dtype=bool)
    form = np.array([bonus(_WORD_BONUS, term) * (_ALL_GENERIC if all(no_term(word) for word in term.split()) else 1)
                     for term in terms.terms])
    alone = np.where(papers == 1, np.where(names, _NAME_OF_ONE, _IN_ONE_PAPER), 1.0)
    return form * np.where(times <= 1, _SEEN_ONCE, alone)


def bonus(table: dict[int, float], term: str) -> float:
    """The entry of a table of weights for a term's number of words (four and more are one)."""
    return table[min(4, term.count(" ") + 1)]


def _where_at_home(score: sparse.csr_matrix, power: float) -> sparse.csr_matrix:
    """The scores times the ratio to the term's score in the topic where it scores most, to ``power``."""
    most = np.maximum(score.max(axis=0).toarray().ravel(), 1e-300)
    score = score.tocoo()
    return sparse.csr_matrix((score.data * (score.data / most[score.col]) ** power, (score.row, score.col)), score.shape)


def _without_swallowed(found: Candidates, counts: sparse.csr_matrix) -> Candidates:
    """The candidates without those that are seen mostly inside a longer one."""
    score = found.score.tolil()
    for topic in range(score.shape[0]):
        best = [column for column, _ in found.best(topic, 300)]
        times = dict(zip(counts[[topic]].indices.tolist(), counts[[topic]].data.tolist(), strict=True))
        names = {column: f" {found.terms.terms[column]} " for column in best}
        for short in best:
            longer = [times[other] for other in best if other != short and names[short] in names[other]]
            if names[short].count(" ") > _LONGEST + 1 or (longer and max(longer) >= _SWALLOWED * times[short]):
                score[topic, short] = 0
    score = score.tocsr()
    score.eliminate_zeros()
    return Candidates(score, found.terms)


def topic_terms(found: Candidates, *, n_terms: int = 10) -> tuple[tuple[str, ...], ...]:
    """Per topic up to ``n_terms`` terms as shown, best first, none a near-duplicate of another.

    Each next term is the one with the best score times exp(2 x its mean NPMI over papers with those before it), so that
    the terms of a list occur together.
    """
    return tuple(_listed(found, topic, n_terms) for topic in range(found.score.shape[0]))


def _listed(found: Candidates, topic: int, n_terms: int) -> tuple[str, ...]:
    pool = found.best(topic, _LISTED_FROM * n_terms)
    shown = [found.terms.shown[column] for column, _ in pool]
    together = pair_npmi((found.terms.counts[:, [column for column, _ in pool]] > 0).astype(float))
    left, chosen = list(range(len(pool))), []
    while left and len(chosen) < n_terms:
        worth = [pool[at][1] * np.exp(2 * together[at, chosen].mean() if chosen else 0.0) for at in left]
        best = left[int(np.argmax(worth))]
        chosen.append(best)
        left = [at for at in left if at != best and not near_duplicates(shown[at], shown[best])]
    return tuple(shown[at] for at in chosen)
