"""The report: a page per notebook, and an index that holds everything it needs in one file."""

import base64
import gzip
import hashlib
import json
import shutil
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import plotly

from . import __version__, findings
from .exporting import as_page, page_title
from .figures.save import FORMATS, figure_json, save_figures
from .figures.theme import percent, points, venue_styles
from .figures.topics import venue_counts
from .gallery import key_figures
from .paths import PACKAGE, atomic_path, project_root, write_text
from .running import CELL_LIMIT, run_notebooks
from .showing import template

MODEL = "bertopic"
TERMS = 7  # terms under a theme in the table
ON_INDEX = ("paper_map", "topic_differences", "area_differences", "term_log_odds")
ARTIFACTS = ("papers.parquet", "rejects.csv", "cleaning.json", "vectors.npy", "topics.parquet", "assignments.parquet", "comparison.parquet",
             "term_comparison.parquet", "metrics.json", "manifest.json")
PAGE_OF = {"about": "02_topics", "shared": "03_venues_compared", "differ": "03_venues_compared", "sure": "04_how_sure"}


def write_report(result, sources: Sequence[str | Path] | None, settings, out: str | Path, *, notebooks: Sequence[Path] | None = None,
                 cell_limit: float = CELL_LIMIT, tell: Callable[[str], None] = lambda text: None) -> Path:
    """Run the notebooks on the same sources and settings, write ``out/index.html`` and a page for each; the index's path.

    Parameters
    ----------
    result
        A ``pipeline.Result`` of the same sources and settings; the notebooks find it in the cache.
    sources
        Paths as given to ``pipeline.run``; None for the embedded input.
    notebooks
        Paths of notebooks; None for those of the project; an empty list writes the index alone.
    tell
        Called with a sentence at each step.

    Raises
    ------
    AnalysisError
        A notebook failed; what ran of it is in ``out``. The index is written all the same.
    """
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    paths = sorted((project_root() / "notebooks").glob("[0-9]*.ipynb")) if notebooks is None else [Path(n) for n in notebooks]
    site = site_of(result, paths)
    packed = packed_papers(result)
    tell("Writing index.html.")
    write_text(out / "index.html", index_page(result, site, packed, out=out))
    if paths:
        tell(f"Running {len(paths)} notebooks.")
        executed = run_notebooks(paths, parameters(sources, settings), partial=out, cell_limit=cell_limit)
        write_assets(out / "assets", packed)
        for path, notebook in zip(paths, executed, strict=True):
            page = as_page(notebook, path)
            write_text(out / page.file, template("notebook.html.j2").render(page=page, site=site))
    return out / "index.html"


