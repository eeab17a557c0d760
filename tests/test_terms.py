"""Terms: the tokeniser, spellings, case, counts against a literal count."""

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from venue_themes.errors import SettingsError
from venue_themes.stopwords import CONNECTORS, FUNCTION_WORDS, no_part, no_term, unfit
from venue_themes.terms import Analyser, count_terms, least_papers, tokenise, without_words, word_matrix
from venue_themes.terms.spelling import merged_words

WORDS = ["graph", "kernel", "Bayesian", "novel", "the", "of", "trees", "LLMs", "3D", "7", "x"]
MARKS = [" ", ". ", ", ", " (", ") "]
text = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(MARKS)), max_size=14).map(
    lambda pairs: "".join(word + mark for word, mark in pairs))


def frequency(found, term):
    return int(found.counts[:, found.terms.index(term)].sum())


@pytest.mark.parametrize(("written", "words"), [
    ("self-supervised k-center Wasserstein-2", ["self-supervised", "k-center", "Wasserstein-2"]),
    ("GPT-4o, GPT-3.5 and Llama-3.1-8B", ["GPT-4o", "GPT-3.5", "and", "Llama-3.1-8B"]),
    ("naïve Müller’s 3D O'Brien don't", ["naïve", "Müller", "3D", "O'Brien", "don't"]),
    ("encoder–decoder C++ Q&A", ["encoder-decoder", "C++", "Q&A"]),
    ("see https://x.org/a.b?c=d or a@b.org", ["see", "or"]),
    ("图神经网络 学习 分子", ["图神经网络", "学习", "分子"]),
    ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
    ("the state of the art, e.g. et al. i.e.", ["the"]),
    ("", []),
])
def test_words_stay_whole(written, words):
    assert tokenise(written) == words


def literal_counts(texts, max_words):
    """The slow reading of the rule: split at marks, then every run of words that begins and ends with a word of content."""
    rows = []
    for written in texts:
        row = Counter()
        for piece in re.split(r"[.,()]", written):
            words = piece.lower().split()
            for start in range(len(words)):
                for end in range(start + 1, min(start + max_words, len(words)) + 1):
                    run = words[start:end]
                    inside = all(w in CONNECTORS or not (w in FUNCTION_WORDS or no_part(w)) for w in run)
                    ends = not any(w in FUNCTION_WORDS or no_part(w) for w in (run[0], run[-1]))
                    row[" ".join(run)] += inside and ends
        rows.append(+row)
    return rows


@settings(max_examples=60, deadline=None)
@given(st.lists(text, max_size=5))
def test_counts_agree_with_the_literal_rule(texts):
    found = count_terms(texts, max_words=3, min_papers=1, merge_spellings=False)
    rows = [Counter({found.terms[c]: int(n) for c, n in zip(row.indices, row.data, strict=True)}) for row in found.counts]
    assert rows == literal_counts(texts, 3)


@settings(max_examples=40, deadline=None)
@given(st.lists(text, min_size=1, max_size=5))
def test_the_analyser_finds_what_was_counted(texts):
    found = count_terms(texts, max_words=3, min_papers=1)
    analyse = Analyser(found)
    for written, row in zip(texts, found.counts, strict=True):
        assert Counter(analyse(written)) == {found.terms[c]: n for c, n in zip(row.indices, row.data, strict=True)}


def test_spellings_are_counted_as_one_and_can_be_kept_apart():
    texts = ["We try fine-tuning an LLM.", "Then finetuning of LLMs by fine tuning.", "Also fine-tuning."]
    assert frequency(count_terms(texts), "fine-tuning") == 4
    assert frequency(count_terms(texts), "llm") == 2
    assert frequency(count_terms(texts, merge_spellings=False), "fine-tuning") == 2
    assert "llms" in count_terms(texts, merge_spellings=False).terms


@pytest.mark.parametrize(("words", "merged"), [
    (["policy", "policies"], {"policies": "policy"}),
    (["matrix", "matrices", "analysis", "analyses"], {"matrices": "matrix", "analyses": "analysis"}),
    (["optimise", "optimize", "behaviour", "behavior"], {"optimise": "optimize", "behaviour": "behavior"}),
    (["labelled", "labeled", "centre", "center"], {"labelled": "labeled", "centre": "center"}),
    (["GPs", "GP", "GPS"], {"GPs": "gp"}),
    (["dynamics", "dynamic", "loss", "los", "bias", "bia", "four", "for", "noise"], {}),
    (["policies"], {}),
])
def test_only_forms_that_both_occur_are_merged(words, merged):
    assert merged_words(Counter(words)) == merged


