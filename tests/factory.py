"""A result made up for tests of what is drawn and written: right in form, planted in content."""

from types import SimpleNamespace

import numpy as np
import pandas as pd

from venue_themes.papers import COLUMNS
from venue_themes.settings import Settings

WORDS = (
    "optimal transport",
    "bandits",
    "regret bounds",
    "Gaussian splatting",
    "video generation",
    "retrieval-augmented generation",
    "LLM",
    "diffusion models",
    "graph neural networks",
    "privacy",
    "conformal prediction",
    "molecules",
    "protein design",
    "reasoning",
    "alignment",
    "quantization",
    "federated learning",
    "time series",
    "offline reinforcement learning",
    "position papers",
    "fairness",
    "causal discovery",
    "equivariance",
    "neural operators",
    "watermarking",
    "in-context learning",
    "mixture of experts",
    "kernel methods",
    "tabular data",
    "speech recognition",
)
SENTENCE = "We study {a} under {b} and show that {c} costs less than $5 & more than $1 when n < 10; the bound is tight."


def make_result(
    n_papers: int = 38,
    n_topics: int = 7,
    n_areas: int = 0,
    *,
    venues: tuple[str, ...] = ("ICLR", "ICML"),
    seed: int = 0,
    titles: bool = False,
) -> SimpleNamespace:
    """A stand-in for ``pipeline.Result`` with ``n_topics`` themes; theme 0 is planted at the first venue."""
    rng = np.random.default_rng(seed)
    topic = (
        np.sort(np.minimum(rng.exponential(n_topics / 2.2, n_papers).astype(int), n_topics - 1))
        if n_topics
        else np.full(n_papers, -1)
    )
    parent = np.arange(n_topics) % n_areas if n_areas else np.full(n_topics, -1)
    venue = np.where(rng.random(n_papers) < np.where(topic == 0, 0.8, 0.45), venues[0], venues[-1])
    papers = _papers(rng, topic, venue, titles=titles)
    xy = _positions(rng, topic, parent, n_areas)
    topics = pd.concat(
        [
            _topics(rng, "bertopic", topic, n_topics, parent, papers),
            *([_topics(rng, "areas", parent[topic], n_areas, None, papers)] if n_areas else []),
            *(_topics(rng, m, topic, n_topics, None, papers) for m in ("nmf", "lda")),
        ],
        ignore_index=True,
    )
    assignments = _assignments(
        rng,
        papers,
        xy,
        {"bertopic": topic, **({"areas": parent[topic]} if n_areas else {}), "nmf": topic, "lda": topic},
    )
    comparison = _comparison(rng, assignments, topics, papers)
    centre = rng.normal(size=(max(n_topics, 1), 8)) + 2
    centre /= np.linalg.norm(centre, axis=1, keepdims=True)
    agreement = [
        {"model_a": "bertopic", "model_b": "nmf", "ami": 0.41, "ari": 0.3},
        {"model_a": "bertopic", "model_b": "lda", "ami": 0.3, "ari": 0.2},
        {"model_a": "nmf", "model_b": "lda", "ami": 0.35, "ari": 0.2},
    ]
    quality = {m: {"npmi": 0.1, "diversity": 0.9} for m in ("bertopic", "nmf", "lda")}
    return SimpleNamespace(
        settings=Settings(),
        papers=papers,
        density=pd.DataFrame({"cluster": topic, "probability": 1.0}),
        weighed={},
        rejects=pd.DataFrame(columns=["source_file", "source_record", "reason", "excerpt"]),
        cleaning=_cleaning(n_papers),
        vectors=np.zeros((n_papers, 4), np.float32),
        topics=topics,
        assignments=assignments,
        comparison=comparison,
        term_comparison=_terms(rng, comparison),
        similarity={"bertopic": (centre @ centre.T)[:n_topics, :n_topics]},
        matches=_matches(topics),
        metrics={
            "themes": _themes(n_papers, venues) if n_topics else {"method": "one"},
            "agreement": agreement,
            "quality": quality,
            "outside": [],
        },
        notes=["The small-collection path ran: Ward on the vectors."],
        naming={},
        out=None,
    )