def write_figures(result, out: str | Path, *, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Write the key figures and their ``manifest.json`` (sha256 per file); what could not be written is warned of."""
    out = Path(out)
    figs = key_figures(result)
    for sentence in save_figures(figs, out, tuple(formats)):
        warnings.warn(sentence, stacklevel=2)
    files = sorted(f for f in (out / f"{name}.{kind}" for name in figs for kind in formats) if f.is_file())
    digests = {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files if f.suffix != ".pdf"}  # a PDF holds its date
    write_text(out / "manifest.json", json.dumps(digests, indent=1, sort_keys=True) + "\n")
    return files


def parameters(sources: Sequence[str | Path] | None, settings) -> dict:
    """What a notebook is given: paths and settings as plain values."""
    return {"sources": None if sources is None else [str(Path(s).resolve()) for s in sources],
            "settings": None if settings is None else settings.model_dump(mode="json")}


def site_of(result, paths: Sequence[Path]) -> dict:
    """What all pages share: title, navigation, the line at the foot."""
    pages = [{"file": f"{p.stem}.html", "title": page_title(p)} for p in paths]
    made = f"Made by Venue Themes {__version__} from {findings.counted(len(result.papers), 'abstract')}. Nothing on this page is loaded from the network."
    return {"title": findings.headline(result.papers), "pages": pages, "made": made}


def index_page(result, site: dict, packed: str, *, out: Path | None = None) -> str:
    """The whole index as one HTML text."""
    drawn = {name: {"spec": figure_json(fig), "height": fig.layout.height} for name, fig in key_figures(result).items() if name in ON_INDEX}
    sections = found(result, [p["file"] for p in site["pages"]])
    said = {sentence for part in sections for sentence in part["sentences"]}
    return template("index.html.j2").render(
        site=site, lead=" ".join(findings.corpus(result.papers, result.cleaning)[:1]), findings=sections, figures=drawn,
        venues=venues_of(result), themes=theme_rows(result), compared=len(result.comparison) > 0 and result.papers["venue"].nunique() == 2,
        notes=[*findings.corpus(result.papers, result.cleaning)[1:], *(n for n in result.notes if n not in said)], files=[f for f in ARTIFACTS if out is not None and (out / f).is_file()],
        packed=packed, assets=assets_text())


def found(result, pages: Sequence[str] = ()) -> list[dict]:
    """The findings as sections: id, heading, sentences, the page that shows more (or an empty text)."""
    level, power, needed = (getattr(result.settings.comparison, name) for name in ("level", "power", "min_stability"))
    parts = [
        ("about", "What the papers are about", findings.about(result.topics, result.assignments, model=MODEL)),
        ("shared", "What the venues share", findings.shared(result.comparison, model=MODEL)),
        ("differ", "Where they differ", findings.differences(result.comparison, result.papers, model=MODEL, level=level)),
        ("sure", "How sure this is", findings.certainty(result.topics, result.comparison, model=MODEL, level=level, power=power, needed=needed)),
    ]
    return [{"id": name, "heading": heading, "sentences": said, "page": page if (page := f"{PAGE_OF[name]}.html") in pages else ""} for name, heading, said in parts if said]


def venues_of(result) -> list[dict]:
    """The venues with the name that is shown, and their colour."""
    styles = venue_styles(result.papers["venue"])
    return [{"name": v, "shown": shown, "colour": styles[v][0]} for v, shown in findings.venue_names(result.papers).items()]


def theme_rows(result) -> list[dict]:
    """The table of themes, the largest first."""
    themes = result.topics[result.topics["model"] == MODEL].sort_values(["size", "topic"], ascending=[False, True])
    counts = venue_counts(result.assignments, result.papers, model=MODEL)
    shares = counts / result.papers["venue"].astype(str).value_counts().reindex(counts.columns)
    rows = result.comparison[result.comparison["model"] == MODEL].drop_duplicates("topic").set_index("topic") if len(result.comparison) else pd.DataFrame()
    widest = shares[shares.index >= 0].to_numpy().max(initial=0) or 1
    return [{"topic": int(t.topic), "label": t.label, "terms": ", ".join(t.terms[:TERMS]), "size": f"{t.size:,}", **_difference(rows, t.topic),
             "shares": [{"text": percent(shares.at[t.topic, v["name"]] if t.topic in shares.index else 0.0), "colour": v["colour"],
                         "width": f"{100 * (shares.at[t.topic, v['name']] if t.topic in shares.index else 0.0) / widest:.1f}"} for v in venues_of(result)]}
            for t in themes.itertuples(index=False)]


def _difference(rows: pd.DataFrame, topic: int) -> dict[str, str]:
    if topic not in rows.index:
        return {"points": "", "interval": "", "verdict": ""}
    row = rows.loc[topic]
    return {"points": points(row["difference"]), "interval": f"{points(row['low'])} to {points(row['high'])}", "verdict": "robust" if row["robust"] else "not sure"}


def packed_papers(result) -> str:
    """The papers as gzipped JSON in base64, the same bytes each time; the page unpacks it when it is needed."""
    mine = result.assignments[result.assignments["model"] == MODEL].set_index("paper_id")["topic"]
    columns = {"id": "paper_id", "title": "title", "venue": "venue", "year": "year", "abstract": "abstract", "url": "url"}
    frame = result.papers[list(columns.values())].astype(object).where(result.papers[list(columns.values())].notna(), None)
    rows = [[*(int(v) if name == "year" and v is not None else v for name, v in zip(columns, row, strict=True)), int(mine.get(row[0], -1))] for row in frame.itertuples(index=False, name=None)]
    topics = result.topics[result.topics["model"] == MODEL].sort_values("topic")["label"].tolist()
    table = json.dumps({"columns": [*columns, "topic"], "rows": rows, "themes": topics}, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(table.encode(), 9, mtime=0)).decode()


def plotly_script() -> Path:
    """plotly.js as plotly ships it."""
    return Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


def assets_text() -> dict[str, str]:
    """Scripts and style as texts, to stand inside a page."""
    folder = PACKAGE / "report_template"
    scripts = {name: (folder / f"{name}.js").read_text(encoding="utf-8") for name in ("figures", "papers", "explorer")}
    return scripts | {"style": (folder / "style.css").read_text(encoding="utf-8"), "plotly": plotly_script().read_text(encoding="utf-8")}


def write_assets(folder: Path, packed: str) -> None:
    """Scripts and style as files that the pages of the notebooks share."""
    for name in ("style.css", "figures.js", "papers.js"):
        write_text(folder / name, (PACKAGE / "report_template" / name).read_text(encoding="utf-8"))
    write_text(folder / "papers-data.js", f"window.VENUE_PAPERS = {json.dumps(packed)};\n")
    with atomic_path(folder / "plotly.min.js") as path:
        shutil.copyfile(plotly_script(), path)
