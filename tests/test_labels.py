"""Labels: planted phrases found, distinct, clean; checked against sentence vectors."""

import numpy as np
import pytest

from venue_themes.contracts import Partition
from venue_themes.labels import MAX_LABEL, NO_WORDS, Check, candidates, describe, label_topics, topic_terms
from venue_themes.settings import Topics
from venue_themes.stopwords import unfit
from venue_themes.terms import count_terms
from venue_themes.topics import themes_model
from venue_themes.wording import near_duplicates

THEMES = {
    "Gaussian splatting": "We propose {0} Gaussian splatting, and Gaussian splatting {1}. Scenes, splatting.",
    "contextual bandits": "We study {0} contextual bandits and results, contextual bandits {1}. Regret. Bandits here.",
    "protein design": "A novel {0} protein design. In this paper, protein design {1}, state-of-the-art folding.",
}
FILLER = ["amber", "birch", "cedar", "damson", "elder", "fennel"]


def planted():
    """Six papers on each theme, the words around the theme's phrase being another in each; and their themes."""
    texts = [f"{text.format(word, other)} Extensive experiments show results {word}." for text in THEMES.values()
             for word, other in zip(FILLER, reversed(FILLER), strict=True)]
    return texts, np.repeat(np.arange(3), len(FILLER))


def model_of(topic):
    topic = np.asarray(topic)
    return themes_model(Partition(topic, topic, np.ones(len(topic), np.float32), "ward"), np.eye(len(topic)),
                        [()] * (topic.max() + 1), name="bertopic", settings=Topics())


def test_the_planted_phrases_are_the_labels_and_boilerplate_is_not():
    texts, topic = planted()
    model = describe(model_of(topic), count_terms(texts, max_words=5))
    assert [label.split(", ")[0] for label in model.labels] == list(THEMES)
    everything = " ".join([*model.labels, *(t for topic in model.terms for t in topic)]).lower()
    assert not any(word in everything for word in ("propose", "novel", "paper", "extensive", "state-of-the-art", "results"))


def test_boilerplate_by_data_goes_to_no_topic():
    texts, topic = planted()
    spread = [f"{text} Zebra appears." for text in texts]
    assert not any("zebra" in term.lower() for terms in describe(model_of(topic), count_terms(spread)).terms for term in terms)
    one = [f"{text} Zebra appears." if t == 1 else text for text, t in zip(texts, topic, strict=True)]
    assert any("zebra" in term.lower() for term in describe(model_of(topic), count_terms(one)).terms[1])  # the control


def test_no_term_says_another_again():
    texts, topic = planted()
    for terms in describe(model_of(topic), count_terms(texts, max_words=5)).terms:
        assert not any(near_duplicates(a, b) for i, a in enumerate(terms) for b in terms[:i])
        assert all(unfit(term) is None for term in terms)


def test_twins_are_told_apart():
    texts, _ = planted()
    labels = describe(model_of([0, 1] * 3 + [2] * 12), count_terms(texts)).labels
    assert len(set(labels)) == 3


def test_a_topic_without_words_has_a_name():
    terms = count_terms(["graph kernels", "of the", "it is", "graph kernels"])
    model = describe(model_of([0, 1, 2, 0]), terms)
    assert model.labels == ("graph kernels", NO_WORDS, f"{NO_WORDS} (2)")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_one_topic_is_described_by_its_words(n):
    model = describe(model_of([0] * n), count_terms(["Graph kernels and Müller trees."] * n))
    assert "graph kernels" in model.labels[0].lower() and len(model.labels[0]) <= MAX_LABEL


def test_the_area_is_not_repeated():
    texts, topic = planted()
    found = candidates(count_terms(texts, max_words=5), topic, 3)
    free = label_topics(found, topic)
    away = label_topics(found, topic, check=Check(parents=[free[0].split(", ")[0]] * 3))
    assert free[0].split(", ")[0] == "Gaussian splatting" and "Gaussian splatting" not in away[0].split(", ")


def test_sentence_vectors_turn_the_choice():
    texts = ["Ants bees, hum, ants bees, hum."] * 2 + ["Owls foxes run."] * 4
    topic = np.array([0, 0, 1, 1, 1, 1])
    found = candidates(count_terms(texts), topic, 2)
    vectors = np.array([[1.0, 0]] * 2 + [[0, 1.0]] * 4)
    towards = {word: label_topics(found, topic, check=Check(vectors, lambda phrases, word=word: np.array(
        [[1.0, 0.0] if phrase.lower() == word else [0.0, 1.0] for phrase in phrases])))[0].split(", ")[0].lower()
        for word in ("hum", "ants bees")}
    assert towards["ants bees"] == "ants bees"
    assert towards["hum"] == "hum"


def test_terms_of_a_list_occur_together():
    texts = ["alpha beta gamma"] * 5 + ["delta omega"] * 4 + ["other things here"] * 9
    found = candidates(count_terms([t.replace(" ", ", ") for t in texts]), np.repeat([0, 1], 9), 2, share_power=1.0)
    assert set(topic_terms(found, n_terms=3)[0]) == {"alpha", "beta", "gamma"}
