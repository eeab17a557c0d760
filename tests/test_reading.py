"""Reading: the variants of each format, venue and year, columns, and what cannot be read."""

import json

import pandas as pd
import pytest

from venue_themes import cleaning, reading
from venue_themes.errors import InputError, SettingsError
from venue_themes.reading.venues import Place, heading_of, place_of, place_of_file
from venue_themes.settings import Reading

LONG = "We study how hidden gates slow the flow of gradients, and mend it."


def read(tmp_path, name, content, **options):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return reading.read_sources([path], Reading(**options))


def abstracts(found):
    return [record["abstract"] for record in found.records]


# ---- the text form


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("ICML 2025 Papers", Place("ICML", 2025)),
        ("# NeurIPS'24", Place("NeurIPS", 2024)),
        ("ICLR-2025:", Place("ICLR", 2025)),
        ("  ICML 2021 Papers \t", Place("ICML", 2021)),
        ("**ICML 2023 Papers (2)**", Place("ICML", 2023)),
        ("== NIPS 2016 ==", Place("NeurIPS", 2016)),
        ("TINY 2024 Papers", Place("TINY", 2024)),
        ("2025 ICLR accepted papers", Place("ICLR", 2025)),
        ("Accepted papers at COLT 2020", Place("COLT", 2020)),
        ("ACL Papers", Place("ACL", None)),
        ("Venue: ECCV 2022", Place("ECCV", 2022)),
        ("International Conference on Machine Learning 2019", Place("ICML", 2019)),
        ("=== Papers: ICLR 2023 ===", Place("ICLR", 2023)),
        ("The 38th International Conference on Machine Learning (ICML 2021)", Place("ICML", 2021)),
        ("Advances in Neural Information Processing Systems 36 (NeurIPS 2023)", Place("NeurIPS", 2023)),
        ("Accepted Papers – ICML 2024", Place("ICML", 2024)),
        ("NeurIPS 2023 Datasets and Benchmarks Track", Place("NeurIPS", 2023)),
        ("ICML-24", Place("ICML", 2024)),
        ("ICML 2025 Papers\u200b", Place("ICML", 2025)),
        ("ICML 2021 Workshop Papers", Place("ICML Workshop", 2021)),
        ("We won at ICML 2021", None),
        ("Log of 2021", None),
        ("KDD Cup 2021", None),
        ("ACL 2020 and EMNLP 2021 papers", None),
        ("We study 2025 papers of a venue in depth.", None),
        ("Only one abstract lives here.", None),
        ("TBD", None),
        ("In 2025 Papers", None),
        ("GPT-4 is a large model", None),
        ("12 34 56 78.", None),
        ("Results 2024", None),
        ("MAY 2020", None),
    ],
)
def test_headings(line, place):
    assert heading_of(line) == place


def test_text_with_headings_rules_and_padding(tmp_path):
    text = (
        f"\ufeff\n # NeurIPS'24 \n\u3000\n{LONG}\n\u00a0\nSecond one here.\n\n-----\n\nICLR-2025:\nThird, right "
        f"below its heading.\r\n\r\nFourth.\u2028Still the fourth.\n"
    )
    found = read(tmp_path, "x.txt", text)
    assert [(r["venue"], r["year"], r["abstract"]) for r in found.records] == [
        ("NeurIPS", 2024, LONG),
        ("NeurIPS", 2024, "Second one here."),
        ("ICLR", 2025, "Third, right below its heading."),
        ("ICLR", 2025, "Fourth.\u2028Still the fourth."),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "1. First abstract.\n\nStill the first.\n2. Second one.\n3) Third\nwrapped.",
            ["First abstract.\n\nStill the first.", "Second one.", "Third\nwrapped."],
        ),
        ("[1] First abstract.\n\n[2] Second one.", ["First abstract.", "Second one."]),
        (
            "- First abstract.\n\n- Second one.\n\n  still second.",
            ["First abstract.", "Second one.\n\n  still second."],
        ),
        (
            "We make two contributions:\n\n- one thing\n\n- two things\n\nNew abstract begins.",
            ["We make two contributions:\n\n- one thing\n\n- two things", "New abstract begins."],
        ),
        (
            "This first one was cut in the middle of a long sentence\n\nwhich goes on here.\n\nNew one.",
            ["This first one was cut in the middle of a long sentence\n\nwhich goes on here.", "New one."],
        ),
        ("TBD\n\nt\n\n-\n\n3D molecules are hard.", ["TBD", "t", "-", "3D molecules are hard."]),
        ("1.5 billion tokens suffice.\n\n2 ways lead there.", ["1.5 billion tokens suffice.", "2 ways lead there."]),
    ],
)
def test_lists_and_blank_lines_inside_abstracts(tmp_path, body, expected):
    assert abstracts(read(tmp_path, "x.txt", f"ICML 2021 Papers\n\n{body}\n")) == expected


