"""The differences once more with confounders held equal: does another cause explain them?"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ..settings import Comparison
from .form import form_features, is_position_paper
from .proportions import benjamini_hochberg

ADJUSTED_COLUMNS = {
    "topic": int, "label": str, "venue_a": str, "venue_b": str, "difference": float, "adjusted": float, "low": float,
    "high": float, "odds_ratio": float, "p": float, "q": float, "conclusion": str,
}
_SELECTED = r"oral|spotlight|outstanding|award|notable"


def confounders_of(papers: pd.DataFrame) -> pd.DataFrame:
    """What may stand behind a difference, one row per paper, numeric; NaN where it is not known.

    ``abstract length`` (log words) and ``title length`` in standard deviations; ``title with a colon``; ``position
    paper`` (by title); ``selected for talk`` (oral, spotlight and the like, against poster); ``year``.
    """
    form = form_features(papers["title"], papers["text"])
    talk = papers["decision"].astype("string").str.contains(_SELECTED, case=False)
    return pd.DataFrame({
        "abstract length": form["log_words"].to_numpy(), "title length": form["title_words"].to_numpy(),
        "title with a colon": papers["title"].fillna("").str.contains(":").to_numpy(float),
        "position paper": is_position_paper(papers["title"]).astype(float),
        "selected for talk": talk.astype("Float64").to_numpy(float, na_value=np.nan),
        "year": papers["year"].astype("Float64").to_numpy(float, na_value=np.nan),
    })


def usable(confounders: pd.DataFrame, venues, pair: tuple[str, str]) -> tuple[pd.DataFrame, list[str]]:
    """The confounders that can be held equal between two venues, and a sentence about each that cannot.

    A confounder known at one venue only, or one that a venue alone decides, cannot be told from the venue itself.
    Single unknown values become the mean.
    """
    venues = np.asarray(venues, dtype=object)
    kept, notes = {}, []
    for name, column in confounders.items():
        values = [column.to_numpy(float)[venues == venue] for venue in pair]
        known = [np.isfinite(part) for part in values]
        if not all(part.any() for part in known):
            notes.append(f"{name} is not known at both venues and cannot be adjusted for.")
        elif all(np.ptp(part[ok]) == 0 for part, ok in zip(values, known, strict=True)):
            if values[0][known[0]][0] != values[1][known[1]][0]:
                notes.append(f"{name} differs between {pair[0]} and {pair[1]} only: it is not adjusted for.")
        else:
            kept[name] = column.fillna(column.mean()).to_numpy(float)
    return pd.DataFrame(kept, index=confounders.index), notes


def adjust(topic: np.ndarray, labels: Sequence[str], venues, pair: tuple[str, str], confounders: pd.DataFrame, *,
           settings: Comparison | None = None) -> pd.DataFrame:
    """Each theme's difference raw and with the confounders held equal.

    Whether a paper is in the theme is regressed on its venue and the confounders (logistic, through statsmodels). The
    adjusted difference is the one between all papers as if at a and all as if at b (standardisation, with its interval
    by the delta method); it is in the same unit as the raw one. A weak log-F(1, 1) prior on each coefficient
    (Greenland & Mansournia 2015) keeps it finite where a confounder and a theme coincide.

    Parameters
    ----------
    confounders
        ``(n_papers, n_confounders)`` numeric, from ``usable``.

    Returns
    -------
    A frame with the columns of ``ADJUSTED_COLUMNS``; ``odds_ratio`` is the adjusted one. ``conclusion``: of what was
    found raw, ``holds`` is found again; ``explained`` has lost more than half of its size; ``unsure`` keeps its size
    but not its q; ``reverses`` is found with the other sign. ``appears`` is found only now, ``none`` never.
    """
    settings = settings or Comparison()
    topic, venues = np.asarray(topic, int), np.asarray(venues, dtype=object)
    inside = np.isin(venues, pair)
    at_a, member = venues[inside] == pair[0], topic[inside][:, None] == np.arange(len(labels))
    if not 0 < at_a.sum() < len(at_a) or not len(labels):
        return pd.DataFrame(columns=list(ADJUSTED_COLUMNS)).astype(ADJUSTED_COLUMNS)
    held = confounders.to_numpy(float)[inside]
    raw = [_standardised(in_theme, at_a, held[:, :0], settings.level) for in_theme in member.T]
    fits = raw if not held.shape[1] else [_standardised(in_theme, at_a, held, settings.level) for in_theme in member.T]
    frame = pd.DataFrame(fits, columns=["adjusted", "low", "high", "odds_ratio", "p"]).assign(
        topic=np.arange(len(labels)), label=list(labels), venue_a=pair[0], venue_b=pair[1],
        difference=member[at_a].mean(axis=0) - member[~at_a].mean(axis=0))
    frame["q"] = benjamini_hochberg(frame["p"].to_numpy())
    raw_q = benjamini_hochberg(np.array([fit[-1] for fit in raw]))
    frame["conclusion"] = _conclusions(frame, raw_q < settings.level, frame["q"].to_numpy() < settings.level)
    return frame[list(ADJUSTED_COLUMNS)].astype(ADJUSTED_COLUMNS)


def adjusted_sentence(frame: pd.DataFrame, confounders: Sequence[str]) -> str:
    """Which conclusions change when the confounders are held equal."""
    if not len(confounders):
        return "No confounder is known at both venues, so nothing was adjusted."
    found = frame[~frame["conclusion"].isin(["appears", "none"])]
    changed = found[found["conclusion"] != "holds"]
    held = ", ".join(confounders)
    if found.empty:
        return f"No raw difference stands out, so nothing could change with {held} held equal."
    if changed.empty:
        return f"With {held} held equal, all {len(found)} differences hold."
    names = ", ".join(f"{row.label} ({row.conclusion})" for row in changed.itertuples())
    return f"With {held} held equal, {len(found) - len(changed)} of {len(found)} differences hold; not so: {names}."


def _standardised(member: np.ndarray, at_a: np.ndarray, held: np.ndarray, level: float) -> tuple[float, ...]:
    """Adjusted difference, its interval, the venue's odds ratio and its p for one theme."""
    import statsmodels.api as sm
    from scipy.stats import norm

    design = np.column_stack([np.ones(len(at_a)), at_a, (held - held.mean(axis=0))])
    extra, outcome, weight = _prior_rows(design.shape[1])
    fit = sm.GLM(np.concatenate([member, outcome]), np.vstack([design, extra]), family=sm.families.Binomial(),
                 freq_weights=np.concatenate([np.ones(len(design)), weight])).fit()
    as_a, as_b = design.copy(), design.copy()
    as_a[:, 1], as_b[:, 1] = 1, 0
    share_a, share_b = fit.predict(as_a), fit.predict(as_b)
    slope = ((share_a * (1 - share_a))[:, None] * as_a - (share_b * (1 - share_b))[:, None] * as_b).mean(axis=0)
    reach = norm.isf(level / 2) * np.sqrt(slope @ fit.cov_params() @ slope)
    difference = float((share_a - share_b).mean())
    return difference, difference - reach, difference + reach, float(np.exp(fit.params[1])), float(fit.pvalues[1])


def _prior_rows(n_columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two half records per coefficient but the intercept, one a success: the log-F(1, 1) prior as data."""
    rows = np.repeat(np.eye(n_columns)[1:], 2, axis=0)
    return rows, np.tile([1.0, 0.0], n_columns - 1), np.full(len(rows), 0.5)


def _conclusions(frame: pd.DataFrame, raw_found: np.ndarray, found: np.ndarray) -> list[str]:
    left = (frame["adjusted"] * np.sign(frame["difference"]) / frame["difference"].abs().clip(lower=1e-12)).to_numpy()
    choices = [raw_found & found & (left > 0), raw_found & found, raw_found & (left < 0.5), raw_found, found]
    return np.select(choices, ["holds", "reverses", "explained", "unsure", "appears"], "none").tolist()
