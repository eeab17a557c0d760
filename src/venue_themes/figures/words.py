"""Where the venues differ in their words."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .comparison import pair_rows, two_sides
from .places import place_labels, text_size
from .theme import FAINT, INK, empty, label, literal, shorten, styled, venue_styles


def term_log_odds(term_comparison: pd.DataFrame, *, pair: tuple[str, str] | None = None, top: int = 18) -> go.Figure:
    """The ``top`` words that speak most for each venue, by the z of their log-odds.

    A point's ``customdata`` is the term.
    """
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
        "Log-odds with an informative Dirichlet prior, in standard deviations (Monroe et al. 2008). "
        "Descriptive: words of one paper come together.",
        height=22 * max(map(len, best.values())),
        key=True,
    )
    two_sides(fig, a, b, styles)
    fig.update_layout(barmode="overlay", meta={"narrow": {"xaxis.range": [-1.8 * reach, 1.8 * reach]}})
    fig.update_yaxes(visible=False, range=[max(map(len, best.values())) - 0.4, -0.6])
    fig.update_xaxes(range=[-reach, reach], title_text="z of the log-odds", tickformat="+~g")
    return fig


def _term_hover(row) -> str:
    return (
        f"<b>{literal(row.term)}</b>"
        f"<br>in {row.papers_a:,} papers of {literal(row.venue_a)}, {row.papers_b:,} of {literal(row.venue_b)}"
        f"<br>log-odds {row.log_odds:+.2f}, z {row.z:+.1f}"
    ).replace("-", "−")


def term_scatter(term_comparison: pd.DataFrame, *, pair: tuple[str, str] | None = None, named: int = 24) -> go.Figure:
    """The 1,200 most telling terms by the papers that use them at either venue, on log axes; some by name."""
    rows = pair_rows(term_comparison, pair=pair)
    if rows.empty:
        return empty("Words at both venues", "No comparison was made: it takes papers of two venues.")
    a, b = str(rows["venue_a"].iloc[0]), str(rows["venue_b"].iloc[0])
    styles = venue_styles([a, b])
    rows = rows.sort_values("z", key=np.abs, ascending=False, kind="stable").head(1200)
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
    at = np.column_stack([np.log10(x), np.log10(y)])
    places = place_labels(at, sizes, span=(low, high, low, high), frame=(860, 520), avoid=at)
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
