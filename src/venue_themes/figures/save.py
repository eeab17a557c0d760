"""Figures into files, so that the same figures give the same bytes."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import plotly
import plotly.graph_objects as go

from ..paths import PACKAGE, atomic_path, write_text

STATIC = ("svg", "png", "pdf")
FORMATS = ("html", "json", *STATIC)
WIDTH, SCALE = 1000, 2  # pixels of a static figure; PNG has SCALE times as many
TIME_LIMIT = 60  # seconds for the first figure's image; each further one adds PER_IMAGE
PER_IMAGE = 6
HOW_TO = "Install Chrome or Chromium (`plotly_get_chrome` does it, too) or name it in BROWSER_PATH."
_BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chrome-headless-shell",
    "microsoft-edge",
    "brave-browser",
)


def save_figures(
    figs: dict[str, go.Figure],
    folder: str | Path,
    formats: tuple[str, ...] = ("html", "json", "svg", "png"),
    *,
    time_limit: float = TIME_LIMIT,
) -> list[str]:
    """Write every figure as ``<name>.<format>``; the sentences that a reader should know (none: all is there).

    HTML pages share one ``plotly.min.js`` in the same folder. SVG, PNG and PDF need Chrome or Chromium; without it, or
    when it does not answer within ``time_limit`` seconds (plus a few per image), the rest is written all the same.
    SVG and PNG are byte-stable on one machine; a PDF carries its date.

    Raises
    ------
    ValueError
        A format is not one of html, json, svg, png, pdf.
    """
    unknown = set(formats) - set(FORMATS)
    if unknown:
        raise ValueError(f"formats {sorted(unknown)}; expected some of {', '.join(FORMATS)}")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if "html" in formats and figs:
        _copy_plotly(folder)
    for name, fig in figs.items():
        if "json" in formats:
            write_text(folder / f"{name}.json", figure_json(fig) + "\n")
        if "html" in formats:
            write_text(folder / f"{name}.html", figure_page(name, fig))
    static = [f for f in formats if f in STATIC]
    return _save_static(figs, folder, static, time_limit) if static and figs else []


def figure_json(fig: go.Figure) -> str:
    """The figure as JSON with sorted keys; ``</`` is escaped, so that it may stand inside a script element."""
    return json.dumps(json.loads(fig.to_json()), sort_keys=True, ensure_ascii=False, separators=(",", ":")).replace(
        "</", "<\\/"
    )


def figure_page(name: str, fig: go.Figure) -> str:
    """A page with this figure alone; it loads ``plotly.min.js`` from its own folder and nothing else."""
    from jinja2 import Environment, FileSystemLoader

    pages = Environment(
        loader=FileSystemLoader(PACKAGE / "report_template"), autoescape=True, keep_trailing_newline=True
    )
    return pages.get_template("figure.html.j2").render(
        name=name, title=name.replace("_", " "), figure=figure_json(fig), height=fig.layout.height or 480
    )


def find_browser() -> str | None:
    """Chrome or Chromium, or None: what ``BROWSER_PATH`` names (and no other, when it is set), else what is on PATH,
    else what stands where installers put it.
    """
    named = os.environ.get("BROWSER_PATH")
    if named:
        return named if shutil.which(named) else None
    for name in _BROWSERS:
        if path := shutil.which(name):
            return path
    try:
        from choreographer.browsers.chromium import Chromium

        return Chromium.find_browser(skip_local=False)
    except Exception:  # a private corner of another package: without it we only find fewer browsers
        return None


def _copy_plotly(folder: Path) -> None:
    source, target = Path(plotly.__file__).parent / "package_data" / "plotly.min.js", folder / "plotly.min.js"
    if not target.is_file() or target.stat().st_size != source.stat().st_size:
        with atomic_path(target) as path:
            shutil.copyfile(source, path)


def _save_static(figs: dict[str, go.Figure], folder: Path, formats: list[str], time_limit: float) -> list[str]:
    """All images from one browser, started in a process of its own that can be ended when the browser hangs."""
    browser = find_browser()
    wanted = ", ".join(f.upper() for f in formats)
    if browser is None:
        named = os.environ.get("BROWSER_PATH")
        where = f"at BROWSER_PATH={named}" if named else "on this machine"
        return [f"{wanted} were not written: no Chrome or Chromium {where}. {HOW_TO}"]
    with tempfile.TemporaryDirectory(prefix="venue-themes-") as scratch:
        work = Path(scratch)
        for name, fig in figs.items():
            (work / f"{name}.json").write_text(json.dumps(_static_spec(fig), sort_keys=True), encoding="utf-8")
        limit = time_limit + PER_IMAGE * (len(figs) * len(formats) - 1)
        problem = _render(work, list(figs), formats, browser=browser, limit=limit)
        missing = [f"{n}.{f}" for n in figs for f in formats if not _take(work / f"{n}.{f}", folder)]
    if not missing:
        return []
    return [
        f"{len(missing)} of {len(figs) * len(formats)} images ({wanted}) were not written: "
        f"{problem or 'the browser drew nothing'}. {HOW_TO}"
    ]


def _static_spec(fig: go.Figure) -> dict:
    """The figure for print: points as SVG, since a raster inside a vector file is neither sharp nor stable."""
    spec = json.loads(fig.to_json())
    for nth, trace in enumerate(spec["data"]):
        trace["uid"] = f"trace{nth}"  # plotly would draw a random one, and write it into the SVG
        if trace["type"] == "scattergl":
            trace["type"] = "scatter"
        for unseen in ("customdata", "hovertemplate"):
            trace.pop(unseen, None)
    return spec


def _render(work: Path, names: list[str], formats: list[str], *, browser: str, limit: float) -> str:
    """Run the child process; returns what went wrong, or an empty text."""
    job = json.dumps(
        {"folder": str(work), "names": names, "formats": formats, "width": WIDTH, "scale": SCALE, "browser": browser}
    )
    child = subprocess.Popen(
        [sys.executable, "-m", "venue_themes.figures.render"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])},
    )
    try:
        _, errors = child.communicate(job, timeout=limit)
    except subprocess.TimeoutExpired:
        _end(child)
        return f"{browser} did not finish within {limit:.0f} seconds"
    last = errors.strip().splitlines()[-1:] or ["no reason given"]
    return "" if child.returncode == 0 else f"{browser} failed ({last[0][:200]})"


def _end(child: subprocess.Popen) -> None:
    """End the child and all that it started; the wrapper of the browser has a session of its own."""
    import psutil

    started = psutil.Process(child.pid)
    for process in [*started.children(recursive=True), started]:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    child.communicate()


def _take(image: Path, folder: Path) -> bool:
    if not image.is_file() or image.stat().st_size == 0:
        return False
    content = image.read_bytes()
    if image.suffix == ".svg":
        content = stable_svg(content.decode("utf-8"), image.stem).encode("utf-8")
    with atomic_path(folder / image.name) as path:
        path.write_bytes(content)
    return True


def stable_svg(svg: str, name: str) -> str:
    """The SVG with plotly's random six-digit id replaced by one made from the figure's name."""
    fixed = hashlib.sha256(name.encode()).hexdigest()[:6]
    for found in sorted(set(re.findall(r'id="(?:top)?defs-([0-9a-f]{6})"', svg))):
        svg = re.sub(
            rf"(?<![0-9a-f]){found}(?![0-9a-f])|(?<=clip){found}|(?<=legend){found}|(?<=g){found}(?=-)", fixed, svg
        )
    return svg
