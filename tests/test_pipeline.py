"""The whole analysis on the seeds, on planted collections, and on very few papers."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import venue_themes as vt
from venue_themes.stopwords import unfit

FILES = [
    "papers.parquet",
    "rejects.csv",
    "cleaning.json",
    "vectors.json",
    "vectors.npy",
    "topics.parquet",
    "assignments.parquet",
    "topic_matches.parquet",
    "comparison.parquet",
    "term_comparison.parquet",
    "metrics.json",
]
QUICK = {"embedding": {"model": "tfidf"}, "comparison": {"refits": 3}}
THEMES = {
    "bandits": [
        "regret",
        "bound",
        "of",
        "contextual",
        "bandits",
        "with",
        "adversarial",
        "online",
        "feedback",
        "and",
        "exploration",
    ],
    "splatting": ["gaussian", "splatting", "renders", "scenes", "from", "images", "with", "radiance", "fields", "and", "cameras"],
    "proteins": ["protein", "folding", "and", "molecule", "design", "with", "equivariant", "docking", "for", "drug", "discovery"],
}


@pytest.fixture(scope="session")
def seeds_run(tmp_path_factory):
    return vt.run(out=tmp_path_factory.mktemp("seeds"), progress=False)


def planted(n_a, n_b, seed=0):
    """Papers of three themes at two venues; ``n_a`` and ``n_b`` papers per theme."""
    rng = np.random.default_rng(seed)
    rows = [
        {"venue": venue, "year": 2025, "title": None, "abstract": " ".join(rng.choice(words, 30)) + f" case {venue}{i}."}
        for venue, counts in (("A", n_a), ("B", n_b))
        for words, n in zip(THEMES.values(), counts, strict=True)
        for i in range(n)
    ]
    return pd.DataFrame(rows)


def test_every_seed_paper_is_kept_and_placed(seeds_run):
    papers, placed = seeds_run.papers, seeds_run.assignments.query("model == 'bertopic'")
    assert len(papers) == 38 and papers["venue"].value_counts().to_dict() == {"ICLR": 19, "ICML": 19}
    assert set(placed["paper_id"]) == set(papers["paper_id"]) and np.isfinite(placed[["x", "y"]]).all(axis=None)
    assert (placed["topic"] >= 0).all()


def test_no_term_or_label_of_the_seeds_is_noise(seeds_run):
    topics = seeds_run.topics
    said = [t for terms in topics["terms"] for t in terms] + [p for label in topics["label"] for p in label.split(", ")]
    assert len(said) > 200 and [t for t in said if unfit(t)] == []
    assert topics.groupby("model")["label"].nunique().equals(topics.groupby("model").size())


def test_nineteen_papers_a_venue_show_nothing_and_say_so(seeds_run):
    assert (seeds_run.comparison["q"] >= 0.05).all() and not seeds_run.comparison["robust"].any()
    assert any("would have to differ by at least" in note for note in seeds_run.notes)


def test_the_files_are_the_contract(seeds_run):
    assert sorted(p.name for p in seeds_run.out.iterdir() if p.is_file()) == sorted([*FILES, "manifest.json"])
    manifest = json.loads((seeds_run.out / "manifest.json").read_text())
    evidence = [f"evidence/{name}.parquet" for name in seeds_run.weighed]
    assert sorted(manifest["outputs"]) == sorted([*FILES, *evidence]) and len(manifest["inputs"]) == 2
    topics = pd.read_parquet(seeds_run.out / "topics.parquet")
    assert [*topics.columns] == ["model", "topic", "label", "terms", "size", "parent", "stability", "representatives"]
    assert np.load(seeds_run.out / "vectors.npy").shape[0] == len(seeds_run.papers)


def test_every_paper_has_its_nearest_theme_and_every_theme_its_partners(seeds_run):
    placed = pd.read_parquet(seeds_run.out / "assignments.parquet")
    assert [*placed.columns] == ["model", "paper_id", "topic", "nearest", "strength", "x", "y"]
    assert (placed["nearest"] >= 0).all() and (placed["nearest"] == placed["topic"])[placed["topic"] >= 0].all()
    matches = pd.read_parquet(seeds_run.out / "topic_matches.parquet")
    themes = seeds_run.topics.query("model == 'bertopic'")
    assert matches.groupby("model_b")["topic"].apply(list).to_dict() == {m: themes["topic"].tolist() for m in ("nmf", "lda")}
    row = matches.query("model_b == 'nmf'").iloc[0]
    groups = placed.pivot(index="paper_id", columns="model", values="topic")
    mine, theirs = groups["bertopic"] == row["topic"], groups["nmf"] == row["topic_b"]
    assert row["jaccard"] == pytest.approx((mine & theirs).sum() / (mine | theirs).sum())


def test_the_number_of_themes_is_the_top_of_its_curve(seeds_run):
    basis = json.loads((seeds_run.out / "metrics.json").read_text())["themes"]
    curve = {int(k): v for k, v in basis["silhouettes"].items()}
    assert basis["n_topics"] == max(curve, key=curve.get) == len(seeds_run.topics.query("model == 'bertopic'"))
    assert [row["papers"] for row in basis["in_none"]] == [19, 19] and basis["in_none_pairs"][0]["p"] == 1


@pytest.mark.parametrize("min_strength, least, most", [(0.4, 0.02, 0.98), (0.99, 1, 1)])
def test_papers_in_no_theme_are_compared_and_have_a_nearest_one(min_strength, least, most):
    papers = planted((60, 60, 60), (60, 60, 60))
    result = vt.run(papers, settings={**QUICK, "themes": {"min_strength": min_strength, "resolution": 4}}, cache=False)
    placed = result.assignments.query("model == 'bertopic'").set_index("paper_id")
    loose = placed["topic"] < 0
    assert least <= loose.mean() <= most and (placed["nearest"] >= 0).all()
    venue = result.papers.set_index("paper_id")["venue"]
    pair = result.metrics["themes"]["in_none_pairs"][0]
    assert pair["count_a"] == (loose & (venue == "A")).sum() and pair["count_b"] == (loose & (venue == "B")).sum()
    assert len(result.metrics["themes"]["curve"]) == 4


def test_shares_add_up_to_the_papers_of_each_venue(seeds_run):
    for _, rows in seeds_run.comparison.groupby("model"):
        assert rows["count_a"].sum() == rows["count_b"].sum() == 19


def test_the_live_bertopic_is_one(seeds_run):
    live = seeds_run.bertopic
    mine = seeds_run.assignments.query("model == 'bertopic'")["topic"]
    assert type(live).__name__ == "BERTopic" and live.topics_ == mine.tolist()
    assert live.visualize_barchart(n_words=3).data


def test_planted_themes_and_their_lean_are_found(tmp_path):
    result = vt.run(
        planted((60, 20, 40), (20, 60, 40)),
        settings={**QUICK, "comparison": {"refits": 10}, "themes": {"n_topics": 3}},
        cache=False,
    )
    main = result.comparison.query("model == 'bertopic'").set_index("topic")
    placed = result.assignments.query("model == 'bertopic'").set_index("paper_id")["topic"]
    theme = {
        name: placed[result.papers.loc[result.papers["text"].str.contains(word), "paper_id"]].mode()[0]
        for name, word in (("bandits", "regret"), ("splatting", "splatting"), ("proteins", "protein"))
    }
    assert len(set(theme.values())) == 3
    assert main.loc[theme["bandits"], "difference"] > 0.2 and main.loc[theme["splatting"], "difference"] < -0.2
    assert main.loc[[theme["bandits"], theme["splatting"]], "robust"].all() and not main.loc[theme["proteins"], "robust"]


def test_shuffled_venues_show_nothing():
    """One in twenty shuffles may: of four, hardly two do."""
    papers, found = planted((60, 20, 40), (20, 60, 40)), 0
    for seed in range(4):
        shuffled = papers.assign(venue=np.random.default_rng(seed).permutation(papers["venue"]))
        found += vt.run(shuffled, settings=QUICK, cache=False).comparison["robust"].any()
    assert found <= 1


def test_one_venue_is_no_error():
    result = vt.run(planted((12, 12, 12), (0, 0, 0)), settings=QUICK, cache=False)
    assert result.comparison.empty and len(result.topics) and any("one venue" in note for note in result.notes)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 12, 20])
def test_few_papers_give_a_true_answer(n):
    papers = pd.concat(
        [planted((20, 0, 0), (0, 20, 0)).iloc[: n - n // 2], planted((20, 0, 0), (0, 20, 0)).iloc[20 : 20 + n // 2]]
    )
    result = vt.run(papers, settings=QUICK, cache=False)
    assert len(result.papers) == n and result.topics.query("model == 'bertopic'")["size"].sum() <= n
    assert result.notes


def test_identical_abstracts_share_a_topic_and_copies_count_once_a_venue():
    papers = planted((40, 40, 40), (40, 40, 40))
    result = vt.run(pd.concat([papers, papers.iloc[[0, 0, 130]]]), settings=QUICK, cache=False)
    copies = result.papers["duplicate_of"].notna()
    assert copies.sum() == 3
    topic = result.assignments.query("model == 'bertopic'").set_index("paper_id")["topic"]
    for row in result.papers[copies].itertuples():
        assert topic[row.paper_id] == topic[row.duplicate_of]
    rows = result.comparison.query("model == 'bertopic'")
    assert rows["n_a"].iloc[0] == rows["n_b"].iloc[0] == 120


WORDS_ONLY = """
import sys
import pandas as pd
import venue_themes as vt
papers = pd.read_parquet(sys.argv[1])
result = vt.run(papers, settings={"embedding": {"model": "tfidf"}, "comparison": {"refits": 2}}, cache=False, progress=False)
heavy = sorted({"torch", "transformers", "sentence_transformers"} & set(sys.modules))
print(heavy, sorted(set(result.topics["model"])), result.topics["terms"].map(len).min() > 0)
print(type(result.bertopic).__name__, "torch" in sys.modules)
"""


def test_word_vectors_alone_need_no_pytorch(tmp_path):
    """Nothing of a run with model tfidf imports PyTorch or what brings it; the live BERTopic, when asked for, may."""
    planted((20, 5, 12), (5, 20, 12)).to_parquet(tmp_path / "papers.parquet")
    asked = [sys.executable, "-c", WORDS_ONLY, tmp_path / "papers.parquet"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == ["[] ['bertopic', 'lda', 'nmf'] True", "BERTopic True"], done.stderr[-2000:]


def test_the_metrics_say_what_the_vectors_are_made_of(seeds_run):
    made = json.loads((seeds_run.out / "metrics.json").read_text())["representation"]
    assert made == json.loads((seeds_run.out / "vectors.json").read_text())
    assert (made["rows"], made["dims"]) == seeds_run.vectors.shape
    assert made["model"] == "bundled" and len(made["weights"]) == 64 and made["window"] == 256
    assert made["precision"] in ("float32", "bfloat16") and 0.2 < made["word_weight"] < 0.3


DIGESTS = """
import json, os, sys
if hasattr(os, "sched_setaffinity"):  # one core: the number of cores may change no byte
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import venue_themes as vt
vt.run(json.loads(sys.argv[1]) or None, out=sys.argv[2], cache=False, progress=False)
print(json.dumps(json.load(open(sys.argv[2] + "/manifest.json"))["outputs"]))
"""


def digests(sources, out):
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, json.dumps([str(s) for s in sources]), str(out)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_fresh_processes_and_shuffled_rows_give_the_same_bytes(seeds_run, root, tmp_path):
    """A cold process gives what the cached run gave; seeds with their abstracts shuffled differ in row numbers only."""
    cached = json.loads((seeds_run.out / "manifest.json").read_text())["outputs"]
    assert digests([], tmp_path / "cold") == cached
    rng, shuffled = np.random.default_rng(0), []
    for source in sorted((root / "seeds").glob("*.txt")):
        heading, *abstracts = source.read_text(encoding="utf-8").split("\n\n")
        shuffled.append(tmp_path / source.name)
        shuffled[-1].write_text("\n\n".join([heading, *rng.permutation(abstracts)]), encoding="utf-8")
    again = digests(shuffled[::-1], tmp_path / "shuffled")
    assert {k: v for k, v in again.items() if k != "papers.parquet"} == {k: v for k, v in cached.items() if k != "papers.parquet"}
    one, other = (pd.read_parquet(folder / "papers.parquet") for folder in (seeds_run.out, tmp_path / "shuffled"))
    rows = ["source_record", "source_id"]
    pd.testing.assert_frame_equal(one.drop(columns=rows), other.drop(columns=rows))