def test_without_a_heading_the_option_then_the_file_name_gives_the_venue(tmp_path):
    found = read(tmp_path, "icml2022.txt", f"{LONG}\n\nAnother.")
    assert [(r["venue"], r["year"]) for r in found.records] == [("ICML", 2022)] * 2
    found = read(tmp_path, "icml2022.txt", f"{LONG}\n\nAnother.", venue="UAI", year=2001)
    assert [(r["venue"], r["year"]) for r in found.records] == [("UAI", 2001)] * 2
    found = read(tmp_path, "case_15.txt", f"{LONG}\nIn this paper we show more.\n\nAnother abstract.\n\nA third.")
    assert [r["venue"] for r in found.records] == [None] * 3
    assert any("heading" in sentence for sentence in found.warnings) and any(
        "blank line" in sentence for sentence in found.warnings
    )


# ---- venues


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ICLR 2024 poster", Place("ICLR", 2024, "poster")),
        ("ICLR 2024 Conference Withdrawn Submission", Place("ICLR", 2024, "withdrawn")),
        ("Submitted to ICLR 2025", Place("ICLR", 2025, "submitted to")),
        ("NeurIPS.cc/2023/Conference", Place("NeurIPS", 2023)),
        ("ICLR 2023 notable top 5%", Place("ICLR", 2023, "notable top 5%")),
        ("Advances in Neural Information Processing Systems 36", Place("NeurIPS")),
        ("{XYZ} 2021", Place("XYZ", 2021)),
        ("Nature Physics", Place("Nature Physics")),
        (
            "Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing",
            Place("EMNLP", 2023),
        ),
        ("Journal of Odd Things", Place("Journal of Odd Things")),
        ("TMLR", Place("TMLR")),
        ("", Place()),
    ],
)
def test_venue_strings(text, place):
    assert place_of(text) == place


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("iclr2025.jsonl", Place("ICLR", 2025)),
        ("NeurIPS_2023_papers.csv", Place("NeurIPS", 2023)),
        ("icml24.bib", Place("ICML", 2024)),
        ("case_15.txt", Place()),
        ("000_efa8e25003505a2c.txt", Place()),
        ("scopus 2021.csv", Place(None, 2021)),
        ("log2020.csv", Place(None, 2020)),
    ],
)
def test_file_names(name, place):
    assert place_of_file(name) == place


# ---- tables


def test_a_stray_quote_does_not_swallow_rows(tmp_path):
    rows = [
        "id,title,abstract,venue,year",
        "1,A,One plain abstract.,ICML,2020",
        '2,B,"A quote nobody meant.,ICML,2020',
        "3,C,A third.,ICML,2020",
        '4,D,and one that closes it",ICML,2020',
        "5,E,A fifth.,ICML,2020",
    ]
    found = read(tmp_path, "x.csv", "\n".join(rows))
    assert [r["source_id"] for r in found.records] == list("12345")
    assert any("line 3" in sentence for sentence in found.warnings)


def test_a_row_of_another_width_is_a_reject_that_names_its_line(tmp_path):
    found = read(
        tmp_path,
        "x.csv",
        "title,abstract,year\na,First abstract.,2020\nb,too,many,fields,2021\nc,Third abstract.,2022\n",
    )
    assert [r["reject"] for r in found.records] == [None, "line 3 has 5 fields, the header 3", None]


