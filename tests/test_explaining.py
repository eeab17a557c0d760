"""The page on methods: the text, this run's own settings and counts, nothing from the network."""

import html
import json
import re
import tomllib
from copy import copy

import nbformat
import pandas as pd
import pytest

from factory import make_result
from venue_themes import explaining, report
from venue_themes.settings import Settings, _names, with_overrides


@pytest.fixture
def result():
    return make_result(38, 7)


def page_of(result, folder, monkeypatch):
    notebook = folder / "01_map.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), notebook)
    monkeypatch.setattr(report, "_executed", lambda *_: [nbformat.v4.new_notebook()])
    index = report.write_report(result, None, result.settings, folder, notebooks=[notebook])
    return index.read_text(encoding="utf-8"), (folder / "methods.html").read_text(encoding="utf-8")


def replace(result, **changes):
    changed = copy(result)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def cells(table):
    return {row[0]: row[1] for row in table.rows}


def test_the_page_is_linked_and_loads_nothing_from_elsewhere(result, tmp_path, monkeypatch):
    index, page = page_of(result, tmp_path, monkeypatch)
    assert index.count('href="methods.html"') == 2  # in the navigation, and under the findings
    assert '<a href="methods.html" aria-current="page">Methods</a>' in page
    links = re.findall(r"""(?:src|href)=["']([^"']*)""", page)
    assert set(links) == {"data:,", "assets/style.css", "index.html", "01_map.html", "methods.html", "#this-run"}
    assert all((tmp_path / link).is_file() for link in links if link.endswith((".css", ".html")) and link != "index.html")
    assert 'id="this-run"' in page and "<script" not in page and "http" not in page


def test_without_notebooks_no_page_hangs_in_the_air(result, tmp_path):
    index = report.write_report(result, None, result.settings, tmp_path, notebooks=[])
    assert "methods.html" not in index.read_text(encoding="utf-8") and not (tmp_path / "methods.html").exists()


def test_the_text_is_whole_and_formulas_are_code(result, root):
    source = (root / "docs" / "methods.md").read_text(encoding="utf-8")
    prose = explaining.methods_page(result).blocks[0].html
    assert prose.count("<h2>") == len(re.findall("(?m)^## ", source))
    spans = re.findall(r"`([^`]+)`", source)
    shown = [html.unescape(code) for code in re.findall(r"<code>(.*?)</code>", prose, re.S)]
    assert len(spans) > 50 and [" ".join(s.split()) for s in shown] == [" ".join(s.split()) for s in spans]
    for table in re.findall(r"<table>.*?</table>", prose, re.S):  # no formula's bar has parted a cell
        widths = {row.count("<td") + row.count("<th") - row.count("<thead") for row in table.split("<tr>")[1:]}
        assert len(widths) == 1


def test_markup_in_the_text_is_shown_and_wide_tables_scroll():
    made = explaining.as_html("a <script>b</script>\n\n|a|b|c|d|e|\n|-|-|-|-|-|\n|1|2|3|4|5|\n\n|a|b|\n|-|-|\n|1|2|\n")
    assert "<script>" not in made and "&lt;script&gt;" in made
    assert made.count('<div class="table wide"><table>') == 1 and made.count('<div class="table"><table>') == 1


def test_every_setting_stands_with_the_value_of_this_run():
    default = cells(explaining.settings_table(Settings()))
    assert list(default) == _names(Settings)
    changed = with_overrides(Settings(), ["comparison.level=0.01", "comparison.refits=7", 'reading.columns.title="Paper"'])
    now = cells(explaining.settings_table(changed))
    assert {name: (default[name], now[name]) for name in now if now[name] != default[name]} == {
        "comparison.level": ("0.05", "0.01"),
        "comparison.refits": ("none", "7"),
        "reading.columns": ("none", "title=Paper"),
    }


def test_what_was_repeated_is_counted(result):
    bare = cells(explaining.run_table(result))
    assert not any("refits" in name or "null" in name for name in bare)
    held = {"bertopic": {"refits": 12, "share_of_papers": 0.8}}
    nulls = pd.DataFrame({"experiment": ["venues permuted", "first half"], "runs": [200, 200]})
    made = cells(explaining.run_table(replace(result, metrics={"stability": held}, weighed={"nulls": nulls})))
    assert [made[name] for name in made if "refits" in name] == ["12, each on 80% of the papers"]
    assert made["null experiment: venues permuted"] == "200 runs"
    assert sum(int(made[f"papers of {venue}"]) for venue in ("ICLR", "ICML")) == 38


def test_versions_are_those_of_the_manifest(result, tmp_path):
    assert "bertopic" in cells(explaining.versions_table(result))
    (tmp_path / "manifest.json").write_text(json.dumps({"versions": {"python": "3.x", "scipy": "0.0.1"}}))
    assert cells(explaining.versions_table(replace(result, out=tmp_path))) == {"python": "3.x", "scipy": "0.0.1"}


def test_the_text_is_installed_where_it_is_looked_for(root):
    wheel = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"]["docs/methods.md"] == "venue_themes/bundled/docs/methods.md"
