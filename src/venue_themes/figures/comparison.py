"""Where the venues differ in their themes."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .theme import FAINT, INK, MUTED, empty, label, literal, percent, points, shorten, styled, venue_styles

ROW = 24
PALE = 0.45  # opacity of a difference that may be chance


def topic_differences(
    comparison: pd.DataFrame,
    *,
    model: str = "bertopic",
    pair: tuple[str, str] | None = None,
    top: int = 60,
    level: float = 0.05,
) -> go.Figure:
    """Per topic the difference of the venues' shares in percentage points, with its interval.

    Parameters
    ----------
    comparison
        The frame of a result. A point's ``customdata`` is (topic, count_a, n_a, count_b, n_b, q).
    pair
        venue_a and venue_b; none: the first pair of the frame.
    top
        At most so many topics, those with the smallest p.
    level
        The error level that the intervals were made for.
    """
    rows = pair_rows(comparison, model=model, pair=pair)
    if rows.empty:
        return _no_differences(comparison, model)
    shown = rows.sort_values(["p", "topic"]).head(top).sort_values(["difference", "topic"], ascending=[False, True])
    a, b = str(rows["venue_a"].iloc[0]), str(rows["venue_b"].iloc[0])
    styles = venue_styles([a, b])
    fig = go.Figure()
    at = dict(zip(shown["topic"], range(len(shown)), strict=True))
    for venue, sign in ((a, 1), (b, -1)):
        for sure in (True, False):
            side = np.sign(shown["difference"]).replace(0, 1) == sign
            some = shown[side & (shown["robust"].astype(bool) == sure)]
            if len(some):
                fig.add_trace(
                    _difference_trace(some, [at[t] for t in some["topic"]], colour=styles[venue][0], sure=sure)
                )
    found = int(rows["robust"].astype(bool).sum())
    subtitle = (
        f"Share at {a} (n = {int(rows['n_a'].iloc[0]):,}) minus share at {b} (n = {int(rows['n_b'].iloc[0]):,}); "
        f"{100 * (1 - level):g} % intervals. {_found(found, len(rows), len(shown))}"
    )
    styled(
        fig, f"Where the venues differ{', by area' * (model == 'areas')}", subtitle, height=ROW * len(shown), key=True
    )
    two_sides(fig, a, b, styles)
    fig.update_yaxes(
        tickvals=list(range(len(shown))),
        ticktext=[_tick(r.label, r.robust) for r in shown.itertuples()],
        range=[len(shown) - 0.4, -0.6],
        automargin=True,
        ticklabelstandoff=6,
    )
    fig.update_xaxes(title_text="percentage points", tickformat="+~g")
    return fig


def _no_differences(comparison: pd.DataFrame, model: str) -> go.Figure:
    if model == "areas" and len(comparison):
        return empty("Where the venues differ, by area", "This collection is small enough to do without areas.")
    return empty(
        "Where the venues differ", "No comparison was made: it takes papers of two venues and at least one theme."
    )


def pair_rows(frame: pd.DataFrame, *, model: str | None = None, pair: tuple[str, str] | None = None) -> pd.DataFrame:
    """The rows of one model and one pair of venues (none: the first pair)."""
    rows = frame if model is None else frame[frame["model"] == model]
    if rows.empty:
        return rows
    a, b = pair or tuple(rows[["venue_a", "venue_b"]].iloc[0])
    return rows[(rows["venue_a"] == a) & (rows["venue_b"] == b)]


def _difference_trace(some: pd.DataFrame, y: list[int], *, colour: str, sure: bool) -> go.Scatter:
    difference, low, high = (100 * some[c].to_numpy(float) for c in ("difference", "low", "high"))
    columns = ["topic", "count_a", "n_a", "count_b", "n_b", "q"]
    return go.Scatter(
        x=difference,
        y=y,
        mode="markers",
        showlegend=False,
        text=[_difference_hover(r) for r in some.itertuples()],
        hovertemplate="%{text}<extra></extra>",
        customdata=some[columns].to_numpy(object).tolist(),
        opacity=1 if sure else PALE,
        marker={"size": 9, "color": colour if sure else "#ffffff", "line": {"width": 2, "color": colour}},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": high - difference,
            "arrayminus": difference - low,
            "color": colour,
            "thickness": 1.6,
            "width": 0,
        },
    )


def _difference_hover(row) -> str:
    sure = "robust" if row.robust else "may be chance"
    return (
        f"<b>{literal(row.label)}</b>"
        f"<br>{literal(row.venue_a)}: {row.count_a:,} of {row.n_a:,} ({percent(row.share_a)})"
        f"<br>{literal(row.venue_b)}: {row.count_b:,} of {row.n_b:,} ({percent(row.share_b)})"
        f"<br>difference {points(row.difference)} points, {points(row.low)} to {points(row.high)}"
        f"<br>q = {row.q:.2g}, {sure}"
    )


def _tick(text: str, robust: bool) -> str:
    return f"<b>{label(text)}</b>" if robust else label(text)


def _found(found: int, known: int, shown: int) -> str:
    few = f" The {shown} themes with the smallest p of {known}." if shown < known else ""
    return ("Filled and bold: robust." if found else "None of them is robust.") + few


def two_sides(fig: go.Figure, a: str, b: str, styles: dict) -> None:
    """Draw zero as a line, and over each side the venue it speaks for."""
    fig.add_vline(x=0, line={"width": 1, "color": MUTED}, layer="below")
    for venue, text, anchor, shift in ((b, f"← more at {b}", "right", -8), (a, f"more at {a} →", "left", 8)):
        fig.add_annotation(
            x=0,
            y=1,
            xref="x",
            yref="paper",
            text=f"<b>{literal(shorten(text, 30))}</b>",
            showarrow=False,
            xanchor=anchor,
            yanchor="bottom",
            xshift=shift,
            font={"color": styles[venue][0], "size": 13},
            name="side",
        )


def detectable_difference(comparison: pd.DataFrame, detectable: pd.DataFrame, *, model: str = "bertopic") -> go.Figure:
    """Each theme's difference against the least that these numbers of papers could have shown.

    ``detectable`` has the columns share (the smaller of the two venues') and least, both 0-1.
    """
    rows = pair_rows(comparison, model=model)
    known = detectable.dropna()
    if rows.empty:
        return empty("What could have been seen", "No comparison was made: it takes papers of two venues.")
    share = 100 * rows[["share_a", "share_b"]].min(axis=1).to_numpy(float)
    robust = rows["robust"].astype(bool).to_numpy()
    fig = go.Figure()
    if len(known):
        curve = {"x": 100 * known["share"].to_numpy(float), "y": 100 * known["least"].to_numpy(float)}
        fig.add_trace(
            go.Scatter(
                **curve,
                mode="lines",
                line={"color": MUTED, "width": 1.5, "dash": "dot"},
                name="least difference that could be shown",
                hoverinfo="skip",
            )
        )
    for sure, name, colour in ((True, "robust", INK), (False, "not sure", FAINT)):
        if (robust == sure).any():
            fig.add_trace(
                go.Scatter(
                    x=share[robust == sure],
                    y=100 * rows["difference"].abs().to_numpy(float)[robust == sure],
                    mode="markers",
                    name=name,
                    customdata=rows["topic"][robust == sure].tolist(),
                    marker={"size": 9, "color": colour, "line": {"width": 1, "color": MUTED}},
                    text=[_difference_hover(r) for r in rows[robust == sure].itertuples()],
                    hovertemplate="%{text}<extra></extra>",
                )
            )
    said = (
        "A theme below the dotted line is too small a difference for so few papers."
        if len(known)
        else "No difference, however large, could have been shown."
    )
    styled(fig, "What could have been seen", said, height=340, key=True)
    fig.update_traces(cliponaxis=False)
    fig.update_xaxes(
        title_text="share at the venue that has less of it, %", rangemode="nonnegative", ticklabelstandoff=6
    )
    fig.update_yaxes(title_text="difference, points", rangemode="nonnegative", automargin=True, ticklabelstandoff=8)
    return fig
