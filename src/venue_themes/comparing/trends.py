"""More than two venues, more than one year: one against the rest, shares over years, trends, venues in theme space."""

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
    "topic": int, "label": str, "venue": str, "years": int, "first": int, "last": int, "slope": float, "z": float,
    "p": float, "q": float,
}
POSITION_COLUMNS = {
    "venue": str, "year": "Int64", "n": int, "x": float, "y": float, "radius": float, "explained_x": float,
    "explained_y": float, "beyond_x": bool, "beyond_y": bool, "left": str, "right": str, "below": str, "above": str,
}
FEWEST = 20  # papers of a venue in a year, for the year to count in a trend and to have a place
CHANCE_RUNS = 100  # random tables behind what chance alone would spread
EXACT_UP_TO = 50  # papers of a topic at a venue; beyond, the normal distribution stands for the exact one


def chosen_venues(venues, settings: Comparison | None = None) -> list[str]:
    """The venues to compare, in name order: those of the settings, or all."""
    return sorted(set(settings.venues if settings else ()) or set(pd.Series(venues, dtype=object).dropna()))


def against_rest(venues, venue: str, chosen: Sequence[str]) -> np.ndarray:
    """``"a"`` at the venue, ``"b"`` at the others of those chosen, else None; so the two sort alike whatever the names."""
    venues = np.asarray(venues, dtype=object)
    return np.where(venues == venue, "a", np.where(np.isin(venues, chosen), "b", None))


def one_against_rest(topic: np.ndarray, labels: Sequence[str], venues, *, model: str,
                     settings: Comparison | None = None, counted: np.ndarray | None = None) -> pd.DataFrame:
    """Each venue against all others together, as ``compare_topics`` has it, with ``venue_b`` = ``REST``.

    The q-values correct over topics and venues together: all these tests ask of one model where anybody stands out.
    """
    settings = settings or Comparison()
    chosen = chosen_venues(venues, settings)
    plain = settings.model_copy(update={"venues": ()})
    if len(chosen) < 3:
        return compare_topics(topic, labels, np.full(len(venues), None, dtype=object), model=model, settings=plain)
    frames = [
        compare_topics(topic, labels, against_rest(venues, venue, chosen), model=model, settings=plain, counted=counted)
        .assign(venue_a=venue, venue_b=REST)
        for venue in chosen
    ]
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


def trend_tests(shares: pd.DataFrame, *, fewest: int = FEWEST) -> pd.DataFrame:
    """Whether a topic's share rises or falls over the years: the Cochran-Armitage test of trend (Armitage 1955).

    p is that of the statistic when the topic's papers fall on the years at random: exact up to ``EXACT_UP_TO`` papers,
    where a small first year would mislead the normal distribution, and normal beyond.

    Parameters
    ----------
    shares
        From ``shares_over_years``.
    fewest
        A venue's year with fewer papers is left out.

    Returns
    -------
    A frame with the columns of ``TREND_COLUMNS``, a row per topic and venue with at least two years: ``slope`` is the
    change in share a year (least squares weighted by papers), ``q`` corrects over all rows.
    """
    enough = shares[shares["n"] >= fewest]
    rows = [
        (*key, len(part), part["year"].min(), part["year"].max(), *_trend(*part[["year", "count", "n"]].to_numpy(float).T))
        for key, part in enough.groupby(["topic", "label", "venue"], sort=False) if len(part) > 1
    ]
    frame = pd.DataFrame(rows, columns=list(TREND_COLUMNS)[:-1])
    return frame.assign(q=benjamini_hochberg(frame["p"].to_numpy(float))).astype(TREND_COLUMNS)


def venue_positions(topic: np.ndarray, labels: Sequence[str], venues, years=None, *, level: float = 0.05,
                    fewest: int = FEWEST, seed: int = 0) -> pd.DataFrame:
    """Every venue, and every year of a venue, as a point in theme space.

    The two main axes of the square roots of the theme shares, whose distances are Hellinger's (1909): a theme counts by
    how much of it there is, and a theme that is absent breaks nothing. The axes are those of the years where there are
    any (else of the venues), weighted by papers.

    An axis is ``beyond`` chance where it holds more than the first axis of ``1 - level`` of the random tables with the
    same margins does (papers dealt to venues and years anew). Where both are, ``radius`` is that of the disc that holds
    ``1 - level`` of what drawing as many papers anew does to the point: the square root makes the variance of a share a
    quarter of 1 / n everywhere (Bartlett 1936). Else the axes follow chance, and ``radius`` is how far from the middle
    ``1 - level`` of the points of random tables lie.

    Parameters
    ----------
    years
        ``(n_papers,)`` or None; a venue's year with fewer than ``fewest`` papers has no point.

    Returns
    -------
    A frame with the columns of ``POSITION_COLUMNS``: each venue as a whole (``year`` null) followed by its years.
    ``explained_x``, ``explained_y``: the share of the spread that an axis holds; ``left``, ``right``, ``below``,
    ``above``: the theme that a step that way gains most of. Empty where there are fewer than three points.
    """
    from scipy.stats import chi2

    points = _points(np.asarray(topic, int), len(labels), venues, years, fewest)
    dated = points.index.get_level_values("year").notna()
    fitted = dated | ~points.index.get_level_values("venue").isin(points.index[dated].get_level_values("venue"))
    if fitted.sum() < 3 or not len(labels):
        return pd.DataFrame(columns=list(POSITION_COLUMNS)).astype(POSITION_COLUMNS)
    n, counts = points["n"].to_numpy(), points.drop(columns="n").to_numpy()
    centre, axes, spread = _main_axes(counts[fitted], n[fitted])
    most, reach = _by_chance(counts[fitted], n[fitted], level, seed)
    beyond = spread[:2] > most
    xy = (np.sqrt(counts / n[:, None]) - centre) @ axes.T
    ends = [labels[at] if size > 1e-9 else "" for axis in axes
            for at, size in ((axis.argmin(), -axis.min()), (axis.argmax(), axis.max()))]
    held = spread[:2] / max(spread.sum(), 1e-30)
    frame = points.index.to_frame(index=False).assign(
        n=n, x=xy[:, 0], y=xy[:, 1], radius=(np.sqrt(chi2.isf(level, 2)) / 2 if beyond.all() else reach) / np.sqrt(n),
        explained_x=held[0], explained_y=held[1], beyond_x=beyond[0], beyond_y=beyond[1],
        left=ends[0], right=ends[1], below=ends[2], above=ends[3],
    )
    return frame[list(POSITION_COLUMNS)].astype(POSITION_COLUMNS)


