"""Tables and sentences as a notebook shows them: no index, literal text, the same bytes each time."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .evidence import first_pair
from .figures.theme import MODEL_NAMES, percent, points, shorten
from .paths import PACKAGE


def template(name: str):
    """A template of ``report_template/``; everything put into it is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    pages = Environment(
        loader=FileSystemLoader(PACKAGE / "report_template"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return pages.get_template(name)


@dataclass(frozen=True)
class Table:
    """A table to look at. Columns named in ``numeric`` are set flush right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[str] = frozenset()

    def _repr_html_(self) -> str:
        return template("table.html.j2").render(table=self)

    def __repr__(self) -> str:
        return pd.DataFrame(self.rows, columns=list(self.columns)).to_string(index=False, max_colwidth=60)


@dataclass(frozen=True)
class Sentences:
    """Sentences to read, one paragraph each."""

    lines: tuple[str, ...]

    def _repr_html_(self) -> str:
        return template("sentences.html.j2").render(lines=self.lines)

    def __repr__(self) -> str:
        return "\n".join(self.lines)


def say(*parts: str | Iterable[str]) -> Sentences:
    """The sentences, to stand as the last line of a cell."""
    return Sentences(tuple(line for part in parts for line in ([part] if isinstance(part, str) else part)))


def as_table(frame: pd.DataFrame, *, length: int = 160) -> Table:
    """The frame as a table; numbers with at most three digits after the point, nulls empty, long texts cut."""
    numeric = frozenset(
        str(c) for c in frame if pd.api.types.is_numeric_dtype(frame[c]) and not pd.api.types.is_bool_dtype(frame[c])
    )
    rows = tuple(tuple(_cell(v, length) for v in row) for row in frame.itertuples(index=False))
    return Table(tuple(str(c) for c in frame), rows, numeric)


def cleaning_rules(cleaning: dict) -> Table:
    """What each cleaning rule did, with a sample before and after."""
    rules = [r for r in cleaning["rules"] if r["papers_changed"]]
    rows = tuple(
        (
            r["rule"],
            f"{r['papers_changed']:,}",
            f"{r['characters_removed']:,}",
            shorten(r["example_before"] or "", 120),
            shorten(r["example_after"] or "", 120),
        )
        for r in rules
    )
    return Table(
        ("rule", "papers", "characters removed", "before", "after"), rows, frozenset({"papers", "characters removed"})
    )


def rejected(rejects: pd.DataFrame, *, top: int = 20) -> Table:
    """The first records that could not be used, with the reason."""
    return as_table(rejects.reindex(columns=["source_file", "source_record", "reason", "excerpt"]).head(top))


def by_venue(papers: pd.DataFrame) -> Table:
    """Papers, years and words per abstract of each venue."""
    words = papers["text"].str.split().str.len()
    rows = []
    for venue, some in papers.groupby("venue", sort=True):
        years = sorted(int(y) for y in some["year"].dropna().unique())
        span = "" if not years else str(years[0]) if len(years) == 1 else f"{years[0]} to {years[-1]}"
        rows.append(
            (
                str(venue),
                span,
                f"{len(some):,}",
                f"{words[some.index].median():.0f}",
                f"{int(some['title'].notna().sum()):,}",
            )
        )
    return Table(
        ("venue", "years", "papers", "words (median)", "with a title"),
        tuple(rows),
        frozenset({"papers", "words (median)", "with a title"}),
    )


def themes(topics: pd.DataFrame, *, model: str = "bertopic", top: int | None = None) -> Table:
    """The topics of a model with their terms, the largest first."""
    mine = topics[topics["model"] == model].sort_values(["size", "topic"], ascending=[False, True]).head(top)
    rows = tuple(
        (r.label, f"{r.size:,}", ", ".join(r.terms), "" if pd.isna(r.stability) else f"{r.stability:.2f}")
        for r in mine.itertuples(index=False)
    )
    return Table(("theme", "papers", "terms", "stability"), rows, frozenset({"papers", "stability"}))


def compared(comparison: pd.DataFrame, *, model: str = "bertopic", top: int | None = None) -> Table:
    """Themes of the first pair: counts with denominators, difference with interval, q and verdict, the smallest p first."""
    return _compared(first_pair(comparison, model), top)


def _compared(mine: pd.DataFrame, top: int | None) -> Table:
    mine = mine.sort_values(["p", "topic"]).head(top) if len(mine) else mine
    rows = tuple(
        (
            r.label,
            f"{r.venue_a} {r.count_a:,} of {r.n_a:,} ({percent(r.share_a)})",
            f"{r.venue_b} {r.count_b:,} of {r.n_b:,} ({percent(r.share_b)})",
            points(r.difference),
            f"{points(r.low)} to {points(r.high)}",
            f"{r.q:.2g}",
            "robust" if r.robust else "not sure",
        )
        for r in mine.itertuples(index=False)
    )
    return Table(
        ("theme", "one venue", "the other", "points", "interval", "q", "verdict"), rows, frozenset({"points", "q"})
    )


def evidence(comparison: pd.DataFrame, *, model: str = "bertopic", top: int = 20) -> Table:
    """What each verdict on the first pair rests on, the smallest p first."""
    mine = first_pair(comparison, model)
    mine = mine.sort_values(["p", "topic"]).head(top) if len(mine) else mine
    rows = tuple(
        (
            r.label,
            points(r.difference),
            f"{r.q:.2g}",
            _share(r.sign_kept),
            _cell(float(r.stability), 9),
            _cell(None if pd.isna(r.seen_by) else int(r.seen_by), 9),
            "robust" if r.robust else "not sure: " + r.reasons,
        )
        for r in mine.itertuples(index=False)
    )
    names = ("theme", "points", "q", "same direction in refits", "stability", "models that agree", "verdict")
    return Table(names, rows, frozenset(names[1:6]))


def weighed(frames: dict[str, pd.DataFrame], name: str, *, columns: dict[str, str], top: int = 20) -> Table:
    """The first rows of one of a result's ``weighed`` frames, its columns renamed for the eye; no row where there is none."""
    frame = frames.get(name)
    if frame is None or frame.empty:
        return Table(tuple(columns.values()), ())
    return as_table(frame[list(columns)].head(top).rename(columns=columns))


def against_rest(frames: dict[str, pd.DataFrame], *, model: str = "bertopic", top: int = 40) -> Table:
    """Each venue against all others, the smallest p first; no row with fewer than three venues."""
    rest = frames.get("one_against_rest")
    return _compared(pd.DataFrame() if rest is None else rest[rest["model"] == model], top)


def trends(frames: dict[str, pd.DataFrame], *, model: str = "bertopic", top: int = 30) -> Table:
    """Trends of themes at a venue, the smallest p first; no row where no venue has two years."""
    names = ("theme", "venue", "years", "points a year", "q", "stability", "verdict")
    frame = frames.get("trends")
    if frame is None:
        return Table(names, ())
    rows = tuple(
        (
            r.label,
            r.venue,
            f"{r.first} to {r.last}",
            points(r.slope),
            f"{r.q:.2g}",
            _cell(float(r.stability), 9),
            "beyond chance" if r.found else "not sure",
        )
        for r in frame[frame["model"] == model].sort_values(["p", "topic"]).head(top).itertuples(index=False)
    )
    return Table(names, rows, frozenset({"points a year", "q", "stability"}))


def sentences(frames: dict[str, pd.DataFrame], *views: str) -> Sentences:
    """What the ``weighed`` frames say about some views, in sentences."""
    frame = frames.get("sentences")
    if frame is None or frame.empty:
        return say("All papers are of one venue, so there is nothing to weigh.")
    return say(frame.loc[frame["view"].isin(views), "sentence"].tolist())


def nearest(papers: pd.DataFrame, vectors: np.ndarray, *, row: int = 0, k: int = 5) -> Table:
    """One paper and the ``k`` papers nearest to it, with their cosine similarity."""
    length = np.linalg.norm(vectors, axis=1)
    similar = vectors @ vectors[row] / np.maximum(length * length[row], 1e-12)
    order = [row, *(i for i in np.argsort(-similar, kind="stable") if i != row)][: k + 1]
    shown = papers["title"].fillna(papers["abstract"])
    rows = tuple((f"{similar[i]:.2f}", str(papers["venue"].iloc[i]), shorten(shown.iloc[i], 140)) for i in order)
    return Table(("similarity", "venue", "paper"), rows, frozenset({"similarity"}))


def _share(value: float) -> str:
    return "" if pd.isna(value) else percent(value, 0)


def quality(metrics: dict) -> Table:
    """The measures of each model's quality, a column per model; metrics.json has them in full."""
    models = metrics.get("quality", {})
    measures = list(dict.fromkeys(name for values in models.values() for name in values))
    rows = tuple((name.replace("_", " "), *(_cell(v.get(name), 12) for v in models.values())) for name in measures)
    names = tuple(MODEL_NAMES.get(m, m) for m in models)
    return Table(("measure", *names), rows, frozenset(names))


def matches(frame: pd.DataFrame, *, top: int | None = None) -> Table:
    """Each theme with the topic of every other model that overlaps most with it; themes that fewest models find come first."""
    models = list(dict.fromkeys(frame["model_b"]))
    names = [MODEL_NAMES.get(model, model) for model in models]
    agreeing = frame.groupby("topic")["agrees"].sum()
    order = frame.drop_duplicates("topic").assign(found=lambda f: f["topic"].map(agreeing))
    order = order.sort_values(["found", "papers", "topic"], ascending=[True, False, True]).head(top)
    parts = {model: part.set_index("topic") for model, part in frame.groupby("model_b")}
    rows = []
    for theme in order.itertuples(index=False):
        partners = [parts[model].loc[theme.topic] for model in models]
        found = [name for name, partner in zip(names, partners, strict=True) if partner["agrees"]]
        cells = [cell for p in partners for cell in (_cell(p["label_b"], 80), f"{p['jaccard']:.2f}")]
        rows.append((theme.label, f"{theme.papers:,}", *cells, ", ".join(found) or "no other"))
    overlaps = [f"overlap ({name})" for name in names]
    columns = [column for pair in zip([f"nearest in {name}" for name in names], overlaps, strict=True) for column in pair]
    return Table(("theme", "papers", *columns, "found by"), tuple(rows), frozenset({"papers", *overlaps}))


def in_no_theme(themes: dict) -> Table:
    """Papers in no theme by venue, with the interval of their share, from ``metrics["themes"]``."""
    rows = tuple(
        (
            row["venue"],
            f"{row['papers']:,}",
            f"{row['in_none']:,}",
            percent(row["share"]),
            f"{percent(row['low'])} to {percent(row['high'])}",
        )
        for row in themes.get("in_none", [])
    )
    names = ("venue", "papers", "in no theme", "share", "interval")
    return Table(names, rows, frozenset(names[1:]))


def outside(metrics: dict) -> Table:
    """How well the topics fit what the sources say themselves (areas, keywords); no row when they say nothing."""
    known = pd.DataFrame(metrics.get("outside", []))
    return as_table(known) if len(known) else Table(("yardstick",), ())


def _cell(value: object, length: int) -> str:
    if isinstance(value, list | tuple):
        return shorten(", ".join(map(str, value)), length)
    if value is None or pd.isna(value):
        return ""
    if isinstance(value, float):
        return f"{value:,.3f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else shorten(value, length)