def test_a_row_without_its_last_columns_is_kept(tmp_path):
    found = read(tmp_path, "x.csv", "title,abstract,venue\nA,Words here now.\nB,More words now.,ICML\nC\n")
    assert abstracts(found)[:2] == ["Words here now.", "More words now."]
    assert [bool(r["reject"]) for r in found.records] == [False, False, True] and "line 2" in found.warnings[0]


def test_labels_in_the_text_form(tmp_path):
    record = read(tmp_path, "x.txt", "ICML 2025 Papers\n\nTitle: A title\nAbstract: Words of it\nare here.\n").records[
        0
    ]
    assert (record["title"], record["abstract"]) == ("A title", "Words of it\nare here.")


def test_good_multiline_fields_stay_whole(tmp_path):
    found = read(tmp_path, "x.csv", 'title;abstract\n"A; b";"Line one; with sign\n\nline ""two"""\n')
    assert (found.records[0]["title"], abstracts(found)) == ("A; b", ['Line one; with sign\n\nline "two"'])


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Authors,Title,Year,Source title,Abstract,Author Keywords,EID", "X,T,2021,ICML,Words are here.,k,e1"),
        (
            "Article Title,Source Title,Author Keywords,Abstract,Publication Year,UT (Unique WOS ID)",
            "T,ICML,k,Words are here.,2021,e1",
        ),
        ("Rank,Publication ID,Title,Abstract,Source title,PubYear", "1,e1,T,Words are here.,ICML,2021"),
        (
            "Key,Item Type,Publication Year,Title,Publication Title,Abstract Note,Manual Tags",
            "e1,paper,2021,T,ICML,Words are here.,k",
        ),
        ("paperId,title,abstract,venue,year,fieldsOfStudy", "e1,T,Words are here.,ICML,2021,k"),
        ("id,year,title,event_type,pdf_name,abstract,conference", "e1,2021,T,Poster,x.pdf,Words are here.,ICML"),
    ],
)
def test_known_exports(tmp_path, header, row):
    record = read(tmp_path, "x.csv", f"{header}\n{row}\n").records[0]
    assert [record[key] for key in ("source_id", "title", "abstract", "venue", "year")] == [
        "e1",
        "T",
        "Words are here.",
        "ICML",
        2021,
    ]


def test_a_preamble_above_the_header_is_passed_over(tmp_path):
    found = read(tmp_path, "x.csv", '"About the data: exported, today"\n"Title","Abstract"\n"T","Words are here."\n')
    assert abstracts(found) == ["Words are here."]


def test_titles_that_look_like_missing_values_stay_text(tmp_path):
    found = read(tmp_path, "x.csv", "title,abstract\nNA,One here.\nnull,Two here.\n2020,nan\n")
    assert [r["title"] for r in found.records] == ["NA", "null", "2020"] and abstracts(found) == [
        "One here.",
        "Two here.",
        None,
    ]


def test_columns_are_mapped_by_the_option(tmp_path):
    text = "Paper;Outline;Where\nT;Words are here.;ICML 2020\n"
    record = read(tmp_path, "x.csv", text, columns={"title": "Paper", "abstract": "outline", "venue": "Where"}).records[
        0
    ]
    assert [record[key] for key in ("title", "abstract", "venue", "year")] == ["T", "Words are here.", "ICML", 2020]
    with pytest.raises(InputError, match=r"no column 'Outlin'; expected one of Paper, Outline, Where"):
        read(tmp_path, "x.csv", text, columns={"title": "Paper", "abstract": "Outlin"})
    with pytest.raises(SettingsError, match=r"'abstrct'; expected one of source_id"):
        read(tmp_path, "x.csv", text, columns={"abstrct": "Outline"})


def test_a_table_without_a_known_column_says_so(tmp_path):
    with pytest.raises(InputError, match=r"--columns abstract=NAME"):
        read(tmp_path, "x.csv", "foo,bar\n1,2\n")


def test_data_frames_with_missing_values(tmp_path):
    frame = pd.DataFrame(
        {"Title": ["a", None], "Abstract": ["Words are here.", float("nan")], "Year": [2020.0, None], "id": [7, 8]}
    )
    records = reading.read_sources([frame]).records
    assert [(r["title"], r["abstract"], r["year"], r["source_id"]) for r in records] == [
        ("a", "Words are here.", 2020, "7"),
        (None, None, None, "8"),
    ]