def test_the_open_form_wins_where_the_papers_prefer_it():
    texts = ["A state space model.", "The state space.", "Some state-space view."]
    found = count_terms(texts)
    assert frequency(found, "state space") == 3 and "state-space" not in found.terms


def test_case_is_that_of_the_papers_not_of_sentence_starts():
    texts = ["Graphs grow. Graphs shrink. Graphs and graphs.", "Gaussian splatting by RLHF.",
             "A Gaussian splatting of an LLM. LLM."]
    found = count_terms(texts)
    shown = dict(zip(found.terms, found.shown, strict=True))
    assert [shown[t] for t in ("graphs", "gaussian splatting", "rlhf", "llm")] == ["graphs", "Gaussian splatting", "RLHF", "LLM"]


def test_terms_cross_no_punctuation_and_hold_no_numbers():
    found = count_terms(["Deep kernels, graph trees (neural flows) grow 12 roots x stems."])
    assert "kernels graph" not in found.terms and "trees neural" not in found.terms
    assert not any(word.isdigit() or len(word) == 1 for term in found.terms for word in term.split())
    assert "graph trees" in found.terms  # the control: within the marks phrases are found


def test_papers_of_stop_words_have_no_terms():
    found = count_terms(["The of and to in a is it.", "12 34 56 78.", "图神经网络 学习 分子 性质。"])
    assert without_words(found).tolist() == [0, 1]
    assert count_terms([]).counts.shape == (0, 0)


def test_extra_stop_words_are_in_no_term():
    found = count_terms(["Graph kernels of trees."], extra_stop_words=["Trees"])
    assert found.terms == ("graph", "graph kernels", "kernels")


def test_rare_terms_are_left_out_in_larger_collections():
    assert [least_papers(n) for n in (3, 200, 7_033, 103_758)] == [1, 2, 3, 5]
    found = count_terms(["graph kernel"] * 2 + ["graph tree"], min_papers=2)
    assert found.terms == ("graph", "graph kernel", "kernel")


def test_a_threshold_above_the_number_of_papers_is_refused_with_both_numbers():
    with pytest.raises(SettingsError, match="5 papers are asked for in a collection of 2"):
        count_terms(["graph kernel"] * 2, min_papers=5)


def test_word_matrix_is_scikit_learns_sublinear_tfidf():
    from sklearn.feature_extraction.text import TfidfTransformer

    found = count_terms(["graph graph kernel", "tree kernel", "of the"], max_words=2)
    single = [i for i, term in enumerate(found.terms) if " " not in term]
    expected = TfidfTransformer(sublinear_tf=True).fit_transform(found.counts[:, single].astype(float)).toarray()
    assert np.allclose(word_matrix(found).toarray(), expected, atol=1e-6)


@pytest.mark.parametrize("term", ["the", "model", "novel kernel", "textbf", "https", "12", "of graphs", r"\alpha", "a_{i}",
                                  "clearly", "models trained"])
def test_unfit_terms_are_seen(term):
    assert unfit(term)


@pytest.mark.parametrize("term", ["kernel", "kernel method", "mixture of experts", "3D", "GPT-4o", "weakly supervised",
                                  "anomaly"])
def test_fit_terms_are_let_through(term):
    assert unfit(term) is None


def test_no_word_is_in_two_lists_of_different_force():
    assert not {word for word in FUNCTION_WORDS if not no_term(word)}


@pytest.mark.slow
def test_speed_and_case_on_seven_thousand_abstracts(shared):
    import gzip
    import json
    import time

    texts = []
    for name in ("icml2025", "iclr2025"):
        with gzip.open(shared / "data" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            texts += [json.loads(line)["abstract"] for line in lines]
    start = time.perf_counter()
    found = count_terms(texts)
    assert time.perf_counter() - start < 15
    shown = dict(zip(found.terms, found.shown, strict=True))
    assert [shown[t] for t in ("gaussian splatting", "rlhf", "bayesian")] == ["Gaussian splatting", "RLHF", "Bayesian"]