def _matches(topics):
    """Theme t meets topic t of NMF, and that of LDA unless t is odd."""
    themes = topics[topics["model"] == "bertopic"]
    rows = [
        {
            "topic": t.topic,
            "label": t.label,
            "papers": t.size,
            "model_b": model,
            "topic_b": t.topic,
            "label_b": f"{model} of {t.label}",
            "papers_b": t.size,
            "both": t.size,
            "jaccard": 0.05 if model == "lda" and t.topic % 2 else 0.75,
            "p": 0.5 if model == "lda" and t.topic % 2 else 0.001,
            "agrees": not (model == "lda" and t.topic % 2),
        }
        for model in ("nmf", "lda")
        for t in themes.itertuples(index=False)
    ]
    return pd.DataFrame(rows, columns=["topic", "label", "papers", "model_b", "topic_b", "label_b", "papers_b", "both",
                                       "jaccard", "p", "agrees"])


def _themes(n_papers, venues):
    loose = [
        {"venue": v, "papers": 100, "in_none": 10 * i, "share": 0.1 * i, "low": 0.05 * i, "high": 0.2 * i}
        for i, v in enumerate(sorted(set(venues)), start=1)
    ]
    pair = {"venue_a": venues[0], "venue_b": venues[-1], "share_a": 0.1, "share_b": 0.2, "difference": -0.1, "low": -0.2,
            "high": -0.01, "p": 0.03}
    if n_papers < 100:
        return {"method": "ward", "silhouettes": {"2": 0.1, "3": 0.4, "4": 0.3}, "curve": [], "n_topics": 3,
                "in_none": loose, "in_none_pairs": [pair] if venues[0] != venues[-1] else []}
    curve = [
        {"model": "bertopic", "resolution": r, "ran": r == 4, "n_topics": k, "outlier_share": 0.1, "stability": s,
         "coherence": c}
        for r, k, s, c in ((1, 12, 0.8, 0.2), (4, 50, 0.7, 0.15), (16, 150, 0.4, 0.05))
    ]
    return {"method": "leiden", "resolution": 4, "curve": curve, "n_topics": 50, "in_none": loose,
            "in_none_pairs": [pair] if venues[0] != venues[-1] else []}


def _papers(rng, topic, venue, *, titles):
    n = len(topic)
    pick = rng.integers(0, len(WORDS), (n, 3))
    text = [SENTENCE.format(a=WORDS[a], b=WORDS[b], c=WORDS[c]) * int(rng.integers(3, 9)) for a, b, c in pick]
    frame = pd.DataFrame(
        {
            "paper_id": [f"{i:016x}" for i in range(n)],
            "venue": venue,
            "year": 2025,
            "abstract": text,
            "text": text,
            "source_file": "made.jsonl",
            "source_record": range(n),
            "source_id": [str(i) for i in range(n)],
        }
    )
    frame["title"] = [
        f"Paper {i} on {WORDS[a]}: <b>cheap</b> at $K$ & up" if titles else None for i, a in enumerate(pick[:, 0])
    ]
    return frame.reindex(columns=list(COLUMNS)).astype(COLUMNS)


def _positions(rng, topic, parent, n_areas):
    angle = 2 * np.pi * np.arange(max(n_areas, 1)) / max(n_areas, 1)
    home = np.column_stack([np.cos(angle), np.sin(angle)]) * 9
    centre = rng.normal(0, 2.6 if n_areas else 6, (len(parent), 2)) + (home[parent] if n_areas else 0)
    return (centre[topic] if len(parent) else 0) + rng.normal(0, 0.7, (len(topic), 2))


def _topics(rng, model, topic, n, parent, papers):
    label = [
        " ".join(
            dict.fromkeys(
                [WORDS[(3 * t + len(model)) % len(WORDS)], *([WORDS[(7 * t + 1) % len(WORDS)]] if t % 2 else [])]
            )
        )
        + (f" {t}" if t > 9 else "")
        for t in range(n)
    ]
    return pd.DataFrame(
        {
            "model": model,
            "topic": range(n),
            "label": label,
            "terms": [[WORDS[(t + i) % len(WORDS)] for i in range(10)] for t in range(n)],
            "size": [int((topic == t).sum()) for t in range(n)],
            "parent": pd.array(
                [None if parent is None or parent[t] < 0 else int(parent[t]) for t in range(n)], dtype="Int64"
            ),
            "stability": rng.uniform(0.3, 1, n).round(3),
            "representatives": [papers["paper_id"][topic == t].head(3).tolist() for t in range(n)],
        }
    )


