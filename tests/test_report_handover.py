"""A result handed over is the result, and only for the same request."""

import numpy as np
import pandas as pd
import pytest

from factory import make_result
from venue_themes import handover
from venue_themes.errors import AnalysisError
from venue_themes.settings import Settings, load_settings


@pytest.fixture
def handed(tmp_path, monkeypatch):
    result = make_result(38, 7, titles=True)
    asked = handover.plain_request(["a.txt"], result.settings)
    for name, value in handover.hand_over(result, asked, tmp_path).items():
        monkeypatch.setenv(name, value)
    return result, asked


def test_every_table_comes_back(handed):
    result, asked = handed
    found = handover.find(asked, result.settings)
    for name in ("papers", "topics", "assignments", "comparison", "term_comparison", "density"):
        pd.testing.assert_frame_equal(getattr(found, name), getattr(result, name))
    assert np.array_equal(found.vectors, result.vectors)
    assert np.array_equal(found.similarity["bertopic"], result.similarity["bertopic"])
    assert (found.cleaning, found.notes, found.metrics) == (result.cleaning, result.notes, result.metrics)
    assert list(found.rejects) == list(result.rejects)


def test_another_request_is_not_served(handed):
    result, _ = handed
    assert handover.find(handover.plain_request(["b.txt"], result.settings), result.settings) is None
    other = load_settings({"themes": {"resolution": 3.75}})
    assert handover.find(handover.plain_request(["a.txt"], other), other) is None


def test_a_request_survives_its_way_through_a_notebook():
    settings = load_settings({"comparison": {"venues": ["A", "B"]}})
    asked = handover.plain_request(["x/../a.txt"], settings)
    again = handover.plain_request(asked["sources"], load_settings(asked["settings"]))
    assert again == asked
    assert handover.plain_request(None, settings)["sources"] is None


def test_without_a_handover_there_is_nothing(monkeypatch):
    monkeypatch.delenv(handover.VARIABLE, raising=False)
    assert handover.find(handover.plain_request(None, Settings()), Settings()) is None


def test_the_live_model_is_said_to_be_elsewhere(handed):
    result, asked = handed
    with pytest.raises(AnalysisError, match="live BERTopic"):
        _ = handover.find(asked, result.settings).bertopic
