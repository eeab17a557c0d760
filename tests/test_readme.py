"""What the README says is there, and its commands exist."""

import re
import subprocess
import sys

import pytest

from venue_themes.cli import VERBS, parser


@pytest.fixture(scope="module")
def text(root):
    return (root / "README.md").read_text(encoding="utf-8")


def commands(text):
    return [line.strip() for block in re.findall(r"```\n(.*?)```", text, re.S) for line in block.splitlines() if line.strip()]


def test_links_and_pictures_are_there(root, text):
    targets = re.findall(r"\]\(([^)#]+)\)", text)
    assert len(targets) > 8 and [t for t in targets if not (root / t).exists()] == []


def test_make_verbs_exist(root, text):
    verbs = {line.split()[1] for line in commands(text) if line.startswith("make ")} | {"bench", "lab"}
    known = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.M))
    assert {"report", "test"} <= verbs <= known


def test_make_alone_prints_the_verbs_with_a_line_each(root):
    said = subprocess.run(["make"], cwd=root, capture_output=True, text=True, check=True).stdout
    assert all(
        re.search(rf"^{verb} +\S+", said, re.M) for verb in ("report", "test", "figures", "lab", "check", "bench", "clean")
    )


def test_command_lines_parse(text):
    lines = [line for line in commands(text) if "venue-themes" in line]
    assert len(lines) >= 3
    for line in lines:
        words = re.findall(r'"[^"]*"|\S+', line.split("venue-themes ", 1)[1])
        parser().parse_args([word.strip('"') for word in words])


def test_every_verb_is_in_the_table(text):
    assert all(f"`venue-themes {verb}`" in text for verb in [*VERBS, "fetch"])


def test_the_python_example_names_what_exists(text):
    code = re.search(r"```python\n(.*?)```", text, re.S).group(1)
    names = set(re.findall(r"\bvt\.([a-z_.]+)", code))
    check = "import venue_themes as vt, functools\n" + "\n".join(
        f"functools.reduce(getattr, {n.split('.')!r}, vt)" for n in names
    )
    assert names and subprocess.run([sys.executable, "-c", check], capture_output=True).returncode == 0


def test_modules_and_notebooks_named_are_there(root, text):
    order = text.split("## The code, in reading order")[1].split("##")[0]
    modules = re.findall(r"`([a-z]+)`", order)
    source = root / "src" / "venue_themes"
    assert len(modules) > 15 and [m for m in modules if not (source / m).is_dir() and not (source / f"{m}.py").exists()] == []
    notebooks = set(re.findall(r"^- `(\d\d_[a-z_]+)`", text, re.M))
    assert notebooks == {p.stem for p in (root / "notebooks").glob("*.ipynb")}
