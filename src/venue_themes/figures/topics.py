"""What the topics are, how large, how alike, and how they nest."""

import pandas as pd
import plotly.graph_objects as go

from .theme import (
    FAINT,
    INK,
    MUTED,
    NO_THEME,
    THEME_COLOURS,
    cycle,
    empty,
    label,
    literal,
    percent,
    styled,
    told_apart,
    venue_styles,
)

ROW = 25  # pixels a row of a list-like figure
ROOM = 2.6  # width of the figure in longest bars: what is right of a bar is for the terms


def topic_sizes(
    topics: pd.DataFrame, assignments: pd.DataFrame, papers: pd.DataFrame, *, model: str = "bertopic", top: int = 40
) -> go.Figure:
    """A bar a topic, parted by venue, the largest first, with its terms beside it.

    At most ``top`` topics are drawn; the subtitle says how many there are.
    """
    counts = venue_counts(assignments, papers, model=model)
    names = topics[topics["model"] == model].set_index("topic")
    order = [t for t in counts.sum(axis=1).sort_values(ascending=False, kind="stable").index if t >= 0][:top]
    if not order:
        return empty("Size of the themes", "There is no theme to draw.")
    rows = list(range(len(order)))
    fig = go.Figure()
    for venue, (colour, _) in venue_styles(counts.columns).items():
        n, total = counts.loc[order, venue], int(counts[venue].sum())
        hover = [
            f"<b>{literal(names['label'][t])}</b><br>{literal(venue)}: {k:,} of {total:,} papers, {percent(k / total)}"
            for t, k in n.items()
        ]
        fig.add_trace(
            go.Bar(
                x=n.to_numpy(),
                y=rows,
                orientation="h",
                name=literal(f"{venue} ({total:,})"),
                marker_color=colour,
                text=hover,
                textposition="none",
                hovertemplate="%{text}<extra></extra>",
            )
        )
    longest = int(counts.loc[order].sum(axis=1).max())
    _terms_beside(fig, [counts.loc[t].sum() for t in order], [names["terms"][t] for t in order], width=longest)
    none = int(counts.loc[-1].sum()) if -1 in counts.index else 0
    key = told_apart(counts.columns)
    styled(fig, "Size of the themes", _size_subtitle(len(order), len(names), none), height=ROW * len(order), key=key)
    if not key:
        fig.update_layout(showlegend=False)
    fig.update_layout(
        barmode="stack",
        bargap=0.35,
        legend={"traceorder": "normal"},
        meta={"narrow": {"xaxis.range": [0, longest * 1.05]}},
    )
    fig.update_yaxes(
        tickvals=rows,
        ticktext=[label(names["label"][t]) for t in order],
        autorange="reversed",
        showgrid=False,
        automargin=True,
        ticklabelstandoff=6,
    )
    fig.update_xaxes(title_text="papers", range=[0, longest * ROOM], tickvals=_round_ticks(longest))
    return fig


def venue_counts(assignments: pd.DataFrame, papers: pd.DataFrame, *, model: str) -> pd.DataFrame:
    """Papers by topic (rows, -1 among them when it occurs) and venue (columns)."""
    mine = assignments.loc[assignments["model"] == model, ["paper_id", "topic"]]
    venue = papers.set_index(papers["paper_id"].astype(str))["venue"].fillna("unknown").astype(str)
    return pd.crosstab(mine["topic"].to_numpy(), mine["paper_id"].astype(str).map(venue).to_numpy())


def _terms_beside(fig: go.Figure, ends: list, terms: list, *, width: int) -> None:
    for row, (end, words) in enumerate(zip(ends, terms, strict=True)):
        fig.add_annotation(
            x=end + 0.02 * width,
            y=row,
            text=label(", ".join(words), int(96 * (1 - end / (ROOM * width)))),
            showarrow=False,
            xanchor="left",
            font={"size": 11.5, "color": MUTED},
            name="wide",
        )


