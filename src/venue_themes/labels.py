"""Names of topics: keyphrases that the topic's papers use and others do not, told apart from each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from .contracts import DocumentTerms
from .scoring import class_tfidf, topic_counts
from .stopwords import unfit
from .wording import near_duplicates

Encoder = Callable[[list[str]], np.ndarray]

NO_WORDS = "(no usable words)"
MAX_LABEL = 45
_CANDIDATES = 60
_LONGEST = 4
_WORD_BONUS = {1: 1.0, 2: 1.35, 3: 1.45, 4: 1.3}
_LEAST_LIFT = 2.0
_SWALLOWED = 0.5
_LABEL_BONUS = {1: 1.0, 2: 1.7, 3: 1.7, 4: 1.5}
_USED_ELSEWHERE = 0.25
_LEAST_OF_BEST = 0.2


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


def candidates(terms: DocumentTerms, topic: np.ndarray, n_topics: int) -> Candidates:
    """Which terms could describe each topic, scored.

    The score is class-based TF-IDF times the share of the topic's papers that hold the term, to the power 1/2, times
    the logarithm of how much larger that share is than elsewhere. A term that is spread evenly over the topics (less
    than twice its share elsewhere) is no candidate: that is boilerplate by data. Nor is a word that is mostly
    seen inside a longer candidate of the topic: ``splatting`` yields to ``Gaussian splatting``.
    """
    fit = np.array([unfit(term) is None and unfit(shown) is None for term, shown in zip(terms.terms, terms.shown, strict=True)], dtype=bool)
    columns = np.flatnonzero(fit)
    counts = terms.counts[:, columns]
    held = topic_counts((counts > 0).astype(np.float64), topic, n_topics).tocoo()
    inside, size = held.data, np.bincount(topic[topic >= 0], minlength=n_topics).astype(float)
    papers = np.bincount(held.col, weights=inside, minlength=len(columns))
    n_papers = size.sum()
    share = inside / size[held.row]
    outside = (papers[held.col] - inside + 0.5) / (n_papers - size[held.row] + 1.0)
    lift = share / outside
    support = np.minimum(1.0, inside / np.minimum(3.0, 1 + size[held.row] / 4))
    bonus = np.array([_WORD_BONUS[min(4, terms.terms[c].count(" ") + 1)] for c in columns])
    weight = np.where(lift >= _LEAST_LIFT if n_topics > 1 else lift >= 0, np.sqrt(share) * np.log(lift.clip(1)) * support**2 * bonus[held.col], 0.0)
    score = class_tfidf(counts, topic, n_topics).multiply(
        sparse.csr_matrix((weight, (held.row, held.col)), held.shape)).tocsr()
    score.eliminate_zeros()
    chosen = DocumentTerms(counts, tuple(terms.terms[c] for c in columns), tuple(terms.shown[c] for c in columns))
    return _without_swallowed(Candidates(_where_at_home(score), chosen), topic_counts(counts, topic, n_topics))


def _where_at_home(score: sparse.csr_matrix) -> sparse.csr_matrix:
    """The scores times the square root of the ratio to the term's score in the topic where it scores most."""
    most = np.maximum(score.max(axis=0).toarray().ravel(), 1e-300)
    score = score.tocoo()
    return sparse.csr_matrix((score.data * np.sqrt(score.data / most[score.col]), (score.row, score.col)), score.shape)


def _without_swallowed(found: Candidates, counts: sparse.csr_matrix) -> Candidates:
    """The candidates without those that are seen mostly inside a longer one."""
    score = found.score.tolil()
    for topic in range(score.shape[0]):
        best = [column for column, _ in found.best(topic, 300)]
        times = dict(zip(counts[[topic]].indices.tolist(), counts[[topic]].data.tolist(), strict=True))
        names = {column: f" {found.terms.terms[column]} " for column in best}
        for short in best:
            longer = [times[other] for other in best if other != short and names[short] in names[other]]
            if names[short].count(" ") > _LONGEST + 1 or longer and max(longer) >= _SWALLOWED * times[short]:
                score[topic, short] = 0
    score = score.tocsr()
    score.eliminate_zeros()
    return Candidates(score, found.terms)


