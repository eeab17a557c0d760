"""Collections of a few papers, and papers of which little or nothing is known."""

import warnings

import numpy as np
import pandas as pd
import pytest

import venue_themes as vt
from venue_themes.errors import AnalysisError, VenueThemesError

WORDS = {"graphs": "graph node edge laplacian spectral kernel", "robots": "robot gripper grasp locomotion arm torque",
         "speech": "speech audio phoneme speaker acoustic voice"}
NEAR = {"near_duplicate": 1.0}  # only exact copies are copies


def papers_of(texts, venues=None):
    return pd.DataFrame({"venue": venues or [("A", "B")[i % 2] for i in range(len(texts))], "year": 2025, "title": None,
                         "abstract": texts})


def planted(n_each, seed=0):
    """Papers of three themes in turn, no two of them alike."""
    rng = np.random.default_rng(seed)
    return [f"{' '.join(rng.choice(words.split(), 14))} case {name}{i}." for i in range(n_each) for name, words in WORDS.items()]


def run(papers, **settings):
    """The analysis by words alone; no library may warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        chosen = {"embedding": {"model": "tfidf"}, "comparison": {"refits": 2}} | settings
        return vt.run(papers, settings=chosen, cache=False, progress=False)


def given(papers, vectors, folder, **settings):
    """The analysis on vectors that are given, a row per paper in the order of the result's papers."""
    np.save(folder / "v.npy", np.asarray(vectors, dtype=np.float32))
    return run(papers, embedding={"vectors": str(folder / "v.npy")}, cleaning=NEAR, **settings)


def themes(result):
    return result.assignments.query("model == 'bertopic'").set_index("paper_id").loc[result.papers["paper_id"]]


def said(result, text):
    return [note for note in result.notes if text in note]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("model", ["tfidf", "bundled"])
def test_the_fewest_papers_all_have_a_theme_and_a_place(n, model):
    result = run(papers_of(planted(2)[:n]), embedding={"model": model})
    placed, known = themes(result), np.abs(result.vectors).any(axis=1)
    assert len(placed) == n and ((placed["topic"] >= 0) == known).all() and (known.all() or model == "tfidf")
    assert np.isfinite(result.assignments[["x", "y"]]).all(axis=None)
    assert bool(said(result, "too few to part")) == (n < 4)  # lowered parameters are said
    assert not result.comparison["robust"].any() and all(label.strip() for label in result.topics["label"])


def test_no_papers_are_a_plain_message():
    with pytest.raises(VenueThemesError, match="none has an abstract that can be used"):
        run(papers_of([""]))


def test_identical_abstracts_share_a_topic_in_every_model():
    texts = planted(8)
    result = run(papers_of([*texts, texts[0], texts[0], texts[4]], ["A"] * 24 + ["B"] * 3))
    text = result.papers.set_index("paper_id")["text"]
    for _, rows in result.assignments.groupby("model"):
        assert rows.groupby(rows["paper_id"].map(text))["topic"].nunique().max() == 1
    assert said(result, "3 papers are copies of others")


@pytest.mark.parametrize("n", [2, 6, 120])
def test_a_collection_of_one_abstract_is_one_theme(n):
    result = run(papers_of([planted(1)[0]] * n))
    assert result.topics.query("model == 'bertopic'")["size"].tolist() == [n] and (themes(result)["topic"] == 0).all()


def test_identical_vectors_of_unlike_papers_are_one_theme(tmp_path):
    result = given(papers_of(planted(8)), np.ones((24, 4)), tmp_path)
    assert result.topics.query("model == 'bertopic'")["size"].tolist() == [24]


@pytest.mark.parametrize("n", [5, 40, 130])
def test_one_word_abstracts(n):
    texts = [("graphs", "robots", "speech")[i % 3] for i in range(n)]
    result = run(papers_of(texts), cleaning={"min_words": 1}, embedding={"model": "bundled"})
    assert len(result.papers) == n and (themes(result)["topic"] >= 0).all()
    text = result.papers["text"].to_numpy()
    assert all(themes(result)["topic"][text == word].nunique() == 1 for word in set(text))


@pytest.mark.parametrize("model", ["tfidf", "bundled"])
def test_an_abstract_of_stop_words_only_is_named_and_leaves_the_others_alone(model):
    texts = [*planted(4), "To be or not to be, that is it."]
    result = run(papers_of(texts), embedding={"model": model})
    row = int(np.flatnonzero(result.papers["text"].str.startswith("To be"))[0])
    assert said(result, f"no usable word, and so no topic in the models that count words: row {row} of")
    words = result.assignments.query("model in ['nmf', 'lda']").pivot(index="paper_id", columns="model", values="topic")
    paper = result.papers["paper_id"].iloc[row]
    assert (words.loc[paper] == -1).all() and (words.drop(paper) >= 0).all(axis=None)
    assert not (result.topics["label"] == "").any()
    control = run(papers_of(texts[:-1]))
    assert not said(control, "no usable word")


def test_stop_words_only_everywhere_are_refused_with_the_documents():
    with pytest.raises(AnalysisError, match="no usable words in document 1, 2"):
        run(papers_of(["The of and to in a is it.", "And so it is what it was."]))


def test_words_of_other_scripts_and_with_accents_are_shown():
    texts = ["图神经网络 分子性质", "图神经网络 分子性质 学习方法", "naïve Bayes and Poincaré maps",
             "naïve Bayes and Schrödinger bridges", "naïve Bayes with Poincaré balls"]
    shown = " ".join(term for terms in run(papers_of(texts)).topics["terms"] for term in terms)
    assert "naïve" in shown and "Poincaré" in shown and "图神经网络" in shown and "nave" not in shown


