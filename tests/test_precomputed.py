"""Vectors from a file: of these papers and no others; rows that hold nothing are named."""

import json

import numpy as np
import pandas as pd
import pytest

import venue_themes as vt
from test_topics import planted
from venue_themes.errors import AnalysisError
from venue_themes.precomputed import check_origin, load_origin, load_vectors, origin_notes, texts_sha256

TEXTS = ["We bound the regret of bandits.", "Gaussian splatting renders scenes.", "Bandits have regret bounds."]
QUICK = {"comparison": {"refits": 0}, "topics": {"models": []}}


def test_precomputed_vectors_must_fit_the_papers(tmp_path):
    np.save(tmp_path / "v.npy", np.array([[1, 2], [np.nan, 1], [0, 0]]))
    assert load_vectors(tmp_path / "v.npy", 3).tolist() == [[1, 2], [0, 0], [0, 0]]
    with pytest.raises(AnalysisError, match=r"shape \(3, 2\).*expected .* 4 rows"):
        load_vectors(tmp_path / "v.npy", 4)


def whole(tmp_path):
    np.save(tmp_path / "whole.npy", np.ones((3, 8), dtype=np.float32))
    return (tmp_path / "whole.npy").read_bytes()


@pytest.mark.parametrize("part", [0, 6, 40, 100, -1])
def test_a_file_that_was_cut_off_is_refused_anywhere_it_is_cut(tmp_path, part):
    (tmp_path / "v.npy").write_bytes(whole(tmp_path)[:part])
    with pytest.raises(AnalysisError, match="cannot be read"):
        load_vectors(tmp_path / "v.npy", 3)
    assert load_vectors(tmp_path / "whole.npy", 3).all()


def test_text_is_no_array(tmp_path):
    (tmp_path / "v.npy").write_text("text")
    with pytest.raises(AnalysisError, match="cannot be read"):
        load_vectors(tmp_path / "v.npy", 3)


def test_several_arrays_are_refused(tmp_path):
    np.savez(tmp_path / "v.npz", a=np.ones((3, 2)))
    with pytest.raises(AnalysisError, match="holds several arrays"):
        load_vectors(tmp_path / "v.npz", 3)


def test_an_array_of_objects_is_never_unpickled(tmp_path):
    np.save(tmp_path / "v.npy", np.array([[object()]], dtype=object), allow_pickle=True)
    with pytest.raises(AnalysisError, match="cannot be read"):
        load_vectors(tmp_path / "v.npy", 1)


def test_the_hash_tells_texts_and_their_order():
    assert texts_sha256(TEXTS) == texts_sha256(tuple(TEXTS))
    others = [TEXTS[::-1], TEXTS[:2], [*TEXTS[:2], TEXTS[2] + " "], ["\0".join(TEXTS[:2])[:-1], *TEXTS[2:]]]
    assert len({texts_sha256(t) for t in [TEXTS, *others]}) == 5


@pytest.mark.parametrize("origin, said", [
    ({"rows": 4}, r"rows 4 \(v.json\); expected 3"),
    ({"model": "theirs"}, r"model 'theirs' \(v.json\); expected 'mine'"),
    ({"texts_sha256": "f" * 64}, rf"texts_sha256 '{'f' * 64}' \(v.json\); expected '{texts_sha256(TEXTS)}'"),
])
def test_vectors_of_something_else_are_refused_with_both_values(origin, said):
    with pytest.raises(AnalysisError, match=said):
        check_origin("v.npy", origin, TEXTS, model="mine")


@pytest.mark.parametrize("origin", [{}, {"rows": 3, "model": None, "dims": 9},
                                    {"rows": 3, "model": "mine", "texts_sha256": texts_sha256(TEXTS)}])
def test_vectors_of_these_papers_pass(origin):
    check_origin("v.npy", origin, TEXTS, model="mine")
    check_origin("v.npy", origin, TEXTS, model=None)


@pytest.mark.parametrize("content", ["", "{", "[1]", "3"])
def test_a_description_that_is_none_is_refused(tmp_path, content):
    (tmp_path / "v.json").write_text(content)
    with pytest.raises(AnalysisError, match=r"v\.json says of its vectors"):
        load_origin(tmp_path / "v.npy")


