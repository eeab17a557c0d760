"""The comparison of the two largest venues from other sides: is there any difference, does it need the model, the counting,
or something that goes along with the venue; where the venues meet and where they part.

Everything reuses the vectors, the graph and the counts of the run; nothing is embedded.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from . import alignment
from .comparing import adjusted, bridges, density, differing, form, nulls, views, words
from .contracts import DocumentTerms, TopicModel
from .settings import Settings
from .tables import nearest_topic

NULL_RUNS = 200
HALVES = 3
PERMUTATIONS = 100
FEWEST_PER_VENUE = 100  # below, a venue is too small for a model and a density of its own


@dataclass(frozen=True)
class Evidence:
    """What there is to weigh: the papers of a run and its main themes, row by row.

    Attributes
    ----------
    themes
        The themes as a topic model of all papers.
    points
        ``(n_papers, 2)`` map.
    refit
        Rows and a seed in, the themes of those rows out, for one model per venue; None where papers are too few.
    confirm
        ``(n_papers,)`` venue names in (None: of none), the number of robust differences between them out.
    """

    papers: pd.DataFrame
    vectors: np.ndarray
    terms: DocumentTerms
    themes: TopicModel
    points: np.ndarray
    refit: Callable[[np.ndarray, int], np.ndarray] | None
    confirm: Callable[[np.ndarray], int]


def weigh(given: Evidence, pair: tuple[str, str], settings: Settings) -> dict[str, pd.DataFrame]:
    """All views of one pair of venues, a frame per name; ``sentences`` has the columns ``view`` and ``sentence``.

    Names: ``any_difference``, ``nulls``, ``adjusted``, ``counting``, ``words_within``, ``nearest_across``, ``bridges``,
    ``typical``, ``density``, ``alignment``, ``flows``, ``sentences``.
    """
    level, seed = settings.comparison.level, settings.seed
    venues = given.papers["venue"].to_numpy(dtype=object)
    of_pair = np.isin(venues, pair)
    labels = list(given.themes.labels)
    differs = _any_difference(given, of_pair, venues[of_pair] == pair[0], seed)
    asked = {"n_runs": NULL_RUNS, "level": level, "seed": seed, "confirm": given.confirm}
    runs = [nulls.permuted_venues(given.themes.topic, venues, pair, **asked)]
    runs += [nulls.random_halves(given.themes.topic, venues, venue, **asked) for venue in pair]
    invented = nulls.null_summary(pd.concat(runs, ignore_index=True))
    known, unusable = adjusted.usable(adjusted.confounders_of(given.papers), venues, pair)
    held = adjusted.adjust(given.themes.topic, labels, venues, pair, known, settings=settings.comparison)
    said = [
        ("any difference", differing.difference_sentence(differs, level=level)),
        ("null experiments", nulls.null_sentence(invented)),
        ("adjusted", adjusted.adjusted_sentence(held, list(known.columns))),
        *(("adjusted", s) for s in unusable),
    ]
    met = _meetings(given, venues, pair)
    said.append(("bridges", bridges.near_same_sentence(met["bridges"], pair)))
    found = {
        "any_difference": differs,
        "nulls": invented,
        "adjusted": held,
        "counting": views.counting_views(given.themes, nearest_topic(given.themes), venues, pair, level=level, seed=seed),
        "words_within": _with_snippets(
            words.words_within_themes(given.terms, given.themes.topic, venues, pair, seed=seed), given
        ),
        **met,
        "density": _density(given, of_pair, venues[of_pair] == pair[0], settings),
        **_aligned(given, venues, pair, seed),
    }
    return found | {"sentences": pd.DataFrame(said, columns=["view", "sentence"])}


def _any_difference(given: Evidence, rows: np.ndarray, at_a: np.ndarray, seed: int) -> pd.DataFrame:
    parts = {
        "themes": differing.themes_one_hot(given.themes.topic[rows]),
        "words": differing.word_features(given.terms.counts[rows], seed=seed),
        "form": form.form_features(given.papers["title"][rows].tolist(), given.papers["text"][rows].tolist()).to_numpy(),
    }
    return differing.any_difference(parts, given.vectors[rows], at_a, n_permutations=PERMUTATIONS, seed=seed)


def _density(given: Evidence, rows: np.ndarray, at_a: np.ndarray, settings: Settings) -> pd.DataFrame:
    if min(at_a.sum(), (~at_a).sum()) < FEWEST_PER_VENUE:
        return pd.DataFrame(columns=density.DENSITY_COLUMNS)
    return density.density_map(
        given.points[rows], at_a, n_permutations=PERMUTATIONS, level=settings.comparison.level, seed=settings.seed
    )


def _with_snippets(frame: pd.DataFrame, given: Evidence) -> pd.DataFrame:
    """The words within themes with the sentence of one paper behind each, and the theme's label."""
    labels, texts, ids = given.themes.labels, given.papers["text"].tolist(), given.papers["paper_id"].tolist()
    first = [rows[0] if len(rows) else None for rows in frame["rows"]]
    said = ["" if r is None else words.snippet(texts[r], term) for r, term in zip(first, frame["term"], strict=True)]
    return frame.drop(columns="rows").assign(
        label=[labels[t] for t in frame["topic"]], snippet=said, paper_id=[None if r is None else ids[r] for r in first]
    )


