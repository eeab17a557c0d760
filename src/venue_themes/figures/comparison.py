"""Where the venues differ: in themes, and in words."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .places import place_labels, text_size
from .theme import FAINT, INK, MUTED, empty, label, literal, percent, points, shorten, styled, venue_styles

ROW = 24
PALE = 0.45  # opacity of a difference that may be chance


def topic_differences(
    comparison: pd.DataFrame, *, model: str = "bertopic", pair: tuple[str, str] | None = None, top: int = 60
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
    """
    rows = pair_rows(comparison, model=model, pair=pair)
    if rows.empty:
        return empty(
            "Where the venues differ", "No comparison was made: it takes papers of two venues and at least one theme."
        )
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
        f"Share at {a} (n = {int(rows['n_a'].iloc[0]):,}) minus share at {b} (n = {int(rows['n_b'].iloc[0]):,}); 95 % intervals. "
        + _found(found, len(rows), len(shown))
    )
    styled(fig, "Where the venues differ", subtitle, height=ROW * len(shown), key=True)
    _two_sides(fig, a, b, styles)
    fig.update_yaxes(
        tickvals=list(range(len(shown))),
        ticktext=[_tick(r.label, r.robust) for r in shown.itertuples()],
        range=[len(shown) - 0.4, -0.6],
        automargin=True,
        ticklabelstandoff=6,
    )
    fig.update_xaxes(title_text="percentage points", tickformat="+~g")
    return fig


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
        f"<b>{literal(row.label)}</b><br>{literal(row.venue_a)}: {row.count_a:,} of {row.n_a:,} ({percent(row.share_a)})"
        f"<br>{literal(row.venue_b)}: {row.count_b:,} of {row.n_b:,} ({percent(row.share_b)})"
        f"<br>difference {points(row.difference)} points, {points(row.low)} to {points(row.high)}<br>q = {row.q:.2g}, {sure}"
    )


def _tick(text: str, robust: bool) -> str:
    return f"<b>{label(text)}</b>" if robust else label(text)


def _found(found: int, known: int, shown: int) -> str:
    few = f" The {shown} themes with the smallest p of {known}." if shown < known else ""
    return ("Filled and bold: robust." if found else "None of them is robust.") + few


def _two_sides(fig: go.Figure, a: str, b: str, styles: dict) -> None:
    """Zero as a line, and over each side the venue it speaks for."""
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


def term_log_odds(term_comparison: pd.DataFrame, *, pair: tuple[str, str] | None = None, top: int = 18) -> go.Figure:
    """The ``top`` words that speak most for each venue, by the z of their log-odds; a point's ``customdata`` is the term."""
    rows = pair_rows(term_comparison, pair=pair)
    if rows.empty:
        return empty("The words that tell the venues apart", "No comparison was made: it takes papers of two venues.")
    a, b = str(rows["venue_a"].iloc[0]), str(rows["venue_b"].iloc[0])
    styles = venue_styles([a, b])
    rows = rows.sort_values(["z", "term"], ascending=[False, True])
    best = {a: rows[rows["z"] > 0].head(top), b: rows[rows["z"] < 0].tail(top).iloc[::-1]}
    fig = go.Figure()
    for venue, some in best.items():
        sign = 1 if venue == a else -1
        fig.add_trace(
            go.Bar(
                x=some["z"].to_numpy(float),
                y=list(range(len(some))),
                orientation="h",
                width=0.12,
                marker_color=styles[venue][0],
                opacity=0.5,
                showlegend=False,
                hoverinfo="skip",
            )
        )
        fig.add_trace(
            go.Scatter(
                x=some["z"].to_numpy(float),
                y=list(range(len(some))),
                mode="markers+text",
                showlegend=False,
                text=[f" {label(t, 26)} " for t in some["term"]],
                textposition="middle right" if sign > 0 else "middle left",
                textfont={"size": 12.5},
                cliponaxis=False,
                marker={"size": 8, "color": styles[venue][0]},
                customdata=some["term"].tolist(),
                hovertext=[_term_hover(r) for r in some.itertuples()],
                hovertemplate="%{hovertext}<extra></extra>",
            )
        )
    reach = 1.75 * max([1.0, *(float(s["z"].abs().max()) for s in best.values() if len(s))])
    styled(
        fig,
        "The words that tell the venues apart",
        "Log-odds with an informative Dirichlet prior, in standard deviations (Monroe et al. 2008). Descriptive: words of one paper come together.",
        height=22 * max(map(len, best.values())),
        key=True,
    )
    _two_sides(fig, a, b, styles)
    fig.update_layout(barmode="overlay")
    fig.update_yaxes(visible=False, range=[max(map(len, best.values())) - 0.4, -0.6])
    fig.update_xaxes(range=[-reach, reach], title_text="z of the log-odds", tickformat="+~g")
    return fig


