"""Sentences on several venues and years: what the frames hold is named with its numbers, and only what holds."""

import pandas as pd

from venue_themes.standing import each_venue, over_years

COLUMNS = ["topic", "label", "venue_a", "share_a", "share_b", "difference", "robust"]
REST = pd.DataFrame(
    [
        (0, "graphs", "A", 0.2, 0.1, 0.1, True),
        (1, "bandits", "A", 0.3, 0.1, 0.2, True),
        (2, "scenes", "A", 0.15, 0.1, 0.05, True),
        (3, "speech", "A", 0.01, 0.1, -0.09, True),
        (4, "tables", "A", 0.02, 0.1, -0.08, True),
        (0, "graphs", "B", 0.0, 0.3, -0.3, True),
        (1, "bandits", "B", 0.5, 0.1, 0.4, False),
        (0, "graphs", "C", 0.1, 0.1, 0.0, False),
        (0, "graphs", "D", 0.1, 0.1, 0.0, False),
    ],
    columns=COLUMNS,
).assign(model="bertopic")
TRENDS = pd.DataFrame(
    {
        "model": "bertopic",
        "topic": [0, 1, 1],
        "label": ["graphs", "bandits", "bandits"],
        "venue": list("ABA"),
        "first": 2020,
        "last": 2025,
        "slope": [0.02, -0.01, 0.03],
        "q": [0.01, 0.001, 0.6],
        "found": [True, True, False],
    }
)
SHARES = pd.DataFrame(
    {
        "model": "bertopic",
        "topic": [0, 0, 1, 1, 1, 1],
        "venue": list("AABBAA"),
        "year": [2020, 2025] * 3,
        "share": [0.0, 0.1, 0.08, 0.03, 0.1, 0.25],
    }
)


def test_a_venue_gets_one_sentence_with_its_largest_themes():
    said = each_venue(REST)
    assert said[0].startswith("Each of 4 venues was held against all others: in 6 of 9 cases")
    assert said[1:] == [
        "A has more “bandits” (30.0 % against 10.0 %) and “graphs” (20.0 % against 10.0 %), and less “speech” (1.0 % against "
        "10.0 %); 2 more themes stand out.",
        "B has less “graphs” (0.0 % against 30.0 %).",
        "C and D stand out in no theme.",
    ]


def test_what_does_not_hold_is_not_named():
    assert each_venue(REST.assign(robust=False)) == [each_venue(REST.assign(robust=False))[0]]
    assert "in 0 of 9 cases" in each_venue(REST.assign(robust=False))[0]
    assert each_venue(None) == each_venue(REST, model="areas") == []


def test_trends_are_told_by_their_ends():
    assert over_years(TRENDS, SHARES) == [
        "2 of 3 trends (a theme at a venue, 2020 to 2025) are beyond chance (q below 0.05, a stable theme).",
        "Rising: “graphs” at A (0.0 % in 2020, 10.0 % in 2025; +2.0 points a year).",
        "Falling: “bandits” at B (8.0 % in 2020, 3.0 % in 2025; −1.0 points a year).",
    ]


def test_no_trend_is_said_and_unstable_ones_are_counted():
    none = TRENDS.assign(found=False, q=1.0)
    assert over_years(none, SHARES) == ["No theme rises or falls at a venue from 2020 to 2025 by more than chance explains."]
    assert over_years(TRENDS.assign(found=False), SHARES)[0].endswith("; 2 with a q below 0.05 are of unstable themes.")
    assert over_years(None, None) == []