def _assignments(rng, papers, xy, models):
    frames = []
    for model, topic in models.items():
        out = (rng.random(len(topic)) < 0.08) & (model == "bertopic")
        frames.append(
            pd.DataFrame(
                {
                    "model": model,
                    "paper_id": papers["paper_id"],
                    "topic": np.where(out, -1, topic),
                    "nearest": topic,
                    "strength": rng.random(len(topic)).astype(np.float32),
                    "x": xy[:, 0],
                    "y": xy[:, 1],
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def _comparison(rng, assignments, topics, papers):
    names = sorted(papers["venue"].unique())
    columns = [
        "model",
        "topic",
        "label",
        "venue_a",
        "venue_b",
        "count_a",
        "count_b",
        "n_a",
        "n_b",
        "share_a",
        "share_b",
        "difference",
        "low",
        "high",
        "odds_ratio",
        "p",
        "q",
        "stability",
        "sign_kept",
        "robust",
    ]
    if len(names) < 2:
        return pd.DataFrame(columns=columns)
    held = assignments.merge(papers[["paper_id", "venue"]], on="paper_id")
    counts = held.groupby(["model", "topic", "venue"]).size().unstack(fill_value=0).reindex(columns=names, fill_value=0)
    total = papers["venue"].value_counts()
    rows = []
    for t in topics.itertuples():
        a, b = counts.loc[(t.model, t.topic)] if (t.model, t.topic) in counts.index else (0, 0)
        na, nb = int(total[names[0]]), int(total[names[1]])
        d, se = a / na - b / nb, np.sqrt(a / na * (1 - a / na) / na + b / nb * (1 - b / nb) / nb) + 1e-3
        p = float(np.exp(-((d / se) ** 2) / 1.6))
        rows.append(
            [
                t.model,
                t.topic,
                t.label,
                *names[:2],
                int(a),
                int(b),
                na,
                nb,
                a / na,
                b / nb,
                d,
                d - 1.96 * se,
                d + 1.96 * se,
                (a + 0.5) / (b + 0.5),
                p,
                min(1.0, 3 * p),
                t.stability,
                0.97,
                bool(3 * p < 0.05 and t.stability > 0.6),
            ]
        )
    return pd.DataFrame(rows, columns=columns)


def _terms(rng, comparison):
    columns = ["venue_a", "venue_b", "term", "count_a", "count_b", "papers_a", "papers_b", "log_odds", "z"]
    if comparison.empty:
        return pd.DataFrame(columns=columns)
    n = 400
    a, b = rng.integers(1, 300, n), rng.integers(1, 300, n)
    odds = np.log(a / b)
    term = [WORDS[i % len(WORDS)] + (f" {i}" if i >= len(WORDS) else "") for i in range(n)]
    return pd.DataFrame(
        {
            "venue_a": comparison["venue_a"].iloc[0],
            "venue_b": comparison["venue_b"].iloc[0],
            "term": term,
            "count_a": a,
            "count_b": b,
            "papers_a": a,
            "papers_b": b,
            "log_odds": odds,
            "z": odds * np.sqrt(a * b / (a + b)),
        }
    )


def _cleaning(n):
    return {
        "read": n,
        "kept": n,
        "rejected": 0,
        "warnings": ["1 abstract is unusually long."],
        "rules": [
            {
                "rule": "tex",
                "papers_changed": 3,
                "characters_removed": 41,
                "example_before": r"the \emph{dueling} $k$",
                "example_after": "the dueling k",
            },
            {
                "rule": "urls",
                "papers_changed": 0,
                "characters_removed": 0,
                "example_before": None,
                "example_after": None,
            },
        ],
    }
