"""The report: a page per notebook, and an index that holds everything it needs in one file."""

import hashlib
import json
import shutil
import tempfile
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from . import __version__
from .explaining import FILE, TITLE, methods_page
from .exporting import Page, as_page, page_title
from .figures.save import FORMATS, save_figures
from .gallery import key_figures
from .handover import hand_over, plain_request
from .overview import index_page, packed_papers, plotly_script
from .paths import PACKAGE, atomic_path, project_root, write_text
from .phrasing import counted, headline
from .running import CELL_LIMIT, run_notebooks
from .showing import template

NEEDS = {"05_many_venues": "one_against_rest", "06_over_the_years": "trends"}  # what a result has where a notebook applies


def write_report(
    result,
    sources: Sequence[str | Path] | None,
    settings,
    out: str | Path,
    *,
    notebooks: Sequence[Path] | None = None,
    cell_limit: float = CELL_LIMIT,
    tell: Callable[[str], None] = lambda text: None,
) -> Path:
    """Run the notebooks on the same input; write ``out/index.html``, a page for each, and one on methods; the index's path.

    Parameters
    ----------
    result
        A ``pipeline.Result`` of the same sources and settings; the notebooks are handed it.
    sources
        Paths as given to ``pipeline.run``; None for the embedded input.
    settings
        As given to ``pipeline.run``; None for those of the result.
    notebooks
        Paths of notebooks; None for those of the project that apply; an empty list writes the index alone.
    tell
        Called with a sentence at each step.

    Raises
    ------
    AnalysisError
        A notebook failed; what ran of it is in ``out``. The index is written all the same.
    """
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    paths = (
        [p for p in sorted((project_root() / "notebooks").glob("[0-9]*.ipynb")) if NEEDS.get(p.stem) in {None, *result.weighed}]
        if notebooks is None
        else [Path(n) for n in notebooks]
    )
    site = site_of(result, paths)
    packed = packed_papers(result)
    tell("Writing index.html.")
    write_text(out / "index.html", index_page(result, site, packed, out=out))
    if paths:
        write_assets(out / "assets", packed)
        _write_page(methods_page(result), site, out)
        tell(f"Running {len(paths)} notebooks.")
        executed = _executed(result, paths, plain_request(sources, settings or result.settings), out, cell_limit)
        for path, notebook in zip(paths, executed, strict=True):
            _write_page(as_page(notebook, path), site, out)
    return out / "index.html"


def _write_page(page: Page, site: dict, out: Path) -> None:
    write_text(out / page.file, template("notebook.html.j2").render(page=page, site=site))


def _executed(result, paths: Sequence[Path], asked: dict, out: Path, cell_limit: float) -> list:
    """The executed notebooks; they find the result that was made already."""
    with tempfile.TemporaryDirectory(prefix="venue-themes-") as folder:
        seen = hand_over(result, asked, Path(folder))
        return run_notebooks(paths, asked, partial=out, cell_limit=cell_limit, environment=seen)


def write_figures(result, out: str | Path, *, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Write the key figures and their ``manifest.json`` (sha256 per file); what could not be written is warned of."""
    out = Path(out)
    figs = key_figures(result)
    for sentence in save_figures(figs, out, tuple(formats)):
        warnings.warn(sentence, stacklevel=2)
    files = sorted(f for f in (out / f"{name}.{kind}" for name in figs for kind in formats) if f.is_file())
    digests = {
        f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files if f.suffix != ".pdf"
    }  # a PDF holds its date
    write_text(out / "manifest.json", json.dumps(digests, indent=1, sort_keys=True) + "\n")
    return files


def site_of(result, paths: Sequence[Path]) -> dict:
    """What all pages share: title, navigation, the line at the foot."""
    pages = [{"file": f"{p.stem}.html", "title": page_title(p)} for p in paths]
    if pages:
        pages.append({"file": FILE, "title": TITLE})
    made = f"Made by Venue Themes {__version__} from {counted(len(result.papers), 'abstract')}."
    made += " Nothing on this page is loaded from the network."
    return {"title": headline(result.papers), "pages": pages, "methods": FILE if pages else "", "made": made}


def write_assets(folder: Path, packed: str) -> None:
    """Scripts and style as files that the pages of the notebooks share."""
    for name in ("style.css", "figures.js", "papers.js"):
        write_text(folder / name, (PACKAGE / "report_template" / name).read_text(encoding="utf-8"))
    write_text(folder / "papers-data.js", f"window.VENUE_PAPERS = {json.dumps(packed)};\n")
    with atomic_path(folder / "plotly.min.js") as path:
        shutil.copyfile(plotly_script(), path)
