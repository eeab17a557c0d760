"""What sets each of several venues apart: themes by venues at a glance."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .similarity import leaf_order
from .theme import INK, empty, label, literal, percent, styled

ROW = 25
STRONGEST = 3.0  # log2 of the odds: eight times is as strong as a colour gets
PALE = 0.25  # of the colour of what may be chance
LESS, MORE = "#dcc29a", "#3f9b92"  # told apart by the colour-blind, and no venue's own colour
MANY = 8  # columns; with more the venues' names stand aslant, and a narrow screen does without the numbers
SIZE = 11.5


def venue_profiles(rest: pd.DataFrame | None, *, model: str = "bertopic", top: int = 25, level: float = 0.05) -> go.Figure:
    """Per theme and venue the share of the venue's papers, coloured by its odds against all other venues together.

    Parameters
    ----------
    rest
        ``one_against_rest`` of a result. Rows and columns that are alike stand side by side.
    top
        At most so many topics, those with the smallest p at any venue.
    """
    title = "What sets each venue apart" + ", by area" * (model == "areas")
    rows = None if rest is None else rest[rest["model"] == model]
    if rows is None or rows.empty:
        return empty(title, "It takes papers of at least three venues, and a theme.")
    chosen = rows.groupby("topic")["p"].min().sort_values(kind="stable").index[:top]
    known, rows = rows["topic"].nunique(), rows[rows["topic"].isin(chosen)]
    wide = {name: rows.pivot(index="topic", columns="venue_a", values=name) for name in ("odds_ratio", "share_a", "q", "robust")}
    ratio = np.log2(wide["odds_ratio"]).clip(-STRONGEST, STRONGEST)
    order, across = (_alike(ratio.to_numpy()), _alike(ratio.to_numpy().T))
    ratio, share, q, robust = (frame.iloc[order, across] for frame in (ratio, *(wide[n] for n in ("share_a", "q", "robust"))))
    names = rows.drop_duplicates("topic").set_index("topic")["label"]
    said = [[_cell(share.iat[i, j], robust.iat[i, j]) for j in range(len(across))] for i in range(len(order))]
    by_cell = {(r.topic, r.venue_a): _hover(r, level) for r in rows.itertuples()}
    fig = go.Figure(
        go.Heatmap(
            z=(ratio * np.where(q < level, 1.0, PALE)).to_numpy(),
            x=list(range(len(across))),
            y=list(range(len(order))),
            zmin=-STRONGEST,
            zmax=STRONGEST,
            colorscale=[[0, LESS], [0.5, "#ffffff"], [1, MORE]],
            showscale=False,
            text=said,
            texttemplate=None if len(across) > MANY else "%{text}",
            textfont={"size": SIZE, "color": INK},
            customdata=[[by_cell[t, v] for v in share.columns] for t in share.index],
            hovertemplate="%{customdata}<extra></extra>",
            xgap=2,
            ygap=2,
        )
    )
    for word, colour in (("more than at all other venues", MORE), ("less than there", LESS)):
        fig.add_trace(
            go.Scatter(x=[None], y=[None], mode="markers", name=word, marker={"symbol": "square", "size": 11, "color": colour})
        )
    few = f" The {len(order)} themes with the smallest p of {known}." if len(order) < known else ""
    styled(
        fig,
        title,
        f"Per cent of a venue's papers in each theme; pale may be chance, bold is robust.{few}",
        height=ROW * len(order),
        key=True,
    )
    slant = len(across) > MANY
    if slant:
        cells = [(i, j, text) for i, line in enumerate(said) for j, text in enumerate(line) if text]
        fig.layout.annotations = [
            {"x": j, "y": i, "text": text, "showarrow": False, "font": {"size": SIZE}, "name": "wide"} for i, j, text in cells
        ]
    room = 52 if slant else 24  # the venues' names stand above the cells, the key above them
    fig.update_layout(margin={"t": fig.layout.margin.t + room, "b": 16}, height=fig.layout.height + room - 28)
    fig.update_layout(legend={"y": 1 + room / (ROW * len(order))})
    fig.update_xaxes(
        side="top",
        tickvals=list(range(len(across))),
        ticktext=[label(v, 16) for v in share.columns],
        tickangle=-45 if slant else 0,
        range=[-0.5, len(across) - 0.5 + 0.8 * slant],  # room for the last slanted name
        showgrid=False,
    )
    fig.update_yaxes(
        tickvals=list(range(len(order))),
        ticktext=[label(names[t], 40) for t in share.index],
        range=[len(order) - 0.5, -0.5],
        showgrid=False,
        automargin=True,
        ticklabelstandoff=6,
    )
    return fig


def _alike(profiles: np.ndarray) -> list[int]:
    """An order of the rows in which those that are alike are neighbours."""
    distance = np.linalg.norm(profiles[:, None] - profiles[None], axis=2)
    return leaf_order(1 - distance / max(distance.max(), 1e-12))


def _cell(share: float, robust: bool) -> str:
    if not share:
        return ""
    text = f"{100 * share:.{0 if share >= 0.0995 else 1}f}"
    return f"<b>{text}</b>" if robust else text


def _hover(row, level: float) -> str:
    sure = "robust" if row.robust else "found, but not robust" if row.q < level else "may be chance"
    return (
        f"<b>{literal(row.label)}</b>"
        f"<br>{literal(row.venue_a)}: {row.count_a:,} of {row.n_a:,} ({percent(row.share_a)})"
        f"<br>{literal(row.venue_b)}: {row.count_b:,} of {row.n_b:,} ({percent(row.share_b)})"
        f"<br>q = {row.q:.2g}, {sure}"
    )
