"""Verdicts from witnesses: a planted difference is robust, one that a witness does not see is not, dealt-out names give none."""

from types import SimpleNamespace

import numpy as np
import pytest

from venue_themes.refitting import hold
from venue_themes.settings import Settings
from venue_themes.verdicts import Witnesses, compare, robust_count

RNG = np.random.default_rng(0)
N = 400
VENUES = np.repeat(np.array(["A", "B"], dtype=object), N // 2)
TOPIC = np.where(RNG.random(N) < np.where(VENUES == "A", 0.4, 0.1), 0, RNG.integers(1, 4, N))
COUNTED = np.ones(N, dtype=bool)


def model(name: str, topic: np.ndarray, parents=None) -> SimpleNamespace:
    labels = [f"{name} {k}" for k in range(topic.max() + 1)]
    return SimpleNamespace(name=name, topic=topic, labels=labels, parents=parents or [None] * len(labels))


def witnesses(*models: SimpleNamespace, others) -> Witnesses:
    parts = [np.sort(RNG.choice(N, 320, replace=False)) for _ in range(10)]
    refits = {m.name: [(rows, m.topic[rows]) for rows in parts] for m in models}
    first = np.arange(N)
    return Witnesses(first, refits, hold(models, first, refits), {m.name: others for m in models})


def test_a_planted_difference_is_robust_and_the_others_say_why_not():
    themes = model("bertopic", TOPIC)
    frame = compare([themes], VENUES, COUNTED, witnesses(themes, others=[TOPIC]), Settings()).set_index("topic")
    assert frame["robust"][0] and frame["difference"][0] > 0.2 and frame["seen_by"][0] == 2
    assert frame["robust"].tolist() == (frame["reasons"] == "").tolist() and not frame["robust"].all()


def test_a_model_that_does_not_see_it_takes_the_verdict_away():
    themes, blind = model("bertopic", TOPIC), RNG.permutation(np.repeat(np.arange(50), N // 50))
    frame = compare([themes], VENUES, COUNTED, witnesses(themes, others=[blind]), Settings())
    assert not frame["robust"][0] and frame["reasons"][0] == "no second model leans the same way"


def test_models_that_were_not_refitted_have_no_verdict():
    themes, nmf = model("bertopic", TOPIC), model("nmf", TOPIC)
    frame = compare([themes, nmf], VENUES, COUNTED, witnesses(themes, others=[TOPIC]), Settings())
    assert not frame.loc[frame["model"] == "nmf", "robust"].any()


def test_q_over_levels_is_there_for_themes_and_areas_alone():
    areas = np.array([0, 1, 1, 1])
    themes, above, nmf = model("bertopic", TOPIC, [0, 1, 1, 1]), model("areas", areas[TOPIC]), model("nmf", TOPIC)
    frame = compare([themes, above, nmf], VENUES, COUNTED, witnesses(themes, above, others=[TOPIC]), Settings())
    known = frame["q_levels"].notna()
    assert set(frame["model"][known]) == {"bertopic", "areas"} and not (known & (frame["model"] == "nmf")).any()
    assert (frame["q_levels"][known] >= frame["p"][known]).all()


def test_names_dealt_out_anew_give_no_robust_difference_but_the_true_names_do():
    themes = model("bertopic", TOPIC)
    count = robust_count(themes, COUNTED, witnesses(themes, others=[TOPIC]), Settings())
    assert count(VENUES) >= 1
    dealt = [count(np.random.default_rng(k).permutation(VENUES)) for k in range(20)]
    assert np.mean(np.array(dealt) > 0) <= 0.2
    none = VENUES.copy()
    none[:] = None
    none[:50], none[50:100] = "x", "y"
    assert count(none) == 0


@pytest.mark.parametrize("venues", [("A",)])
def test_one_venue_has_no_rows(venues):
    themes = model("bertopic", TOPIC)
    frame = compare([themes], np.full(N, venues[0], dtype=object), COUNTED, witnesses(themes, others=[TOPIC]), Settings())
    assert frame.empty
