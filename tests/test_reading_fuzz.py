"""Whatever bytes come: records, or one InputError; never a traceback, a hang or a flood of memory."""

import gzip
import io
import subprocess
import sys
import time
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from test_reading_roundtrip import FORMATS
from venue_themes import cleaning, reading
from venue_themes.errors import InputError

ROWS = [
    {
        "id": str(n),
        "title": f"Title {n}",
        "abstract": f"Words of abstract {n} are here, “all” of them.",
        "venue": "ICML",
        "year": 2020 + n,
    }
    for n in range(3)
]
MAGIC = [
    b"",
    b"\x1f\x8b\x08",
    b"BZh9",
    b"\xfd7zXZ\x00",
    b"\x28\xb5\x2f\xfd",
    b"PK\x03\x04",
    b"PAR1",
    b"{",
    b"[",
    b"@article{",
    b"TY  - ",
    b"PMID- ",
    b"---\n",
    b"title,abstract\n",
    b"\xff\xfe",
    b"PT J\n",
    b"ICML 2020 Papers\n\n",
    b'{"abstract": "',
    b"\xef\xbb\xbf",
    b"%PDF",
]


def attempt(path, data, clean=True):
    """The number of records, or None when the file was refused in one sentence."""
    path.write_bytes(data)
    started = time.perf_counter()
    try:
        found = reading.read_sources([path])
        if clean:
            account = cleaning.clean(found.records, found.warnings).cleaning
            assert account["read"] == len(found.records) == account["kept"] + account["rejected"]
        return len(found.records)
    except InputError as problem:
        assert "\n" not in str(problem)
        return None
    finally:
        assert time.perf_counter() - started < 20


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(MAGIC),
    st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass"))),
    st.sampled_from(["x.txt", "x.csv", "x.json", "x.bib", "x"]),
)
def test_random_bytes(tmp_path_factory, magic, data, name):
    attempt(tmp_path_factory.mktemp("fuzz") / name, magic + data)


@pytest.mark.parametrize("name", FORMATS)
def test_truncation_at_every_offset(name, tmp_path):
    data = FORMATS[name][0](ROWS)
    step = max(1, len(data) // 250)  # every offset of a small text file, every n-th of a binary one
    counts = {cut: attempt(tmp_path / name, data[:cut], clean=cut % 10 == 0) for cut in range(0, len(data), step)}
    assert attempt(tmp_path / name, data) == 3
    assert counts[0] is None and all(n is None or n <= 3 for n in counts.values())


def test_truncation_of_packed_files(tmp_path):
    for name, pack in (("x.jsonl.gz", gzip.compress), ("x.zip", lambda data: zipped({"x.jsonl": data}))):
        data = pack(FORMATS["x.jsonl"][0](ROWS))
        assert attempt(tmp_path / name, data) == 3
        assert {attempt(tmp_path / name, data[:cut]) for cut in range(0, len(data), 2)} == {None}


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'[{"abstract":' + b"[" * 100_000,
        b'{"abstract": "ok words here"}\n' + b'{"a":' * 100_000 + b"\n",
        b'{"year": ' + b"9" * 10_000 + b', "abstract": "words are here"}\n{"abstract": "more words"}',
    ],
    ids=range(5),
)
def test_deep_nesting_and_huge_numbers(tmp_path, data):
    assert attempt(tmp_path / "x.json", data) in {None, 2}


def test_yaml_that_multiplies_itself(tmp_path):
    bomb = (
        "---\ntitle: T\na: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(
            f"{c}: &{c} [*{p},*{p},*{p},*{p},*{p},*{p},*{p},*{p},*{p}]\n"
            for p, c in zip("abcdefgh", "bcdefghi", strict=True)
        )
        + "abstract: *i\n---\n"
    )
    attempt(tmp_path / "x.md", bomb.encode())


def test_patterns_that_could_take_for_ever(tmp_path):
    for piece in (
        "(",
        "[1, ",
        "$",
        "\\emph{",
        "{",
        "**",
        "_a",
        "`",
        "<p ",
        "&amp;",
        "https://",
        "code is available at ",
        "a-\n",
        ", ",
        "A, B et al., ",
        "\\(",
        "\\begin{x}",
        "~~",
        "www.",
        "a.b@",
        "\n\n",
        "``",
        "code ",
    ):
        assert (
            attempt(
                tmp_path / "x.txt",
                b"ICML 2020 Papers\n\nPlain words come first, and then this. " + (piece * 3000).encode(),
            )
            is not None
        )


BOMB = bytes(200 << 20)


@pytest.mark.parametrize("kind", ["gz", "zip", "xlsx", "zip in zip"])
def test_bombs_are_refused_early(tmp_path, kind):
    data = BOMB if kind != "xlsx" else b"<?xml version='1.0'?>" + b" " * (100 << 20)
    packed = {
        "gz": lambda: gzip.compress(data),
        "zip": lambda: zipped({"a.csv": data}),
        "xlsx": lambda: zipped({"[Content_Types].xml": data[:100], "xl/worksheets/sheet1.xml": data}),
        "zip in zip": lambda: zipped({"b.zip": zipped({"a.csv": data})}),
    }[kind]()
    assert attempt(tmp_path / f"x.{kind[:4].strip()}", packed) is None


def test_entities_of_a_workbook_are_refused(tmp_path):
    xml = b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaa'>]><x>&a;</x>"
    assert attempt(tmp_path / "x.xlsx", zipped({"[Content_Types].xml": xml, "xl/workbook.xml": xml})) is None


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["json string", "csv cell", "text line", "json array"])
def test_a_line_of_200_megabytes(tmp_path, shape):
    big = b"words and more " * ((200 << 20) // 15)
    data = {
        "json string": b'{"abstract": "' + big + b'"}\n{"abstract": "Small one here."}\n',
        "csv cell": b'title,abstract\na,"' + big + b'"\nb,Small one here.\n',
        "text line": b"ICML 2020 Papers\n\n" + big + b"\n\nSmall one here.",
        "json array": b"[" + (b'{"abstract": "' + b"words and more " * 80 + b'", "title": "x"},') * 165_000
        + b'{"abstract": "Last one here."}]',
    }[shape]
    del big
    path = tmp_path / "x.dat"
    path.write_bytes(data)
    del data
    code = (
        "import sys, resource; from venue_themes import reading, cleaning\nr = "
        "reading.read_sources([sys.argv[1]])\nprint(len(r.records), sum(x['reject'] is not None for x in "
        "r.records))"
        "\nif len(r.records) < 10: print(cleaning.clean(r.records, []).cleaning['kept'])"
        "\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    *counts, peak = done.stdout.split()
    assert float(peak) < 2
    if shape != "json array":
        assert counts == ["2", "1", "1"]
