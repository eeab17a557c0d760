"""Papers in no theme by venue: planted differences are seen, chance is not."""

import numpy as np
import pytest

from venue_themes.comparing import compare_outliers
from venue_themes.settings import Comparison

VENUES = np.repeat(["A", "B"], 200)


def found(share_a, share_b, **changes):
    topic = np.zeros(400, dtype=int)
    topic[: int(200 * share_a)] = -1
    topic[200 : 200 + int(200 * share_b)] = -1
    return compare_outliers(topic, VENUES, settings=Comparison(), **changes)


def test_a_planted_difference_is_seen_and_none_is_not():
    row = found(0.3, 0.1).pairs.iloc[0]
    assert row["difference"] == pytest.approx(0.2) and row["p"] < 0.001 and 0 < row["low"] < 0.2 < row["high"]
    same = found(0.2, 0.2).pairs.iloc[0]
    assert same["p"] == 1 and same["low"] < 0 < same["high"]


def test_shares_have_their_wilson_intervals():
    row = found(0.3, 0.1).by_venue.set_index("venue").loc["A"]
    centre, reach = (60 + 1.959964**2 / 2) / (200 + 1.959964**2), 1.959964 * np.sqrt(200 * 0.21 + 1.959964**2 / 4)
    assert row["in_none"] == 60 and row["papers"] == 200
    assert [row["low"], row["high"]] == pytest.approx([centre - reach / 203.841459, centre + reach / 203.841459], abs=1e-6)


def test_second_copies_do_not_count_and_one_venue_has_no_pair():
    counted = np.ones(400, dtype=bool)
    counted[:20] = False
    assert found(0.3, 0.1, counted=counted).by_venue["in_none"].tolist() == [40, 20]
    alone = compare_outliers(np.array([-1, 0]), ["A", "A"], settings=Comparison())
    assert alone.pairs.empty and alone.by_venue["share"].tolist() == [0.5]
