"""Do themes hold, and do they agree with official areas?

    python -m benchmarks.themes --stability FILE... --areas LABELLED_FILE --sizes LABELLED_FILE

Stability: adjusted Rand index to the base run, all papers assigned, under other seeds and with papers removed at random.
Areas: adjusted mutual information of each method with `primary_area`, papers in no theme as a class of their own.
Sizes: both, and the share in no theme, on random parts of the labelled papers, by resolution.
"""

import argparse
from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

from venue_themes import assembling, pipeline
from venue_themes.cache import Cache
from venue_themes.clustering import resolution_for
from venue_themes.contracts import Partition
from venue_themes.modelling import SPARE, find_themes, layouts, refit, represent
from venue_themes.neighbours import nearest_papers, restrict
from venue_themes.paths import cache_folder
from venue_themes.settings import Settings


def themes(vectors: np.ndarray, settings: Settings) -> Partition:
    """The themes of some vectors, their graph made anew."""
    graph = nearest_papers(vectors, settings.themes.n_neighbors)
    return find_themes(vectors, graph, lambda: _packed(vectors, settings), settings)[0]


def _packed(vectors: np.ndarray, settings: Settings) -> np.ndarray:
    graph = nearest_papers(vectors, settings.themes.n_neighbors)
    return layouts(vectors, graph.indices, graph.distances, settings.seed)["packed"]


def stability(vectors: np.ndarray, settings: Settings) -> None:
    """Print the agreement with the base run."""
    base = themes(vectors, settings).nearest
    print(f"{len(vectors)} papers, {base.max() + 1} themes")
    for seed in (1000, 2000, 3000):
        other = themes(vectors, settings.model_copy(update={"seed": seed})).nearest
        print(f"seed {seed}: ARI {adjusted_rand_score(base, other):.3f}", flush=True)
    for draw, removed in enumerate((0.01, 0.01, 0.01, 0.1, 0.1, 0.1)):
        rng = np.random.default_rng(draw)
        rows = np.sort(rng.choice(len(vectors), round((1 - removed) * len(vectors)), replace=False))
        other = themes(vectors[rows], settings).nearest
        print(f"{removed:.0%} removed: ARI {adjusted_rand_score(base[rows], other):.3f}", flush=True)


def areas(vectors: np.ndarray, truth: np.ndarray, settings: Settings) -> None:
    """Print the agreement with the official areas."""
    for method in ("leiden", "hdbscan"):
        for resolution in (2.0, 3.0, 4.0, 6.0) if method == "leiden" else (0.0,):
            chosen = {"method": method} | ({"resolution": resolution} if resolution else {})
            at = settings.model_copy(update={"themes": settings.themes.model_copy(update=chosen)})
            found = themes(vectors, at)
            scores = [adjusted_mutual_info_score(truth, labels) for labels in (found.topic, found.nearest)]
            print(f"{method:8s} {resolution:.0f}  themes {found.n_topics:3d}  in none {(found.topic < 0).mean():.3f}  "
                  f"AMI {scores[0]:.4f}, all assigned {scores[1]:.4f}", flush=True)
    for k in (30, 45, 60):
        labels = KMeans(k, n_init=3, random_state=0).fit_predict(vectors)
        print(f"k-means  {k}  AMI {adjusted_mutual_info_score(truth, labels):.4f}", flush=True)


def sizes(vectors: np.ndarray, truth: np.ndarray, settings: Settings) -> None:
    """Print how small collections fare at several resolutions; ARI is to refits on 80 % of the papers."""
    for n in (40, 60, 100, 200, 400, 800, 1600, 3200):
        methods = [{"method": "ward"}] * (n <= 100) + [{"method": "leiden", "resolution": r} for r in (None, 1.0, 2.0, 4.0)]
        for chosen in methods:
            at = settings.model_copy(update={"themes": settings.themes.model_copy(update=chosen)})
            found = np.array([one_size(vectors, truth, n, at, draw) for draw in range(6 if n < 1000 else 2)]).mean(axis=0)
            named = f"{chosen.get('resolution') or resolution_for(n):.2f}" if chosen["method"] == "leiden" else ""
            print(f"{n:5d} {chosen['method']:6s} {named:4s}{' (default)' * (chosen.get('resolution', 1) is None):10s} themes "
                  f"{found[0]:5.1f}  in none {found[1]:.3f}  AMI {found[2]:.3f}  ARI {found[3]:.3f}", flush=True)


def one_size(vectors: np.ndarray, truth: np.ndarray, n: int, settings: Settings, draw: int) -> tuple[float, ...]:
    """Themes, share in none, AMI with the areas, and mean ARI of three refits, of ``n`` papers."""
    rng = np.random.default_rng(draw)
    rows = np.sort(rng.choice(len(vectors), n, replace=False))
    near = nearest_papers(vectors[rows], SPARE * settings.themes.n_neighbors)
    graph = restrict(near, np.arange(n), settings.themes.n_neighbors)
    found = find_themes(vectors[rows], graph, None, settings)[0]
    again = refit(vectors[rows], near, settings, area_resolution=None)
    parts = [np.sort(rng.choice(n, round(0.8 * n), replace=False)) for _ in range(3)]
    held = [adjusted_rand_score(found.topic[part], again(part, run + 1)["bertopic"]) for run, part in enumerate(parts)]
    return (found.n_topics, (found.topic < 0).mean(), adjusted_mutual_info_score(truth[rows], found.topic), np.mean(held))


def vectors_of(files: list[Path], settings: Settings):
    """The papers of some files that are no copies, and their vectors."""
    papers = pipeline.read(files).papers
    made = represent(assembling.full_texts(papers), settings, Cache(cache_folder()), progress=True)
    first = assembling.stand_ins(papers, made.vectors)[1]
    return papers.iloc[first], made.vectors[first]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stability", nargs="+", type=Path, default=[])
    parser.add_argument("--areas", type=Path)
    parser.add_argument("--sizes", type=Path)
    asked, settings = parser.parse_args(), Settings()
    if asked.stability:
        stability(vectors_of(asked.stability, settings)[1], settings)
    if asked.areas:
        papers, vectors = vectors_of([asked.areas], settings)
        areas(vectors, papers["primary_area"].to_numpy(dtype=object), settings)
    if asked.sizes:
        papers, vectors = vectors_of([asked.sizes], settings)
        sizes(vectors, papers["primary_area"].to_numpy(dtype=object), settings)


if __name__ == "__main__":
    main()