# ---- JSON


def test_openreview_notes_of_both_versions(tmp_path):
    notes = [
        {
            "id": "a",
            "content": {
                "title": {"value": "T"},
                "abstract": {"value": LONG},
                "keywords": {"value": ["x", "y"]},
                "venue": {"value": "ICLR 2024 oral"},
            },
        },
        {
            "id": "b",
            "content": {"title": "U", "abstract": LONG},
            "invitation": "ICLR.cc/2021/Conference/-/Blind_Submission",
        },
        {
            "id": "c",
            "content": {
                "title": {"value": "W"},
                "abstract": {"value": LONG},
                "venueid": {"value": "ICLR.cc/2024/Conference/Withdrawn_Submission"},
            },
        },
    ]
    records = read(tmp_path, "x.json", json.dumps({"notes": notes})).records
    assert [(r["source_id"], r["title"], r["venue"], r["year"], r["decision"]) for r in records] == [
        ("a", "T", "ICLR", 2024, "oral"),
        ("b", "U", "ICLR", 2021, None),
        ("c", "W", "ICLR", 2024, "withdrawn"),
    ]
    assert [bool(r["reject"]) for r in records] == [False, False, True] and records[0]["keywords"] == "x; y"


def test_paper_lists_arxiv_and_tables_by_column(tmp_path):
    papers = [
        {"title": "T", "status": "Poster", "abstract": LONG, "primary_area": "opt"},
        {"title": "U", "status": "Reject", "abstract": LONG},
    ]
    records = read(tmp_path, "iclr2025.json", json.dumps(papers)).records
    assert [(r["venue"], r["year"], r["decision"], r["reject"]) for r in records] == [
        ("ICLR", 2025, "Poster", None),
        ("ICLR", 2025, "Reject", "not accepted (the source says 'Reject')"),
    ]
    arxiv = {
        "id": "0704.0001",
        "title": "T",
        "categories": "cs.LG stat.ML",
        "abstract": LONG,
        "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
        "update_date": "2008-11-26",
    }
    record = read(tmp_path, "arxiv.json", json.dumps(arxiv) + "\n" + json.dumps(arxiv)).records[1]
    assert (record["venue"], record["year"], record["primary_area"], record["source_id"]) == (
        "arXiv",
        2007,
        "cs.LG",
        "0704.0001",
    )
    assert (
        len(
            read(
                tmp_path, "x.json", json.dumps({"title": {"0": "a", "1": "b"}, "abstract": {"0": LONG, "1": LONG}})
            ).records
        )
        == 2
    )


def test_a_broken_line_is_a_reject_and_the_rest_is_read(tmp_path):
    found = read(
        tmp_path,
        "x.jsonl",
        '{"abstract": "One here."}\n{"abstract": "Two he\n[1]\n{"abstract": 5}\n{"abstract": "\\ud800 Four here."}\n',
    )
    assert [bool(r["reject"]) for r in found.records] == [False, True, True, True, False]
    assert found.records[1]["reject"].startswith("line 2") and "int" in found.records[3]["reject"]
    found.records[4]["abstract"].encode("utf-8")


@pytest.mark.parametrize("between", ["", " ", ",\n", "\n\n", "\n,\n"])
def test_objects_one_after_another(tmp_path, between):
    objects = [json.dumps({"title": f"T{i}", "abstract": LONG}, indent=1) for i in range(3)]
    assert [r["title"] for r in read(tmp_path, "x.json", between.join(objects)).records] == ["T0", "T1", "T2"]


# ---- BibTeX, archives, folders, encodings


def test_bibtex_keeps_twins_and_names_the_broken_entry(tmp_path):
    text = (
        '@string{icml = "ICML"}\n@article{a, title={One {T}wo}, abstract={First here.}, booktitle=icml, '
        "year=2017}\n@article{a, title={B}, abstract={Second here.}}\n"
        "@article{lost, title={C, abstract={Never closed.}, year={2021}}\n@article{fine, title={D}, "
        'abstract={"Fourth"\n   here.}, date={2022-05}}\n'
    )
    found = read(tmp_path, "x.bib", text)
    assert [(r["abstract"] if not r["reject"] else r["reject"]) for r in found.records] == [
        "First here.",
        "Second here.",
        "entry lost at line 4 cannot be parsed: a brace is not closed",
        '"Fourth" here.',
    ]
    assert (found.records[0]["venue"], found.records[0]["year"], found.records[3]["year"]) == ("ICML", 2017, 2022)
    assert any("duplicate keys: a" in sentence for sentence in found.warnings)


