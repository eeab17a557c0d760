"""Topic models: planted topics found, tiny and odd collections, BERTopic's numbers kept."""

import ast
import dataclasses
import subprocess
import sys

import numpy as np
import pytest

from venue_themes.contracts import Partition
from venue_themes.errors import AnalysisError
from venue_themes.settings import Topics
from venue_themes.terms import Analyser, count_terms
from venue_themes.topics import fit_bertopic, fit_lda, fit_nmf, light_bertopic, live_bertopic, show_in_bertopic, themes_model

SETTINGS = Topics()
PLANTED = {"graph": "graph node edge laplacian", "robot": "robot gripper grasp locomotion",
           "speech": "speech audio phoneme speaker"}


def planted(n_each=12, seed=0):
    """Papers of three themes, each of words of its own with a few of all themes; and the theme of each."""
    rng = np.random.default_rng(seed)
    shared = [word for words in PLANTED.values() for word in words.split()]
    texts = [" ".join([*rng.choice(words.split(), 12), *rng.choice(shared, 2)]) + "."
             for words in PLANTED.values() for _ in range(n_each)]
    return texts, np.repeat(np.arange(3), n_each)


def partition_of(topic, strength=0.8):
    topic = np.asarray(topic)
    return Partition(topic, np.where(topic < 0, 0, topic), np.full(len(topic), strength, np.float32), "ward")


def bertopic_of(texts, partition, vectors=None):
    terms = count_terms(texts)
    vectors = np.random.default_rng(0).normal(size=(len(texts), 6)) if vectors is None else vectors
    live = live_bertopic(texts, vectors, partition, terms, analyse=Analyser(terms))
    return live, fit_bertopic(live, partition, vectors, settings=SETTINGS)


@pytest.mark.parametrize("fit", [fit_nmf, fit_lda])
def test_planted_topics_are_found_and_shuffled_words_are_not(fit):
    from sklearn.metrics import adjusted_rand_score

    texts, truth = planted()
    model = fit(count_terms(texts), 3, seed=0, settings=SETTINGS)
    assert adjusted_rand_score(truth, model.topic) > 0.9
    words = " ".join(texts).replace(".", "").split()
    np.random.default_rng(1).shuffle(words)
    mixed = [" ".join(row) for row in np.array_split(words, len(texts))]
    assert adjusted_rand_score(truth, fit(count_terms(mixed), 3, seed=0, settings=SETTINGS).topic) < 0.2


@pytest.mark.parametrize("fit", [fit_nmf, fit_lda])
def test_the_contract_holds(fit):
    texts, _ = planted()
    model = fit(count_terms([*texts, "of the and"]), 3, seed=0, settings=SETTINGS)
    assert np.allclose(model.weights[:-1].sum(axis=1), 1, atol=1e-5) and not model.weights[-1].any()
    assert model.topic[-1] == -1 and model.strength[-1] == 0
    assert np.array_equal(model.strength, model.weights.max(axis=1))
    assert list(np.bincount(model.topic[:-1])) == sorted(np.bincount(model.topic[:-1]), reverse=True)
    assert len(set(model.labels)) == 3
    assert all(model.topic[row] == t for t, rows in enumerate(model.representatives) for row in rows)


@pytest.mark.parametrize("fit", [fit_nmf, fit_lda])
def test_same_seed_same_bytes(fit):
    terms = count_terms(planted()[0])
    one, two = (fit(terms, 3, seed=5, settings=SETTINGS) for _ in range(2))
    assert one.weights.tobytes() == two.weights.tobytes() and one.terms == two.terms


TINY = [["graph"], ["graph", "graph"], ["graph", "kernel tree"], ["graph", "the of"], ["naïve Bayes", "图神经网络 学习", "x"],
        ["same words here"] * 4, ["", "tree"], ["a b", "tree graph", "robot arm", "speech", "tree"]]


