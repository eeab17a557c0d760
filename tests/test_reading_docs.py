"""The tables of docs/ are those of the code."""

from venue_themes.cleaning import describe
from venue_themes.reading.aliases import alias_table


def test_rule_table_is_up_to_date(root):
    page = (root / "docs" / "cleaning.md").read_text(encoding="utf-8")
    assert describe.with_table(page) == page, "run: python -m venue_themes.cleaning.describe docs/cleaning.md"


def test_column_table_is_up_to_date(root):
    page = (root / "docs" / "reading.md").read_text(encoding="utf-8")
    assert page.split("<!-- columns: begin -->\n")[1].split("\n<!-- columns: end -->")[0] == alias_table(), (
        "paste alias_table() between the marks"
    )