def test_archives_are_read_without_writing_anything(tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("../../evil.csv", "title,abstract\nT,Words are here.\n")
        archive.writestr("in/notes.txt", "ICML 2020 Papers\n\nMore words are here.\n")
        archive.writestr("README.md", "Nothing to see.")
        archive.writestr("a.pdf", b"%PDF-1.4")
    before = sorted(tmp_path.parent.rglob("*"))
    found = reading.read_sources([tmp_path / "x.zip"])
    assert abstracts(found) == ["Words are here.", "More words are here."] and list(found.files) == ["x.zip"]
    assert sorted(tmp_path.parent.rglob("*")) == before
    assert any("a.pdf" in sentence and "README.md" in sentence for sentence in found.warnings)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-16", "title,abstract\nÄ,Wörter sind hier — ja\n"),
        ("utf-8-sig", "title,abstract\nÄ,Wörter sind hier\n"),
        ("utf-16-le", "title,abstract\nA,Words are here\n"),
        ("cp1252", "title,abstract\nA,“Priors” don’t wash out – Poincaré shows why…\n"),
        ("cp1251", "title,abstract\nЗаголовок,Мы изучаем нейронные сети и их свойства на больших данных\n"),
    ],
)
def test_encodings(tmp_path, encoding, text):
    found = read(tmp_path, "x.csv", text.encode(encoding))
    assert abstracts(found) == [text.splitlines()[1].split(",", 1)[1]]
    assert bool(found.warnings) == (encoding in {"cp1252", "cp1251"})


