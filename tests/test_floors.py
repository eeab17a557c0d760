"""Imports go downward only."""

import ast
from pathlib import Path

import pytest

FLOORS = [
    {"errors", "paths"},
    {"settings", "papers", "contracts", "cache", "beside", "scoring", "stopwords", "wording"},
    {
        "reading",
        "cleaning",
        "embedding",
        "precomputed",
        "neighbours",
        "layout",
        "clustering",
        "terms",
        "topics",
        "labels",
        "naming",
        "fetching",
        "tables",
    },
    {"comparing", "alignment", "stability", "evaluating", "artifacts"},
    {
        "modelling",
        "finished",
        "weighing",
        "spanning",
        "refitting",
        "verdicts",
        "renaming",
        "numbering",
        "noting",
        "assembling",
        "result",
        "figures",
        "gallery",
        "findings",
        "phrasing",
        "standing",
        "handover",
        "evidence",
        "grounds",
    },
    {"pipeline"},
    {"report", "assigning", "explaining", "explore", "showing", "running", "exporting", "overview"},
    {"cli"},
]
# within a floor, in this order: the first may be imported by those after it
ORDER = {
    "errors": 0,
    "paths": 0,
    "cache": 0,
    "beside": 1,
    "stopwords": 1,
    "scoring": 1,
    "wording": 2,
    "result": 1,
    "handover": 2,
    "modelling": 1,
    "weighing": 1,
    "spanning": 4,
    "refitting": 2,
    "finished": 2,
    "renaming": 2,
    "numbering": 2,
    "noting": 3,
    "verdicts": 3,
    "assembling": 5,
    "running": 1,
    "exporting": 1,
    "showing": 1,
    "explaining": 2,
    "overview": 2,
    "report": 3,
    "explore": 2,
    "phrasing": 1,
    "evidence": 1,
    "standing": 2,
    "grounds": 2,
    "figures": 1,
    "findings": 3,
    "gallery": 4,
}
SOURCE = Path(__file__).resolve().parent.parent / "src" / "venue_themes"


def floor(name: str) -> int:
    return next(i for i, names in enumerate(FLOORS) if name in names)


def imports(path: Path) -> set[str]:
    """The modules of this package that a file imports, by their first name below it."""
    home = path.relative_to(SOURCE).parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        up = len(home) - node.level  # how much of the path the dots leave
        names = [*home[:up], *(node.module.split(".") if node.module else [])]
        found |= {names[0]} if names else {alias.name for alias in node.names}
    return found


def upward(path: Path) -> list[str]:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    wrong = []
    for other in imports(path) - {own, "__version__"}:
        below = floor(other) < floor(own)
        beside = floor(other) == floor(own) and ORDER.get(other, 9) < ORDER.get(own, 0)
        if not below and not beside:
            wrong.append(f"{path.relative_to(SOURCE)} imports {other}")
    return wrong


def test_imports_go_downward():
    files = [p for p in SOURCE.rglob("*.py") if p.name != "__init__.py" or p.parent != SOURCE]
    assert len(files) > 30
    assert sorted(w for p in files for w in upward(p)) == []


def test_every_module_has_a_floor():
    names = {p.name.removesuffix(".py") for p in SOURCE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert names - {"__init__"} == set().union(*FLOORS) & names


@pytest.mark.parametrize(
    "line, wrong",
    [
        ("from .pipeline import run", 1),
        ("from .errors import InputError", 0),
        ("from . import report", 1),
        ("from .embedding import fuse", 1),
    ],
)
def test_the_guard_sees_an_import_that_goes_up(tmp_path, monkeypatch, line, wrong):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    module = tmp_path / "clustering.py"
    module.write_text(line)
    assert len(upward(module)) == wrong