def test_no_description_is_said():
    full = np.ones((3, 2))
    assert any("No v.json" in note for note in origin_notes("v.npy", full, None))
    assert any("No v.json" in note for note in origin_notes("v.npy", full, {"model": "mine"}))
    assert len(origin_notes("v.npy", full, {"texts_sha256": "f"})) == 1


def test_rows_that_hold_nothing_are_named():
    vectors = np.ones((30, 2))
    vectors[[4, 17]] = 0
    assert "2 rows of v.npy (counted from 0: 4, 17)" in origin_notes("v.npy", vectors, {})[-1]
    vectors[5:20] = 0
    assert "16 rows" in origin_notes("v.npy", vectors, {})[-1] and "12, 13, ...)" in origin_notes("v.npy", vectors, {})[-1]


def papers(n_each=13, seed=0):
    return pd.DataFrame({"venue": "A", "year": 2025, "title": None, "abstract": planted(n_each, seed)[0]})


def run(frame, path, **more):
    return vt.run(frame, settings=QUICK | {"embedding": {"vectors": str(path)} | more}, cache=False, progress=False)


def test_islands_with_empty_rows_are_found_and_the_rows_set_aside(tmp_path):
    island = np.repeat([0, 1, 2], 13)
    rng = np.random.default_rng(0)
    vectors = (np.eye(3, 16)[island] + 0.02 * rng.normal(size=(39, 16))).astype(np.float32)
    vectors[12], vectors[25], vectors[38] = 0, np.inf, np.nan
    np.save(tmp_path / "v.npy", vectors)
    result = run(papers(), tmp_path / "v.npy")
    placed = result.assignments.query("model == 'bertopic'").set_index("paper_id").loc[result.papers["paper_id"]]
    topic = placed["topic"].to_numpy()
    assert topic[[12, 25, 38]].tolist() == [-1] * 3 and np.isfinite(placed[["x", "y"]]).all(axis=None)
    usable = np.setdiff1d(np.arange(39), [12, 25, 38])
    assert pd.crosstab(topic[usable], island[usable]).astype(bool).sum(axis=1).eq(1).all()  # no theme spans two islands
    assert any("(counted from 0: 12, 25, 38)" in note for note in result.notes)


@pytest.fixture(scope="module")
def first_run(tmp_path_factory):
    out = tmp_path_factory.mktemp("vectors") / "run"
    return vt.run(papers(), settings=QUICK | {"embedding": {"model": "tfidf"}}, out=out, cache=False, progress=False)


def test_the_vectors_of_a_run_serve_another_run_of_the_same_papers(first_run):
    again = run(papers(), first_run.out / "vectors.npy", model="tfidf")
    assert np.allclose(again.vectors, first_run.vectors, atol=1e-6)
    assert not any("could not" in note or "No vectors.json" in note for note in again.notes)
    assert again.metrics["representation"]["kind"] == "given" and again.metrics["representation"]["model"] == "tfidf"


def changed(frame):
    return frame.assign(abstract=[frame["abstract"][0] + " Indeed.", *frame["abstract"][1:]])


@pytest.mark.parametrize("frame, model, said", [
    (changed(papers()), "tfidf", "texts_sha256"),
    (papers(13, seed=5), "tfidf", "texts_sha256"),
    (papers(12), "tfidf", "36 rows"),
    (papers(), "bundled", "model 'tfidf' .* expected 'bundled'"),
])
def test_the_vectors_of_a_run_are_refused_for_other_papers(first_run, frame, model, said):
    with pytest.raises(AnalysisError, match=said):
        run(frame, first_run.out / "vectors.npy", model=model)


def test_what_is_beside_the_vectors_is_what_the_metrics_say(first_run):
    beside = json.loads((first_run.out / "vectors.json").read_text())
    assert beside == json.loads((first_run.out / "metrics.json").read_text())["representation"]
    assert (beside["rows"], beside["dims"]) == first_run.vectors.shape and beside["kind"] == "tfidf"
