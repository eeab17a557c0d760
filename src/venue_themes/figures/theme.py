"""One look for every figure, and text that appears exactly as it was written."""

import textwrap

import plotly.graph_objects as go

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
INK, MUTED, FAINT, PAPER = "#1f2933", "#616e7c", "#e4e7eb", "#ffffff"
NO_THEME = "#b8c0c8"
# Told apart with deuteranopia, protanopia and tritanopia: Paul Tol's bright and muted schemes, darkest tones kept apart.
THEME_COLOURS = (
    "#4477aa",
    "#ee6677",
    "#228833",
    "#ccaa33",
    "#aa3377",
    "#33a5c4",
    "#ee7733",
    "#332288",
    "#44aa99",
    "#882255",
    "#999933",
    "#997766",
)
# The venues' own colours and symbols: blue and orange differ in brightness too, so that they survive a grey print.
VENUE_COLOURS = ("#2f6db3", "#e08214", "#3a8f5c", "#8c4fa3", "#7a6a53", "#c04b5a")
MANY_VENUES = ("#7b8794", "circle")  # the look of all venues where there are more than have one of their own
VENUE_SYMBOLS = ("circle", "diamond-open", "square", "triangle-up-open", "cross", "star-open")
MODEL_NAMES = {"bertopic": "Themes (BERTopic)", "areas": "Areas", "nmf": "NMF", "lda": "LDA"}
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "\n": " ", "\r": " ", "\t": " "})


def literal(text: object) -> str:
    """The text as plotly must be given it to show it literally: no tag and no formula is read into it.

    >>> literal("cost < $5 & $6")
    'cost &lt; &#36;5 &amp; &#36;6'
    """
    return str(text).translate(_ENTITIES)


def shorten(text: object, length: int) -> str:
    """At most ``length`` characters, cut at a word where possible, with an ellipsis when something was cut.

    >>> shorten("optimal transport maps", 16)
    'optimal…'
    """
    text = " ".join(str(text).split())
    if len(text) <= length:
        return text
    head = text[: length - 1]
    at_word = head.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > length // 2 else head).rstrip(" ,;:-") + "…"


def label(text: object, length: int = 46) -> str:
    """A literal label of at most ``length`` characters."""
    return literal(shorten(text, length))


def wrapped(text: object, width: int = 18, lines: int = 2) -> str:
    """A literal label over at most ``lines`` lines of about ``width`` characters."""
    parts = textwrap.wrap(" ".join(str(text).split()), width, break_long_words=True, max_lines=lines, placeholder="…")
    return "<br>".join(literal(part) for part in parts)


def cycle(values: tuple[str, ...], n: int) -> list[str]:
    """``n`` values, starting again when they run out."""
    return [values[i % len(values)] for i in range(n)]


def told_apart(venues) -> bool:
    """Whether each of the venues can have a colour and a symbol of its own."""
    return len({str(v) for v in venues}) <= len(VENUE_COLOURS)


def venue_styles(venues, *, repeat: bool = False) -> dict[str, tuple[str, str]]:
    """Venue -> (colour, symbol), in name order, so that a venue looks the same in every figure.

    More venues than can be told apart all look alike; ``repeat``: they share colours, where names stand beside them.
    """
    names = sorted({str(v) for v in venues})
    if not repeat and not told_apart(names):
        return dict.fromkeys(names, MANY_VENUES)
    return dict(
        zip(names, zip(cycle(VENUE_COLOURS, len(names)), cycle(VENUE_SYMBOLS, len(names)), strict=True), strict=True)
    )


def styled(fig: go.Figure, title: str, subtitle: str = "", *, height: int = 400, key: bool = False) -> go.Figure:
    """The figure with the common look.

    ``title`` and ``subtitle`` are shown literally; ``height`` is that of the plot area in pixels; ``key`` leaves room
    above it for a legend or for headings.
    """
    top = 50 + 22 * bool(subtitle) + 30 * key
    fig.update_layout(
        template="none",
        height=height + top + 44,
        autosize=True,
        paper_bgcolor=PAPER,
        plot_bgcolor=PAPER,
        hovermode="closest",
        dragmode=False,
        font={"family": FONT, "size": 13, "color": INK},
        title={
            "text": literal(title),
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 14, "l": 14},
            "font": {"size": 17},
            "subtitle": {"text": literal(subtitle), "font": {"size": 12.5, "color": MUTED}},
        },
        margin={"l": 16, "r": 16, "t": top, "b": 44},
        hoverlabel={
            "bgcolor": PAPER,
            "bordercolor": FAINT,
            "font": {"family": FONT, "size": 13, "color": INK},
            "align": "left",
            "namelength": 0,
        },
        legend={
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yanchor": "bottom",
            "font": {"size": 12.5},
            "itemsizing": "constant",
        },
        modebar={"bgcolor": "rgba(0,0,0,0)", "color": "#9aa5b1", "activecolor": INK},
    )
    axis = {
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "gridcolor": FAINT,
        "tickfont": {"size": 12},
        "title": {"font": {"size": 12.5, "color": MUTED}},
    }
    fig.update_xaxes(**axis)
    fig.update_yaxes(**axis)
    return fig


def empty(title: str, reason: str) -> go.Figure:
    """A figure that says in one sentence why there is nothing to draw."""
    fig = styled(go.Figure(), title, height=60)
    fig.add_annotation(
        text=wrapped(reason, 60, 4),
        x=0.5,
        y=0.5,
        xref="paper",
        yref="paper",
        showarrow=False,
        font={"size": 14, "color": MUTED},
    )
    fig.update_xaxes(visible=False)
    fig.update_yaxes(visible=False)
    return fig


def darker(colour: str, share: float = 0.3) -> str:
    """The colour with ``share`` of its light taken away, for text.

    >>> darker("#ffffff", 0.5)
    '#7f7f7f'
    """
    return "#" + "".join(f"{int(int(colour[i : i + 2], 16) * (1 - share)):02x}" for i in (1, 3, 5))


def percent(share: float, digits: int = 1) -> str:
    """A share as per cent.

    >>> percent(0.0523)
    '5.2 %'
    """
    return f"{100 * share:.{digits}f} %"


def points(difference: float) -> str:
    """A signed difference of shares in percentage points, with a true minus sign.

    >>> points(-0.031)
    '−3.1'
    """
    value = f"{100 * difference:+.1f}"
    return "0.0" if value in {"+0.0", "-0.0"} else value.replace("-", "−")
