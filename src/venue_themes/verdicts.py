"""Which differences are believed: each model's comparison beside what the refits and the other models say of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .comparing import compare_topics, pairs_of, with_evidence
from .comparing.levels import across_levels
from .contracts import TopicModel
from .refitting import Stability
from .settings import Settings
from .stability import seen_by, sign_kept


@dataclass(frozen=True)
class Witnesses:
    """What a difference is held against.

    Attributes
    ----------
    first
        ``(n_fitted,)`` the papers that the refits number.
    refits
        Per model ``(rows of the fitted papers, topics of the rows)`` of each refit.
    held
        The stability of the refitted models.
    others
        Per refitted model the ``(n_papers,)`` topics of the models beside it (NMF, LDA, plain k-means).
    """

    first: np.ndarray
    refits: Mapping[str, list]
    held: Stability
    others: Mapping[str, Sequence[np.ndarray]]

    @property
    def n_refits(self) -> int:
        """How many refits there are."""
        return len(self.refits.get("bertopic", ()))


def compare(
    models: Sequence[TopicModel], venues: np.ndarray, counted: np.ndarray, witnesses: Witnesses, settings: Settings
) -> pd.DataFrame:
    """The comparison of all models, a row per topic and pair of venues; models that were not refitted have no verdict.

    Parameters
    ----------
    venues, counted
        ``(n_papers,)`` names, and False for a paper that is a second copy at its venue.

    Returns
    -------
    A frame with the columns of ``comparing.COLUMNS``, and ``seen_by``, ``reasons`` and ``q_levels``: q over themes and areas
    together (``comparing.levels``; NaN for models without levels).
    """
    frames = {m.name: judge(m, venues, counted, witnesses, settings).assign(q_levels=np.nan) for m in models}
    if "areas" in frames:
        parts = across_levels(frames["bertopic"], frames["areas"], models[0].parents, level=settings.comparison.level)
        for name, part in zip(("bertopic", "areas"), parts, strict=True):
            frames[name]["q_levels"] = part["q"]
    return pd.concat(frames.values(), ignore_index=True)


def judge(
    model: TopicModel, venues: np.ndarray, counted: np.ndarray, witnesses: Witnesses, settings: Settings
) -> pd.DataFrame:
    """The comparison of one model with its verdicts; papers whose venue is None are of none."""
    asked, here = settings.comparison, venues[counted]
    frame = compare_topics(model.topic, model.labels, venues, model=model.name, settings=asked, counted=counted)
    if model.name not in witnesses.held.by_model:
        return with_evidence(frame, settings=asked)
    pairs, first = pairs_of(here, asked), witnesses.first
    return with_evidence(
        frame,
        settings=asked,
        stability=witnesses.held.by_model[model.name],
        sign_kept=sign_kept(model.topic[first], venues[first], witnesses.refits[model.name], pairs, n_topics=len(model.labels)),
        seen_by=seen_by(model.topic, witnesses.others[model.name], venues, pairs, n_topics=len(model.labels)),
    )


def robust_count(
    model: TopicModel, counted: np.ndarray, witnesses: Witnesses, settings: Settings
) -> Callable[[np.ndarray], int]:
    """The function that says how many of a model's differences are robust between venues named otherwise."""
    any_venue = settings.model_copy(update={"comparison": settings.comparison.model_copy(update={"venues": ()})})
    return lambda venues: int(judge(model, venues, counted, witnesses, any_venue)["robust"].sum())
