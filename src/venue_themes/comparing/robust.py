"""Which differences hold: over refits, over models, and large enough to name."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from ..settings import Comparison
from .proportions import benjamini_hochberg

MIN_SIGN_KEPT = 0.95

ByPair = Mapping[tuple[str, str], np.ndarray]


def with_evidence(comparison: pd.DataFrame, *, settings: Comparison | None = None, stability: np.ndarray | None = None,
                  sign_kept: ByPair | None = None, seen_by: ByPair | None = None) -> pd.DataFrame:
    """The comparison of one model with ``stability``, ``sign_kept``, ``seen_by``, the verdict ``robust``, and ``reasons``.

    ``reasons`` says in plain words why a row is not robust; it is empty where it is.

    ``robust``: q below the level, and the sign of the difference kept in at least 95 % of the refits, and a stability
    of at least ``settings.min_stability``, and a difference of at least ``settings.min_effect``, and the same lean in
    at least two models. Evidence that is missing is no evidence: without it nothing is robust.

    A theme that is too unstable to be robust is not among those that q corrects over: stability never saw a venue, so
    leaving such themes out costs no validity and spares the others their price (independent filtering; Bourgon,
    Gentleman & Huber 2010). The q of an unstable theme stays the one over all themes.

    Parameters
    ----------
    stability
        ``(n_topics,)``, from ``stability.match_refits``.
    sign_kept
        Per pair of venues ``(n_topics,)``, from ``stability.sign_kept``.
    seen_by
        Per pair of venues ``(n_topics,)``: how many models lean the same way, this one included, from
        ``stability.seen_by``.
    """
    settings = settings or Comparison()
    frame = comparison.copy()
    frame["stability"] = np.nan if stability is None else np.asarray(stability, float)[frame["topic"]]
    frame["q"] = filtered_q(frame, settings)
    frame["sign_kept"] = _per_pair(frame, sign_kept)
    frame["seen_by"] = _per_pair(frame, seen_by)
    failures = _failures(frame, settings)
    frame["robust"] = ~failures.any(axis=1)
    frame["reasons"] = ["; ".join(failures.columns[row]) for row in failures.to_numpy()]
    return frame


def filtered_q(frame: pd.DataFrame, settings: Comparison) -> np.ndarray:
    """q over the rows of stable themes for those, and as it was for the others."""
    q, stable = frame["q"].to_numpy(float).copy(), (frame["stability"] >= settings.min_stability).to_numpy()
    q[stable] = benjamini_hochberg(frame["p"].to_numpy(float)[stable])
    return q


def _failures(frame: pd.DataFrame, settings: Comparison) -> pd.DataFrame:
    """A column per condition that can fail, named by what to say when it does."""
    changes = f"the direction changes in more than {100 * (1 - MIN_SIGN_KEPT):.0f} % of the refits"
    unstable = f"the theme itself is unstable (below {settings.min_stability:g})"
    return pd.DataFrame({
        f"could be chance (q of {settings.level:g} or more)": ~(frame["q"] < settings.level),
        f"smaller than {100 * settings.min_effect:g} points": ~(frame["difference"].abs() >= settings.min_effect),
        changes: ~(frame["sign_kept"] >= MIN_SIGN_KEPT),
        unstable: ~(frame["stability"] >= settings.min_stability),
        "no second model leans the same way": ~(frame["seen_by"] >= 2),
    }, index=frame.index)


def _per_pair(frame: pd.DataFrame, values: ByPair | None) -> np.ndarray:
    """The value of each row's pair and topic; NaN where there is none."""
    rows = zip(frame["venue_a"], frame["venue_b"], frame["topic"], strict=True)
    return np.array([np.nan if values is None else float(values[a, b][k]) for a, b, k in rows], dtype=float)
