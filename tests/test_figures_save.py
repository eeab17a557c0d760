"""Files of figures: the same bytes each time, and all but images without a browser."""

import hashlib
import json
import os
import stat
import subprocess
import sys
import time

import psutil
import pytest

from factory import make_result
from venue_themes import figures
from venue_themes.figures.save import figure_json, find_browser, stable_svg

needs_browser = pytest.mark.skipif(find_browser() is None, reason="no Chrome or Chromium on this machine")
SCRIPT = """
import sys
from factory import make_result
from venue_themes import figures
r = make_result()
figs = {"paper_map": figures.paper_map(r.assignments, r.topics, r.papers)}
figs["topic_sizes"] = figures.topic_sizes(r.topics, r.assignments, r.papers)
print(figures.save_figures(figs, sys.argv[1]))
"""


@pytest.fixture
def figs():
    r = make_result()
    return {"topic_differences": figures.topic_differences(r.comparison)}


def digests(folder):
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(folder.iterdir())}


@needs_browser
def test_two_processes_write_the_same_bytes(tmp_path, root):
    found = []
    for nth in ("1", "2"):
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root / "tests")]),
            "PYTHONHASHSEED": nth,
        }
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / nth)], env=env, capture_output=True, text=True, timeout=200
        )
        assert done.stdout.strip() == "[]", done.stdout + done.stderr
        found.append(digests(tmp_path / nth))
    assert found[0] == found[1]
    assert set(found[0]) == {
        "plotly.min.js",
        *(f"{n}.{f}" for n in ("paper_map", "topic_sizes") for f in ("html", "json", "svg", "png")),
    }
    svg = (tmp_path / "1" / "paper_map.svg").read_text()
    assert "fairness" in svg and "http" not in svg.replace("http://www.w3.org/", "")


def test_a_page_has_a_fixed_id_and_loads_nothing_from_outside(tmp_path, figs):
    assert figures.save_figures(figs, tmp_path, formats=("html", "json")) == []
    page = (tmp_path / "topic_differences.html").read_text()
    assert 'id="topic_differences"' in page
    assert "http" not in page and "MathJax" not in page
    assert (
        json.loads((tmp_path / "topic_differences.json").read_text())["layout"]["title"]["text"]
        == "Where the venues differ"
    )


def test_json_may_stand_in_a_script_element(figs):
    fig = figs["topic_differences"].update_layout(title_text="</script><script>alert(1)</script>")
    assert "</script" not in figure_json(fig)
    assert json.loads(figure_json(fig))["layout"]["title"]["text"] == "</script><script>alert(1)</script>"


def test_without_a_browser_all_but_images_is_written(tmp_path, figs, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "nowhere"))
    said = figures.save_figures(figs, tmp_path / "out")
    assert len(said) == 1
    assert said[0].startswith("SVG, PNG were not written: no Chrome or Chromium at BROWSER_PATH=")
    assert "plotly_get_chrome" in said[0]
    assert sorted(f.name for f in (tmp_path / "out").iterdir()) == [
        "plotly.min.js",
        "topic_differences.html",
        "topic_differences.json",
    ]


@pytest.mark.skipif(os.name != "posix", reason="a shell script stands for the browser")
def test_a_browser_that_hangs_is_ended(tmp_path, figs, monkeypatch):
    fake = tmp_path / "chrome"
    fake.write_text("#!/bin/sh\nexec sleep 1000\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("BROWSER_PATH", str(fake))
    start = time.monotonic()
    said = figures.save_figures(figs, tmp_path / "out", formats=("json", "png"), time_limit=3)
    assert time.monotonic() - start < 20
    assert "were not written" in said[0] and "did not finish within" in said[0]
    left = [p.info["cmdline"] for p in psutil.process_iter(["cmdline"]) if str(fake) in (p.info["cmdline"] or [])]
    assert not left, "neither the browser nor its wrapper may go on"
    assert (tmp_path / "out" / "topic_differences.json").is_file()
    assert not (tmp_path / "out" / "topic_differences.png").exists()


def test_an_unknown_format_is_refused(tmp_path, figs):
    with pytest.raises(ValueError, match="gif"):
        figures.save_figures(figs, tmp_path, formats=("gif",))


def test_random_ids_leave_the_svg():
    svg = """<defs id="defs-3f2a1b"><clipPath id="clip3f2a1bxyplot"/></defs><g id="topdefs-3f2a1b"/>
    <g clip-path="url(#clip3f2a1bxyplot)" fill="#13f2a1b"/>"""
    other = svg.replace("3f2a1b", "0c9d8e").replace("#10c9d8e", "#13f2a1b")
    assert stable_svg(svg, "map") == stable_svg(other, "map")
    assert "#13f2a1b" in stable_svg(svg, "map")


def test_the_figures_that_are_kept_are_those_of_their_manifest(root):
    folder = root / "figures"
    listed = set(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))
    kept = {path.name for suffix in ("json", "png", "svg") for path in folder.glob(f"*.{suffix}")} - {"manifest.json"}
    assert kept and kept <= listed