@pytest.mark.parametrize("texts", TINY)
@pytest.mark.parametrize("n_topics", [1, 2, 9])
def test_tiny_collections_have_valid_models(texts, n_topics):
    terms = count_terms(texts)
    topic = np.sort(np.arange(len(texts)) % min(n_topics, len(texts)))
    models = [fit(terms, n_topics, seed=0, settings=SETTINGS) for fit in (fit_nmf, fit_lda)]
    live, model = bertopic_of(texts, partition_of(topic))
    assert live.topics_ == topic.tolist()
    for one in [*models, model]:
        assert np.isfinite(one.weights).all() and 1 <= len(one.labels) <= max(n_topics, 1)
        assert all(one.labels) and len(set(one.labels)) == len(one.labels)
    for one in models:
        assert all((one.topic[i] == one.topic[j]) for i in range(len(texts)) for j in range(i) if texts[i] == texts[j])


@pytest.mark.parametrize("texts", [["the of and", "12 34"], [""], ["and"] * 9])
def test_no_usable_words_is_said_with_the_documents(texts):
    terms = count_terms(texts)
    named = "1, 2;" if len(texts) == 2 else "1;" if len(texts) == 1 else r"1, 2, 3, 4, 5, \.\.\. \(9 in all\)"
    for fit in (fit_nmf, fit_lda):
        with pytest.raises(AnalysisError, match=f"no usable words in document {named}"):
            fit(terms, 2, seed=0, settings=SETTINGS)
    with pytest.raises(AnalysisError, match="no usable words"):
        live_bertopic(texts, np.ones((len(texts), 2)), partition_of(np.zeros(len(texts), int)), terms, analyse=Analyser(terms))


@pytest.mark.parametrize("topic", [
    [0] * 12 + [1] * 12 + [2] * 12,             # ties in size, no outlier
    [2] * 12 + [0] * 13 + [1] * 11,             # not in order of appearance
    [-1] * 6 + [1] * 18 + [0] * 12,             # an outlier class, sizes not in order
])
def test_bertopic_keeps_our_topic_numbers(topic):
    texts, _ = planted()
    live, model = bertopic_of(texts, partition_of(topic))
    assert live.topics_ == topic and model.topic.tolist() == topic
    for t in set(topic) - {-1}:
        written = " ".join(text for text, number in zip(texts, topic, strict=True) if number == t)
        most = max(PLANTED, key=lambda name: written.count(name))
        assert set(dict(live.get_topic(t))) & set(PLANTED[most].split())


def test_a_theme_whose_papers_are_all_held_loosely_keeps_them_in_bertopic():
    texts, truth = planted()
    partition = Partition(np.where(truth == 1, -1, truth), truth, np.full(len(truth), 0.1, np.float32), "leiden")
    live, model = bertopic_of(texts, partition)
    assert live.topics_ == truth.tolist() and model.topic.tolist() == partition.topic.tolist()
    assert model.terms[1]


def test_words_with_accents_and_hyphens_survive_in_bertopic():
    _, model = bertopic_of(["naïve self-supervised Müller", "naïve self-supervised Müller graph"], partition_of([0, 0]))
    assert {"naïve", "müller", "self-supervised"} <= {w for words in model.terms for term in words for w in term.split()}


def test_bertopic_is_real_and_can_be_saved_shown_and_loaded(tmp_path):
    from bertopic import BERTopic

    texts, truth = planted()
    live, model = bertopic_of(texts, partition_of(truth))
    labelled = dataclasses.replace(model, labels=("Graphs", "Robots", "Speech"),
                                   terms=(("graph", "node"), ("robot",), ("speech",)))
    show_in_bertopic(live, labelled)
    assert type(live) is BERTopic and live.custom_labels_ == ["Graphs", "Robots", "Speech"]
    assert "graph" in live.visualize_barchart(n_words=2).to_json()
    live.save(tmp_path / "model", serialization="safetensors", save_ctfidf=True)
    again = BERTopic.load(tmp_path / "model")
    assert again.topics_ == live.topics_ and [w for w, _ in again.get_topic(0)] == ["graph", "node"]


