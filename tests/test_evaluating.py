"""Measures of quality against literal versions, planted structure, and chance."""

import dataclasses
import math

import numpy as np
import pandas as pd
import pytest

from venue_themes import evaluating
from venue_themes.contracts import TopicModel
from venue_themes.terms import count_terms

TEXTS = ["graph node edge. graph node.", "graph node kernel.", "robot arm grasp.", "robot arm kernel."] * 3
COUNTED = count_terms(TEXTS)
WINDOWS = evaluating.windows_of(TEXTS, COUNTED)
GOOD, BAD = [["graph", "node"], ["robot", "arm"]], [["graph", "arm"], ["robot", "node"]]


def model_of(topic, terms=(), name="nmf"):
    topic = np.asarray(topic)
    n = topic.max() + 1
    labels = tuple(f"T{i}" for i in range(n))
    return TopicModel(name, topic, np.ones(len(topic)), np.eye(n)[topic.clip(0)], terms or ((),) * n, labels, ((),) * n,
                      (None,) * n)


def blobs(n_each=40, spread=0.1, seed=0):
    rng = np.random.default_rng(seed)
    return np.vstack([np.eye(4)[i] + spread * rng.normal(size=(n_each, 4)) for i in range(3)]), np.repeat(np.arange(3), n_each)


@pytest.mark.parametrize("measure", ["c_npmi", "c_v"])
def test_words_that_go_together_cohere_and_others_do_not(measure):
    good, bad = (evaluating.coherence(terms, WINDOWS, COUNTED, measure=measure) for terms in (GOOD, BAD))
    assert good > 0.5 > bad


def test_npmi_over_papers_is_the_formula():
    p_graph, p_kernel, both = 6 / 12, 6 / 12, 3 / 12
    expected = math.log(both / (p_graph * p_kernel)) / -math.log(both)
    assert evaluating.document_npmi([["graph", "kernel"]], COUNTED) == pytest.approx(expected)
    assert evaluating.document_npmi(GOOD, COUNTED) == pytest.approx(1) and evaluating.document_npmi(BAD, COUNTED) == -1


def test_phrases_are_measured_as_phrases_in_gensim():
    terms = [["graph node", "robot arm"]]
    assert evaluating.coherence(terms, WINDOWS, COUNTED) < 0 < evaluating.coherence([["graph node", "node"]], WINDOWS, COUNTED)


@pytest.mark.parametrize("terms", [[], [[]], [["graph"]], [["unheard", "of"]]])
def test_nothing_to_measure_is_nan(terms):
    assert math.isnan(evaluating.coherence(terms, WINDOWS, COUNTED)) and math.isnan(evaluating.document_npmi(terms, COUNTED))


def test_diversity_counts_repeats():
    assert evaluating.diversity(GOOD) == 1 and evaluating.diversity([["a", "b"], ["A", "b"]]) == 0.5


def test_embedding_coherence_is_the_mean_cosine():
    vectors = {"a": [1, 0], "b": [1, 1], "c": [0, 1]}
    value = evaluating.embedding_coherence([["a", "b", "c"]], lambda terms: np.array([vectors[t] for t in terms], float))
    assert value == pytest.approx((math.sqrt(0.5) * 2 + 0) / 3)


def test_silhouette_knows_blobs_from_chance():
    vectors, truth = blobs()
    shuffled = np.random.default_rng(1).permutation(truth)
    assert evaluating.silhouette(vectors, truth) > 0.7 and abs(evaluating.silhouette(vectors, shuffled)) < 0.1
    assert math.isnan(evaluating.silhouette(vectors, truth * 0)) and math.isnan(evaluating.silhouette(vectors[:2], truth[:2]))


def test_agreement_is_one_with_itself_and_nothing_by_chance():
    _, truth = blobs()
    same, chance = model_of(truth, name="bertopic"), np.random.default_rng(0).permutation(truth)
    table = evaluating.agreement([same, model_of(2 - truth), model_of(chance, name="lda")])
    assert table.loc[0, ["ami", "ari", "mean_jaccard"]].tolist() == pytest.approx([1, 1, 1]) and abs(table.loc[1, "ami"]) < 0.05
    matched = evaluating.matched_topics(same, model_of(2 - truth))
    assert sorted(zip(matched["topic_a"], matched["topic_b"], strict=True)) == [(0, 2), (1, 1), (2, 0)]


def test_agreement_leaves_out_papers_without_a_topic():
    a, b = model_of([0, 0, 1, 1, -1]), model_of([0, 0, 1, 1, 1], name="lda")
    row = evaluating.agreement([a, b]).iloc[0]
    assert row["papers"] == 4 and row["ami"] == pytest.approx(1) and row["mean_jaccard"] == pytest.approx((1 + 2 / 3) / 2)


