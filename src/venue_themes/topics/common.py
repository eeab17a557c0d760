"""What every topic model needs: usable words, topics by size, typical papers, distinct plain labels."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from ..contracts import NO_TOPIC, DocumentTerms, Partition, TopicModel
from ..errors import AnalysisError
from ..settings import Topics
from ..stopwords import no_term
from ..wording import near_duplicates

NO_WORDS = "(no usable words)"
_NAMED = 5
_CHEAP = 1_000  # papers


def usable_words(terms: DocumentTerms, *, most: int = 20_000) -> tuple[sparse.csr_matrix, tuple[str, ...]]:
    """Counts of the single words that may stand alone, ``(n_papers, n_words)``, and these words as shown.

    Of more than ``most`` words those of most papers are kept.

    Raises
    ------
    AnalysisError
        No paper has a usable word; papers are counted from 1 in the sentence.
    """
    usable = [i for i, (term, shown) in enumerate(zip(terms.terms, terms.shown, strict=True))
              if " " not in term and not no_term(term) and not no_term(shown.lower())]
    columns = np.array(usable, dtype=np.int64)
    if len(columns) > most:
        papers = np.asarray((terms.counts[:, columns] > 0).sum(axis=0)).ravel()
        columns = np.sort(columns[np.lexsort((columns, -papers))[:most]])
    counts = terms.counts[:, columns].astype(np.float64).tocsr()
    counts.sort_indices()
    require_words(counts)
    return counts, tuple(terms.shown[i] for i in columns)


def require_words(counts: sparse.csr_matrix) -> None:
    """Refuse a collection in which no paper has a usable word."""
    if counts.sum() == 0:
        n_papers = counts.shape[0]
        first = ", ".join(str(i + 1) for i in range(min(n_papers, _NAMED)))
        named = f"{first}, ... ({n_papers} in all)" if n_papers > _NAMED else first
        raise AnalysisError("Topic models find no usable words in document", named, "words other than stop words and numbers",
                            "Check the texts, their language, and extra_stop_words.")


def models_from(weights: np.ndarray, components: np.ndarray, shown: Sequence[str], *, name: str,
                settings: Topics) -> TopicModel:
    """A topic model from paper weights ``(n_papers, n_topics)`` and word weights ``(n_topics, n_words)``.

    Rows are scaled to sum 1; a row of zeros has no topic. Topics come largest first, those of no paper are left out.
    """
    total = weights.sum(axis=1, keepdims=True)
    weights = _scaled(weights)
    first = np.where(total.ravel() > 0, weights.argmax(axis=1), NO_TOPIC)
    size = np.bincount(first[first >= 0], minlength=weights.shape[1])
    order = [t for t in np.lexsort((np.arange(len(size)), -size)) if size[t]]
    weights = _scaled(weights[:, order]).astype(np.float32)
    topic = np.where(total.ravel() > 0, weights.argmax(axis=1), NO_TOPIC)
    terms = tuple(top_terms(components[t], shown, settings.n_terms) for t in order)
    return TopicModel(name, topic, weights.max(axis=1, initial=0.0), weights, terms, plain_labels(terms),
                      typical(weights, topic, settings.n_representative), (None,) * len(order))


def as_many(fit: Callable[[int], TopicModel], n_topics: int) -> TopicModel:
    """The model of ``n_topics`` topics that hold papers, or of as many as can be had below.

    A component that is no paper's first makes no topic; then it is tried again with as many more as are missing, twice, or
    eight times where a fit costs little.
    """
    best, asked = fit(n_topics), n_topics
    for _ in range(2 if len(best.topic) > _CHEAP else 8):
        if len(best.labels) == n_topics:
            break
        asked += n_topics - len(best.labels)
        other = fit(asked)
        best = other if len(best.labels) < len(other.labels) <= n_topics else best
    return best


def _scaled(weights: np.ndarray) -> np.ndarray:
    total = weights.sum(axis=1, keepdims=True)
    return weights / np.where(total > 0, total, 1.0)


def fit_once_per_text(counts: sparse.csr_matrix, fit: Callable[[sparse.csr_matrix], tuple[np.ndarray, np.ndarray]],
                      ) -> tuple[np.ndarray, np.ndarray]:
    """Weights and components of ``fit`` on the distinct rows, so that papers of the same words share a topic.

    Papers without words are left out and have weights 0; a paper with words that the model gives no weight is spread
    evenly over the topics.
    """
    rows: dict[tuple, list[int]] = {}
    for i in range(counts.shape[0]):
        inside = slice(counts.indptr[i], counts.indptr[i + 1])
        if counts.data[inside].any():
            rows.setdefault((counts.indices[inside].tobytes(), counts.data[inside].tobytes()), []).append(i)
    found, components = fit(counts[[same[0] for same in rows.values()]])
    found[found.sum(axis=1) == 0] = 1.0
    weights = np.zeros((counts.shape[0], found.shape[1]))
    for row, same in zip(found, rows.values(), strict=True):
        weights[same] = row
    return weights, components


def top_terms(weights: np.ndarray, shown: Sequence[str], n_terms: int) -> tuple[str, ...]:
    """The ``n_terms`` terms of most weight, best first, none a near-duplicate of a better one."""
    chosen: list[str] = []
    for at in np.lexsort((np.arange(len(weights)), -weights))[:10 * n_terms]:
        if weights[at] > 0 and len(chosen) < n_terms and not any(near_duplicates(shown[at], other) for other in chosen):
            chosen.append(shown[at])
    return tuple(chosen)


def typical(closeness: np.ndarray, topic: np.ndarray, n: int) -> tuple[tuple[int, ...], ...]:
    """Per topic the rows of the ``n`` members with the largest closeness ``(n_papers, n_topics)``, best first."""
    rows = [np.flatnonzero(topic == t) for t in range(closeness.shape[1])]
    return tuple(tuple(int(row) for row in members[np.lexsort((members, -closeness[members, t]))[:n]])
                 for t, members in enumerate(rows))


def plain_labels(terms: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The first three terms of each topic; a number tells equal ones apart."""
    seen: dict[str, int] = {}
    labels = []
    for words in terms:
        label = ", ".join(words[:3]) or NO_WORDS
        seen[label] = seen.get(label, 0) + 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return tuple(labels)


