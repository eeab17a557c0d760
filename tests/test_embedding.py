"""Vectors: a text's own, whatever else is embedded; nothing cut, nothing mixed up."""

import numpy as np
import pytest

from test_layout import islands
from venue_themes import embedding
from venue_themes.cache import Cache
from venue_themes.embedding import SentenceModel, embed, fit_words, fuse, normalise, word_weight
from venue_themes.errors import AnalysisError, SettingsError

TEXTS = ["We bound the regret of bandits.", "Gaussian splatting renders scenes.", "Bandits have regret bounds.",
         "A large language model answers questions.", "Radiance fields render scenes from images."]


@pytest.fixture(scope="module")
def model():
    return SentenceModel()


@pytest.fixture(scope="module")
def vectors(model):
    return model.encode(TEXTS, progress=False)


def test_like_texts_have_like_vectors(vectors):
    near = (vectors @ vectors.T - 2 * np.eye(5)).argmax(axis=1)
    assert near[[0, 1, 2, 4]].tolist() == [2, 4, 0, 1]
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_vector_does_not_depend_on_its_company(model, vectors):
    order = [3, 0, 4, 2, 1]
    again = model.encode([TEXTS[i] for i in order] + ["Another one. " * 40], progress=False)
    assert (again[:5] == vectors[order]).all()


def test_bfloat16_is_close_to_float32(vectors):
    exact = SentenceModel(precision="float32").encode(TEXTS, progress=False)
    assert (exact * vectors).sum(axis=1).min() > 0.996


def test_a_long_text_is_not_cut(model):
    body, tail = "We study the regret of bandits under noise. " * 60, "Gaussian splatting renders scenes from images. " * 60
    plain, long = model.encode([body, body + tail], progress=False)
    tail = model.encode([tail], progress=False)[0]
    assert long @ tail > plain @ tail + 0.2


def test_the_model_agrees_with_sentence_transformers(model, vectors):
    from sentence_transformers import SentenceTransformer

    peer = SentenceTransformer(model.folder, local_files_only=True).encode(TEXTS, normalize_embeddings=True)
    assert (peer * vectors).sum(axis=1).min() > 0.996


class Counting(SentenceModel):
    """The model, counting the texts it is asked for."""

    asked = 0

    def encode(self, texts, *, progress=True):
        self.asked += len(texts)
        return super().encode(texts, progress=progress)


def test_the_cache_gives_each_text_its_own_vector(tmp_path, vectors):
    cache, model = Cache(tmp_path), Counting()
    assert (embed(TEXTS, model, cache, progress=False) == vectors).all()
    other = [TEXTS[2], TEXTS[0], TEXTS[1].replace("scenes", "faces"), TEXTS[4], TEXTS[3]]
    again = embed(other, model, cache, progress=False)
    assert model.asked == 6  # five, and the one that changed
    assert (again == SentenceModel().encode(other, progress=False)).all()


def test_another_precision_is_another_entry(tmp_path):
    cache = Cache(tmp_path)
    embed(TEXTS[:2], SentenceModel(precision="float32"), cache, progress=False)
    half = Counting(precision="bfloat16")
    embed(TEXTS[:2], half, cache, progress=False)
    assert half.asked == 2


def test_weights_that_are_not_the_official_ones_are_refused(monkeypatch):
    monkeypatch.setattr(embedding, "BUNDLED_SHA256", "0" * 64)
    with pytest.raises(SettingsError, match=f"expected {'0' * 64}"):
        SentenceModel().encode(TEXTS[:1], progress=False)


def test_a_model_that_is_not_there_is_said_in_a_sentence(tmp_path):
    with pytest.raises(SettingsError, match="cannot be loaded"):
        SentenceModel(str(tmp_path / "none")).encode(TEXTS[:1], progress=False)


def test_fusion_is_the_weighted_mean_of_cosines():
    a, b = islands([6])[0], islands([6], seed=3)[0]
    both = fuse(a, b, weight=0.3)
    assert np.allclose(both @ both.T, 0.7 * a @ a.T + 0.3 * b @ b.T, atol=1e-5)
    assert (fuse(a, b, weight=0) == normalise(a)).all()


def test_fusion_refuses_other_rows():
    with pytest.raises(AnalysisError, match="3 rows, word vectors 4"):
        fuse(np.ones((3, 2)), np.ones((4, 2)), weight=0.5)


def test_the_share_of_words_grows_with_the_collection():
    shares = [word_weight(n) for n in (1, 38, 300, 7033, 100_000)]
    assert shares == sorted(shares) and shares[0] < 0.1 and shares[1] < 0.3 and 0.47 < shares[3] < shares[4] < 0.5


def test_words_that_meet_span_the_word_half():
    texts = ["bandit regret bound"] * 6 + ["scene render image"] * 6 + ["protein fold design"] * 6
    words = fit_words(texts, tokenise=str.split, n_dims=10, seed=0)[1]
    assert (words @ words.T)[0, 5] > 0.99 > 0.01 > abs((words @ words.T)[0, 6])


@pytest.mark.parametrize("texts", [["one"], ["a b", "c d", "e f", "g h", "i j", "k l"], []])
def test_no_shared_word_is_no_word_half(texts):
    model, words = fit_words(texts, tokenise=str.split, n_dims=10, seed=0)
    assert not words.any() and model.transform(["a b"]).tolist() == [[0]]


def test_the_word_half_is_applied_to_other_texts_as_it_was_fitted():
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(words.split(), 12)) for words in ("bandit regret bound arm", "scene render image ray",
                                                                  "protein fold chain site") for _ in range(20)]
    model, words = fit_words(texts, tokenise=str.split, n_dims=8, seed=0)
    assert np.allclose(model.transform(texts), words, atol=1e-6)
    assert np.allclose(model.transform(texts[7:9]), words[7:9], atol=1e-6)
    new = model.transform(["regret arm bandit bound bandit", "fold site protein", "unheard words"])
    assert (new[0] @ words[:20].T).mean() > 0.5 > abs(new[0] @ words[20:].T).max()
    assert (new[1] @ words[40:].T).mean() > 0.5 and not new[2].any() and model.transform([]).shape == (0, 8)


def test_the_window_is_known_without_loading_the_model(model):
    fresh = SentenceModel()
    assert fresh.window == model._load().max_seq_length and fresh._model is None


def test_other_weights_have_another_hash(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"one")
    one = SentenceModel(str(tmp_path), precision="float32").weights
    (tmp_path / "model.safetensors").write_bytes(b"two")
    assert one != SentenceModel(str(tmp_path), precision="float32").weights
    assert SentenceModel("some/name", precision="float32").weights == "hub:some/name"
