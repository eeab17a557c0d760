"""What the README says is there, and its commands exist."""

import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pandas as pd
import pytest

from venue_themes.cli import VERBS, parser

SCRIPT = Path(sysconfig.get_path("scripts")) / "venue-themes"


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
    assert all(f"`venue-themes {verb}`" in text for verb in [*VERBS, "assign", "fetch"])


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


def test_the_commands_for_own_papers_work(text, tmp_path):
    """The README's lines on the files that they name, small ones made here; both reports are written."""
    words = {"bandits": "regret bound of bandits with online feedback", "scenes": "gaussian splatting renders scenes from images"}
    rows = [
        {"venue": venue, "year": 2025, "title": f"{theme} {i}", "abstract": f"We study {said} in case {venue} {i} with care."}
        for venue in ("ICML", "ICLR") for theme, said in words.items() for i in range(6)
    ]
    made = pd.DataFrame(rows)
    made[made["venue"] == "ICML"].to_json(tmp_path / "icml2025.jsonl.gz", orient="records", lines=True)
    made[made["venue"] == "ICLR"].to_csv(tmp_path / "iclr2025.csv", index=False)
    other = made.rename(columns={"title": "Paper", "abstract": "Summary"}).drop(columns="venue")
    other.to_excel(tmp_path / "papers.xlsx", index=False)
    lines = [line for line in commands(text) if "venue-themes report" in line]
    assert len(lines) == 2
    for line in lines:
        arguments = shlex.split(line)[1:]
        done = subprocess.run([SCRIPT, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=200)
        assert done.returncode == 0, done.stderr[-2000:]
        assert (tmp_path / "mine" / "index.html").stat().st_size > 1_000_000
        (tmp_path / "mine").rename(tmp_path / f"mine{len(list(tmp_path.iterdir()))}")
