"""The map once per model, side by side."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from .maps import MAX_COLOURS, NONE_NAME, WEBGL_FROM, frame_axes, map_points
from .theme import MODEL_NAMES, MUTED, NO_THEME, THEME_COLOURS, empty, literal, percent, styled


def model_maps(
    assignments: pd.DataFrame, topics: pd.DataFrame, papers: pd.DataFrame, *, density: pd.DataFrame | None = None
) -> go.Figure:
    """The same map once per model, side by side: where the models draw their borders.

    ``density`` has a row per paper in the order of ``papers`` and the column ``cluster`` (-1 = outlier); given, it is
    one map more, of density clusters.
    """
    panels = _panels(assignments, topics, papers, density)
    if not panels:
        return empty("The models side by side", "There is no model to draw.")
    columns = min(2, len(panels))
    rows = -(-len(panels) // columns)
    heads = [literal(head) for head in panels]
    fig = make_subplots(rows, columns, subplot_titles=heads, horizontal_spacing=0.03, vertical_spacing=0.1 / rows)
    for nth, points in enumerate(panels.values()):
        cell = {"row": nth // columns + 1, "col": nth % columns + 1}
        fig.add_traces(_trace_per_topic(points), rows=cell["row"], cols=cell["col"])
        frame_axes(fig, points, **cell)
    said = "The same points, coloured by each model's topics; colours repeat where topics are many, grey is in none."
    styled(fig, "The models side by side", said, height=370 * rows, key=True)
    fig.update_layout(margin={"l": 8, "r": 8, "b": 8}, showlegend=False)
    fig.update_annotations(font={"size": 13, "color": MUTED})
    return fig


def _panels(
    assignments: pd.DataFrame, topics: pd.DataFrame, papers: pd.DataFrame, density: pd.DataFrame | None
) -> dict[str, pd.DataFrame]:
    """Heading -> points of each map."""
    panels = {}
    for model in dict.fromkeys(topics["model"]):
        points = map_points(assignments, topics, papers, model=model)
        n = int((topics["model"] == model).sum())
        if len(points):
            panels[f"{MODEL_NAMES.get(model, model)}, {n} topic{'s' if n != 1 else ''}"] = points
    if density is not None and panels:
        cluster = dict(zip(papers["paper_id"].astype(str), density["cluster"], strict=True))
        points = next(iter(panels.values())).assign(topic=lambda p: p["paper_id"].map(cluster))
        points["theme"] = [f"cluster {t}" if t >= 0 else NONE_NAME for t in points["topic"]]
        outside = (points["topic"] < 0).mean()
        panels[f"HDBSCAN, {points['topic'].max() + 1} clusters, {percent(outside, 0)} outliers"] = points
    return panels


def _trace_per_topic(points: pd.DataFrame) -> list[go.Scatter | go.Scattergl]:
    """Light traces: where many maps stand side by side, a point tells its topic and no more."""
    kind = go.Scattergl if len(points) > WEBGL_FROM // 4 else go.Scatter
    size = float(np.clip(20 / len(points) ** 0.2, 3, 9))
    return [
        kind(
            x=some["x"].to_numpy("float32"),
            y=some["y"].to_numpy("float32"),
            mode="markers",
            hovertemplate=f"<b>{literal(some['theme'].iloc[0])}</b><extra></extra>",
            marker={
                "color": NO_THEME if topic < 0 else THEME_COLOURS[topic % MAX_COLOURS],
                "size": size,
                "opacity": 0.8,
            },
        )
        for topic, some in points.groupby("topic")
    ]