def test_two_files_of_one_name_keep_apart(tmp_path):
    for folder, word in (("a", "First"), ("b", "Second")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text(f"ICML 2020 Papers\n\n{word} abstract.")
    found = reading.read_sources([tmp_path / "a" / "x.txt", tmp_path / "b" / "x.txt"])
    assert [r["source_file"] for r in found.records] == ["x.txt", "b/x.txt"] == list(found.files)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("x.txt", b"", "empty"),
        ("x.txt", b" \n\t\n", "empty"),
        ("x.npy", b"\x93NUMPY\x01\x00v\x00", "NumPy"),
        ("x.bin", bytes(range(256)) * 4, "binary"),
        ("x.pdf", b"%PDF-1.7 x", "PDF"),
        ("x.pkl", b"\x80\x04\x95\x10", "pickle"),
        ("x.json", b"[1, 2", "JSON"),
        ("x.json", b"{}", "list of papers"),
        ("x.html", b"<!DOCTYPE html><p>x</p>", "HTML"),
        ("x.xml", b"<?xml version='1.0'?><a/>", "XML"),
        ("x.gz", b"\x1f\x8b\x08\x00", "unpacked"),
        ("x.parquet", b"PAR1xxxxPAR1", "unpacked"),
        ("x.zip", b"PK\x03\x04xx", "unpacked"),
        ("x.csv", b"title,abstract\n", "no record"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(tmp_path, name, content, says):
    with pytest.raises(InputError) as caught:
        read(tmp_path, name, content)
    assert says.lower() in str(caught.value).lower() and name in str(caught.value) and "\n" not in str(caught.value)


def test_missing_paths_and_empty_folders(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        reading.read_sources([tmp_path / "nothing"])
    with pytest.raises(InputError, match="holds no file"):
        reading.read_sources([tmp_path])
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    (tmp_path / "b.bin").write_bytes(b"\0\1\2")
    with pytest.raises(InputError, match="holds nothing readable"):
        reading.read_sources([tmp_path])


def test_seeds(root):
    found = reading.read_sources([root / "seeds"])
    assert (
        pd.Series([r["venue"] for r in found.records]).value_counts().to_dict() == {"ICML": 19, "ICLR": 19}
        and not found.warnings
    )
    assert len(found.files) == 2 and all(len(digest) == 64 for digest in found.files.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["icml2025", "iclr2025", "iclr2026_labelled"])
def test_shared_data_is_read_whole(shared, name):
    expected = {"icml2025": 3330, "iclr2025": 3703, "iclr2026_labelled": 4302}[name]
    found = reading.read_sources([shared / "data" / f"{name}.jsonl.gz"])
    assert len(found.records) == expected and not any(r["reject"] for r in found.records)


# ---- a selection while reading

SNAPSHOT = [
    {"id": "2401.00001", "title": "A", "abstract": "Nets learn here.", "categories": "cs.LG stat.ML", "update_date": "2024-01"},
    {"id": "2301.00002", "title": "B", "abstract": "Knots are tied.", "categories": "math.GT", "update_date": "2023-01-02"},
    {"id": "2201.00003", "title": "C", "abstract": "Priors wash out.", "categories": "math.ST cs.LG", "update_date": "2022-01"},
    {"id": "2201.00004", "title": "D", "abstract": "Stars are born.", "categories": "astro-ph", "update_date": "2022-01-02"},
]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("only", "kept"),
    [
        ("", "ABCD"),
        ("cs.LG", "AC"),
        ("CS.lg, 2022", "C"),
        (["stat.ML", "astro-ph"], "AD"),
        ("2022-2023", "BCD"),
        (2024, "A"),
        ("arXiv", "ABCD"),
        ("cs", ""),
        ("NeurIPS", ""),
    ],
)
def test_only_what_is_selected_is_kept_and_the_rest_is_counted(tmp_path, only, kept):
    text = lines(SNAPSHOT) + "{broken\n"
    found = read(tmp_path, "snapshot.jsonl", text, only=only)
    assert "".join(r["title"] for r in found.records if r["title"]) == kept
    assert found.not_selected == 4 - len(kept) and len(found.records) + found.not_selected == 5
    assert any(r["reject"] for r in found.records)  # what cannot be parsed is listed all the same
    corpus = cleaning.clean(found.records, found.warnings, not_selected=found.not_selected) if kept else None
    if corpus:
        account = corpus.cleaning
        assert account["read"] == 5 == account["kept"] + account["rejected"]
        assert len(corpus.rejects) == account["rejected"] - account["not_selected"]
        assert any("not listed in rejects.csv" in sentence for sentence in account["warnings"]) == (len(kept) < 4)
    positions = {r["title"]: r["source_record"] for r in found.records}
    assert all(positions[title] == "ABCD".index(title) for title in kept)


@pytest.mark.parametrize("name", ["x.csv", "x.bib", "x.json", "x.txt"])
def test_every_format_can_be_read_in_part(tmp_path, name):
    content = {
        "x.csv": "title,abstract,conference,year\nA,Words are here.,ICML,2024\nB,More words here.,ICLR,2024\n",
        "x.bib": "@article{a, title={A}, abstract={Words are here.}, booktitle={ICML}, year=2024}\n"
        "@article{b, title={B}, abstract={More words here.}, booktitle={ICLR}, year=2024}\n",
        "x.json": json.dumps([{"abstract": "Words are here.", "venue": "ICML 2024"}, {"abstract": "More.", "venue": "ICLR"}]),
        "x.txt": "ICML 2024 Papers\n\nWords are here.\n\nICLR 2024 Papers\n\nMore words here.\n",
    }[name]
    found = read(tmp_path, name, content, only="International Conference on Machine Learning")
    assert abstracts(found) == ["Words are here."] and found.not_selected == 1


def test_a_selection_of_nothing_names_what_there_is(tmp_path):
    with pytest.raises(InputError, match=r"None of the 4 records is of cs\.CV.*math\.GT"):
        read(tmp_path, "x.jsonl", lines(SNAPSHOT), only="cs.CV")


def test_what_is_not_selected_is_never_held(tmp_path):
    """40 MB of lines of which one in a thousand is wanted take a few MB."""
    import tracemalloc

    path = tmp_path / "x.jsonl"
    with open(path, "w") as file:
        for nth in range(20_000):
            area = "cs.LG" if nth % 1000 == 0 else "math.GT"
            row = {**SNAPSHOT[0], "abstract": f"{nth} " + "many words " * 180, "categories": area}
            file.write(json.dumps(row) + "\n")
    tracemalloc.start()
    found = reading.read_sources([path], Reading(only="cs.LG"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found.records) == 20 and found.not_selected == 19_980
    assert path.stat().st_size > 40e6 and peak < 8e6


def test_a_zip_on_disk_is_not_held_in_memory(tmp_path, monkeypatch):
    import zipfile

    from venue_themes.reading import blobs

    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("x.jsonl", lines(SNAPSHOT) * 2000)
    monkeypatch.setattr(blobs, "WHOLE_LIMIT", 1 << 17)  # the snapshot is above the limit of what is read as a whole
    assert len(reading.read_sources([tmp_path / "x.zip"], Reading(only="2024")).records) == 2000


# ---- more dirt of the same kinds


@pytest.mark.parametrize("blank", ["\u2003", "\u200b", "\ufeff", "\u00ad", "\x0c", "\u2028", "\u2800", "\u3164", " \t\xa0"])
def test_lines_without_ink_part_abstracts(tmp_path, blank):
    assert len(read(tmp_path, "x.txt", f"ICML 2021 Papers\n{blank}\n{LONG}\n{blank}\n{LONG} Again.\n").records) == 2


@pytest.mark.parametrize(
    "form",
    [
        "{}. {}\n",
        "{}.\n{}\n\n",
        "({}) {}\n\n",
        "[{}] {}\n\n",
        "#{} {}\n\n",
        "Abstract {}:\n{}\n\n",
        "Paper {}\n\n{}\n\n",
        "{}) {}\n\nMore.\n\n",
    ],
)
def test_numbers_open_abstracts_in_all_forms(tmp_path, form):
    text = "ICML 2021 Papers\n\n" + "".join(form.format(nth, f"Abstract of words {nth}a.") for nth in (1, 2, 3))
    found = abstracts(read(tmp_path, "x.txt", text))
    assert [a.strip().split(".")[0] for a in found] == [f"Abstract of words {nth}a" for nth in (1, 2, 3)]


def test_a_stray_control_character_does_not_make_text_binary(tmp_path):
    found = read(tmp_path, "x.csv", "title,abstract\nA,Words \x00 are here.\nB,A bell\x07 rings.\n")
    assert len(found.records) == 2
    with pytest.raises(InputError, match="binary"):
        read(tmp_path, "y.csv", "title,abstract\n" + "\x00\x01\x02word" * 9)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("list.json", '["Words of one here.", "Words of two here."]', ["Words of one here.", "Words of two here."]),
        ("rows.json", '[["title", "abstract"], ["A", "Words are here."]]', ["Words are here."]),
        ("esc.csv", 'title,abstract,venue\nA,"Ends \\\\",V\nB,"A \\"quoted\\" word, here.",V\nC,"odd,V\n', None),
        ("twice.bib", "@article{x, title={T}, abstract={One two.}, abstract={Three.}}", ["One two."]),
        ("joined.bib", '@string{a = "two"}\n@article{x, title={T}, abstract="One " # a # {, # three.}}', ["One two, # three."]),
    ],
)
def test_rarer_forms(tmp_path, name, content, expected):
    found = abstracts(read(tmp_path, name, content))
    assert found == expected if expected else 'A "quoted" word, here.' in found


def test_json_that_is_none_is_not_taken_for_text(tmp_path):
    with pytest.raises(InputError, match="not valid JSON"):
        read(tmp_path, "x.json", '// a comment\n[{"title":"A","abstract":"Words are here."}]')


def test_a_broken_post_is_a_record_with_a_problem(tmp_path):
    (tmp_path / "_posts").mkdir()
    (tmp_path / "_posts" / "a.md").write_text("---\ntitle: A\nabstract: Words are here.\n---\n")
    (tmp_path / "_posts" / "b.md").write_text('---\ntitle: "Broken\nabstract: [x\n---\n')
    (tmp_path / "README.md").write_text("# PMLR\n")
    found = reading.read_sources([tmp_path])
    assert [bool(r["reject"]) for r in found.records] == [False, True]
    assert any("README.md" in w for w in found.warnings)


def parquet(frame):
    import io

    data = io.BytesIO()
    frame.to_parquet(data)
    return data.getvalue()


def test_chosen_columns_are_found_in_tables_of_every_kind(tmp_path):
    frame = pd.DataFrame({"Paper": ["A"], "Inhalt": [LONG]})
    frame.to_excel(tmp_path / "x.xlsx", index=False)
    (tmp_path / "x.parquet").write_bytes(parquet(frame))
    frame.to_json(tmp_path / "x.json", orient="records")
    frame.to_csv(tmp_path / "x.csv", index=False)
    for source in [*sorted(tmp_path.iterdir()), frame]:
        found = reading.read_sources([source], Reading(columns={"abstract": "Inhalt", "title": "paper"}))
        assert [(r["title"], r["abstract"]) for r in found.records] == [("A", LONG)], source


def test_columns_are_an_argument_of_read():
    import venue_themes

    frame = pd.DataFrame({"Paper": ["A", "B"], "Summary2": [LONG, "Other words are here."]})
    assert set(venue_themes.read(frame, columns={"abstract": "Summary2"}).papers["abstract"]) == set(frame["Summary2"])
    with pytest.raises(InputError, match="--columns abstract=NAME"):
        venue_themes.read(frame.rename(columns={"Summary2": "Inhalt"}))


def test_nested_columns_of_parquet_are_lifted(tmp_path):
    note = {"title": {"value": "T"}, "abstract": {"value": LONG}}
    assert abstracts(read(tmp_path, "x.parquet", parquet(pd.DataFrame({"id": ["a"], "content": [note]})))) == [LONG]


def test_a_workbook_in_a_zip_is_no_workbook_itself(tmp_path):
    import zipfile

    pd.DataFrame({"title": ["A"], "abstract": [LONG]}).to_excel(tmp_path / "x.xlsx", index=False)
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_STORED) as archive:
        archive.write(tmp_path / "x.xlsx", "in/x.xlsx")
        archive.writestr("..\\win.csv", "title,abstract\nT,Words are here.\n")
    assert sorted(abstracts(reading.read_sources([tmp_path / "x.zip"]))) == [LONG, "Words are here."]


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("name", ["x.pkl", "x.pkl.gz", "x.csv", "x"])
def test_no_pickle_is_loaded_or_read(tmp_path, protocol, name):
    import gzip
    import os
    import pickle

    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "sprung"),)

    data = pickle.dumps(Trap(), protocol)
    data = gzip.compress(data) if name.endswith(".gz") else data
    if protocol or name != "x":  # the oldest protocol is plain text: without a name it is words, and nothing is run
        with pytest.raises(InputError):
            read(tmp_path, name, data)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("name", ["_.csv", "---.csv", "123.csv", "é.csv"])
