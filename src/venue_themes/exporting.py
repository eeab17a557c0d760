"""An executed notebook as a page: prose, folded code, tables, and figures as JSON that the page draws itself."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

HIDDEN_TAGS = {"parameters", "injected-parameters", "hidden"}
PLOTLY = "application/vnd.plotly.v1+json"


@dataclass(frozen=True)
class Block:
    """A piece of a page; ``kind`` is prose, code, figure, html or text; ``html`` is safe for its kind (text is escaped later)."""

    kind: str
    html: str
    id: str = ""
    height: int = 0


@dataclass(frozen=True)
class Page:
    """A page of the report: its file name, its title in the navigation, and its blocks."""

    file: str
    title: str
    blocks: list[Block] = field(default_factory=list)


def page_title(notebook: Path) -> str:
    """The title in the navigation.

    >>> page_title(Path("03_venues_compared.ipynb"))
    'Venues compared'
    """
    return re.sub(r"^\d+_", "", Path(notebook).stem).replace("_", " ").capitalize()


def as_page(notebook, path: Path) -> Page:
    """The executed notebook (an nbformat node) as a page; ids are made of the notebook's number and the output's."""
    page = Page(f"{path.stem}.html", page_title(path))
    for cell in notebook.cells:
        if HIDDEN_TAGS & set(cell.metadata.get("tags", [])):
            continue
        if cell.cell_type == "markdown":
            page.blocks.append(Block("prose", _markdown(cell.source)))
        elif cell.cell_type == "code" and cell.source.strip():
            shown = [b for output in cell.outputs if (b := _block(output, f"fig-{path.stem[:2]}-{len(page.blocks)}"))]
            page.blocks.extend([*shown, Block("code", _highlighted(cell.source))])
    return page


def _block(output, name: str) -> Block | None:
    """The richest form of an output that the page can show; what goes to stderr is for the terminal."""
    if output.output_type == "stream":
        return Block("text", output.text) if output.name == "stdout" else None
    if output.output_type == "error":
        return Block("text", f"{output.ename}: {output.evalue}")
    data = output.data
    if PLOTLY in data:
        return _figure(data[PLOTLY], name)
    if "text/html" in data:
        return Block("html", _plain_html(_text(data["text/html"])))
    if "text/markdown" in data:
        return Block("prose", _markdown(_text(data["text/markdown"])))
    return Block("text", _text(data["text/plain"])) if "text/plain" in data else None


def _figure(spec: dict, name: str) -> Block:
    spec = {"data": spec["data"], "layout": spec["layout"]}
    text = json.dumps(spec, sort_keys=True, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return Block("figure", text, id=name, height=int(spec["layout"].get("height", 480)))


def _plain_html(html: str) -> str:
    """HTML without scripts and style elements: only our own may shape or run on the page."""
    return re.sub(r"<(script|style)\b.*?</\1\s*>", "", html, flags=re.DOTALL | re.IGNORECASE)


def _markdown(source: str) -> str:
    import mistune

    return mistune.create_markdown(escape=True, plugins=["table"])(source)


def _highlighted(source: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    return highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))


def _text(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "".join(value)
