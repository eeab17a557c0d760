"""The comparison from other sides: held equal, counted otherwise, laid over each other, on the map."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .theme import FAINT, INK, MUTED, empty, label, literal, percent, points, styled, venue_styles

ROW = 24
STRONGEST = 3.0  # log2: eight times as dense is as strong as a colour gets
PALE = 0.3  # of the colour of what may be chance
STATUS = {"shared": "shared", "more here": "more here", "only here": "only here"}


def adjusted_differences(adjusted: pd.DataFrame | None, *, top: int = 25) -> go.Figure:
    """Each theme's difference raw (ring) and with the confounders held equal (dot with its interval).

    Themes with the largest raw difference come first.
    """
    title = "Raw and adjusted differences"
    if adjusted is None or adjusted.empty:
        return empty(title, "Nothing could be held equal between the venues.")
    a, b = str(adjusted["venue_a"].iloc[0]), str(adjusted["venue_b"].iloc[0])
    rows = adjusted.assign(size=adjusted["difference"].abs()).sort_values(["size", "topic"], ascending=[False, True]).head(top)
    rows = rows.sort_values(["difference", "topic"], ascending=[False, True])
    y = list(range(len(rows)))
    fig = go.Figure()
    fig.add_trace(
        go.Scatter(
            x=100 * rows["adjusted"],
            y=y,
            mode="markers",
            name="adjusted",
            marker={"color": INK, "size": 8},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": 100 * (rows["high"] - rows["adjusted"]),
                "arrayminus": 100 * (rows["adjusted"] - rows["low"]),
                "color": MUTED,
                "thickness": 1.2,
                "width": 0,
            },
            hovertext=[
                f"{label(r.label)}<br>raw {points(r.difference)}, adjusted {points(r.adjusted)}: {literal(r.conclusion)}"
                for r in rows.itertuples()
            ],
            hoverinfo="text",
        )
    )
    fig.add_trace(
        go.Scatter(
            x=100 * rows["difference"],
            y=y,
            mode="markers",
            name="raw",
            hoverinfo="skip",
            marker={"color": "rgba(0,0,0,0)", "size": 10, "line": {"color": MUTED, "width": 1.4}},
        )
    )
    styled(
        fig,
        title,
        f"Share at {a} minus share at {b}; dots with the confounders held equal, rings as counted.",
        height=ROW * len(rows),
        key=True,
    )
    fig.update_yaxes(
        tickvals=y, ticktext=[label(t, 40) for t in rows["label"]], range=[len(rows) - 0.4, -0.6], showgrid=False, automargin=True
    )
    fig.update_xaxes(title={"text": "percentage points"})
    fig.add_vline(x=0, line={"color": FAINT, "width": 1.5})
    return fig


def counting_views(counting: pd.DataFrame | None, *, top: int = 15) -> go.Figure:
    """The largest differences under every way of counting papers; a theme whose marks part needs the counting."""
    title = "The same differences, counted in other ways"
    if counting is None or counting.empty:
        return empty(title, "No comparison was made: it takes papers of two venues.")
    views = list(dict.fromkeys(counting["view"]))
    size = counting[counting["view"] == views[0]].set_index("topic")["difference"]
    chosen = size.reindex(size.abs().sort_values(ascending=False).index[:top]).sort_values(ascending=False).index
    names = counting.drop_duplicates("topic").set_index("topic")["label"]
    symbols = ("circle", "diamond-open", "cross-thin-open", "square-open", "x-thin-open", "triangle-up-open")
    fig = go.Figure()
    for view, symbol in zip(views, symbols, strict=False):
        rows = counting[counting["view"] == view].set_index("topic").reindex(chosen)
        fig.add_trace(
            go.Scatter(
                x=100 * rows["difference"],
                y=list(range(len(chosen))),
                mode="markers",
                name=literal(view),
                marker={"symbol": symbol, "size": 9, "color": INK if symbol == "circle" else MUTED, "line": {"width": 1.4}},
                hovertext=[f"{label(names[t])}<br>{literal(view)}: {points(d)}" for t, d in rows["difference"].items()],
                hoverinfo="text",
            )
        )
    styled(
        fig,
        title,
        "Difference in share, percentage points. Marks that lie together need no one way of counting.",
        height=ROW * len(chosen),
        key=True,
    )
    fig.update_yaxes(
        tickvals=list(range(len(chosen))),
        ticktext=[label(names[t], 40) for t in chosen],
        range=[len(chosen) - 0.4, -0.6],
        showgrid=True,
        automargin=True,
    )
    fig.add_vline(x=0, line={"color": FAINT, "width": 1.5})
    return fig


def density_ratio(density: pd.DataFrame | None, venues: tuple[str, str]) -> go.Figure:
    """Where on the map either venue is denser than the other; cells beyond the permutation band are in full colour."""
    title = "Where one venue is dense and the other is not"
    if density is None or density.empty:
        return empty(title, "It takes papers of two venues.")
    styles = venue_styles(venues)
    shown = density["log_ratio"].clip(-STRONGEST, STRONGEST) * np.where(density["beyond"].astype(bool), 1.0, PALE)
    grid = density.assign(shown=shown).pivot(index="y", columns="x", values="shown")
    said = [
        f"{literal(venues[0] if r.log_ratio > 0 else venues[1])}, {2 ** abs(r.log_ratio):.1f} times as dense"
        + ("" if r.beyond else "; may be chance")
        for r in density.itertuples()
    ]
    hover = density.assign(said=said).pivot(index="y", columns="x", values="said").fillna("")
    fig = go.Figure(
        go.Heatmap(
            x=grid.columns,
            y=grid.index,
            z=grid.to_numpy(),
            zmin=-STRONGEST,
            zmax=STRONGEST,
            showscale=False,
            colorscale=[[0, styles[venues[1]][0]], [0.5, "#ffffff"], [1, styles[venues[0]][0]]],
            text=hover.to_numpy(),
            hoverinfo="text",
            hoverongaps=False,
        )
    )
    for venue in venues:  # names the colours; a heat map has no legend of its own
        fig.add_trace(
            go.Scatter(
                x=[None],
                y=[None],
                mode="markers",
                name=literal(f"more at {venue}"),
                marker={"symbol": "square", "size": 11, "color": styles[venue][0]},
            )
        )
    width = 560
    n_beyond = int(density["beyond"].sum())
    styled(
        fig,
        title,
        f"{n_beyond} of {len(density)} cells are beyond what permuted venues reach anywhere on the map; the rest is pale.",
        height=width,
        key=True,
    )
    fig.update_xaxes(visible=False)
    fig.update_yaxes(visible=False)
    return fig


def theme_flows(
    flows: pd.DataFrame | None, alignment: pd.DataFrame | None, venues: tuple[str, str], *, top: int = 30
) -> go.Figure:
    """One model per venue, laid over each other: bands join themes that are one within the limit of random halves.

    ``top`` bands at most, the widest; themes without a partner stand alone in the table beside it.
    """
    title = "One model per venue, laid over each other"
    if flows is None or flows.empty or alignment is None or alignment.empty:
        return empty(title, "It takes enough papers at both venues for a model of each.")
    styles = venue_styles(venues)
    rows = flows.sort_values(["mass", "topic_a", "topic_b"], ascending=[False, True, True]).head(top)
    left, right = (list(dict.fromkeys(rows[name])) for name in ("topic_a", "topic_b"))
    names = [dict(zip(rows[f"topic_{s}"], rows[f"label_{s}"], strict=True)) for s in "ab"]
    fig = go.Figure(
        go.Sankey(
            arrangement="snap",
            node={
                "label": [label(names[0][t], 34) for t in left] + [label(names[1][t], 34) for t in right],
                "color": [styles[venues[0]][0]] * len(left) + [styles[venues[1]][0]] * len(right),
                "pad": 9,
                "thickness": 12,
                "line": {"width": 0},
            },
            link={
                "source": [left.index(t) for t in rows["topic_a"]],
                "target": [len(left) + right.index(t) for t in rows["topic_b"]],
                "value": rows["mass"].tolist(),
                "color": "rgba(120,130,145,0.28)",
                "customdata": [percent(m) for m in rows["mass"]],
                "hovertemplate": "%{customdata} of the papers<extra></extra>",
            },
        )
    )
    counts = alignment["status"].value_counts()
    said = ", ".join(f"{counts[s]} {STATUS[s]}" for s in STATUS if s in counts)
    styled(
        fig,
        title,
        f"{venues[0]} on the left, {venues[1]} on the right. Themes of both venues: {said}.",
        height=22 * max(len(left), len(right)) + 60,
    )
    return fig
