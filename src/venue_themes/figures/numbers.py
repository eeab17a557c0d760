"""What other numbers of themes would give."""

import pandas as pd
import plotly.graph_objects as go

from .theme import INK, MODEL_NAMES, MUTED, PAPER, THEME_COLOURS, empty, styled

TITLE = "How many themes?"
COLOURS = {"bertopic": INK, "nmf": THEME_COLOURS[0], "lda": THEME_COLOURS[6]}
PANELS = (("stability", "agreement when refitted"), ("coherence", "coherence of the words"))
ROUND = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def topic_number(themes: dict) -> go.Figure:
    """The curve behind the number of themes; the filled point is the one that ran.

    Parameters
    ----------
    themes
        ``metrics["themes"]``: ``silhouettes`` by number (a small collection), or the rows of ``curve``.
    """
    if themes.get("silhouettes"):
        return _silhouettes(themes["silhouettes"])
    curve = pd.DataFrame(themes.get("curve") or [])
    return empty(TITLE, _no_curve(themes)) if curve.empty else _curve(curve)


def _no_curve(themes: dict) -> str:
    if themes.get("method") == "one":
        return "There are too few papers to part."
    return "No other numbers were tried in this run."


def _silhouettes(values: dict) -> go.Figure:
    numbers = [int(k) for k in values]
    heights = list(values.values())
    chosen = heights.index(max(heights))
    fig = go.Figure(_line(numbers, heights, [i == chosen for i in range(len(numbers))], INK, "silhouette"))
    styled(fig, TITLE, "Silhouette by number of themes; filled: the number chosen.", height=230)
    fig.update_xaxes(title_text="themes", dtick=1 if len(numbers) < 15 else None, showgrid=False, range=_around(numbers))
    fig.update_yaxes(title_text="mean silhouette", automargin=True)
    return fig


def _around(numbers: list[int]) -> list[float]:
    return [min(numbers) - 0.5, max(numbers) + 0.5]


def _curve(curve: pd.DataFrame) -> go.Figure:
    fig = go.Figure()
    models = list(dict.fromkeys(curve["model"]))
    for place, (measure, _) in enumerate(PANELS):
        for model in models:
            rows = curve[curve["model"] == model].sort_values("n_topics")
            line = _line(rows["n_topics"], rows[measure], rows["ran"], COLOURS[model], MODEL_NAMES[model])
            line.update(xaxis=f"x{place + 1}", yaxis=f"y{place + 1}", showlegend=place == 0 and len(models) > 1)
            fig.add_trace(line)
    styled(fig, TITLE, "By number of themes; filled: what ran.", height=250, key=len(models) > 1)
    ticks = [tick for tick in ROUND if curve["n_topics"].min() / 1.3 <= tick <= curve["n_topics"].max() * 1.3]
    x, y = fig.layout.xaxis.to_plotly_json(), fig.layout.yaxis.to_plotly_json()
    for place, (_, said) in enumerate(PANELS):
        here = {"type": "log", "tickvals": ticks, "showgrid": False, "title": x["title"] | {"text": "themes"}}
        side = {"automargin": True, "title": y["title"] | {"text": said}, "anchor": f"x{place + 1}"}
        fig.update_layout({f"xaxis{place + 1}": x | here | {"domain": ([0, 0.44], [0.56, 1])[place], "anchor": f"y{place + 1}"},
                           f"yaxis{place + 1}": y | side})
    return fig


def _line(x, y, ran, colour: str, name: str) -> go.Scatter:
    """A line with an open marker per number, filled for the one that ran."""
    return go.Scatter(x=list(x), y=[round(float(v), 3) for v in y], mode="lines+markers", name=name,
                      line={"color": MUTED if colour == INK else colour, "width": 1.6},
                      marker={"size": 10, "color": [colour if r else PAPER for r in ran],
                              "line": {"width": 1.6, "color": colour}},
                      hovertemplate="%{x} themes: %{y:.2f}<extra></extra>", showlegend=False)
