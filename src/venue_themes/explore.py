"""The map in Jupyter, with the abstract of the clicked paper beside it."""

import pandas as pd

from . import figures
from .figures.maps import NONE_NAME
from .showing import template

ALL = "all"
DIMMED = 0.06


def browse(result, *, model: str = "bertopic"):
    """The map with filters and a panel: a click on a paper shows its abstract there.

    Without the widgets that this needs (a plain terminal, a front end without them) the map alone is returned.
    """
    fig = figures.paper_map(result.assignments, result.topics, result.papers, model=model)
    try:
        import ipywidgets as widgets
        import plotly.graph_objects as go

        drawn = go.FigureWidget(fig)
    except ImportError:  # plotly raises it, too, when anywidget is missing
        return fig
    drawn.update_layout(height=fig.layout.height)
    panel = widgets.HTML(
        abstract_html(None), layout=widgets.Layout(width="320px", overflow="auto", max_height=f"{fig.layout.height}px")
    )
    venue = widgets.Dropdown(options=[ALL, *sorted(result.papers["venue"].astype(str).unique())], description="venue")
    theme = widgets.Dropdown(options=theme_options(result.topics, model), description="theme")
    _connect(drawn, panel, venue, theme, papers_by_id(result.papers))
    return widgets.VBox([widgets.HBox([venue, theme]), widgets.HBox([drawn, panel])])


def papers_by_id(papers: pd.DataFrame) -> dict[str, dict]:
    """paper_id -> its row as a dict."""
    return {str(row["paper_id"]): row for row in papers.to_dict("records")}


def theme_options(topics: pd.DataFrame, model: str) -> list[tuple[str, int | None]]:
    """The choices of the theme filter: all, each theme by size, and no theme."""
    mine = topics[topics["model"] == model].sort_values(["size", "topic"], ascending=[False, True])
    return [
        (ALL, None),
        *((f"{r.label} ({r.size})", int(r.topic)) for r in mine.itertuples(index=False)),
        (NONE_NAME, -1),
    ]


def abstract_html(paper: dict | None) -> str:
    """The panel's content: heading, origin and abstract, escaped; or what to do when no paper was clicked."""
    return template("abstract.html.j2").render(
        paper=None if paper is None else {k: None if pd.isna(v) else v for k, v in paper.items()}
    )


def selected(customdata, venue_of_trace: str | None, *, venue: str, theme: int | None) -> list[int] | None:
    """The points of a trace that the filters let through; None when nothing is filtered."""
    if customdata is None or (venue == ALL and theme is None):
        return None
    if venue not in (ALL, venue_of_trace):
        return []
    return [i for i, (_, topic) in enumerate(customdata) if theme is None or topic == theme]


def _connect(drawn, panel, venue, theme, papers: dict[str, dict]) -> None:
    """Clicks fill the panel; the filters dim what they leave out."""

    def clicked(trace, points, _state):
        if points.point_inds and trace.customdata is not None:
            panel.value = abstract_html(papers.get(str(trace.customdata[points.point_inds[0]][0])))

    def filtered(_change):
        with drawn.batch_update():
            for trace in drawn.data:
                trace.unselected = {"marker": {"opacity": DIMMED}}
                trace.selectedpoints = selected(
                    trace.customdata, (trace.meta or {}).get("venue"), venue=venue.value, theme=theme.value
                )

    for trace in drawn.data:
        trace.on_click(clicked)
    for control in (venue, theme):
        control.observe(filtered, names="value")
