"""The page on methods: docs/methods.md, and what this very run was made with."""

import json
import re

from .artifacts import versions
from .exporting import Block, Page
from .figures.theme import MODEL_NAMES
from .paths import project_root
from .phrasing import counted
from .settings import Section
from .showing import Table

FILE, TITLE = "methods.html", "Methods"
NARROW = 4  # columns that are still readable on a telephone


def methods_page(result) -> Page:
    """The methods as a page of the report: the text, the counts and settings of this run, and the library versions."""
    text = (project_root() / "docs" / "methods.md").read_text(encoding="utf-8")
    title, rest = text.split("\n", 1)
    pointer = "\n[What this run was made with](#this-run) stands at the end.\n"
    return Page(
        FILE,
        TITLE,
        [
            Block("prose", as_html(title + "\n" + pointer + rest)),
            Block("prose", '<h2 id="this-run">This run</h2>'),
            Block("html", run_table(result)._repr_html_()),
            Block("html", settings_table(result.settings)._repr_html_()),
            Block("html", versions_table(result)._repr_html_()),
        ],
    )


def as_html(text: str) -> str:
    """Markdown as HTML; raw HTML in it is escaped, wide tables scroll by themselves."""
    import mistune

    html = mistune.create_markdown(escape=True, plugins=["table"])(text)
    return re.sub(r"<table>.*?</table>", _scrolling, html, flags=re.S)


def _scrolling(table: re.Match) -> str:
    wide = " wide" if table[0].count("<th") > NARROW else ""
    return f'<div class="table{wide}">{table[0]}</div>'


def run_table(result) -> Table:
    """What was counted and repeated in this run."""
    papers, nulls = result.papers, result.weighed.get("nulls")
    rows = [(f"papers of {venue}", f"{n:,}") for venue, n in papers["venue"].value_counts().sort_index().items()]
    rows.append(("copies among them", f"{int(papers['duplicate_of'].notna().sum()):,}"))
    for model, some in result.topics.groupby("model", sort=False):
        rows.append((f"topics, {MODEL_NAMES.get(model, model)}", f"{len(some):,}"))
    for model, held in result.metrics.get("stability", {}).items():
        made = f"{held['refits']}, each on {held['share_of_papers']:.0%} of the papers"
        rows.append((f"refits, {MODEL_NAMES.get(model, model)}", made))
    if nulls is not None:
        rows += [(f"null experiment: {row.experiment}", counted(int(row.runs), "run")) for row in nulls.itertuples()]
    return Table(("in this run", "made"), tuple(rows))


def settings_table(settings) -> Table:
    """Every setting with the value it had."""
    return Table(("setting", "value", "meaning"), tuple(_settings(settings, "")))


def _settings(section: Section, prefix: str) -> list[tuple[str, str, str]]:
    rows = []
    for name, field in type(section).model_fields.items():
        value = getattr(section, name)
        if isinstance(value, Section):
            rows += _settings(value, f"{name}.")
        else:
            rows.append((prefix + name, _shown(value), field.description or ""))
    return rows


def _shown(value: object) -> str:
    if isinstance(value, dict):
        value = [f"{ours}={theirs}" for ours, theirs in value.items()]
    if isinstance(value, list | tuple):
        value = ", ".join(map(str, value)) or None
    return "none" if value is None else str(value)


def versions_table(result) -> Table:
    """The versions of the libraries, from the run's manifest where there is one."""
    manifest = result.out / "manifest.json" if result.out is not None else None
    said = json.loads(manifest.read_text(encoding="utf-8")) if manifest is not None and manifest.is_file() else {}
    return Table(("library", "version"), tuple((said.get("versions") or versions()).items()))
