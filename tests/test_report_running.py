"""Notebooks run headless by this interpreter, and every wait has an end."""

import os
import sys
import time

import nbformat
import pytest

from venue_themes.errors import AnalysisError
from venue_themes.exporting import as_page
from venue_themes.running import parameterised, run_notebooks


def book(folder, *sources, name="07_try", kernel="python3"):
    cells = [
        nbformat.v4.new_code_cell(s, metadata={"tags": ["parameters"]} if s.startswith("value =") else {})
        for s in sources
    ]
    made = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": {"name": kernel, "display_name": kernel, "language": "python"}}
    )
    path = folder / f"{name}.ipynb"
    nbformat.write(made, path)
    return path


def text(notebook, nth):
    return "".join(o.get("text", "") for o in notebook.cells[nth].outputs)


def test_the_kernel_is_this_interpreter_whatever_the_notebook_names(tmp_path):
    path = book(tmp_path, "value = 1", "import sys; print(sys.executable, value)", kernel="my-old-env")
    done = run_notebooks([path], {"value": {"a": [None, "x"]}}, partial=tmp_path)[0]
    assert text(done, 2).strip() == f"{sys.executable} {{'a': [None, 'x']}}"


def test_a_notebook_knows_nothing_of_the_one_before(tmp_path):
    first = book(tmp_path, "left_over = 1", name="01_first")
    second = book(tmp_path, "print('left_over' in globals())", name="02_second")
    done = run_notebooks([first, second], {}, partial=tmp_path)
    assert text(done[1], 1).strip() == "False"


@pytest.mark.parametrize(
    ("source", "limit", "what"),
    [
        ("1 / 0", 60, "raised ZeroDivisionError: division by zero"),
        ("import os; os._exit(9)", 60, "ended its kernel"),
        ("import time; time.sleep(60)", 2, "took longer than 2 seconds"),
    ],
    ids=["raises", "dies", "hangs"],
)
def test_a_failing_cell_is_named_and_what_ran_is_saved(tmp_path, source, limit, what):
    path = book(tmp_path, "value = 1", "print('fine')", source)
    start = time.monotonic()
    with pytest.raises(AnalysisError, match=what) as raised:
        run_notebooks([path], {}, partial=tmp_path / "out", cell_limit=limit)
    assert time.monotonic() - start < 30
    assert "07_try.ipynb, cell 4" in str(raised.value)  # the injected parameters are a cell, too
    saved = nbformat.read(tmp_path / "out" / "07_try.partial.ipynb", as_version=4)
    assert text(saved, 2).strip() == "fine"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_kernel_is_noticed(tmp_path):
    path = book(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(AnalysisError, match="ended its kernel"):
        run_notebooks([path], {}, partial=tmp_path)


def test_what_is_not_a_notebook_is_refused(tmp_path):
    (tmp_path / "x.ipynb").write_text("no json")
    with pytest.raises(AnalysisError, match=r"x.ipynb cannot be read"):
        parameterised(tmp_path / "x.ipynb", {})


def test_a_page_has_prose_code_tables_and_figures_but_no_parameters_or_scripts(tmp_path):
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

    spec = {
        "data": [{"type": "bar", "x": ["</script>"]}],
        "layout": {"height": 321},
        "config": {"plotlyServerURL": "https://elsewhere"},
    }
    shown = [
        new_output("execute_result", {"application/vnd.plotly.v1+json": spec, "text/html": "<div>stock</div>"}),
        new_output("display_data", {"text/html": "<table></table><script src='x'></script>"}),
        new_output("stream", name="stderr", text="progress"),
        new_output("stream", name="stdout", text="<said>"),
    ]
    made = new_notebook(
        cells=[
            new_markdown_cell("# Claim <script>x</script>"),
            new_code_cell("secret = '/home/me'", metadata={"tags": ["injected-parameters"]}),
            new_code_cell("f'{1}'", outputs=shown),
        ]
    )
    page = as_page(made, tmp_path / "03_venues_compared.ipynb")
    assert (page.file, page.title) == ("03_venues_compared.html", "Venues compared")
    assert [b.kind for b in page.blocks] == ["prose", "figure", "html", "text", "code"]
    assert (
        page.blocks[1].height == 321
        and "</script" not in page.blocks[1].html
        and "elsewhere" not in page.blocks[1].html
    )
    everything = "".join(b.html for b in page.blocks)
    assert "<script" not in everything and "secret" not in everything and "progress" not in everything
