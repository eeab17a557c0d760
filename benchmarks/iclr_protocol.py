"""The protocol of the ICLR dataset paper (Gonzalez-Marquez & Kobak 2024, arXiv 2404.08403), as far as our data allow.

    python -m benchmarks.iclr_protocol iclr2026_labelled.jsonl.gz

Theirs: 24,445 abstracts of ICLR submissions 2017-2024, without titles, 45 classes merged by hand from authors' keywords,
accuracy of ten nearest neighbours by cosine in ten folds. Ours: the accepted papers of 2026 in the labelled file, the same
classifier, and two sets of classes: the official areas, and the 45 most frequent keywords with plurals and acronyms merged by
rule, where a paper has the rarest of its classes and a paper with none is left out.
"""

import argparse
import re
from collections import Counter
from pathlib import Path

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from venue_themes import assembling, embedding, pipeline
from venue_themes.cache import Cache
from venue_themes.modelling import represent
from venue_themes.paths import cache_folder
from venue_themes.settings import Settings

PUBLISHED = {"TF-IDF": 59.2, "TF-IDF, SVD, length 1": 60.7, "sentence model": 61.6}  # their table; SBERT there
SHORT = {"llm": "large language model", "mllm": "multimodal large language model", "rl": "reinforcement learning",
         "vlm": "vision language model", "gnn": "graph neural network", "rag": "retrieval augmented generation"}
CLASSES = 45
DIMS = 100


def keyword_classes(keywords: list[str | None]) -> np.ndarray:
    """The rarest frequent keyword of each paper, None where it has none; ``(n_papers,)``."""
    merged = [{_merged(word) for word in re.split(r"[;,]", text or "")} - {""} for text in keywords]
    counted = Counter(word for words in merged for word in words)
    frequent = dict(counted.most_common(CLASSES))
    chosen = [min((w for w in words if w in frequent), key=lambda w: (frequent[w], w), default=None) for words in merged]
    return np.array(chosen, dtype=object)


def _merged(keyword: str) -> str:
    plain = re.sub(r"[\s-]+", " ", keyword.strip().lower())
    plain = plain[:-1] if plain.endswith("s") and not plain.endswith(("ss", "is", "us")) else plain
    return SHORT.get(plain, plain)


def accuracy(vectors, classes: np.ndarray) -> float:
    """Per cent right by ten nearest neighbours (cosine) in ten stratified folds; sparse or dense rows."""
    kept = np.flatnonzero([c is not None for c in classes])
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    vote = KNeighborsClassifier(10, algorithm="brute", metric="cosine")
    return 100 * float(cross_val_score(vote, vectors[kept], classes[kept].astype(str), cv=folds).mean())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    papers = pipeline.read(parser.parse_args().file).papers
    keep, plain = Cache(cache_folder()), papers["text"].tolist()
    tfidf = TfidfVectorizer(sublinear_tf=True, stop_words="english", min_df=2).fit_transform(papers["abstract"])
    made = represent(assembling.full_texts(papers), Settings(), keep, progress=True)
    shown = {
        "TF-IDF": tfidf,
        "TF-IDF, SVD, length 1": embedding.normalise(TruncatedSVD(DIMS, random_state=0).fit_transform(tfidf)),
        "sentence model": embedding.embed(plain, embedding.SentenceModel(), keep),
        "ours, abstracts": represent(plain, Settings(), keep, progress=True).vectors,
        "ours, titles and abstracts": made.vectors,
    }
    kinds = {"areas": papers["primary_area"].to_numpy(dtype=object), "keywords": keyword_classes(papers["keywords"].tolist())}
    for kind, classes in kinds.items():
        known = Counter(c for c in classes if c is not None)
        print(f"{kind}: {sum(known.values())} papers, {len(known)} classes, the largest {max(known.values())}")
    print(f"{'':28s}{'published':>10s}" + "".join(f"{kind:>10s}" for kind in kinds))
    for name, vectors in shown.items():
        values = "".join(f"{accuracy(vectors, classes):10.1f}" for classes in kinds.values())
        print(f"{name:28s}{PUBLISHED.get(name, float('nan')):10.1f}{values}", flush=True)


if __name__ == "__main__":
    main()
