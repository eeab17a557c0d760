"""Which vectors agree best with the official areas: 10-nearest-neighbour accuracy on a labelled collection.

    python -m benchmarks.representation iclr2026_labelled.jsonl.gz

Ten stratified shuffled folds, cosine, as in Gonzalez-Marquez et al. 2024. Sentence vectors, word vectors of several widths, and
both together at several shares. Then, with ``--fit``, the rule for the share: random samples of the collection, with titles and
without, ask at each share how often the nearest paper has the same area, and ``0.5 n^a / (n^a + h^a)`` is fitted to the gain over
sentences alone.
"""

import argparse
from pathlib import Path

import numpy as np

from venue_themes import assembling, embedding, pipeline
from venue_themes.cache import Cache
from venue_themes.evaluating import knn_accuracy
from venue_themes.modelling import represent
from venue_themes.paths import cache_folder
from venue_themes.settings import Settings
from venue_themes.terms import tokenise

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
WIDTHS = (25, 50, 100, 200)
DRAWS = {20: 60, 38: 60, 50: 60, 100: 60, 200: 40, 400: 20, 800: 10, 1600: 6}  # samples by number of papers
POWERS = (0.5, 1, 2)
HALVES = (1, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500)
FOLD_SEEDS = (0, 1, 2)


def one_neighbour_agreement(vectors: np.ndarray, truth: np.ndarray) -> float:
    """The share of papers whose nearest other paper has their area; it is defined on any number of papers."""
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -np.inf)
    return float((truth[similarity.argmax(axis=1)] == truth).mean())


def gains(texts: list[str], sentences: np.ndarray, truth: np.ndarray, n_dims: int) -> dict[int, np.ndarray]:
    """Per number of papers ``(draws, shares)``: agreement with the nearest paper."""
    found = {}
    for size, draws in DRAWS.items():
        found[size] = np.zeros((draws, len(SHARES)))
        for draw in range(draws):
            rows = np.random.default_rng(draw).choice(len(texts), size, replace=False)
            own = embedding.fit_words([texts[i] for i in rows], tokenise=tokenise, n_dims=n_dims, seed=0)[1]
            for i, share in enumerate(SHARES):
                vectors = embedding.fuse(sentences[rows], own, weight=share)
                found[size][draw, i] = one_neighbour_agreement(vectors, truth[rows])
    return found


def fitted_rule(measured: list[dict[int, np.ndarray]]) -> list[tuple[float, float, float]]:
    """Mean gain over sentences alone, power and half-way number of each rule, the best first."""
    rules = []
    for power in POWERS:
        for half in HALVES:
            gain = []
            for by_size in measured:
                for size, agreement in by_size.items():
                    share = 0.5 * size**power / (size**power + half**power)
                    gain.append(np.interp(share, SHARES, (agreement - agreement[:, :1]).mean(axis=0)))
            rules.append((float(np.mean(gain)), power, half))
    return sorted(rules, reverse=True)


def mean_accuracy(vectors: np.ndarray, truth: np.ndarray) -> float:
    """10-NN accuracy, mean over several ways to cut the folds."""
    return float(np.mean([knn_accuracy(vectors, truth, seed=seed) for seed in FOLD_SEEDS]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--fit", action="store_true", help="also fit the rule for the share of words (minutes)")
    given = parser.parse_args()
    settings, keep = Settings(), Cache(cache_folder())
    papers = pipeline.read(given.file).papers
    texts, truth = assembling.full_texts(papers), papers["primary_area"].to_numpy(dtype=object)
    made = represent(texts, settings, keep, progress=True)
    print(f"{len(papers)} papers, {len(set(truth))} areas; 10-NN accuracy, mean of {len(FOLD_SEEDS)} foldings")
    print(f"sentences {mean_accuracy(made.sentences, truth):.4f}")
    for n_dims in WIDTHS:
        words = embedding.fit_words(texts, tokenise=tokenise, n_dims=n_dims, seed=0)[1]
        joined = (mean_accuracy(embedding.fuse(made.sentences, words, weight=share), truth) for share in SHARES[3:])
        said = "  ".join(f"{share}: {value:.4f}" for share, value in zip(SHARES[3:], joined, strict=True))
        print(f"words in {n_dims} dimensions {mean_accuracy(words, truth):.4f}, with a share of {said}", flush=True)
    ours = mean_accuracy(made.vectors, truth)
    print(f"as the pipeline has it: {ours:.4f}; folds of seed 0 {knn_accuracy(made.vectors, truth):.4f}")
    if not given.fit:
        return
    plain = papers["text"].tolist()
    alone = represent(plain, settings, keep, progress=True).sentences
    n_dims = settings.embedding.word_dims
    measured = [gains(texts, made.sentences, truth, n_dims), gains(plain, alone, truth, n_dims)]
    for what, by_size in zip(("with titles", "without"), measured, strict=True):
        for size, agreement in by_size.items():
            said = "  ".join(f"{share}: {value:.3f}" for share, value in zip(SHARES, agreement.mean(axis=0), strict=True))
            print(f"{what}, {size:4d} papers  {said}   (the rule takes {embedding.word_weight(size):.2f})")
    print("mean gain, power, half-way number of papers, the best first:")
    for gain, power, half in fitted_rule(measured)[:8]:
        print(f"{gain:.4f}  {power}  {half}")


if __name__ == "__main__":
    main()
