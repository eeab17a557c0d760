"""More than two venues, more than one year: one against the rest, shares over years, venues in theme space."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ..settings import Comparison
from .proportions import benjamini_hochberg
from .topics import compare_topics

REST = "all others"
SHARE_COLUMNS = {
    "topic": int, "label": str, "venue": str, "year": int, "count": int, "n": int, "share": float, "low": float,
    "high": float,
}
TREND_COLUMNS = {
    "topic": int, "label": str, "venue": str, "years": int, "slope": float, "z": float, "p": float, "q": float,
}


def one_against_rest(topic: np.ndarray, labels: Sequence[str], venues, *, model: str,
                     settings: Comparison | None = None, counted: np.ndarray | None = None) -> pd.DataFrame:
    """Each venue against all others together, as ``compare_topics`` has it, with ``venue_b`` = ``REST``.

    The q-values correct over topics and venues together: all these tests ask of one model where anybody stands out.
    """
    settings = settings or Comparison()
    venues = np.asarray(venues, dtype=object)
    chosen = sorted(set(settings.venues) or set(pd.Series(venues).dropna()))
    kept = np.where(np.isin(venues, chosen), venues, None)
    plain = settings.model_copy(update={"venues": ()})
    frames = []
    for venue in chosen if len(chosen) > 2 else []:
        # the two names sort as (venue, rest) whatever the venue is called
        named = np.where(kept == venue, "a", np.where(pd.isna(kept), None, "b"))
        frame = compare_topics(topic, labels, named, model=model, settings=plain, counted=counted)
        frames.append(frame.assign(venue_a=venue, venue_b=REST))
    if not frames:
        return compare_topics(topic, labels, np.full(len(venues), None, dtype=object), model=model, settings=plain)
    frame = pd.concat(frames, ignore_index=True)
    return frame.assign(q=benjamini_hochberg(frame["p"].to_numpy()))


def shares_over_years(topic: np.ndarray, labels: Sequence[str], venues, years, *, level: float = 0.05) -> pd.DataFrame:
    """The share of each topic at each venue and year with its interval (Wilson 1927, through statsmodels).

    Returns
    -------
    A frame with the columns of ``SHARE_COLUMNS``; papers without a year are left out.
    """
    from statsmodels.stats.proportion import proportion_confint

    labels = list(labels)
    papers = pd.DataFrame({"topic": np.asarray(topic, int), "venue": venues, "year": pd.array(years, "Int64")})
    parts = []
    for (venue, year), part in papers.dropna().groupby(["venue", "year"]):
        here, n = part["topic"].to_numpy(), len(part)
        count = np.bincount(here[here >= 0], minlength=len(labels))
        low, high = proportion_confint(count, n, alpha=level, method="wilson")
        parts.append(pd.DataFrame({
            "topic": np.arange(len(labels)), "label": labels, "venue": venue, "year": int(year), "count": count, "n": n,
            "share": count / n, "low": low, "high": high,
        }))
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(SHARE_COLUMNS))
    return frame[list(SHARE_COLUMNS)].astype(SHARE_COLUMNS)


def trend_tests(shares: pd.DataFrame) -> pd.DataFrame:
    """Whether a topic's share rises or falls over the years: the Cochran-Armitage test of trend (Armitage 1955).

    Parameters
    ----------
    shares
        From ``shares_over_years``.

    Returns
    -------
    A frame with the columns of ``TREND_COLUMNS``, a row per topic and venue with at least two years: ``slope`` is the
    change in share a year (least squares weighted by papers), ``q`` corrects over all rows.
    """
    rows = [(*key, len(part), *_trend(*part[["year", "count", "n"]].to_numpy(float).T))
            for key, part in shares.groupby(["topic", "label", "venue"], sort=False) if len(part) > 1]
    frame = pd.DataFrame(rows, columns=list(TREND_COLUMNS)[:-1])
    return frame.assign(q=benjamini_hochberg(frame["p"].to_numpy(float))).astype(TREND_COLUMNS)


def venue_positions(shares: pd.DataFrame) -> pd.DataFrame:
    """Every venue and year as a point: ``venue, year, n, x, y``, in year order so that a venue's rows are its path.

    The two main axes of the square roots of the theme shares, whose distances are Hellinger's (1909): a theme counts by
    how much of it there is, and a theme that is absent breaks nothing.
    """
    wide = shares.pivot(index=["venue", "year"], columns="topic", values="share")
    roots = np.sqrt(wide.to_numpy(float))
    centre = roots.mean(axis=0) if len(roots) else 0.0
    left, weights, axes = np.linalg.svd(roots - centre, full_matrices=False)
    signs = np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)]) if axes.size else np.ones(len(axes))
    xy = np.zeros((len(wide), 2))
    xy[:, :min(2, len(weights))] = (left * weights * signs)[:, :2]
    n = shares.drop_duplicates(["venue", "year"]).set_index(["venue", "year"])["n"].reindex(wide.index)
    return wide.index.to_frame(index=False).assign(n=n.to_numpy(int), x=xy[:, 0], y=xy[:, 1])


def _trend(year: np.ndarray, count: np.ndarray, n: np.ndarray) -> tuple[float, float, float]:
    """Slope, z and two-sided p."""
    from scipy.stats import norm

    overall, apart = count.sum() / n.sum(), year - (n * year).sum() / n.sum()
    spread = (n * apart**2).sum()
    score, variance = (count * apart).sum(), overall * (1 - overall) * spread
    z = score / np.sqrt(variance) if variance > 0 else 0.0
    return score / spread, z, float(2 * norm.sf(abs(z)))