def test_the_outside_yardstick_tells_themes_from_chance():
    vectors, truth = blobs()
    areas = np.array(["vision", "theory", None], dtype=object)[truth]
    areas[truth == 2] = [None] * 20 + ["speech"] * 20
    table = evaluating.yardstick(vectors, truth, areas, name="primary_area").set_index("what")
    assert table.loc["themes", "papers"] == 100 and table.loc["themes", "classes"] == 3
    assert table.loc["themes", "ami"] == pytest.approx(1) and table.loc["kmeans", "ami"] > 0.9
    assert abs(table.loc["random", "ami"]) < 0.05
    assert table.loc["themes", "knn_accuracy"] == 1


def test_knn_accuracy_by_chance_is_chance():
    vectors, truth = blobs()
    assert evaluating.knn_accuracy(vectors, truth) == 1
    assert evaluating.knn_accuracy(vectors, np.random.default_rng(0).permutation(truth)) < 0.5
    assert math.isnan(evaluating.knn_accuracy(vectors, np.arange(len(truth))))


def test_yardsticks_come_from_the_columns_that_are_filled():
    vectors, truth = blobs()
    papers = pd.DataFrame({"primary_area": pd.NA, "decision": np.where(truth == 0, "oral", "poster"),
                           "keywords": [f"Key{t}; other" for t in truth]}, dtype="string")
    table = evaluating.yardsticks(papers, vectors, truth)
    assert sorted(table["yardstick"].unique()) == ["decision", "keywords"]
    assert evaluating.yardsticks(papers[["primary_area"]], vectors, truth).empty


def themes_of_words(n_each=30):
    """Texts of three themes, and the theme of each."""
    rng = np.random.default_rng(0)
    themes = ["graph node edge laplacian", "robot gripper grasp locomotion", "speech audio phoneme speaker"]
    return [" ".join(rng.choice(words.split(), 9)) for words in themes for _ in range(n_each)], np.repeat(np.arange(3), n_each)


def test_a_point_of_the_curve_is_best_at_the_planted_themes():
    texts, truth = themes_of_words()
    terms = count_terms(texts, max_words=1)
    rows = np.arange(0, 90, 2)
    good = evaluating.point(truth, [(rows, (truth[rows] + 1) % 3)], terms)
    chance = np.random.default_rng(1).permutation(truth)
    bad = evaluating.point(chance, [(rows, np.random.default_rng(2).permutation(chance[rows]))], terms)
    assert good["stability"] == 1 and good["n_topics"] == 3 and good["outlier_share"] == 0
    assert good["coherence"] > bad["coherence"] + 0.3 and abs(bad["stability"]) < 0.15
    assert math.isnan(evaluating.point(truth, [], terms)["stability"])


def test_word_npmi_is_the_measure_of_its_words():
    texts, truth = themes_of_words()
    terms = count_terms(texts, max_words=1)
    words = [["graph", "node", "edge", "laplacian"], ["robot", "gripper", "grasp", "locomotion"],
             ["speech", "audio", "phoneme", "speaker"]]
    assert evaluating.word_npmi(truth, terms) == pytest.approx(evaluating.document_npmi(words, terms))


def test_themes_have_their_partners_and_chance_has_none():
    truth = np.repeat(np.arange(3), 40)
    themes = model_of(truth, name="bertopic")
    merged, chance = model_of(np.minimum(truth, 1)), model_of(np.random.default_rng(0).permutation(truth), name="lda")
    table = evaluating.topic_matches(themes, [merged, chance])
    nmf, lda = (table[table["model_b"] == name] for name in ("nmf", "lda"))
    assert nmf["topic_b"].tolist() == [0, 1, 1] and nmf["jaccard"].tolist() == pytest.approx([1, 0.5, 0.5])
    assert nmf["agrees"].all() and nmf["both"].tolist() == [40, 40, 40] and nmf["label_b"].tolist() == ["T0", "T1", "T1"]
    assert not lda["agrees"].any() and (lda["p"] > 0.05).all() and (lda["jaccard"] > 0).all()


def test_an_overlap_that_chance_explains_is_no_agreement_however_large():
    few = evaluating.topic_matches(model_of([0, 0, 1], name="bertopic"), [model_of([0, 0, 1])])
    assert few["jaccard"].tolist() == [1, 1] and not few["agrees"].any()


def test_a_theme_without_a_common_paper_has_no_partner():
    table = evaluating.topic_matches(model_of([0, 0, 1, 1], name="bertopic"), [model_of([0, 0, -1, -1])])
    assert table["topic_b"].isna().tolist() == [False, True] and table["both"].tolist() == [2, 0]
    assert evaluating.topic_matches(model_of([0, 0]), []).empty


def test_quality_holds_every_measure():
    model = dataclasses.replace(model_of([0, 0, 1, 1] * 3), terms=tuple(map(tuple, GOOD)))
    found = evaluating.quality(model, WINDOWS, COUNTED, np.random.default_rng(0).normal(size=(12, 3)))
    assert set(found) >= {"npmi", "c_v", "npmi_papers", "embedding", "diversity", "silhouette", "outlier_share", "topics"}
    assert found["topics"] == 2 and found["diversity"] == 1
