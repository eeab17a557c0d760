"""The form of papers: what is measured, and that it is in standard deviations."""

import numpy as np
import pytest

from venue_themes.comparing.form import form_features, is_position_paper


@pytest.mark.parametrize(("title", "is_one"), [
    ("Position: AI Safety Needs Tests", True), ("POSITION: Stop", True), (" Position paper: Why", True),
    ("Positional Encodings: A Study", False), ("On Position: Bias", False), ("", False), (None, False),
])
def test_position_papers_are_told_by_their_prefix(title, is_one):
    assert is_position_paper([title]).tolist() == [is_one]


def test_features_are_standardised_and_follow_the_text():
    titles = ["Graphs: A View", "Is It So?", "Bandits"]
    texts = ["We learn. We test (twice).", "A long sentence, with commas, and no pause whatever in it", "GPU 123-4."]
    frame = form_features(titles, texts)
    assert frame.mean().to_numpy() == pytest.approx(np.zeros(frame.shape[1]), abs=1e-12)
    assert frame.std(ddof=0).to_numpy() == pytest.approx(np.ones(frame.shape[1]))
    highest = frame.idxmax()
    assert highest[["we", "brackets", "title_colon"]].tolist() == [0, 0, 0]
    assert highest[["words_per_sentence", "commas", "title_question"]].tolist() == [1, 1, 1]
    assert highest[["digits", "capitals"]].tolist() == [2, 2]


def test_no_title_and_one_paper_are_possible():
    frame = form_features([None], ["One text."])
    assert frame.shape[0] == 1 and (frame == 0).all(axis=None)
