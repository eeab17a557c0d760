"""Arbitrary papers written in every format are read back equal, packed in every way."""

import bz2
import csv
import gzip
import io
import json
import lzma
import zipfile

import pandas as pd
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from venue_themes import reading

# signs that no format may lose; line breaks and the signs of BibTeX and YAML only where the format can hold them
LINE = st.characters(
    codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf", "Cn", "Co", "Zs"), exclude_characters="\ufeff"
)
WORD = st.text(LINE, min_size=1, max_size=9)
SENTENCE = st.lists(WORD, min_size=3, max_size=12).map(" ".join)


def usable(text):
    return any(c.isalpha() for c in text) and text.strip().lower() not in {"nan", "<na>", "nat"}


def papers(line=SENTENCE, joined=" "):
    abstract = st.lists(line, min_size=1, max_size=3).map(joined.join).filter(usable)
    paper = st.fixed_dictionaries(
        {
            "id": st.integers(1, 10**6).map(str),
            "title": line.filter(usable),
            "abstract": abstract,
            "venue": st.sampled_from(["ICML", "ICLR", "NeurIPS", "Journal of Odd Things"]),
            "year": st.integers(1980, 2030),
        }
    )
    return st.lists(paper, min_size=1, max_size=5)


def tame(signs):
    """Sentences without some signs."""
    return (
        SENTENCE.map(lambda text: "".join(c for c in text if c not in signs))
        .filter(usable)
        .map(lambda text: "We " + " ".join(text.split()))
    )


def jsonl(rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def json_list(rows):
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def openreview(rows):
    notes = [
        {
            "id": r["id"],
            "content": {
                "title": {"value": r["title"]},
                "abstract": {"value": r["abstract"]},
                "venue": {"value": f"{r['venue']} {r['year']}"},
            },
        }
        for r in rows
    ]
    return json.dumps({"count": len(notes), "notes": notes}).encode()


def table(delimiter, names):
    def write(rows):
        out = io.StringIO()
        writer = csv.writer(out, delimiter=delimiter)
        writer.writerow(names)
        writer.writerows([row[key] for key in ("id", "title", "abstract", "venue", "year")] for row in rows)
        return out.getvalue().encode()

    return write


def xlsx(rows):
    out = io.BytesIO()
    pd.DataFrame(rows).to_excel(out, index=False)
    return out.getvalue()


def parquet(rows):
    out = io.BytesIO()
    pd.DataFrame(rows).to_parquet(out)
    return out.getvalue()


def bibtex(rows):
    return "\n".join(
        f"@inproceedings{{{r['id']},\n  title = {{{r['title']}}},\n  abstract = {{{r['abstract']}}},\n  "
        f"booktitle = {{{r['venue']}}},\n  year = {{{r['year']}}}\n}}"
        for r in rows
    ).encode()


def ris(rows):
    return "".join(
        f"TY  - CONF\nID  - {r['id']}\nTI  - {r['title']}\nAB  - {r['abstract']}\nT2  - {r['venue']}\nPY  - "
        f"{r['year']}\nER  - \n\n"
        for r in rows
    ).encode()


def nbib(rows):
    return "".join(
        f"PMID- {r['id']}\nTI  - {r['title']}\nAB  - {r['abstract']}\nJT  - {r['venue']}\nDP  - {r['year']} Jan\n\n"
        for r in rows
    ).encode()


def wos(rows):
    body = "".join(
        f"PT J\nTI {r['title']}\nAB {r['abstract']}\nSO {r['venue']}\nPY {r['year']}\nUT {r['id']}\nER\n\n"
        for r in rows
    )
    return f"FN Any\nVR 1.0\n{body}EF\n".encode()


FORMATS = {
    "x.jsonl": (jsonl, papers(joined="\n")),
    "x.json": (json_list, papers(joined="\n\n")),
    "notes.json": (openreview, papers(joined="\n")),
    "x.csv": (table(",", ["id", "title", "abstract", "venue", "year"]), papers()),
    "x.tsv": (table("\t", ["Key", "Title", "Abstract Note", "Publication Title", "Publication Year"]), papers()),
    "semicolons.csv": (table(";", ["EID", "Title", "Abstract", "Source title", "Year"]), papers()),
    "x.xlsx": (xlsx, papers(tame("\ufffe\uffff"))),
    "x.parquet": (parquet, papers(joined="\n")),
    "x.bib": (bibtex, papers(tame('{}\\@"%#'))),
    "x.ris": (ris, papers(tame(""))),
    "x.nbib": (nbib, papers(tame(""))),
    "wos.txt": (wos, papers(tame(""))),
}
PACKED = {
    "": lambda data, name: data,
    ".gz": lambda data, name: gzip.compress(data, 1),
    ".bz2": lambda data, name: bz2.compress(data),
    ".xz": lambda data, name: lzma.compress(data, preset=0),
    ".zst": lambda data, name: zstandard.compress(data),
}


def zipped(data, name):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def fields(records):
    return [{"id": r["source_id"], **{key: r[key] for key in ("title", "abstract", "venue", "year")}} for r in records]


@pytest.mark.parametrize("name", FORMATS)
def test_papers_come_back_equal(name, tmp_path):
    write, strategy = FORMATS[name]

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategy, st.sampled_from([*PACKED, ".zip"]))
    def check(rows, packing):
        data = write(rows)
        path = tmp_path / (name + packing)
        path.write_bytes(zipped(data, name) if packing == ".zip" else PACKED[packing](data, name))
        found = reading.read_sources([path])
        assert fields(found.records) == rows
        assert [r["source_record"] for r in found.records] == list(range(len(rows)))

    check()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(papers(joined="\n"))
def test_a_data_frame_comes_back_equal(rows):
    assert fields(reading.read_sources([pd.DataFrame(rows)]).records) == rows


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ICML 2025 Papers", "# NeurIPS'24", "ICLR-2025:"]),
            st.lists(tame(""), min_size=1, max_size=4),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_the_text_form_comes_back_equal(tmp_path_factory, sections):
    path = tmp_path_factory.mktemp("text") / "x.txt"
    path.write_text(
        "\n\n".join("\n\n".join([heading, *abstracts]) for heading, abstracts in sections), encoding="utf-8"
    )
    names = {"ICML 2025 Papers": ("ICML", 2025), "# NeurIPS'24": ("NeurIPS", 2024), "ICLR-2025:": ("ICLR", 2025)}
    expected = [(*names[heading], abstract) for heading, abstracts in sections for abstract in abstracts]
    assert [(r["venue"], r["year"], r["abstract"]) for r in reading.read_sources([path]).records] == expected


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(papers(joined="\n"))
def test_posts_come_back_equal(tmp_path_factory, rows):
    import yaml

    folder = tmp_path_factory.mktemp("volume")
    (folder / "README.md").write_text("# Volume\n")
    for nth, row in enumerate(rows):
        meta = {
            "title": row["title"],
            "abstract": row["abstract"],
            "id": row["id"],
            "container-title": row["venue"],
            "date": f"{row['year']}-05-01",
        }
        (folder / f"{nth}-post.md").write_text(f"---\n{yaml.safe_dump(meta)}---\n", encoding="utf-8")
    found = reading.read_sources([folder])
    assert fields(found.records) == rows
    assert any("README.md" in sentence for sentence in found.warnings)
