"""Two levels together: against a literal version; the error stays at the level; spread shifts are found."""

import numpy as np
import pandas as pd
import pytest

from venue_themes.comparing.levels import across_levels, simes

PARENTS = [0, 0, 0, 1, 1, None]


def frames(theme_p, area_p):
    def frame(p):
        return pd.DataFrame({"topic": range(len(p)), "venue_a": "A", "venue_b": "B", "p": p, "q": np.nan})
    return frame(theme_p), frame(area_p)


def literal(theme_p, area_p, level):
    """Benjamini & Bogomolov (2014): which hypotheses are rejected, step by step."""
    families = {0: [("t", k) for k in (0, 1, 2)] + [("a", 0)], 1: [("t", 3), ("t", 4), ("a", 1)], -6: [("t", 5)]}
    p = {("t", k): v for k, v in enumerate(theme_p)} | {("a", k): v for k, v in enumerate(area_p)}

    def step_up(values, at):
        order = sorted(values, key=values.get)
        last = max((i + 1 for i, key in enumerate(order) if values[key] * len(order) / (i + 1) < at), default=0)
        return set(order[:last])

    ranked = {f: sorted(p[key] for key in keys) for f, keys in families.items()}
    opened = step_up({f: min(v * len(ps) / (i + 1) for i, v in enumerate(ps)) for f, ps in ranked.items()}, level)
    at = level * len(opened) / len(families)
    return set().union(*(step_up({key: p[key] for key in families[f]}, at) for f in opened))


@pytest.mark.parametrize("seed", range(25))
def test_what_is_found_is_what_the_paper_rejects(seed):
    rng = np.random.default_rng(seed)
    theme_p, area_p = rng.random(6) ** 4, rng.random(2) ** 4
    themes, areas = across_levels(*frames(theme_p, area_p), PARENTS)
    found = {(kind, k) for kind, frame in (("t", themes), ("a", areas)) for k in np.flatnonzero(frame["q"] < 0.05)}
    assert found == literal(theme_p, area_p, 0.05)


def test_under_the_null_a_finding_is_as_rare_as_the_level():
    rng = np.random.default_rng(0)
    some = []
    for _ in range(150):
        themes, areas = across_levels(*frames(rng.random(12), rng.random(3)), [k % 3 for k in range(12)])
        some.append((themes["q"] < 0.05).any() or (areas["q"] < 0.05).any())
    assert np.mean(some) < 0.1


def test_an_area_is_found_though_none_of_its_themes_is_and_the_reverse():
    themes, areas = across_levels(*frames([0.2, 0.1, 0.3, 1e-6, 0.9, 0.8], [1e-5, 0.9]), PARENTS)
    assert (areas["q"] < 0.05).tolist() == [True, False]
    assert (themes["q"] < 0.05).tolist() == [False, False, False, True, False, False]


def test_families_of_all_pairs_are_opened_together():
    themes, areas = frames([0.001, 0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5])
    other_t, other_a = frames([1.0] * 6, [1.0] * 2)
    both_t = pd.concat([themes, other_t.assign(venue_b="C")], ignore_index=True)
    both_a = pd.concat([areas, other_a.assign(venue_b="C")], ignore_index=True)
    joint = across_levels(both_t, both_a, PARENTS)
    alone = across_levels(themes, areas, PARENTS)
    assert joint[0]["q"][0] == pytest.approx(2 * alone[0]["q"][0])  # twice as many families, as many opened
    assert (joint[0]["q"][6:] == 1).all() and (joint[1]["q"][2:] == 1).all()


def test_without_areas_each_theme_is_a_family_and_empty_frames_stay_empty():
    from venue_themes.comparing import compare_topics
    from venue_themes.comparing.proportions import benjamini_hochberg

    p = np.array([0.001, 0.02, 0.5])
    themes, areas = across_levels(*frames(p, []), [None, None, None])
    assert ((themes["q"] < 0.05) == (benjamini_hochberg(p) < 0.05)).all() and areas.empty
    empty = compare_topics([0], ["x"], ["A"], model="m")
    assert across_levels(empty, empty, [None])[0].empty


def test_simes_is_one_for_nothing():
    assert simes(np.zeros(0)) == 1.0 and simes(np.array([0.02, 0.02])) == pytest.approx(0.02)
