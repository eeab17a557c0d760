"""The report's index: findings, map, themes and key figures in one file that holds all it needs."""

import base64
import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import plotly

from . import findings
from .figures.save import figure_json
from .figures.theme import percent, points, venue_styles
from .figures.topics import venue_counts
from .gallery import key_figures
from .paths import PACKAGE
from .phrasing import venue_names
from .showing import template

MODEL = "bertopic"
TERMS = 7  # terms under a theme in the table
FEW_VENUES = 6  # more have no column of their own in the table of themes
ON_INDEX = ("paper_map", "venue_profiles", "theme_trends", "venue_positions")
OF_A_PAIR = ("topic_differences", "area_differences", "term_log_odds")
ARTIFACTS = (
    "papers.parquet",
    "rejects.csv",
    "cleaning.json",
    "vectors.npy",
    "topics.parquet",
    "assignments.parquet",
    "topic_matches.parquet",
    "comparison.parquet",
    "term_comparison.parquet",
    "metrics.json",
    "naming.json",
    "manifest.json",
)
PAGE_OF = {"about": "02_topics", "shared": "03_venues_compared", "differ": "03_venues_compared", "apart": "05_many_venues",
           "years": "06_over_the_years", "sure": "04_how_sure"}


def index_page(result, site: dict, packed: str, *, out: Path | None = None) -> str:
    """The whole index as one HTML text."""
    venues = venues_of(result)
    shown = ON_INDEX + (() if "one_against_rest" in result.weighed else OF_A_PAIR)
    drawn = {
        name: {"spec": figure_json(fig), "height": fig.layout.height}
        for name, fig in key_figures(result).items()
        if name in shown
    }
    sections = found(result, [p["file"] for p in site["pages"]])
    said = {sentence for part in sections for sentence in part["sentences"]}
    return template("index.html.j2").render(
        site=site,
        lead=" ".join(findings.corpus(result.papers, result.cleaning)[:1]),
        findings=sections,
        figures=drawn,
        venues=venues,
        several="one_against_rest" in result.weighed,
        columns=venues if len(venues) <= FEW_VENUES else [],
        themes=theme_rows(result),
        compared=len(result.comparison) > 0 and result.papers["venue"].nunique() == 2,
        notes=[*findings.corpus(result.papers, result.cleaning)[1:], *(n for n in result.notes if n not in said)],
        files=[f for f in ARTIFACTS if out is not None and (out / f).is_file()],
        packed=packed,
        assets=assets_text(),
    )


def found(result, pages: Sequence[str] = ()) -> list[dict]:
    """The findings as sections: id, heading, sentences, the page that shows more (or an empty text)."""
    asked = result.settings.comparison
    level = asked.level
    sure = {"level": level, "power": asked.power, "needed": asked.min_stability}
    plain, over_years = {"model": MODEL, "level": level}, [result.weighed.get(n) for n in ("trends", "shares_over_years")]
    differ = findings.differences(result.comparison, result.papers, model=MODEL, level=level)
    differ += findings.area_differences(result.comparison, level=level)
    apart = findings.each_venue(result.weighed.get("one_against_rest"), **plain)
    parts = [
        ("about", "What the papers are about", findings.about(result.topics, result.assignments, model=MODEL)),
        ("shared", "What the venues share", findings.shared(result.comparison, model=MODEL)),
        ("apart" if apart else "differ", "Where they differ", [*apart, *differ]),
        ("years", "What changes over the years", findings.over_years(*over_years, **plain)),
        ("sure", "How sure this is", findings.certainty(result.topics, result.comparison, model=MODEL, **sure)),
    ]
    more = {name: f"{page}.html" if f"{page}.html" in pages else "" for name, page in PAGE_OF.items()}
    return [{"id": n, "heading": head, "sentences": said, "page": more[n]} for n, head, said in parts if said]


def venues_of(result) -> list[dict]:
    """The venues with the name that is shown, and their colour."""
    styles = venue_styles(result.papers["venue"])
    return [{"name": v, "shown": shown, "colour": styles[v][0]} for v, shown in venue_names(result.papers).items()]


def theme_rows(result) -> list[dict]:
    """The table of themes, the largest first."""
    themes = result.topics[result.topics["model"] == MODEL].sort_values(["size", "topic"], ascending=[False, True])
    shares, rows, venues = theme_shares(result), _compared(result.comparison), venues_of(result)
    widest = shares.to_numpy().max(initial=0) or 1
    return [
        {
            "topic": int(t.topic),
            "label": t.label,
            "terms": ", ".join(t.terms[:TERMS]),
            "size": f"{t.size:,}",
            "shares": [_bar(shares.at[t.topic, v["name"]], v["colour"], widest) for v in venues[:FEW_VENUES]],
            "most": ", ".join(f"{venue} {percent(share)}" for venue, share in shares.loc[t.topic].nlargest(3).items() if share),
            **_difference(rows, t.topic),
        }
        for t in themes.itertuples(index=False)
    ]


def theme_shares(result) -> pd.DataFrame:
    """The share of each venue's papers (columns) in each theme (rows): the comparison's where it has one."""
    counts = venue_counts(result.assignments, result.papers, model=MODEL)
    shares = counts / counts.sum()
    shares = shares.reindex(result.topics.loc[result.topics["model"] == MODEL, "topic"], fill_value=0.0)
    for row in _compared(result.comparison).itertuples():
        shares.loc[row.Index, [row.venue_a, row.venue_b]] = row.share_a, row.share_b
    return shares


def _compared(comparison: pd.DataFrame) -> pd.DataFrame:
    """The rows of the themes for the first pair of venues, by topic."""
    rows = comparison[comparison["model"] == MODEL] if len(comparison) else comparison
    return rows.drop_duplicates("topic").set_index("topic")


def _bar(share: float, colour: str, widest: float) -> dict[str, str]:
    return {"text": percent(share), "colour": colour, "width": f"{100 * share / widest:.1f}"}


def _difference(rows: pd.DataFrame, topic: int) -> dict[str, str]:
    if topic not in rows.index:
        return {"points": "", "interval": "", "verdict": ""}
    row = rows.loc[topic]
    return {
        "points": points(row["difference"]),
        "interval": f"{points(row['low'])} to {points(row['high'])}",
        "verdict": "robust" if row["robust"] else "not sure",
    }


def packed_papers(result) -> str:
    """The papers as gzipped JSON in base64, the same bytes each time; the page unpacks it when it is needed."""
    mine = result.assignments[result.assignments["model"] == MODEL].set_index("paper_id")["topic"]
    papers = result.papers[["paper_id", "title", "venue", "year", "abstract", "url"]]
    papers = papers.assign(topic=papers["paper_id"].map(mine).fillna(-1).astype(int)).astype(object)
    rows = papers.where(papers.notna(), None).to_numpy().tolist()
    labels = result.topics[result.topics["model"] == MODEL].sort_values("topic")["label"].tolist()
    table = {"columns": ["id", *papers.columns[1:]], "rows": rows, "themes": labels}
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def plotly_script() -> Path:
    """plotly.js as plotly ships it."""
    return Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


def assets_text() -> dict[str, str]:
    """Scripts and style as texts, to stand inside a page."""
    folder = PACKAGE / "report_template"
    scripts = {name: (folder / f"{name}.js").read_text(encoding="utf-8") for name in ("figures", "papers", "explorer")}
    return scripts | {
        "style": (folder / "style.css").read_text(encoding="utf-8"),
        "plotly": plotly_script().read_text(encoding="utf-8"),
    }
