"""Identity and order of papers, and the check of the table."""

import pandas as pd
import pandera.errors
import pytest
from hypothesis import given
from hypothesis import strategies as st

from venue_themes.papers import COLUMNS, as_papers, with_identity

TEXT = st.text(min_size=1, max_size=20)


def frame(rows):
    return pd.DataFrame([{"venue": v, "year": y, "title": t, "abstract": a, "text": a, "source_file": "f", "source_record": i,
                          "source_id": str(i)} for i, (v, y, t, a) in enumerate(rows)])


@given(st.lists(st.tuples(TEXT, st.one_of(st.none(), st.integers(1900, 2100)), st.one_of(st.none(), TEXT), TEXT), min_size=1,
                max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_rows_has_no_say(rows, chance):
    kept = ["paper_id", "venue", "title", "abstract"]
    one = with_identity(frame(rows))[kept]
    shuffled = frame(rows).sample(frac=1, random_state=chance.randint(0, 99))
    pd.testing.assert_frame_equal(one, with_identity(shuffled)[kept])
    assert one["paper_id"].is_unique


def test_a_year_as_a_float_is_the_same_paper():
    ids = [with_identity(frame([("A", year, None, "x")]))["paper_id"][0] for year in (2025, 2025.0)]
    assert ids[0] == ids[1] != with_identity(frame([("A", None, None, "x")]))["paper_id"][0]


def test_the_table_has_its_columns_and_types():
    papers = as_papers(with_identity(frame([("A", 2025, None, "x"), ("B", None, "t", "y")])))
    assert {name: str(dtype) for name, dtype in papers.dtypes.items()} == COLUMNS


@pytest.mark.parametrize("change", [{"text": None}, {"duplicate_of": "nobody"}, {"paper_id": "same"}])
def test_a_table_that_breaks_the_contract_is_refused(change):
    papers = with_identity(frame([("A", 2025, None, "x"), ("B", None, "t", "y")])).assign(**change)
    with pytest.raises(pandera.errors.SchemaError):
        as_papers(papers)