def test_themes_model_is_typical_at_the_centre_and_sums_to_one():
    vectors = np.array([[1, 0], [1, 0.05], [1, 1], [0, 1], [0.1, 1]], dtype=float)
    strength = np.array([1, 0.9, 0.1, 0.8, 0.8], np.float32)
    partition = Partition(np.array([0, 0, -1, 1, 1]), np.array([0, 0, 0, 1, 1]), strength, "ward")
    model = themes_model(partition, vectors, [["a"], ["b"]], name="areas", settings=SETTINGS)
    assert np.allclose(model.weights.sum(axis=1), 1) and model.weights[0].tolist() == [1.0, 0.0]
    assert model.representatives[0][0] == 1 and model.representatives[0][-1] == 2
    zero = themes_model(partition, vectors * 0, [["a"], ["b"]], name="areas", settings=SETTINGS)
    assert np.allclose(zero.weights.sum(axis=1), 1)


LIGHT = """
import sys
from venue_themes.topics import light_bertopic
with light_bertopic():
    import bertopic
    light = bertopic.BERTopic
heavy = lambda: sorted({"torch", "transformers", "sentence_transformers", "bertopic"} & set(sys.modules))
print(heavy(), bool(light(embedding_model=None)))
from bertopic import BERTopic
print(heavy(), BERTopic is light)
with light_bertopic():
    from bertopic import BERTopic as again
print(again is BERTopic)
"""


def test_bertopic_comes_without_pytorch_in_the_block_and_whole_after_it():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, timeout=120)
    kept_out, whole, again = done.stdout.splitlines()
    assert (kept_out, again) == ("[] True", "True"), done.stderr[-2000:]
    loaded, same = whole.rsplit(" ", 1)
    assert {"bertopic", "torch"} <= set(ast.literal_eval(loaded)) and same == "False"  # the rest hangs on what is installed


def test_what_is_loaded_is_let_be_and_what_is_not_is_found_afterwards(monkeypatch):
    heavy = ("torch", "transformers", "sentence_transformers", "bertopic")
    for name in [name for name in sys.modules if name.split(".")[0] in heavy]:
        monkeypatch.delitem(sys.modules, name)
    before = list(sys.meta_path)
    with pytest.raises(ModuleNotFoundError, match="torch"), light_bertopic():
        import torch  # noqa: F401
    assert sys.meta_path == before
    monkeypatch.setitem(sys.modules, "torch", object())
    with light_bertopic():
        assert sys.meta_path == before


@pytest.fixture(scope="module")
def live_run():
    """A live BERTopic with outliers and labels, its texts and vectors, and the model it shows."""
    texts, truth = planted()
    vectors = np.eye(6)[truth] + 0.05 * np.random.default_rng(0).normal(size=(len(texts), 6))
    topic = truth.copy()
    topic[[0, 15]] = -1
    partition = Partition(topic, truth, np.where(topic < 0, 0.1, 0.9).astype(np.float32), "leiden")
    live, model = bertopic_of(texts, partition, vectors)
    labelled = dataclasses.replace(model, labels=("Graphs", "Robots", "Speech"))
    show_in_bertopic(live, labelled)
    return live, texts, vectors, labelled


FIGURES = ["visualize_topics", "visualize_hierarchy", "visualize_barchart", "visualize_heatmap", "visualize_term_rank"]


@pytest.mark.parametrize("name", FIGURES)
def test_bertopics_own_figures_draw_our_topics(live_run, name):
    fig = getattr(live_run[0], name)(custom_labels=True)
    drawn = fig.to_json()
    assert fig.data and (name == "visualize_topics" or all(label in drawn for label in ("Graphs", "Robots", "Speech")))