def islands(n_bad=3):
    """Vectors of three tight islands of twelve, in the order in turn of ``planted``, then rows that hold nothing."""
    rng = np.random.default_rng(0)
    good = np.eye(16)[np.tile([0, 5, 10], 12)] + 0.02 * rng.normal(size=(36, 16))
    return np.vstack([good, np.zeros((2, 16)), np.full((1, 16), np.nan)])[: 36 + n_bad]


def ordered(papers):
    """The papers in the order in which vectors are given, and which of them each is."""
    kept = vt.read(papers, settings={"cleaning": NEAR}).papers
    return [list(papers["abstract"]).index(text) for text in kept["abstract"]]


def test_zero_and_nan_vectors_are_named_and_set_aside(tmp_path):
    papers = papers_of(planted(13))
    order = ordered(papers)
    result = given(papers, islands()[order], tmp_path)
    bad = [row for row, at in enumerate(order) if at >= 36]
    assert said(result, "3 papers have no usable vector (all zeros, or not finite), and so no theme: "
                        f"rows {bad[0]}, {bad[1]} and {bad[2]} of papers.parquet.")
    placed = themes(result)
    assert np.flatnonzero(placed["topic"] < 0).tolist() == bad and (placed["nearest"].iloc[bad] == -1).all()
    assert np.isfinite(result.assignments[["x", "y", "strength"]]).all(axis=None)
    island = np.array(order) % 3
    assert all(placed["topic"][(island == i) & (np.array(order) < 36)].nunique() == 1 for i in range(3))
    assert [row["in_none"] for row in result.metrics["themes"]["in_none"]] == [
        int((result.papers["venue"].iloc[bad] == venue).sum()) for venue in "AB"]


def test_disconnected_islands_need_no_warning(tmp_path):
    papers = papers_of(planted(60))
    truth = np.array(ordered(papers)) % 3
    vectors = np.eye(6)[truth] + 0.01 * np.random.default_rng(1).normal(size=(180, 6))
    result = given(papers, vectors, tmp_path, themes={"resolution": 0.3})
    assert np.isfinite(result.assignments[["x", "y"]]).all(axis=None)
    assert all(themes(result)["nearest"][truth == i].nunique() == 1 for i in range(3))


def test_no_usable_vector_at_all_is_refused(tmp_path):
    with pytest.raises(AnalysisError, match="Vectors of all 6 papers are zero or not finite"):
        given(papers_of(planted(2)), np.zeros((6, 4)), tmp_path)


@pytest.mark.parametrize("n", [2, 54])
def test_short_texts_need_no_counts_of_words(n):
    """Where a vectoriser's minimum of documents would be counted over topics, there is none."""
    texts = [f"{words.split()[i % 6]} {words.split()[(i + 1) % 6]} {name}{i}"
             for i in range(n) for name, words in WORDS.items()]
    result = run(papers_of(texts[:n]), themes={"n_topics": 4})
    assert len(result.topics.query("model == 'bertopic'")) == (4 if n > 4 else 1)
    assert bool(said(result, "4 themes were asked for")) == (n < 4)
    assert len(result.bertopic.get_topic_info()) == (4 if n > 4 else 1)


def test_words_that_a_user_stops_are_no_reason_to_fail_unless_none_is_left():
    stopped = " ".join(WORDS.values()).split()
    with pytest.raises(AnalysisError, match="extra_stop_words"):
        run(papers_of(["graph node edge", "robot arm grasp", "speech audio voice"]), topics={"extra_stop_words": stopped})


def test_venues_of_one_paper_and_papers_of_no_venue_are_counted():
    papers = papers_of(planted(6), ["A"] * 12 + ["C"] + [None] * 5)
    result = run(papers)
    sizes = result.papers["venue"].value_counts()
    assert sizes["C"] == 1 and sizes["unknown"] == 5
    for (_, a, b), rows in result.comparison.groupby(["model", "venue_a", "venue_b"]):
        assert rows["count_a"].sum() == rows["n_a"].iloc[0] == sizes[a] and rows["count_b"].sum() == sizes[b]
        assert 0 in rows["topic"].to_numpy()


TOPICS = ["graph node edge laplacian", "robot gripper grasp torque", "speech audio phoneme voice", "protein folding docking drug",
          "bandit regret arms exploration", "privacy federated clients noise", "splatting radiance camera scene"]


@pytest.mark.parametrize("method, n_each", [("ward", 8), ("leiden", 24), ("hdbscan", 24)])
@pytest.mark.parametrize("asked", [3, 5])
def test_a_number_that_is_set_is_the_number_of_all_three_models(method, n_each, asked):
    rng = np.random.default_rng(0)
    texts = [f"{' '.join(rng.choice(words.split(), 14))} {' '.join(rng.choice(TOPICS).split()[:2])} case{i}{at}."
             for i in range(n_each) for at, words in enumerate(TOPICS)]
    result = run(papers_of(texts), themes={"n_topics": asked, "method": method})
    assert result.topics.groupby("model").size().to_dict() == {"bertopic": asked, "lda": asked, "nmf": asked}
    assert not said(result, "asked for") and result.metrics["themes"]["n_topics"] == asked


def test_a_number_that_papers_of_three_themes_cannot_hold_is_said():
    result = run(papers_of(planted(9)), themes={"n_topics": 7})
    assert result.topics.groupby("model").size()["bertopic"] == 7
    assert (result.topics.groupby("model").size() < 7).any() == bool(said(result, "Of 7 topics asked for"))


def test_equal_heights_are_cut_all_the_same():
    result = run(papers_of(planted(9)), themes={"n_topics": 2})  # three themes equally far apart
    assert result.topics.groupby("model").size().to_dict() == {"bertopic": 2, "lda": 2, "nmf": 2}
