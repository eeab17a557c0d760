"""Names made of the best phrases of each topic, no two alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..wording import near_duplicates
from .candidates import Candidates, bonus

Encoder = Callable[[list[str]], np.ndarray]

NO_WORDS = "(no usable words)"
MAX_LABEL = 45
_CANDIDATES = 30
_LABEL_BONUS = {1: 1.0, 2: 1.95, 3: 2.0, 4: 1.6}
_USED_ELSEWHERE = 0.2
_LEAST_OF_BEST = 0.2
_PHRASE_OF_WORD = 0.5


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
        pool = [(found.terms.shown[column], score * bonus(_LABEL_BONUS, found.terms.terms[column])
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
    phrases = unit(np.asarray(check.encode([shown[column] for column in columns]), dtype=np.float64))
    vectors = np.nan_to_num(check.vectors)
    centres = unit(np.stack([vectors[topic == t].mean(axis=0) if (topic == t).any() else np.zeros(vectors.shape[1])
                              for t in range(len(pools))]).astype(np.float64))
    cosine = phrases @ centres.T
    return [[(column, score * max(0.05, cosine[place[column], t]) ** 0.5) for column, score in pool]
            for t, pool in enumerate(pools)]


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows of length 1; rows of zeros stay zeros."""
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