def test_bertopics_map_of_documents_draws_every_paper(live_run):
    live, texts, vectors, _ = live_run
    fig = live.visualize_documents(texts, reduced_embeddings=vectors[:, :2], custom_labels=True)
    assert sum(len(trace.x) for trace in fig.data if trace.hovertext is not None) >= len(texts)


def test_bertopics_table_is_ours(live_run):
    live, _, _, model = live_run
    info = live.get_topic_info().set_index("Topic")
    assert info["Count"].to_dict() == {-1: 2, 0: 11, 1: 11, 2: 12}
    assert info.loc[[0, 1, 2], "CustomName"].tolist() == list(model.labels)
    assert [tuple(words) for words in info.loc[[0, 1, 2], "Representation"]] == [terms[:10] for terms in model.terms]


@pytest.mark.parametrize("saved", [False, True])
def test_new_papers_go_to_the_theme_they_are_near(live_run, tmp_path, saved):
    from bertopic import BERTopic

    live, *_ = live_run
    if saved:
        live.save(tmp_path / "model", serialization="safetensors", save_ctfidf=True)
        live = BERTopic.load(tmp_path / "model")
    new = np.eye(6)[[2, 0, 1]] + 0.02
    found, strength = live.transform(["speech?", "graphs?", "robots?"], embeddings=new)
    assert list(found) == [2, 0, 1] and (strength > 0.8).all()


def test_a_loaded_bertopic_draws_and_lists_the_same(live_run, tmp_path):
    from bertopic import BERTopic

    live, _, _, model = live_run
    live.save(tmp_path / "model", serialization="safetensors", save_ctfidf=True)
    again = BERTopic.load(tmp_path / "model")
    assert again.topics_ == live.topics_ and again.custom_labels_[1:] == list(model.labels)
    columns = ["Topic", "Count", "Name", "CustomName", "Representation"]
    assert again.get_topic_info()[columns].equals(live.get_topic_info()[columns])
    assert all(getattr(again, name)().data for name in FIGURES)


def test_new_papers_without_vectors_are_refused_in_a_sentence(live_run):
    with pytest.raises(AnalysisError, match="1 texts without vectors; expected vectors made as those of the papers"):
        live_run[0].transform(["speech"])


def test_a_word_of_no_paper_gets_no_weight():
    texts, truth = planted()
    terms = count_terms([*texts, "quokka quokka"])
    terms = dataclasses.replace(terms, counts=terms.counts[:-1])
    live = live_bertopic(texts, np.eye(36), partition_of(truth), terms, analyse=Analyser(terms))
    assert np.isfinite(live.ctfidf_model.transform(live.vectorizer_model.transform(["quokka graph"])).data).all()


@pytest.mark.parametrize("fit", [fit_nmf, fit_lda])
@pytest.mark.parametrize("n_topics", [2, 3, 6])
def test_as_many_topics_as_asked_for_hold_papers(fit, n_topics):
    rng = np.random.default_rng(0)
    words = [word for line in PLANTED.values() for word in line.split()]
    texts = [f"{words[i % 12]} {words[i % 12]} {words[(i + 1) % 12]} {' '.join(rng.choice(words, 3))}" for i in range(90)]
    model = fit(count_terms(texts, max_words=1), n_topics, seed=0, settings=SETTINGS)
    assert len(model.labels) == n_topics and len(set(model.topic)) == n_topics


@pytest.mark.parametrize("fit", [fit_nmf, fit_lda])
def test_a_word_is_judged_as_it_is_shown(fit):
    texts = [f"graph advantages {word} kernel" for word in ("tree", "node", "edge")] + ["one advantage of a kernel"]
    terms = count_terms(texts, max_words=1)
    assert "advantages" in terms.shown and "advantage" in terms.terms  # counted as one, shown as most write it
    assert "advantages" not in fit(terms, 1, seed=0, settings=SETTINGS).terms[0]