def _round_ticks(longest: int) -> list[int]:
    step = next(s * 10**p for p in range(9) for s in (1, 2, 5) if s * 10**p * 4 >= longest)
    return list(range(0, longest + 1, step))


def _size_subtitle(shown: int, known: int, none: int) -> str:
    first = f"The {shown} largest of {known} themes" if shown < known else "Papers per theme"
    return f"{first}, with the terms that set each apart." + (f" {none:,} papers are in no theme." if none else "")


def topic_tree(topics: pd.DataFrame, *, model: str = "bertopic", parents: str = "areas") -> go.Figure:
    """The themes within their areas; the size of a tile is the number of papers."""
    leaves, areas = topics[topics["model"] == model], topics[topics["model"] == parents]
    if leaves.empty or areas.empty:
        return empty("Themes within areas", "This collection is small enough to do without areas.")
    colours = dict(zip(sorted(areas["topic"]), cycle(THEME_COLOURS, len(areas)), strict=True))
    parent = [f"a{int(p)}" if pd.notna(p) else "" for p in leaves["parent"]]
    held = leaves.groupby(leaves["parent"].astype("float"))["size"].sum()
    areas = areas[areas["topic"].isin(held.index)]
    fig = go.Figure(
        go.Treemap(
            ids=[*(f"a{t}" for t in areas["topic"]), *(f"t{t}" for t in leaves["topic"])],
            labels=[literal(x) for x in [*areas["label"], *leaves["label"]]],
            parents=["" for _ in range(len(areas))] + parent,
            values=[*(int(held[t]) for t in areas["topic"]), *leaves["size"]],
            branchvalues="total",
            tiling={"pad": 2},
            pathbar={"visible": False},
            marker={
                "colors": [
                    *(colours[t] for t in areas["topic"]),
                    *(colours.get(p, NO_THEME) for p in leaves["parent"]),
                ],
                "line": {"width": 1, "color": "#ffffff"},
            },
            hovertemplate="<b>%{label}</b><br>%{value:,} papers<extra></extra>",
            textfont={"size": 12, "color": "#ffffff"},
            root={"color": FAINT},
        )
    )
    styled(
        fig, "Themes within areas", "The size of a tile is the number of papers; click an area to enter it.", height=480
    )
    fig.update_layout(margin={"l": 8, "r": 8, "b": 8}, uniformtext={"minsize": 10, "mode": "hide"})
    return fig


def topic_stability(topics: pd.DataFrame, *, model: str = "bertopic", needed: float = 0.6) -> go.Figure:
    """How surely each theme is found again when the analysis is repeated, the surest first."""
    mine = topics[(topics["model"] == model) & topics["stability"].notna()].sort_values(
        ["stability", "topic"], ascending=[False, True]
    )
    if mine.empty:
        return empty("Stability of the themes", "The themes were not refitted, so their stability is not known.")
    rows = list(range(len(mine)))
    fig = go.Figure(
        go.Scatter(
            x=mine["stability"].to_numpy(float),
            y=rows,
            mode="markers",
            showlegend=False,
            hovertemplate="%{text}<extra></extra>",
            text=[
                f"<b>{literal(n)}</b><br>{k:,} papers, stability {s:.2f}"
                for n, k, s in zip(mine["label"], mine["size"], mine["stability"], strict=True)
            ],
            marker={"size": 10, "color": [INK if s >= needed else NO_THEME for s in mine["stability"]]},
        )
    )
    sure = int((mine["stability"] >= needed).sum())
    styled(
        fig,
        "Stability of the themes",
        f"Overlap with the best match in refits, on average; {sure} of {len(mine)} reach {needed:g}.",
        height=22 * len(mine),
    )
    fig.add_vline(x=needed, line={"width": 1, "dash": "dot", "color": MUTED})
    fig.update_yaxes(
        tickvals=rows,
        ticktext=[label(x) for x in mine["label"]],
        autorange="reversed",
        automargin=True,
        ticklabelstandoff=6,
    )
    fig.update_xaxes(range=[0, 1.03], tickformat=".1f", title_text="mean best Jaccard overlap")
    return fig