def _term_hover(row) -> str:
    return (
        f"<b>{literal(row.term)}</b><br>in {row.papers_a:,} papers of {literal(row.venue_a)}, {row.papers_b:,} of {literal(row.venue_b)}"
        f"<br>log-odds {row.log_odds:+.2f}, z {row.z:+.1f}"
    ).replace("-", "−")


def term_scatter(term_comparison: pd.DataFrame, *, pair: tuple[str, str] | None = None, named: int = 24) -> go.Figure:
    """Every term by the papers that use it at either venue, on log axes; the most telling ones by name."""
    rows = pair_rows(term_comparison, pair=pair)
    if rows.empty:
        return empty("Words at both venues", "No comparison was made: it takes papers of two venues.")
    a, b = str(rows["venue_a"].iloc[0]), str(rows["venue_b"].iloc[0])
    styles = venue_styles([a, b])
    rows = rows.sort_values("z", key=np.abs, ascending=False, kind="stable").head(3000)
    x, y = rows["papers_b"].to_numpy(float) + 0.5, rows["papers_a"].to_numpy(float) + 0.5
    strength = np.clip(rows["z"].to_numpy(float) / max(4.0, float(rows["z"].abs().quantile(0.98))), -1, 1)
    fig = go.Figure(
        go.Scatter(
            x=x,
            y=y,
            mode="markers",
            showlegend=False,
            customdata=rows["term"].tolist(),
            hovertext=[_term_hover(r) for r in rows.itertuples()],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={
                "size": 6,
                "opacity": 0.75,
                "color": strength,
                "cmin": -1,
                "cmax": 1,
                "colorscale": [[0, styles[b][0]], [0.5, "#d5dae0"], [1, styles[a][0]]],
            },
        )
    )
    _name_terms(
        fig,
        rows.head(3 * named),
        x[: 3 * named],
        y[: 3 * named],
        named=named,
        limits=(0.4, 1.4 * max(x.max(), y.max())),
    )
    styled(
        fig,
        "Words at both venues",
        f"Papers that use a word; above the line it is more frequent at {a}, below at {b} (same scale).",
        height=540,
    )
    limits = [np.log10(0.4), np.log10(1.4 * max(x.max(), y.max()))]
    fig.update_xaxes(type="log", range=limits, title_text=literal(f"papers at {b}"), dtick=1)
    fig.update_yaxes(type="log", range=limits, title_text=literal(f"papers at {a}"), dtick=1, automargin=True)
    fig.add_shape(
        type="line",
        x0=0.5,
        y0=0.5,
        x1=10 ** limits[1],
        y1=10 ** limits[1],
        line={"width": 1, "color": FAINT},
        layer="below",
    )
    return fig


def _name_terms(
    fig: go.Figure, rows: pd.DataFrame, x: np.ndarray, y: np.ndarray, *, named: int, limits: tuple[float, float]
) -> None:
    low, high = np.log10(limits)
    sizes = np.array([text_size([shorten(t, 24)], 11.5) for t in rows["term"]])
    places = place_labels(
        np.column_stack([np.log10(x), np.log10(y)]), sizes, span=(low, high, low, high), frame=(860, 520)
    )
    for place in places[:named]:
        fig.add_annotation(
            x=place.x,
            y=place.y,
            text=label(rows["term"].iloc[place.row], 24),
            showarrow=False,
            font={"size": 11.5, "color": INK},
            name="label",
            bgcolor="rgba(255,255,255,0.6)",
            captureevents=False,
        )