def _meetings(given: Evidence, venues: np.ndarray, pair: tuple[str, str]) -> dict[str, pd.DataFrame]:
    """The nearest papers at the other venue, the closest pairs, and the most typical and most foreign papers of each venue."""
    names, ids = shown_names(given.papers), given.papers["paper_id"].tolist()
    nearest = bridges.across(given.vectors, venues, pair)
    pairs = bridges.bridges(nearest, pair)
    score = bridges.belonging(given.vectors, venues, pair)
    typical = bridges.typical_and_foreign(score, venues, pair)
    return {
        "nearest_across": pd.DataFrame(
            {
                "paper_id": [ids[r] for r in nearest["row"]],
                "venue": nearest["venue"],
                "other_id": [ids[r] for r in nearest["other"]],
                "rank": nearest["rank"],
                "similarity": nearest["similarity"],
            }
        ),
        "bridges": pd.DataFrame(
            {
                "paper_a": [names[r] for r in pairs["row_a"]],
                "paper_b": [names[r] for r in pairs["row_b"]],
                "similarity": pairs["similarity"],
                "near_same": pairs["near_same"],
                "paper_id_a": [ids[r] for r in pairs["row_a"]],
                "paper_id_b": [ids[r] for r in pairs["row_b"]],
            }
        ),
        "typical": pd.DataFrame(
            {
                "venue": typical["venue"],
                "kind": typical["kind"],
                "paper": [names[r] for r in typical["row"]],
                "score": typical["score"],
                "paper_id": [ids[r] for r in typical["row"]],
            }
        ),
    }


def _aligned(given: Evidence, venues: np.ndarray, pair: tuple[str, str], seed: int) -> dict[str, pd.DataFrame]:
    """One model per venue, the themes of one laid over those of the other, within the limit of random halves."""
    empty = {
        "alignment": pd.DataFrame(columns=list(alignment.STATUS_COLUMNS)),
        "flows": pd.DataFrame(columns=list(alignment.FLOW_COLUMNS)),
    }
    rows = [np.flatnonzero(venues == venue) for venue in pair]
    if given.refit is None or min(map(len, rows)) < FEWEST_PER_VENUE:
        return empty
    together = np.sort(np.concatenate(rows))
    limit, _ = alignment.halves_limit(
        given.vectors[together], len(rows[0]), lambda part, s: given.refit(together[part], s), n_runs=HALVES, seed=seed
    )
    sides = [
        alignment.side_of(given.vectors[part], topic, venue=venue, labels=_names(given, part, topic))
        for part, venue, topic in ((part, venue, given.refit(part, seed)) for part, venue in zip(rows, pair, strict=True))
    ]
    laid = alignment.align(*sides, limit=limit)
    return {"alignment": alignment.statuses(laid), "flows": alignment.flows(laid)}


def _names(given: Evidence, rows: np.ndarray, topic: np.ndarray) -> list[str]:
    """A venue's own themes are called by the joint theme that most of their papers are in; a number tells two apart."""
    joint, seen, names = given.themes.topic[rows], {}, []
    for t in range(int(topic.max(initial=-1)) + 1):
        inside = joint[(topic == t) & (joint >= 0)]
        name = given.themes.labels[np.bincount(inside).argmax()] if len(inside) else f"theme {t}"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def shown_names(papers: pd.DataFrame) -> list[str]:
    """The title of each paper, or the first words of its abstract."""
    first = papers["text"].str.split().str[:12].str.join(" ") + " …"
    titles = papers["title"].fillna("").str.strip()
    return titles.where(titles != "", first).tolist()
