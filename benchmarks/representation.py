"""Which vectors agree best with the official areas: 10-nearest-neighbour accuracy on a labelled collection.

    python -m benchmarks.representation iclr2026_labelled.jsonl.gz

Ten stratified shuffled folds (seed 0), cosine, as in Gonzalez-Marquez et al. 2024. Sentence vectors, word vectors, and both
together at several shares; then small parts of the collection, where the share that does best is sought anew.
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

SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
SIZES = (50, 100, 200, 400, 800, 1600)
DRAWS = 5


def one_neighbour_agreement(vectors: np.ndarray, truth: np.ndarray) -> float:
    """The share of papers whose nearest other paper has their area; it is defined on any number of papers."""
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -np.inf)
    return float((truth[similarity.argmax(axis=1)] == truth).mean())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    settings, keep = Settings(), Cache(cache_folder())
    papers = pipeline.read(parser.parse_args().file).papers
    texts, truth = assembling.full_texts(papers), papers["primary_area"].to_numpy(dtype=object)
    made = represent(texts, settings, keep, progress=True)
    words = embedding.fit_words(texts, tokenise=tokenise, n_dims=settings.embedding.word_dims, seed=0)[1]
    print(f"{len(papers)} papers, {len(set(truth))} areas")
    print(f"sentences {knn_accuracy(made.sentences, truth):.4f}   words {knn_accuracy(words, truth):.4f}")
    for share in SHARES:
        print(f"words at {share:.1f}: {knn_accuracy(embedding.fuse(made.sentences, words, weight=share), truth):.4f}", flush=True)
    print(f"as the pipeline has it: {knn_accuracy(made.vectors, truth):.4f}")
    print("agreement with the nearest paper, mean over draws, by number of papers and share of words:")
    for size in SIZES:
        best = np.zeros((DRAWS, len(SHARES) + 1))
        for draw in range(DRAWS):
            rows = np.random.default_rng(draw).choice(len(texts), size, replace=False)
            own = embedding.fit_words([texts[i] for i in rows], tokenise=tokenise, n_dims=settings.embedding.word_dims, seed=0)[1]
            for i, share in enumerate((0.0, *SHARES)):
                vectors = embedding.fuse(made.sentences[rows], own, weight=share)
                best[draw, i] = one_neighbour_agreement(vectors, truth[rows])
        said = "  ".join(f"{share:.1f}: {value:.3f}" for share, value in zip((0.0, *SHARES), best.mean(axis=0), strict=True))
        print(f"{size:5d}  {said}   (the rule takes {embedding.word_weight(size):.2f})", flush=True)


if __name__ == "__main__":
    main()
