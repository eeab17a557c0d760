"""The report's files: self-contained, the same each time, complete."""

import base64
import gzip
import hashlib
import json
import re

import pytest

from factory import make_result
from venue_themes import gallery, overview, report, showing


def texts_of(page: str) -> str:
    """The page without plotly.js, whose text names addresses that it never loads here."""
    return page.replace(overview.plotly_script().read_text(encoding="utf-8"), "")


@pytest.fixture(scope="module")
def small():
    return make_result(38, 7)


@pytest.fixture(scope="module")
def index(small, tmp_path_factory):
    return report.write_report(small, None, small.settings, tmp_path_factory.mktemp("report"), notebooks=[])


def test_the_index_is_one_file_with_plotly_once(index):
    page = index.read_text(encoding="utf-8")
    assert [f.name for f in index.parent.iterdir()] == ["index.html"]
    assert page.count("plotly.js v") == 1
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", texts_of(page))
    assert "http" not in re.sub(r"\^https\?|http://www.w3.org", "", texts_of(page))


def test_two_writings_are_the_same_bytes(small, index, tmp_path):
    again = report.write_report(make_result(38, 7), None, small.settings, tmp_path, notebooks=[])
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(index.read_bytes()).digest()


def test_the_packed_papers_are_the_papers(small):
    table = json.loads(gzip.decompress(base64.b64decode(overview.packed_papers(small))))
    rows = {row[0]: dict(zip(table["columns"], row, strict=True)) for row in table["rows"]}
    assert sorted(rows) == sorted(small.papers["paper_id"])
    mine = small.assignments.query("model == 'bertopic'").set_index("paper_id")["topic"]
    for paper in small.papers.itertuples():
        row = rows[paper.paper_id]
        assert (row["abstract"], row["venue"], row["year"], row["title"]) == (paper.abstract, paper.venue, 2025, None)
        assert row["topic"] == mine[paper.paper_id]
    assert table["themes"] == small.topics.query("model == 'bertopic'")["label"].tolist()


def test_every_theme_has_a_row_with_shares(small, index):
    rows = overview.theme_rows(small)
    page = index.read_text(encoding="utf-8")
    compared = small.comparison.query("model == 'bertopic'").set_index("topic")
    assert len(rows) == 7
    for row in rows:
        assert row["label"] in page
        assert [s["text"] for s in row["shares"]] == [
            f"{100 * compared.at[row['topic'], c]:.1f} %" for c in ("share_a", "share_b")
        ]


def test_one_venue_still_makes_a_page(tmp_path):
    one = make_result(9, 2, venues=("ICML",))
    page = report.write_report(one, None, one.settings, tmp_path, notebooks=[]).read_text(encoding="utf-8")
    assert "No comparison was made: all papers are of one venue, ICML 2025." in page
    assert "topic_differences" not in page


@pytest.mark.parametrize("n", [1, 2])
def test_a_paper_or_two_still_make_a_page(n, tmp_path):
    few = make_result(n, 1)
    assert "Map of" in report.write_report(few, None, few.settings, tmp_path, notebooks=[]).read_text(encoding="utf-8")


def test_markup_in_labels_is_escaped(tmp_path):
    odd = make_result(38, 7)
    odd.topics["label"] = [f"<i>x{i}</i></script>" for i in range(len(odd.topics))]
    page = texts_of(report.write_report(odd, None, odd.settings, tmp_path, notebooks=[]).read_text(encoding="utf-8"))
    assert "<i>x" not in page
    assert "&lt;i&gt;x0" in page


def test_files_of_the_run_are_linked_when_they_are_there(small, tmp_path):
    (tmp_path / "topics.parquet").touch()
    page = report.write_report(small, None, small.settings, tmp_path, notebooks=[]).read_text(encoding="utf-8")
    assert 'href="topics.parquet"' in page and 'href="papers.parquet"' not in page


def test_figures_are_written_with_a_manifest(small, tmp_path):
    files = report.write_figures(small, tmp_path, formats=("json",))
    said = json.loads((tmp_path / "manifest.json").read_text())
    assert set(said) == {f.name for f in files} == {f"{n}.json" for n in gallery.key_figures(small)}
    assert said["paper_map.json"] == hashlib.sha256((tmp_path / "paper_map.json").read_bytes()).hexdigest()


def test_missing_images_are_warned_of(small, tmp_path, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "nowhere"))
    with pytest.warns(UserWarning, match="no Chrome or Chromium"):
        report.write_figures(small, tmp_path / "out", formats=("json", "png"))
    assert (tmp_path / "out" / "paper_map.json").is_file()


def test_tables_escape_and_align(small):
    table = showing.Table(("a", "n"), (("<b>$1</b>", "2"),), frozenset({"n"}))
    html = table._repr_html_()
    assert "&lt;b&gt;$1&lt;/b&gt;" in html and '<td class="number">2</td>' in html
    assert "mathjax_ignore" in html  # Jupyter would typeset what stands between dollar signs
    assert "none" in showing.rejected(small.rejects)._repr_html_()


def test_the_nearest_paper_of_a_paper_is_itself_then_its_twin(small):
    import numpy as np

    vectors = np.eye(38, dtype=np.float32)
    vectors[7] = vectors[0] + 0.1 * vectors[1]
    table = showing.nearest(small.papers, vectors, row=0, k=2)
    assert [r[0] for r in table.rows] == ["1.00", "1.00", "0.00"]
    assert table.rows[1][2][:40] == small.papers["abstract"].iloc[7][:40]


def test_the_table_of_differences_has_denominators(small):
    row = small.comparison.query("model == 'bertopic'").sort_values(["p", "topic"]).iloc[0]
    shown = showing.compared(small.comparison).rows[0]
    assert shown[1] == f"ICLR {row['count_a']} of {row['n_a']} ({100 * row['share_a']:.1f} %)"


def test_agreement_is_a_square_of_the_pairs(small):
    square = gallery.agreement(small.metrics)
    assert list(square) == ["bertopic", "nmf", "lda"]
    assert square.loc["nmf", "bertopic"] == square.loc["bertopic", "nmf"] == 0.41
    assert square.loc["lda", "lda"] == 1
    assert gallery.agreement({}).empty


def test_quality_has_a_column_per_model(small):
    table = showing.quality(small.metrics)
    assert table.columns == ("measure", "Themes (BERTopic)", "NMF", "LDA")
    assert ("diversity", "0.9", "0.9", "0.9") in table.rows
    assert showing.outside(small.metrics).rows == ()
