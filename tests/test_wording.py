"""Terms that say the same and terms that do not; terms that may be shown and terms that may not."""

import pytest

from venue_themes.stopwords import unfit
from venue_themes.wording import near_duplicates

SAME = {
    "number": [("LLMs", "LLM evaluation"), ("bias", "biases"), ("queries", "query"), ("matrix", "matrices"),
               ("GNNs", "GNN layers")],
    "tense": [("edits", "edited"), ("spike", "spiking neurons"), ("planned", "planning"), ("editing methods", "model edits")],
    "hyphen": [("pre-training", "pretraining data"), ("fine tuning", "fine-tuning"), ("state-space", "statespace models")],
    "British": [("colour", "color"), ("modelling", "modeling"), ("optimised", "optimizer"), ("centre", "centers"),
                ("defence", "defense"), ("analysed", "analyzed"), ("grey-box", "gray box")],
    "acronym": [("LLMs", "large language models"), ("OOD detection", "out-of-distribution detection"),
                ("CoT", "chain-of-thought"),
                ("SNNs", "Spiking Neural Networks"), ("RAG systems", "retrieval-augmented generation"), ("T2I", "text-to-image"),
                ("SAEs", "sparse autoencoders"), ("LoRA", "low-rank adaptation"), ("MARL", "multi-agent reinforcement learning")],
    "contained": [("diffusion", "diffusion models"), ("regret bounds", "dynamic regret bounds"),
                  ("language models", "large language models")],
    "generic": [("temporal data", "temporal patterns"), ("detection methods", "detection performance"),
                ("reward model", "reward functions")],
}
OTHER = [("diffusion models", "world models"), ("graph", "graphical model"), ("RL", "large language models"),
         ("gradient", "graph"),
         ("text classification", "image classification"), ("convex", "non-smooth"), ("noise", "nose"),
         ("target domain", "source domain"), ("domain shifts", "label shifts"), ("pass", "pas de deux"),
         ("in-context learning", "continual learning"), ("causal", "casual"), ("offline policy", "online policy")]


@pytest.mark.parametrize("one, other", [pair for pairs in SAME.values() for pair in pairs])
def test_what_says_the_same_is_a_duplicate_whichever_comes_first(one, other):
    assert near_duplicates(one, other) and near_duplicates(other, one)


@pytest.mark.parametrize("one, other", OTHER)
def test_what_says_something_else_is_none(one, other):
    assert not near_duplicates(one, other) and not near_duplicates(other, one)


def test_names_are_held_to_more_than_lists():
    one, other = "drug discovery", "causal discovery"
    assert near_duplicates(one, other, strict=True) and not near_duplicates(one, other)
    assert not near_duplicates("graph models", "diffusion models", strict=True)  # a generic word alone is not shared


@pytest.mark.parametrize("term", [
    "the", "of experts", "propose", "novel kernel", "state-of-the-art results", "extensive experiments", "high-quality",
    "relevant", "2.5", "37 %", "ICML 2025", "x", "textbf", "frac", "https", "github.com/x", r"\alpha", "$x$", "a_{i}", "<b>",
    "**bold**", "complex tasks", "benchmark datasets", "number of agents", "sequentially assembled", "learning graph wavelets",
    "old", "content"])
def test_what_no_reader_should_see_is_unfit(term):
    assert unfit(term)


@pytest.mark.parametrize("term", [
    "kernel", "LLM", "3D", "GPT-4o", "Gaussian splatting", "mixture of experts", "strongly convex", "learning rate", "anomaly",
    "training dynamics", "weakly supervised learning", "scaling laws", "neural networks", "chain-of-thought", "naïve Bayes",
    "图神经网络"])
def test_what_names_something_is_fit(term):
    assert unfit(term) is None