def topic_terms(found: Candidates, *, n_terms: int = 10) -> tuple[tuple[str, ...], ...]:
    """Per topic up to ``n_terms`` terms as shown, best first, none a near-duplicate of another."""
    result = []
    for topic in range(found.score.shape[0]):
        chosen: list[str] = []
        for column, _ in found.best(topic, 20 * n_terms):
            shown = found.terms.shown[column]
            if len(chosen) < n_terms and not any(near_duplicates(shown, other) for other in chosen):
                chosen.append(shown)
        result.append(tuple(chosen))
    return tuple(result)


def label_topics(found: Candidates, topic: np.ndarray, *, vectors: np.ndarray | None = None,
                 encode: Encoder | None = None, parents: Sequence[str] | None = None) -> tuple[str, ...]:
    """A short name per topic: one to three keyphrases, joined by commas, at most 45 characters where possible.

    Larger topics choose first; a phrase that is in another topic's name counts for a quarter. No two names are equal.

    Parameters
    ----------
    found
        The candidates of the topics.
    topic
        ``(n_papers,)`` topic of each paper, -1 for none.
    vectors, encode
        ``(n_papers, n_dims)`` sentence vectors and the function that made them, for the check that a phrase means what
        the topic's papers are about; without them phrases are scored by their counts alone.
    parents
        Per topic the name of its area; its phrases are avoided.
    """
    n_topics = found.score.shape[0]
    pools = [found.best(t, _CANDIDATES) for t in range(n_topics)]
    if encode is not None and vectors is not None:
        pools = _checked(pools, found.terms.shown, topic, vectors, encode)
    names: dict[int, str] = {}
    used: dict[str, int] = {}
    for t in sorted(range(n_topics), key=lambda t: (-int((topic == t).sum()), t)):
        away = set(parents[t].split(", ")) if parents is not None else set()
        pool = [(found.terms.shown[column], score * _label_bonus(found.terms.terms[column]) * _USED_ELSEWHERE ** used.get(found.terms.terms[column], 0))
                for column, score in pools[t]]
        names[t] = _unique(_name(pool, away), set(names.values()), [shown for shown, _ in pool])
        for column, _ in pools[t]:
            if found.terms.shown[column] in names[t].split(", "):
                used[found.terms.terms[column]] = used.get(found.terms.terms[column], 0) + 1
    return tuple(names[t] for t in range(n_topics))


def _checked(pools: list[list[tuple[int, float]]], shown: Sequence[str], topic: np.ndarray, vectors: np.ndarray,
             encode: Encoder) -> list[list[tuple[int, float]]]:
    """The pools with scores times the phrase's cosine to its topic, relative to its mean cosine over all topics."""
    columns = sorted({column for pool in pools for column, _ in pool})
    if not columns:
        return pools
    place = {column: at for at, column in enumerate(columns)}
    phrases = _unit(np.asarray(encode([shown[column] for column in columns]), dtype=np.float64))
    centres = _unit(np.stack([vectors[topic == t].mean(axis=0) if (topic == t).any() else np.zeros(vectors.shape[1])
                              for t in range(len(pools))]).astype(np.float64))
    cosine = phrases @ centres.T
    return [[(column, score * max(0.05, cosine[place[column], t]) ** 0.5) for column, score in pool]
            for t, pool in enumerate(pools)]


def _label_bonus(term: str) -> float:
    return _LABEL_BONUS[min(4, term.count(" ") + 1)]


def _unit(rows: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1.0)


def _name(pool: list[tuple[str, float]], away: set[str]) -> str:
    """The best phrases of a pool that are no near-duplicates and fit into the length; a phrase in ``away`` never."""
    ranked = sorted((item for item in pool if item[0] not in away), key=lambda item: (-item[1], item[0])) or pool
    chosen: list[str] = []
    for phrase, score in ranked:
        fits = len(", ".join([*chosen, phrase])) <= MAX_LABEL
        worth = score >= (0.0, _LEAST_OF_BEST / 2, _LEAST_OF_BEST, np.inf)[len(chosen)] * ranked[0][1]
        if fits and worth and not any(near_duplicates(phrase, other, strict=True) for other in chosen):
            chosen.append(phrase)
    return ", ".join(chosen or [phrase for phrase, _ in ranked[:1]]) or NO_WORDS


def _unique(name: str, taken: set[str], more: list[str]) -> str:
    """The name, with a further phrase or else a number where it is taken."""
    tries = [name, *(f"{name}, {phrase}" for phrase in more if phrase not in name.split(", ") and name != NO_WORDS)]
    numbered = (f"{name} ({n})" for n in range(2, len(taken) + 3))
    return next(form for form in [*tries, *numbered] if form not in taken)
