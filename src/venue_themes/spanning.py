"""What only several venues or several years have: each venue against the rest, shares over years, trends, theme space.

Two venues in one year have none of it. The evidence of the refits is the run's own; nothing is fitted here.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from .comparing import trends, with_evidence
from .comparing.robust import filtered_q
from .contracts import TopicModel
from .settings import Settings
from .stability import seen_by, sign_kept
from .verdicts import Witnesses

SPANNED = ("bertopic", "areas")  # the models that are refitted


def span(
    models: Sequence[TopicModel], papers: pd.DataFrame, counted: np.ndarray, witnesses: Witnesses, settings: Settings
) -> dict[str, pd.DataFrame]:
    """The frames that apply: ``one_against_rest``, ``shares_over_years``, ``trends``, ``venue_positions``; each may be missing.

    Parameters
    ----------
    models
        All topic models of a run, the themes first.
    counted
        ``(n_papers,)`` bool, False for a second copy at its venue.
    """
    venues = papers["venue"].to_numpy(dtype=object)
    chosen = trends.chosen_venues(venues, settings.comparison)
    kept = counted & np.isin(venues, chosen)
    at, years = venues[kept], papers["year"][kept]
    told = [model for model in models if model.name in SPANNED]
    level, themes = settings.comparison.level, told[0]
    found = {
        "one_against_rest": pd.concat(
            [_against_rest(m, venues, counted, witnesses, settings) for m in told], ignore_index=True
        ),
        "venue_positions": trends.venue_positions(themes.topic[kept], themes.labels, at, years, level=level, seed=settings.seed),
    }
    shares = [trends.shares_over_years(m.topic[kept], m.labels, at, years, level=level).assign(model=m.name) for m in told]
    tested = [_trends(m.name, part, witnesses.held.by_model, settings) for m, part in zip(told, shares, strict=True)]
    if any(len(frame) for frame in tested):
        found["shares_over_years"] = _model_first(pd.concat(shares, ignore_index=True))
        found["trends"] = _model_first(pd.concat(tested, ignore_index=True))
    return {name: frame for name, frame in found.items() if len(frame)}


def _against_rest(
    model: TopicModel, venues: np.ndarray, counted: np.ndarray, witnesses: Witnesses, settings: Settings
) -> pd.DataFrame:
    """Each venue against all others, with the evidence that a pair of venues gets in ``verdicts.judge``."""
    asked = settings.comparison
    frame = trends.one_against_rest(model.topic, model.labels, venues, model=model.name, settings=asked, counted=counted)
    stability, first = witnesses.held.by_model, witnesses.first
    if frame.empty or model.name not in stability:
        return frame
    chosen, kept, seen = trends.chosen_venues(venues, asked), {}, {}
    for venue in chosen:
        sides, pair = trends.against_rest(venues, venue, chosen), (venue, trends.REST)
        asked_for = {"pairs": [("a", "b")], "n_topics": len(model.labels)}
        kept[pair] = sign_kept(model.topic[first], sides[first], witnesses.refits[model.name], **asked_for)["a", "b"]
        seen[pair] = seen_by(model.topic, witnesses.others[model.name], sides, **asked_for)["a", "b"]
    return with_evidence(frame, settings=asked, stability=stability[model.name], sign_kept=kept, seen_by=seen)


def _trends(name: str, shares: pd.DataFrame, stability: Mapping[str, np.ndarray], settings: Settings) -> pd.DataFrame:
    """The trends of one model; ``found``: q below the level, over the stable themes, and a stable theme."""
    frame, asked = trends.trend_tests(shares).assign(model=name), settings.comparison
    frame["stability"] = stability[name][frame["topic"]] if name in stability else np.nan
    frame["q"] = filtered_q(frame, asked)
    return frame.assign(found=(frame["q"] < asked.level) & (frame["stability"] >= asked.min_stability))


def _model_first(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[["model", *frame.columns.drop("model")]]
