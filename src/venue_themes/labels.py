"""Names of topics: keyphrases that the topic's papers use and others do not, told apart from each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from .contracts import DocumentTerms, TopicModel
from .scoring import class_tfidf, pair_npmi, topic_counts
from .stopwords import no_term, unfit
from .wording import near_duplicates

Encoder = Callable[[list[str]], np.ndarray]

NO_WORDS = "(no usable words)"
MAX_LABEL = 45
_CANDIDATES = 30
_LONGEST = 4
_SEEN_ONCE = 0.1
_NAME_OF_ONE = 0.1
_IN_ONE_PAPER = 0.5
_ALL_GENERIC = 0.5
_LISTED_FROM = 4
_WORD_BONUS = {1: 1.0, 2: 1.35, 3: 1.45, 4: 1.3}
_LEAST_LIFT = 2.0
_SWALLOWED = 0.4
_LABEL_BONUS = {1: 1.0, 2: 2.6, 3: 2.8, 4: 2.0}
_USED_ELSEWHERE = 0.2
_LEAST_OF_BEST = 0.2
_PHRASE_OF_WORD = 0.5


def describe(model: TopicModel, terms: DocumentTerms, *, check: "Check | None" = None, keep_terms: bool = False,
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
    found = candidates(terms, topic, n_topics)
    labels = label_topics(found, topic, check=check)
    return replace(model, labels=labels, terms=model.terms if keep_terms else topic_terms(found, n_terms=n_terms))


@dataclass(frozen=True)
class Check:
    """What a label may be checked against besides the counts of its words.

    Attributes
    ----------
    vectors, encode
        ``(n_papers, n_dims)`` sentence vectors and the function that makes such vectors of phrases.
    parents
        Per topic the name of the area it belongs to.
    """

    vectors: np.ndarray | None = None
    encode: Encoder | None = None
    parents: Sequence[str] | None = None


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

    The score is class-based TF-IDF times the share of the topic's papers that hold the term, times the logarithm of how
    much larger that share is than elsewhere. A term that is spread evenly over the topics (less
    than twice its share elsewhere) is no candidate: that is boilerplate by data. Nor is a word that is mostly
    seen inside a longer candidate of the topic: ``splatting`` yields to ``Gaussian splatting``.
    """
    columns = [at for at, (term, shown) in enumerate(zip(terms.terms, terms.shown, strict=True))
               if unfit(term) is None and unfit(shown) is None]
    counts = terms.counts[:, columns].tocsr()
    counts.data = np.sqrt(counts.data)  # the tenth mention in a paper says less than the first
    chosen = DocumentTerms(counts, tuple(terms.terms[c] for c in columns), tuple(terms.shown[c] for c in columns))
    weight = _telling(counts, topic, n_topics) @ sparse.diags_array(_worth(chosen))
    score = _where_at_home(class_tfidf(counts, topic, n_topics).multiply(weight).tocsr())
    return _without_swallowed(Candidates(score, chosen), topic_counts(counts, topic, n_topics))


def _telling(counts: sparse.csr_matrix, topic: np.ndarray, n_topics: int) -> sparse.csr_matrix:
    """How much a term's papers tell a topic from the others, ``(n_topics, n_terms)``.

    Where no term does (one topic, topics of the same papers), all terms count by their share of the papers.
    """
    held = topic_counts((counts > 0).astype(np.float64), topic, n_topics).tocoo()
    size = np.bincount(topic[topic >= 0], minlength=n_topics).astype(float)
    papers = np.bincount(held.col, weights=held.data, minlength=counts.shape[1])
    share = held.data / size[held.row]
    lift = share / ((papers[held.col] - held.data + 0.5) / (size.sum() - size[held.row] + 1.0))
    support = np.minimum(1.0, held.data / np.minimum(3.0, 1 + size[held.row] / 4)) ** 2
    weight = np.where(lift >= _LEAST_LIFT, share * np.log(lift.clip(1)) * support, 0.0)
    none_tells = np.bincount(held.row, weights=weight, minlength=n_topics)[held.row] == 0
    weight = np.where(none_tells, share * support, weight)
    result = sparse.csr_matrix((weight, (held.row, held.col)), held.shape)
    result.eliminate_zeros()
    return result


def _worth(terms: DocumentTerms) -> np.ndarray:
    """Per term how welcome it is whatever the topic: phrases more than words; little what one paper alone says, least
    what is said once and the names (``AutoAL``) that it gives."""
    papers = np.asarray((terms.counts > 0).sum(axis=0)).ravel()
    times = np.asarray(terms.counts.sum(axis=0)).ravel()
    names = np.array([any(letter.isupper() for letter in shown[1:]) for shown in terms.shown], dtype=bool)
    form = np.array([_bonus(_WORD_BONUS, term) * (_ALL_GENERIC if all(no_term(word) for word in term.split()) else 1)
                     for term in terms.terms])
    alone = np.where(papers == 1, np.where(names, _NAME_OF_ONE, _IN_ONE_PAPER), 1.0)
    return form * np.where(times <= 1, _SEEN_ONCE, alone)


