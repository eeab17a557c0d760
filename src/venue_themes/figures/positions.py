"""Venues in theme space, and their paths over the years."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .maps import leading
from .places import place_labels, text_size
from .theme import FAINT, MUTED, darker, empty, label, literal, percent, shorten, styled, venue_styles

FRAME = (940, 540)  # pixels of the plot area that labels are placed for
FONT = 12.5
MANY = 8  # venues from which only the last point of each has a disc


def venue_positions(positions: pd.DataFrame | None, *, paths: bool = True, level: float = 0.05) -> go.Figure:
    """Venues where their themes put them, with their paths over the years; a disc is what chance alone may move.

    Parameters
    ----------
    positions
        ``venue_positions`` of a result.
    paths
        The years of each venue, joined, where there are any; else each venue as a whole.
    level
        The error level that the discs were made for.
    """
    title = "The venues by their themes"
    if positions is None or positions.empty:
        return empty(title, "It takes three venues, or years of a venue, with enough papers.")
    dated = positions[positions["year"].notna()].sort_values(["venue", "year"], kind="stable")
    alone = positions[~positions["venue"].isin(dated["venue"])]
    shown = pd.concat([dated, alone]) if paths else positions[positions["year"].isna()]
    steps = shown.groupby("venue", sort=True)
    last, first = steps.tail(1), steps.head(1)
    ends = pd.concat([last, first[~first.index.isin(last.index)]])
    styles = venue_styles(positions["venue"], repeat=True)
    fig = go.Figure([_path(venue, path, styles[venue][0]) for venue, path in steps])
    for row in (ends if len(last) < MANY else last).itertuples():
        _disc(fig, row, styles[row.venue][0])
    walk = "Lines join a venue's years. " if shown["year"].notna().any() else ""
    said = f"Near means alike in themes. {walk}Chance may move a point within its disc ({100 * (1 - level):g} %)."
    styled(fig, title, said, height=FRAME[1])
    span = _span(shown, ends)
    _label(fig, shown, ends, styles, span)
    one = positions.iloc[0]
    fig.update_xaxes(range=span[:2], title_text=_axis(one["left"], one["right"], one["explained_x"], one["beyond_x"]))
    fig.update_yaxes(
        range=span[2:], scaleanchor="x", title_text=_axis(one["below"], one["above"], one["explained_y"], one["beyond_y"])
    )
    fig.update_layout(margin={"l": 44, "b": 44})
    fig.for_each_xaxis(_bare)
    fig.for_each_yaxis(_bare)
    return fig


def _path(venue: str, path: pd.DataFrame, colour: str) -> go.Scatter:
    when = ["" if pd.isna(year) else f" {int(year)}" for year in path["year"]]
    sizes = [5.0] * (len(path) - 1) + [10.0]
    return go.Scatter(
        x=path["x"].tolist(),
        y=path["y"].tolist(),
        mode="lines+markers",
        showlegend=False,
        line={"color": colour, "width": 1.6},
        marker={"color": colour, "size": sizes, "opacity": 1},
        text=[f"<b>{literal(venue)}{y}</b><br>{n:,} papers" for y, n in zip(when, path["n"], strict=True)],
        hovertemplate="%{text}<extra></extra>",
    )


def _disc(fig: go.Figure, row, colour: str) -> None:
    fig.add_shape(
        type="circle",
        x0=row.x - row.radius,
        x1=row.x + row.radius,
        y0=row.y - row.radius,
        y1=row.y + row.radius,
        fillcolor=colour,
        opacity=0.07,
        line={"width": 0},
        layer="below",
    )


def _span(shown: pd.DataFrame, ends: pd.DataFrame) -> list[float]:
    """Left, right, bottom and top around points and discs, in the proportions of the frame, so that distances are true."""
    reach = []
    for axis in ("x", "y"):
        edges = [*shown[axis], *(ends[axis] - ends["radius"]), *(ends[axis] + ends["radius"])]
        reach.append((min(edges), max(edges)))
    per_pixel = max((high - low) / size for (low, high), size in zip(reach, FRAME, strict=True)) * 1.08 or 1 / FRAME[0]
    return [
        float((low + high) / 2 + side * per_pixel * size / 2)
        for (low, high), size in zip(reach, FRAME, strict=True)
        for side in (-1, 1)
    ]


def _label(fig: go.Figure, shown: pd.DataFrame, ends: pd.DataFrame, styles: dict, span: list[float]) -> None:
    """The venue at its last point, the year alone at its first."""
    named = ~ends["venue"].duplicated()  # the last points come first
    years = ["" if pd.isna(year) else str(int(year)) for year in ends["year"]]
    texts = [f"{shorten(v, 24)} {y}".strip() if n else y for v, y, n in zip(ends["venue"], years, named, strict=True)]
    fonts = [FONT if n else FONT - 1.5 for n in named]
    sizes = np.array([text_size([t], f) for t, f in zip(texts, fonts, strict=True)])
    places = place_labels(ends[["x", "y"]].to_numpy(), sizes, span=tuple(span), frame=FRAME, avoid=_trodden(shown))
    for place in places:
        text, is_name, colour = literal(texts[place.row]), named.iloc[place.row], styles[ends["venue"].iloc[place.row]][0]
        fig.add_annotation(
            x=place.x,
            y=place.y,
            text=f"<b>{text}</b>" if is_name else text,
            showarrow=False,
            name="label",
            font={"size": fonts[place.row], "color": darker(colour) if is_name else MUTED},
        )


def _trodden(shown: pd.DataFrame) -> np.ndarray:
    """Points along all paths, ``(n, 2)``, for labels to keep off."""
    walks = [np.repeat(shown[["x", "y"]].to_numpy(float), 12, axis=0)]  # to hide a point is worse than to cross a line
    for _, path in shown.groupby("venue", sort=True):
        at = np.linspace(0, len(path) - 1, 1 + 12 * (len(path) - 1))
        walks.append(np.column_stack([np.interp(at, np.arange(len(path)), path[axis].to_numpy(float)) for axis in ("x", "y")]))
    return np.vstack(walks)


def _axis(low: str, high: str, explained: float, beyond: bool) -> str:
    sides = [f"← {label(leading(low), 28)}" if low else "", f"{label(leading(high), 28)} →" if high else ""]
    return f"   ({percent(explained, 0)} of the spread{', may be chance' * (not beyond)})   ".join(sides).strip()


def _bare(axis) -> None:
    axis.update(showgrid=False, showticklabels=False, zeroline=True, zerolinecolor=FAINT, zerolinewidth=1)
