"""The themes of a finished run beside BERTopic's defaults on the same vectors: number, outliers, diversity, NPMI.

    python benchmarks/topics_quality.py OUT

OUT is the folder of a run. NPMI (gensim, windows of 10 words, all texts) is measured twice: on plain lower-case words, to
which phrases are split for both, each distinct word once a topic; and over papers, for pairs of terms as they are listed.
"""

import argparse
import re
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import sparse

from venue_themes.evaluating import diversity
from venue_themes.scoring import pair_npmi


def words_of(text: str) -> list[str]:
    return re.findall(r"\w\w+", text.lower())


def plain_npmi(terms: list[list[str]], texts: list[list[str]]) -> float:
    from gensim.corpora import Dictionary
    from gensim.models.coherencemodel import CoherenceModel

    dictionary = Dictionary(texts)
    topics = [
        list(dict.fromkeys(w for term in topic for w in words_of(term) if w in dictionary.token2id))[:10] for topic in terms
    ]
    model = CoherenceModel(
        topics=[t for t in topics if len(t) > 1], texts=texts, dictionary=dictionary, coherence="c_npmi", processes=1
    )
    return float(np.nanmean(model.get_coherence_per_topic()))


def paper_npmi(terms: list[list[str]], texts: list[list[str]]) -> float:
    joined = [" " + " ".join(words) + " " for words in texts]
    scores = []
    for topic in terms:
        stems = [" " + " ".join(words_of(term)).removesuffix("s") for term in topic]
        held = sparse.csr_matrix(np.array([[stem in text for stem in stems] for text in joined], dtype=float))
        scores.append(pair_npmi(held)[np.triu_indices(len(stems), 1)].mean())
    return float(np.mean(scores))


def bertopic_defaults(texts: list[str], vectors: np.ndarray) -> tuple[list[list[str]], float]:
    from bertopic import BERTopic

    peer = BERTopic()
    topics, _ = peer.fit_transform(texts, vectors)
    return [[word for word, _ in words] for t, words in peer.get_topics().items() if t >= 0], float(np.mean(np.array(topics) < 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    papers, topics = pd.read_parquet(out / "papers.parquet"), pd.read_parquet(out / "topics.parquet")
    texts, vectors = papers["text"].tolist(), np.load(out / "vectors.npy")
    words = [words_of(text) for text in texts]
    ours = {name: [list(t) for t in part["terms"]] for name, part in topics.groupby("model", sort=False)}
    peer, outliers = bertopic_defaults(texts, vectors)
    print(f"BERTopic's defaults: {len(peer)} topics, {outliers:.1%} outliers")
    for name, terms in {**ours, "BERTopic's defaults": peer}.items():
        print(
            f"{name:20s} topics {len(terms):4d}  diversity {diversity(terms):.3f}  NPMI of plain words {plain_npmi(terms, words):.3f}  "  # noqa: E501
            f"over papers {paper_npmi(terms, words):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