def _bonus(table: dict[int, float], term: str) -> float:
    return table[min(4, term.count(" ") + 1)]


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


def label_topics(found: Candidates, topic: np.ndarray, *, check: Check | None = None) -> tuple[str, ...]:
    """A short name per topic: one to three keyphrases, joined by commas, at most 45 characters where possible.

    Larger topics choose first; a phrase that is in another topic's name counts for a quarter. No two names are equal.

    Parameters
    ----------
    found
        The candidates of the topics.
    topic
        ``(n_papers,)`` topic of each paper, -1 for none.
    check
        Sentence vectors, to prefer phrases that mean what the topic's papers are about; areas, whose phrases are avoided.
    """
    check = check or Check()
    n_topics = found.score.shape[0]
    pools = [found.best(t, _CANDIDATES) for t in range(n_topics)]
    if check.encode is not None and check.vectors is not None:
        pools = _checked(pools, found.terms.shown, topic, check)
    names: dict[int, str] = {}
    used: dict[str, int] = {}
    for t in sorted(range(n_topics), key=lambda t: (-int((topic == t).sum()), t)):
        away = set(check.parents[t].split(", ")) if check.parents is not None else set()
        pool = [(found.terms.shown[column], score * _bonus(_LABEL_BONUS, found.terms.terms[column])
                 * _USED_ELSEWHERE ** used.get(found.terms.terms[column], 0)) for column, score in pools[t]]
        names[t] = _unique(_name(pool, away), set(names.values()), [shown for shown, _ in pool])
        for column, _ in pools[t]:
            if found.terms.shown[column] in names[t].split(", "):
                used[found.terms.terms[column]] = used.get(found.terms.terms[column], 0) + 1
    return tuple(names[t] for t in range(n_topics))


def _checked(pools: list[list[tuple[int, float]]], shown: Sequence[str], topic: np.ndarray,
             check: Check) -> list[list[tuple[int, float]]]:
    """The pools with scores times the root of the phrase's cosine to the centre of its topic (at least 0.05)."""
    columns = sorted({column for pool in pools for column, _ in pool})
    if not columns:
        return pools
    place = {column: at for at, column in enumerate(columns)}
    phrases = _unit(np.asarray(check.encode([shown[column] for column in columns]), dtype=np.float64))
    vectors = np.nan_to_num(check.vectors)
    centres = _unit(np.stack([vectors[topic == t].mean(axis=0) if (topic == t).any() else np.zeros(vectors.shape[1])
                              for t in range(len(pools))]).astype(np.float64))
    cosine = phrases @ centres.T
    return [[(column, score * max(0.05, cosine[place[column], t]) ** 0.5) for column, score in pool]
            for t, pool in enumerate(pools)]


def _unit(rows: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1.0)


def _name(pool: list[tuple[str, float]], away: set[str]) -> str:
    """The best phrases of a pool that are no near-duplicates and fit into the length; a phrase in ``away`` never."""
    ranked = sorted((item for item in pool if item[0] not in away), key=lambda item: (-item[1], item[0])) or pool
    ranked = _phrases_first(ranked)
    chosen: list[str] = []
    for phrase, score in ranked:
        fits = len(", ".join([*chosen, phrase])) <= MAX_LABEL
        worth = score >= (0.0, _LEAST_OF_BEST / 2, _LEAST_OF_BEST, np.inf)[len(chosen)] * ranked[0][1]
        if fits and worth and not any(near_duplicates(phrase, other, strict=True) for other in chosen):
            chosen.append(phrase)
    return ", ".join(chosen or [phrase for phrase, _ in ranked[:1]]) or NO_WORDS


def _phrases_first(ranked: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The ranking with each single word's best phrase before it: ``video generation`` says more than ``video``."""
    result: dict[str, float] = {}
    for term, score in ranked:
        if " " not in term:
            phrase = next((longer for longer, other in ranked if " " in longer and other >= _PHRASE_OF_WORD * score
                           and term.lower() in longer.lower().split()), None)
            if phrase is not None:
                result.setdefault(phrase, score)
        result.setdefault(term, score)
    return list(result.items())


def _unique(name: str, taken: set[str], more: list[str]) -> str:
    """The name, with a further phrase or else a number where it is taken."""
    tries = [name, *(f"{name}, {phrase}" for phrase in more if phrase not in name.split(", ") and name != NO_WORDS)]
    numbered = (f"{name} ({n})" for n in range(2, len(taken) + 3))
    return next(form for form in [*tries, *numbered] if form not in taken)
