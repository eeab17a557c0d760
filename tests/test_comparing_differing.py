"""Is there any difference, and what carries it: the planted part is named, shuffled venues name none."""

import numpy as np
import pandas as pd
from scipy import sparse

from venue_themes.comparing.differing import any_difference, difference_sentence, themes_one_hot, word_features


def test_the_part_that_carries_the_difference_is_named():
    rng = np.random.default_rng(5)
    at_a = np.repeat([True, False], 300)
    topic = np.where(rng.random(600) < np.where(at_a, 0.8, 0.2), 0, 1)
    words = themes_one_hot(topic) @ rng.normal(size=(2, 10)) + 0.3 * rng.normal(size=(600, 10))
    parts = {"themes": themes_one_hot(topic), "words": words, "form": rng.normal(size=(600, 3))}
    frame = any_difference(parts, words, at_a, seed=0)
    auc = frame[frame["test"] == "classifier"].set_index("features")["statistic"]
    assert auc["only themes"] > 0.75 and auc["only words"] > 0.75 and abs(auc["only form"] - 0.5) < 0.08
    assert abs(auc["without themes"] - 0.5) < 0.08 and auc["without form"] > 0.75  # the words told only the theme
    assert "the venues differ" in difference_sentence(frame)
    shuffled = any_difference(parts, words, rng.permutation(at_a), seed=0)
    assert "no difference between the venues is shown" in difference_sentence(shuffled)


def test_one_test_alone_is_not_enough_to_say_that_venues_differ():
    rows = [("classifier", "everything", 0.78, 0.68, 0.01, ""), ("energy", "everything", 0.14, 0.14, 0.06, "")]
    frame = pd.DataFrame(rows, columns=["test", "features", "statistic", "chance", "p", "reason"])
    assert difference_sentence(frame).endswith("does not confirm it (p = 0.06): not sure.")
    assert difference_sentence(frame.assign(p=0.01)).endswith("the venues differ.")


def test_words_become_few_dimensions_whatever_their_number():
    counts = sparse.csr_matrix(np.random.default_rng(0).poisson(0.5, (30, 50)))
    assert word_features(counts, n_dims=8, seed=0).shape == (30, 8)
    assert word_features(counts[:4], n_dims=8, seed=0).shape == (4, 3)
    assert word_features(counts[:1], seed=0).shape == (1, 0)



def test_too_few_papers_are_said_in_the_frame_and_the_sentence():
    frame = any_difference({"form": np.zeros((8, 2))}, np.zeros((8, 3)), np.arange(8) < 3, seed=0)
    assert frame["p"].isna().all() and frame["reason"].str.contains("one venue has 3 papers").all()
    assert difference_sentence(frame).startswith("Whether the venues differ at all was not tested: one venue has 3 papers")