def themes_model(partition: Partition, vectors: np.ndarray, words: Sequence[Sequence[str]], *, name: str,
                 settings: Topics, parents: Sequence[int | None] | None = None) -> TopicModel:
    """The themes of a partition as a topic model.

    Parameters
    ----------
    partition
        The themes.
    vectors
        ``(n_papers, n_dims)`` that the themes were found in: a paper's weight beside its own theme goes to the others
        in proportion to its cosine with their centres (the fourth power of it), its typical papers lie at the centre.
    words
        Per theme its terms, best first.
    parents
        Per theme the area it belongs to.
    """
    cosine = centre_cosine(vectors, partition.nearest, partition.n_topics)
    spread = cosine.clip(0, None) ** 4
    spread /= np.maximum(spread.sum(axis=1, keepdims=True), 1e-12)
    own = np.zeros_like(spread)
    own[np.arange(len(own)), partition.nearest] = 1.0
    strength = partition.strength.astype(np.float64)[:, None].clip(0, 1)
    weights = strength * own + (1 - strength) * np.where(spread.sum(axis=1, keepdims=True) > 0, spread, own)
    terms = tuple(tuple(row[:settings.n_terms]) for row in words)
    weights = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return TopicModel(name, partition.topic, partition.strength, weights, terms, plain_labels(terms),
                      typical(cosine, partition.nearest, settings.n_representative),
                      tuple(parents) if parents is not None else (None,) * partition.n_topics, partition.nearest)


def centre_cosine(vectors: np.ndarray, topic: np.ndarray, n_topics: int) -> np.ndarray:
    """Cosine of each paper with the centre of each topic, ``(n_papers, n_topics)``; 0 for a vector of zeros."""
    unit = _unit(np.nan_to_num(np.asarray(vectors, dtype=np.float64)))
    centres = np.stack([unit[topic == t].sum(axis=0) for t in range(n_topics)]) if n_topics else unit[:0]
    return unit @ _unit(centres).T


def _unit(rows: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1.0)