def _main_axes(counts: np.ndarray, n: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Centre, two axes ``(2, n_topics)`` and the spread that each axis holds, of the roots of shares weighted by papers."""
    roots = np.sqrt(counts / n[:, None])
    centre = np.average(roots, axis=0, weights=n)
    _, held, axes = np.linalg.svd((roots - centre) * np.sqrt(n)[:, None], full_matrices=False)
    axes = np.vstack([axes, np.zeros((2, counts.shape[1]))])[:2]
    axes *= np.where(axes[[0, 1], np.abs(axes).argmax(axis=1)] < 0, -1, 1)[:, None]
    return centre, axes, np.append(held**2, [0, 0])


def _by_chance(counts: np.ndarray, n: np.ndarray, level: float, seed: int) -> tuple[float, float]:
    """What random tables with the same margins reach: the spread of their first axis, and a point's root n times distance."""
    from scipy.stats import random_table

    cells = np.column_stack([counts, n - counts.sum(axis=1)])
    most, reach = [], []
    for table in random_table(n, cells.sum(axis=0)).rvs(CHANCE_RUNS, random_state=seed)[:, :, :-1]:
        centre, axes, spread = _main_axes(table, n)
        most.append(spread[0])
        reach.append(np.linalg.norm((np.sqrt(table / n[:, None]) - centre) @ axes.T, axis=1) * np.sqrt(n))
    return float(np.quantile(most, 1 - level)), float(np.quantile(reach, 1 - level))


def _points(topic: np.ndarray, n_topics: int, venues, years, fewest: int) -> pd.DataFrame:
    """Papers per topic and ``n`` of each venue and of each of its years, indexed by venue and year (null: all years)."""
    papers = pd.DataFrame({"venue": venues, "year": pd.array([None] * len(topic) if years is None else years, "Int64")})
    rows = {}
    for venue, at in papers.groupby("venue").indices.items():
        parts = papers.iloc[at].groupby("year").indices
        large = {year: at[part] for year, part in sorted(parts.items()) if len(part) >= fewest}
        for year, here in {None: at, **(large if len(large) > 1 else {})}.items():
            rows[venue, year] = [*np.bincount(topic[here][topic[here] >= 0], minlength=n_topics), len(here)]
    index = pd.MultiIndex.from_frame(pd.DataFrame(list(rows), columns=["venue", "year"]).astype({"year": "Int64"}))
    return pd.DataFrame(list(rows.values()), index=index, columns=[*range(n_topics), "n"])


def _trend(year: np.ndarray, count: np.ndarray, n: np.ndarray) -> tuple[float, float, float]:
    """Slope, z and two-sided p."""
    from scipy.stats import norm

    overall, apart = count.sum() / n.sum(), year - (n * year).sum() / n.sum()
    spread = (n * apart**2).sum()
    score, variance = (count * apart).sum(), overall * (1 - overall) * spread
    z = score / np.sqrt(variance) if variance > 0 else 0.0
    p = _exact_p(year, count, n) if count.sum() <= EXACT_UP_TO else float(2 * norm.sf(abs(z)))
    return score / spread, z, p


def _exact_p(year: np.ndarray, count: np.ndarray, n: np.ndarray) -> float:
    """The chance that as many papers, drawn from all the venue's without replacement, lie at least as far to one side.

    Binomial counts per year, given their sum, are that draw; so the years are added one by one, and the distribution
    of (papers so far, sum of their years) is carried along.
    """
    from scipy.stats import binom

    papers, steps = int(count.sum()), (year - year.min()).astype(int)
    chance = np.zeros((papers + 1, papers * steps.max() + 1))
    chance[0, 0] = 1.0
    for step, size in zip(steps, n, strict=True):
        before, chance = chance, np.zeros_like(chance)
        for drawn, weight in enumerate(binom.pmf(np.arange(papers + 1), int(size), papers / n.sum())):
            chance[drawn:, drawn * step :] += weight * before[: papers + 1 - drawn, : chance.shape[1] - drawn * step]
    totals, middle = np.arange(chance.shape[1]), papers * (n * steps).sum() / n.sum()
    far = np.abs(totals - middle) >= abs((count * steps).sum() - middle) - 1e-9
    return min(1.0, float(chance[papers][far].sum() / chance[papers].sum()))
