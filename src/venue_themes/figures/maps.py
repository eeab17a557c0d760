"""The map of the papers: one point a paper, near means similar."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .places import place_labels, text_size
from .theme import (
    INK,
    MUTED,
    NO_THEME,
    THEME_COLOURS,
    cycle,
    darker,
    empty,
    literal,
    shorten,
    styled,
    told_apart,
    venue_styles,
    wrapped,
)

WEBGL_FROM = (
    4000  # points; below, SVG is fast enough, sharper in print, and spares one of the few WebGL contexts of a page
)
FRAME = (900, 620)  # pixels of the plot area that labels are placed for
SPARSE = 400  # points up to which a label keeps off them; on a dense map it may lie on its own cloud
MAX_COLOURS = len(THEME_COLOURS)
NONE_NAME = "no theme"


def paper_map(
    assignments: pd.DataFrame,
    topics: pd.DataFrame,
    papers: pd.DataFrame,
    *,
    model: str = "bertopic",
    title: str | None = None,
) -> go.Figure:
    """All papers on the map, coloured by theme (by area when there are too many themes), a venue by its symbol.

    Parameters
    ----------
    assignments, topics, papers
        The frames of a result. A point's ``customdata`` is (paper_id, topic).
    model
        The model whose topics are shown.
    """
    points = map_points(assignments, topics, papers, model=model)
    if points.empty:
        return empty(title or "Map of the papers", "There is no paper to draw.")
    level = "area" if _by_area(points) else "topic"
    fig = go.Figure(_traces(points, colour_of=level))
    span = frame_axes(fig, points)
    _add_labels(fig, points, topics, model=model, span=span)
    colour = "Colour is the area of the theme" if level == "area" else "Colour is the theme"
    styled(
        fig,
        title or f"Map of {len(points):,} papers",
        f"Near means similar. {colour}{', symbol the venue' * told_apart(points['venue'])}.",
        height=FRAME[1],
        key=True,
    )
    fig.update_layout(
        dragmode="pan", margin={"l": 8, "r": 8, "b": 8}, legend={"itemclick": False, "itemdoubleclick": False}
    )
    return fig


def leading(name: str) -> str:
    """As many of a label's phrases as a map has room for: the first, and the second where the first is a short word.

    >>> leading("graph neural networks, node embeddings"), leading("brain, neural recordings, activity")
    ('graph neural networks', 'brain, neural recordings')
    """
    first, *more = str(name).split(", ")
    return first if len(first) > 8 or not more else f"{first}, {more[0]}"


def map_points(assignments: pd.DataFrame, topics: pd.DataFrame, papers: pd.DataFrame, *, model: str) -> pd.DataFrame:
    """One row a paper: paper_id, x, y, topic, area, venue, name (title or first words), theme (label of the topic)."""
    mine = assignments.loc[assignments["model"] == model, ["paper_id", "topic", "strength", "x", "y"]]
    text = papers["title"].fillna("").astype(str)
    shown = text.where(text.str.strip() != "", papers["abstract"].astype(str))
    about = pd.DataFrame(
        {
            "paper_id": papers["paper_id"].astype(str),
            "venue": papers["venue"].fillna("unknown").astype(str),
            "name": [shorten(t, 90) for t in shown],
        }
    )
    names = topics[topics["model"] == model].set_index("topic")
    points = mine.merge(about, on="paper_id", how="inner", validate="one_to_one")
    points["theme"] = [names["label"].get(t, NONE_NAME) for t in points["topic"]]
    points["area"] = points["topic"].map(names["parent"].astype("float")).fillna(-1).astype(int)
    return points


def _traces(points: pd.DataFrame, *, colour_of: str) -> list[go.Scatter | go.Scattergl]:
    kind = go.Scattergl if len(points) > WEBGL_FROM else go.Scatter
    size = float(np.clip(26 / len(points) ** 0.2, 4.5, 11))
    colours = _colours(points, colour_of)
    traces = []
    for venue, (_, symbol) in venue_styles(points["venue"]).items():
        for group in sorted(colours):
            some = points[(points["venue"] == venue) & (points[colour_of] == group)]
            if len(some):
                traces.append(_trace(kind, some, colour=colours[group], symbol=symbol, size=size))
        if not told_apart(points["venue"]):
            continue
        traces.append(
            go.Scatter(
                x=[None],
                y=[None],
                mode="markers",
                name=literal(venue),
                marker={"symbol": symbol, "size": 9, "color": MUTED},
                hoverinfo="skip",
            )
        )
    return traces


def _trace(kind: type, some: pd.DataFrame, *, colour: str, symbol: str, size: float):
    hover = [
        f"<b>{wrapped(n, 48, 3)}</b><br>{literal(v)} · {literal(t)}"
        for n, v, t in zip(some["name"], some["venue"], some["theme"], strict=True)
    ]
    return kind(
        x=some["x"].to_numpy("float32"),
        y=some["y"].to_numpy("float32"),
        mode="markers",
        showlegend=False,
        text=hover,
        hovertemplate="%{text}<extra></extra>",
        customdata=some[["paper_id", "topic"]].to_numpy(object).tolist(),
        meta={"venue": str(some["venue"].iloc[0])},
        marker={
            "color": colour,
            "symbol": symbol,
            "size": size,
            "opacity": 0.85 if len(some) < 300 else 0.7,
            "line": {"width": 0 if "open" not in symbol else 1.3},
        },
    )


def frame_axes(fig: go.Figure, points: pd.DataFrame, **cell) -> tuple[float, float, float, float]:
    """Axes without ticks, a little wider than the points; returns left, right, bottom, top."""
    span = []
    for axis, update in (("x", fig.update_xaxes), ("y", fig.update_yaxes)):
        low, high = float(points[axis].min()), float(points[axis].max())
        pad = 0.06 * (high - low) or 1.0
        update(range=[low - pad, high + pad], showgrid=False, showticklabels=False, **cell)
        span += [low - pad, high + pad]
    return tuple(span)


def _add_labels(fig: go.Figure, points: pd.DataFrame, topics: pd.DataFrame, *, model: str, span: tuple) -> None:
    """The names of areas (bold, in their colour) and themes at their centres, the largest first, as far as there is room."""
    by_area = _by_area(points)
    wanted = _wanted_labels(points, topics, level="area", model="areas", most=MAX_COLOURS, font=13.5) if by_area else []
    wanted += _wanted_labels(
        points, topics, level="topic", model=model, most=24 if by_area else 40, font=11 if by_area else 12.5
    )
    if not wanted:
        return
    centres = np.array([w["at"] for w in wanted])
    sizes = np.array([text_size(w["text"].split("<br>"), w["size"]) for w in wanted])
    colours = _colours(points, "area" if by_area else "topic")
    few = points[["x", "y"]].to_numpy() if len(points) <= SPARSE else None
    for place in place_labels(centres, sizes, span=span, frame=FRAME, avoid=few):
        w = wanted[place.row]
        bold = not by_area or w["level"] == "area"
        colour = darker(colours[w["group"]]) if bold else INK
        fig.add_annotation(
            x=place.x,
            y=place.y,
            text=f"<b>{w['text']}</b>" if bold else w["text"],
            showarrow=False,
            name="label",
            captureevents=False,
            font={"size": w["size"], "color": colour},
            bgcolor="rgba(255,255,255,0.78)",
            borderpad=1,
        )


def _wanted_labels(
    points: pd.DataFrame, topics: pd.DataFrame, *, level: str, model: str, most: int, font: float
) -> list[dict]:
    held = points[points[level] >= 0]
    names = topics[topics["model"] == model].set_index("topic")["label"]
    order = [g for g in held[level].value_counts().index if g in names.index][:most]
    centres = held.groupby(level)[["x", "y"]].median()
    return [
        {"level": level, "group": g, "at": centres.loc[g].to_numpy(), "text": wrapped(leading(names[g]), 22, 3), "size": font}
        for g in order
    ]


def _by_area(points: pd.DataFrame) -> bool:
    return points.loc[points["area"] >= 0, "area"].nunique() > 1 and points["topic"].nunique() > MAX_COLOURS


def _colours(points: pd.DataFrame, level: str) -> dict[int, str]:
    """Group -> colour; -1, no theme, is grey."""
    groups = sorted(g for g in points[level].unique() if g >= 0)
    return dict(zip(groups, cycle(THEME_COLOURS, len(groups)), strict=True)) | {-1: NO_THEME}
