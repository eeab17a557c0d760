"""The command line as a user meets it: quick to answer, clear when it cannot go on."""

import gzip
import subprocess
import sysconfig
import time
from pathlib import Path

import pandas as pd
import pytest

SCRIPT = Path(sysconfig.get_path("scripts")) / "venue-themes"


def call(*arguments, **options):
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


@pytest.mark.parametrize("flag, said", [("--help", "report"), ("--version", "venue-themes 0.")])
def test_questions_are_answered_at_once(flag, said):
    took = []
    for _ in range(3):
        start = time.perf_counter()
        assert said in call(flag).stdout
        took.append(time.perf_counter() - start)
    assert min(took) < 0.5


def test_nothing_heavy_is_imported_for_help():
    import sys

    code = "import sys, venue_themes.cli as c; c.parser(); print([m for m in ('pandas', 'numpy', 'torch') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


@pytest.fixture
def inputs(tmp_path):
    (tmp_path / "empty.txt").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(b'{"abstract": "We study bandits."}\n' * 500)[:60])
    (tmp_path / "papers.txt").write_text("ICML 2025 Papers\n\nWe study the regret of bandits in depth.\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["none.txt"],
        ["empty.txt"],
        ["folder"],
        ["binary.jsonl"],
        ["cut.jsonl.gz"],
        ["papers.txt", "--settings", "none.toml"],
        ["papers.txt", "--set", "themes.colour=3"],
        ["papers.txt", "--set", "themes.resolution=much"],
    ],
)
def test_what_cannot_be_used_is_said_in_one_sentence(inputs, arguments):
    done = call("clean", *arguments, "--out", inputs / "out", cwd=inputs)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr and "; expected " in done.stderr and len(done.stderr.strip().splitlines()) == 1
    assert not (inputs / "out").exists()


def test_an_unknown_verb_is_refused():
    assert call("dance").returncode == 2


def test_clean_writes_its_three_files_and_accounts_for_every_record(inputs):
    done = call("clean", "papers.txt", "--out", "out", cwd=inputs)
    assert done.returncode == 0 and "1 records read, 1 kept, 0 rejected" in done.stderr
    assert sorted(p.name for p in (inputs / "out").iterdir()) == ["cleaning.json", "papers.parquet", "rejects.csv"]
    assert pd.read_parquet(inputs / "out" / "papers.parquet")["venue"].tolist() == ["ICML"]


def test_options_reach_the_settings(inputs):
    (inputs / "table.csv").write_text("Paper,Summary\nA title,We study the regret of bandits in depth.\n", encoding="utf-8")
    done = call(
        "clean",
        "table.csv",
        "--columns",
        "title=Paper,abstract=Summary",
        "--venue",
        "COLT",
        "--year",
        "2024",
        "--out",
        "o",
        cwd=inputs,
    )
    assert done.returncode == 0, done.stderr
    paper = pd.read_parquet(inputs / "o" / "papers.parquet").iloc[0]
    assert (paper["title"], paper["venue"], paper["year"]) == ("A title", "COLT", 2024)
