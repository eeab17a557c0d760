"""Themes over the years: a panel per theme, a line per venue."""

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ..comparing.trends import FEWEST
from .maps import leading
from .theme import INK, VENUE_COLOURS, empty, literal, percent, styled, told_apart, venue_styles, wrapped

COLUMNS, PANEL, GAP = 2, 150, 84  # panels a row, their height and the room between two rows, in pixels
GREY = "#c5ccd3"


def theme_trends(shares: pd.DataFrame | None, trends: pd.DataFrame | None, *, model: str = "bertopic", top: int = 6) -> go.Figure:
    """The themes with the strongest trends: a panel each, a line per venue; a trend that is found is bold and has a band.

    Parameters
    ----------
    shares, trends
        ``shares_over_years`` and ``trends`` of a result.
    top
        At most so many themes; where no trend is found, the two with the smallest p.
    """
    title = "What rises and what falls" + ", by area" * (model == "areas")
    tested = None if trends is None else trends[trends["model"] == model]
    if shares is None or tested is None or tested.empty:
        return empty(title, "It takes a venue with enough papers in two years.")
    ordered = tested.sort_values(["p", "topic"], kind="stable")
    found = ordered[ordered["found"].astype(bool)]
    chosen = (found if len(found) else ordered)["topic"].drop_duplicates().head(top if len(found) else 2).tolist()
    names = ordered.drop_duplicates("topic").set_index("topic")["label"]
    lines = _lines_of(shares[shares["model"] == model], tested)
    n_rows = -(-len(chosen) // COLUMNS)
    height = PANEL * n_rows + GAP * (n_rows - 1)
    fig = make_subplots(
        n_rows,
        COLUMNS,
        horizontal_spacing=0.08,
        vertical_spacing=GAP / height if n_rows > 1 else 0,
        subplot_titles=[f"<b>{wrapped(leading(names[t]), 28, 2)}</b>" for t in chosen],
    )
    venues = tested["venue"].drop_duplicates()
    told = venues if told_apart(venues) else found["venue"].drop_duplicates().head(len(VENUE_COLOURS))
    styles = venue_styles(told)
    for nth, topic in enumerate(chosen):
        for venue, line in lines[lines["topic"] == topic].groupby("venue", sort=True):
            fig.add_traces(_traces(venue, line, styles.get(venue, (GREY,))[0]), rows=nth // COLUMNS + 1, cols=nth % COLUMNS + 1)
    rest = {} if len(styles) in {0, len(venues)} else {"other venues": (GREY, "")}
    for name, (colour, _) in (styles | rest).items():
        key = go.Scatter(x=[None], y=[None], mode="lines", name=literal(name), line={"color": colour, "width": 2.6})
        fig.add_trace(key, row=1, col=1)
    styled(fig, title, _said(tested, len(chosen), areas=model == "areas"), height=height, key=True)
    room = 40  # for the first row's headings
    fig.update_layout(margin={"t": fig.layout.margin.t + room}, height=fig.layout.height + room)
    fig.update_layout(legend={"y": 1 + (room + 6) / height})
    fig.update_annotations(font={"size": 12.5, "color": INK}, align="left", name="label")
    for note, axis in zip(fig.layout.annotations, fig.select_xaxes(), strict=False):
        note.update(x=axis.domain[0], xanchor="left")
    span = [int(lines["year"].min()), int(lines["year"].max())]
    step = max(1, -(-(span[1] - span[0]) // 6))
    fig.update_xaxes(range=[span[0] - 0.2, span[1] + 0.2], tickvals=list(range(span[1], span[0] - 1, -step)), showgrid=False)
    fig.update_yaxes(rangemode="tozero", nticks=4, automargin=True, ticklabelstandoff=4, tickformat="~g")
    return fig


def _lines_of(shares: pd.DataFrame, tested: pd.DataFrame) -> pd.DataFrame:
    """The shares of the trends that were tested, years with too few papers left out, with ``found``."""
    found = tested[["topic", "venue", "found", "q"]]
    return shares[shares["n"] >= FEWEST].merge(found, on=["topic", "venue"]).sort_values(["topic", "venue", "year"])


def _traces(venue: str, line: pd.DataFrame, colour: str) -> list[go.Scatter]:
    found, years = bool(line["found"].iloc[0]), line["year"].tolist()
    hover = [
        f"<b>{literal(venue)} {r.year}</b><br>{r.count:,} of {r.n:,} ({percent(r.share)})"
        f"<br>{percent(r.low)} to {percent(r.high)}<br>trend: q = {r.q:.2g}"
        for r in line.rename(columns={"count": "papers"}).assign(count=line["count"]).itertuples()
    ]
    shown = go.Scatter(
        x=years,
        y=(100 * line["share"]).tolist(),
        mode="lines+markers",
        showlegend=False,
        line={"color": colour, "width": 2.6 if found else 1.3},
        marker={"size": 6 if found else 4},
        opacity=1 if found else 0.6,
        text=hover,
        hovertemplate="%{text}<extra></extra>",
    )
    if not found:
        return [shown]
    edge = [*(100 * line["low"]), *(100 * line["high"])[::-1]]
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    band = go.Scatter(
        x=[*years, *years[::-1]],
        y=edge,
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=f"rgba({red},{green},{blue},0.13)",
        showlegend=False,
        hoverinfo="skip",
    )
    return [band, shown]


def _said(tested: pd.DataFrame, shown: int, *, areas: bool) -> str:
    found = int(tested["found"].sum())
    of = f"of {len(tested):,} trends, {found} {'is' if found == 1 else 'are'}" if found else f"none of {len(tested):,} trends is"
    bold = " (bold, with the interval of each year)" if found else ""
    known = f"{tested['topic'].nunique()} {'areas' if areas else 'themes'}"
    return f"Per cent of a venue's papers; {of} beyond chance{bold}. {shown} of {known}."
