"""Same theme, other words: which terms two venues use differently within a theme, how surely, and where."""

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from ..contracts import DocumentTerms
from .terms import PRIOR_SHARE, log_odds, term_leans

WITHIN_COLUMNS = [
    "topic", "venue_a", "venue_b", "term", "count_a", "count_b", "papers_a", "papers_b", "log_odds", "z", "low", "high",
    "rows",
]
MIN_PAPERS = 5
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def term_intervals(counts, at_a: np.ndarray, at_b: np.ndarray, *, level: float = 0.05, n_draws: int = 200,
                   seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Intervals of the log-odds of ``compare_terms``, from drawing papers, not tokens, anew (Efron 1979).

    A paper that says a word ten times is one paper: drawing papers with replacement within each venue lets it count as
    one, where the usual variance takes ten independent tokens.

    Parameters
    ----------
    counts
        ``(n_papers, n_terms)`` CSR counts.
    at_a, at_b
        ``(n_papers,)`` bool.

    Returns
    -------
    low, high
        ``(n_terms,)`` percentiles ``level / 2`` and ``1 - level / 2``; NaN for a term that nobody uses.
    """
    rng = np.random.default_rng(seed)
    drawn = []
    for at in (at_a, at_b):
        part = counts[np.flatnonzero(at)].astype(float)
        times = rng.multinomial(part.shape[0], np.full(part.shape[0], 1 / max(part.shape[0], 1)), size=n_draws)
        drawn.append((part.T @ times.T.astype(float)).T)
    total = np.asarray(counts[np.flatnonzero(at_a | at_b)].sum(axis=0), float).ravel()
    used = total > 0
    low, high = np.full((2, len(total)), np.nan)
    odds, _ = log_odds(drawn[0][:, used], drawn[1][:, used], PRIOR_SHARE * total[used])
    low[used], high[used] = np.quantile(odds, [level / 2, 1 - level / 2], axis=0)
    return low, high


def words_within_themes(terms: DocumentTerms, topic: np.ndarray, venues, pair: tuple[str, str], *, n_terms: int = 10,
                        seed: int) -> pd.DataFrame:
    """Per theme the ``n_terms`` words that lean most to either venue, with intervals and the papers behind them.

    Words that fewer than ``MIN_PAPERS`` papers of the theme use are left out, and so are themes that a venue has fewer
    papers of. ``rows`` are papers of the leaning venue that use the word, most uses first, at most three.
    """
    topic, venues = np.asarray(topic, int), np.asarray(venues, dtype=object)
    frames = []
    for theme in range(int(topic.max(initial=-1)) + 1):
        at = [(topic == theme) & (venues == venue) for venue in pair]
        if min(part.sum() for part in at) >= MIN_PAPERS:
            frames.append(_within(terms, at, pair, n_terms, seed + theme).assign(topic=theme))
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=WITHIN_COLUMNS)
    return frame[WITHIN_COLUMNS]


def snippet(text: str, term: str, *, length: int = 240) -> str:
    """The first sentence of ``text`` with ``term`` (any case, spaces as hyphens), or the first one; cut to ``length``.

    >>> snippet("We study arms. Regret bounds follow.", "regret")
    'Regret bounds follow.'
    """
    wanted = re.compile(r"\b" + r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", term))), re.IGNORECASE)
    sentences = _SENTENCE.split(text.strip())
    found = next((sentence for sentence in sentences if wanted.search(sentence)), sentences[0])
    return found if len(found) <= length else found[:length].rsplit(" ", 1)[0] + " …"


def _within(terms: DocumentTerms, at: Sequence[np.ndarray], pair: tuple[str, str], n_terms: int,
            seed: int) -> pd.DataFrame:
    leans = term_leans(terms.counts, *at)
    leans = leans.assign(term=np.array(terms.shown, dtype=object)[leans.index], venue_a=pair[0], venue_b=pair[1])
    leans = leans[leans["papers_a"] + leans["papers_b"] >= MIN_PAPERS]
    leans = leans.sort_values(["z", "term"], ascending=[False, True])
    if len(leans) > 2 * n_terms:
        leans = pd.concat([leans.head(n_terms), leans.tail(n_terms)])
    low, high = term_intervals(terms.counts, *at, seed=seed)
    rows = [_users(terms, column, at[0] if z > 0 else at[1]) for column, z in leans["z"].items()]
    return leans.assign(low=low[leans.index], high=high[leans.index], rows=rows)


def _users(terms: DocumentTerms, column: int, at: np.ndarray, n: int = 3) -> list[int]:
    rows = np.flatnonzero(at)
    uses = terms.counts[rows, :][:, [column]].toarray().ravel()
    order = np.argsort(-uses, kind="stable")[:n]
    return rows[order[uses[order] > 0]].tolist()
