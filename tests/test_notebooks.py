"""The notebooks: stripped, thin, and they run from top to bottom."""

import ast
import os
import subprocess
import sys

import nbformat
import pytest

from venue_themes.running import run_notebooks

NAMES = ["00_corpus", "01_map", "02_topics", "03_venues_compared", "04_how_sure", "05_many_venues", "06_over_the_years"]


@pytest.fixture(params=NAMES)
def notebook(request, root):
    return nbformat.read(root / "notebooks" / f"{request.param}.ipynb", as_version=4)


def code(notebook):
    return [c for c in notebook.cells if c.cell_type == "code"]


def test_the_folder_holds_these_and_no_others(root):
    assert sorted(p.stem for p in (root / "notebooks").glob("*.ipynb")) == NAMES


def test_it_is_stripped(notebook):
    nbformat.validate(notebook)
    assert all(c.outputs == [] and c.execution_count is None for c in code(notebook))
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}


def test_it_is_thin(notebook):
    lines = [len(c.source.splitlines()) for c in code(notebook)]
    assert sum(lines) <= 40 and max(lines) <= 8
    for cell in code(notebook):
        kinds = {type(node) for node in ast.walk(ast.parse(cell.source))}
        assert not kinds & {ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.Lambda, ast.ListComp, ast.If}


def test_its_first_code_cell_holds_the_parameters(notebook):
    first = code(notebook)[0]
    assert first.metadata["tags"] == ["parameters"]
    names = {}
    exec(first.source, names)
    assert {k: names[k] for k in ("sources", "settings", "out")} == {"sources": None, "settings": None, "out": None}


def test_it_opens_with_a_claim_and_types_no_number(notebook):
    prose = [c.source for c in notebook.cells if c.cell_type == "markdown"]
    assert prose[0].startswith("# ")
    assert not any(ch.isdigit() for text in prose for ch in text.replace("notebook 04", ""))


@pytest.fixture(scope="module")
def executed(root, tmp_path_factory):
    paths = [root / "notebooks" / f"{name}.ipynb" for name in NAMES]
    return dict(zip(NAMES, run_notebooks(paths, {}, partial=tmp_path_factory.mktemp("partial")), strict=True))


def outputs(notebook, kind):
    return [o.data[kind] for c in code(notebook) for o in c.outputs if kind in o.get("data", {})]


def test_all_run_on_the_seeds(executed):
    assert "38 abstracts were analysed" in outputs(executed["00_corpus"], "text/html")[0]
    figures = {name: len(outputs(book, "application/vnd.plotly.v1+json")) for name, book in executed.items()}
    assert figures["00_corpus"] == 0 and all(figures[name] >= 2 for name in NAMES[1:])


def test_small_samples_are_told_what_they_cannot_show(executed):
    assert "Nothing is significant" in outputs(executed["03_venues_compared"], "text/html")[0]
    assert "would have to differ by at least" in " ".join(outputs(executed["04_how_sure"], "text/html"))


def test_two_venues_in_one_year_are_told_what_is_missing(executed):
    drawn = {name: outputs(executed[name], "application/vnd.plotly.v1+json") for name in NAMES[5:]}
    assert all(not figure["data"] and figure["layout"]["annotations"] for some in drawn.values() for figure in some)
    assert "at least three venues" in str(drawn["05_many_venues"]) and "in two years" in str(drawn["06_over_the_years"])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_runs_headless_through_papermill(name, root, tmp_path):
    env = os.environ | {"PYTHONPATH": str(root / "src")}
    command = [
        sys.executable,
        "-m",
        "papermill",
        "-k",
        "python3",
        "--cwd",
        str(root / "notebooks"),
        "-p",
        "out",
        str(tmp_path / "tables"),
        str(root / "notebooks" / f"{name}.ipynb"),
        str(tmp_path / "done.ipynb"),
    ]
    subprocess.run(command, check=True, env=env, capture_output=True, timeout=600)
    assert (tmp_path / "tables" / "papers.parquet").is_file()