def test_files_without_a_telling_name(tmp_path, name):
    assert abstracts(read(tmp_path, name, "title,abstract\nT,Words are here.\n")) == ["Words are here."]


def test_tar_archives_are_named(tmp_path):
    import io
    import tarfile

    with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as archive:
        member = tarfile.TarInfo("x.csv")
        member.size = 3
        archive.addfile(member, io.BytesIO(b"a,b"))
    with pytest.raises(InputError, match=r"tar archive \(unpack it"):
        reading.read_sources([tmp_path / "x.tar.gz"])


def test_a_list_that_was_written_as_a_string_is_a_list_again(tmp_path):
    rows = "title,abstract,keywords\nA,Words are here.,\"['deep nets', 'bandits']\"\nB,More words.,[MASK] tokens\n"
    assert [r["keywords"] for r in read(tmp_path, "x.csv", rows).records] == ["deep nets; bandits", "[MASK] tokens"]


def test_dimensions_names_the_venue_of_proceedings_apart(tmp_path):
    rows = "Publication ID,Title,Abstract,Source title,Anthology title,PubYear\npub.1,T,Words are here.,,ICML 2020,2020\n"
    assert [(r["venue"], r["year"]) for r in read(tmp_path, "x.csv", rows).records] == [("ICML", 2020)]
