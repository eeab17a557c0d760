"""Work beside the process: the same result as here, and no harm when there is no helper."""

import sys

import numpy as np
import pytest

from test_layout import islands
from venue_themes import modelling, refitting
from venue_themes.beside import cached_beside
from venue_themes.cache import Cache
from venue_themes.neighbours import nearest_papers
from venue_themes.settings import Settings


@pytest.fixture(scope="module")
def request_():
    vectors = islands([30] * 6, noise=0.3)[0]
    near = nearest_papers(vectors, 50)
    asked = {"settings": Settings().model_dump(mode="json"), "wanted": 3, "area_resolution": None}
    return {"vectors": vectors, "indices": near.indices, "distances": near.distances, "asked": asked}


@pytest.mark.parametrize("alone", [True, False])
def test_a_helper_gives_what_is_computed_here(request_, alone, tmp_path):
    here = refitting.refits(**request_)
    found = cached_beside(Cache(tmp_path), "refits", (alone,), refitting.refits, request_, alone=alone)()
    assert here.keys() == found.keys() and all((here[k] == found[k]).all() for k in here)


def test_layouts_beside_are_those_made_here(tmp_path):
    vectors = islands([20, 20])[0]
    graph = nearest_papers(vectors, 10)
    values = {"vectors": vectors, "indices": graph.indices, "distances": graph.distances, "seed": 0}
    here = modelling.layouts(**values)
    beside = cached_beside(Cache(None), "layouts", (), modelling.layouts, values, alone=False)()
    assert all(here[k].tobytes() == beside[k].tobytes() for k in ("packed", "points"))


def test_without_a_helper_the_work_is_done_here(request_, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert len(cached_beside(Cache(None), "refits", (), refitting.refits, request_, alone=False)()) == 3


def test_a_helper_that_fails_is_replaced(request_, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert len(cached_beside(Cache(None), "refits", (), refitting.refits, request_, alone=False)()) == 3


def test_the_work_is_done_once(tmp_path, request_):
    calls = []

    def compute(**values):
        calls.append(1)
        return {"a": np.ones(2)}

    for _ in range(2):
        found = cached_beside(Cache(tmp_path), "s", (), compute, request_, alone=True)
        assert found()["a"].tolist() == found()["a"].tolist() == [1, 1]
    assert len(calls) == 1
