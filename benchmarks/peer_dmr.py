"""An outside peer: a Dirichlet-multinomial regression topic model with the venue as covariate (Mimno & McCallum 2008).

tomotopy fits it on the same papers; our robust findings are laid beside the DMR topic that shares most papers, and the leans
are compared: the DMR topic's difference in mean share (soft, by the method of composition) and its regression weights.

    pip install "venue-themes[dmr]"
    python benchmarks/peer_dmr.py DATA/iclr2025.jsonl.gz DATA/icml2025.jsonl.gz
"""

import argparse
import time
from pathlib import Path

import numpy as np
import pandas as pd
from common import Collection, analyse, load

from venue_themes.comparing import pairs_of
from venue_themes.comparing.views import composed_shares
from venue_themes.settings import load_settings


def fit_dmr(whole: Collection, venues: np.ndarray, n_topics: int, *, iterations: int,
            seed: int) -> tuple[np.ndarray, list[str], dict[str, np.ndarray]]:
    """Topic shares of every paper ``(n_papers, n_topics)``, five words per topic, and regression weights per venue."""
    import tomotopy

    model = tomotopy.DMRModel(k=n_topics, seed=seed)
    single = np.array([" " not in term for term in whole.terms.terms])  # a phrase's words are counted by themselves too
    held = []
    for row, venue in enumerate(venues):
        part = whole.terms.counts[row]
        tokens = np.repeat(part.indices, part.data.astype(int))
        tokens = [whole.terms.terms[k] for k in tokens[single[tokens]]]
        if tokens:
            held.append(row)
            model.add_doc(tokens, metadata=str(venue))
    model.train(iterations, workers=1)  # one worker: the only setting whose result a seed fixes
    shares = np.zeros((len(venues), n_topics))
    shares[held] = [document.get_topic_dist() for document in model.docs]
    words = [", ".join(word for word, _ in model.get_topic_words(k, 5)) for k in range(n_topics)]
    return shares, words, dict(zip(model.metadata_dict, np.asarray(model.lambdas).T, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--vectors", help=".npy of vectors made before, a row per paper")
    given = parser.parse_args()
    settings = load_settings({"seed": given.seed, "embedding": {"vectors": given.vectors}})
    whole = load(given.data, settings)
    venues = whole.papers["venue"].to_numpy(object)
    pair = pairs_of(venues)[0]
    ours = analyse(whole, np.arange(len(venues)), venues, settings)
    n_topics = int(ours.topics["bertopic"].max()) + 1
    start = time.perf_counter()
    shares, words, weights = fit_dmr(whole, venues, n_topics, iterations=given.iterations, seed=given.seed)
    print(f"DMR: {n_topics} topics, {given.iterations} iterations, {time.perf_counter() - start:.0f} s\n")
    soft = composed_shares(shares, venues == pair[0], venues == pair[1], seed=given.seed)
    hard = shares.argmax(axis=1)
    rows = []
    for row in ours.comparison[ours.comparison["robust"] & ours.comparison["model"].isin(["bertopic", "areas"])].itertuples():
        member = ours.topics[row.model] == row.topic
        overlap = np.array([(member & (hard == k)).sum() / (member | (hard == k)).sum() for k in range(n_topics)])
        k = int(overlap.argmax())
        rows.append({
            "ours": f"{row.model} {row.topic}: {_words(whole, member)}", "points": 100 * row.difference, "overlap": overlap[k],
            "DMR": words[k], "DMR points": 100 * soft["difference"][k], "low": 100 * soft["low"][k],
            "high": 100 * soft["high"][k], "weight": weights[pair[0]][k] - weights[pair[1]][k],
            "same lean": soft["difference"][k] * row.difference > 0,
        })
    frame = pd.DataFrame(rows)
    print(frame.round(2).to_string(index=False, max_colwidth=45))
    print(f"\nsame lean: {int(frame['same lean'].sum())} of {len(frame)}; points are {pair[0]} minus {pair[1]}")


def _words(whole: Collection, member: np.ndarray, n: int = 3) -> str:
    """The words that most tell these papers from the others."""
    from venue_themes.comparing.terms import term_leans

    leans = term_leans(whole.terms.counts, member, ~member)
    return ", ".join(whole.terms.shown[k] for k in leans.sort_values("z", ascending=False).index[:n])


if __name__ == "__main__":
    main()
