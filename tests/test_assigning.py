"""New papers in the themes of a finished run: planted ones land where they belong, strangers do not, nothing is mixed up."""

import json
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import venue_themes as vt
from test_topics import planted
from venue_themes import cli
from venue_themes.artifacts import digest_file
from venue_themes.errors import VenueThemesError
from venue_themes.precomputed import texts_sha256

QUICK = {"embedding": {"model": "tfidf"}, "comparison": {"refits": 0}, "topics": {"models": []}, "themes": {"resolution": 1.0}}
NONSENSE = "Zzxq blorf wibble snargle frooz plimth gorbax tweezle nargh."


def papers(n_each=50, seed=0, venue="A"):
    """Papers of three planted themes, and the theme of each; ``url`` tells which is which."""
    (begun, theme), (ended, _) = planted(n_each, seed), planted(n_each, seed + 100)
    texts = [f"{a.rstrip('.')} {b}" for a, b in zip(begun, ended, strict=True)]
    return pd.DataFrame({"venue": venue, "year": 2025, "title": None, "abstract": texts, "url": [f"u{i}" for i in theme]})


def with_another_end(texts):
    """The texts, the last of 28 words another one."""
    return [f"{text.rsplit(' ', 1)[0]} anew." for text in texts]


@pytest.fixture(scope="module")
def with_sentences(tmp_path_factory):
    """A run of a few papers with the bundled sentence model."""
    out = tmp_path_factory.mktemp("assigning") / "sentences"
    settings = QUICK | {"embedding": {"model": "bundled"}}
    return vt.run(papers(5), settings=settings, out=out, progress=False)


def strange():
    return pd.DataFrame({"venue": ["A"], "year": [2025], "title": [None], "abstract": [NONSENSE], "url": ["strange"]})


def themes(result):
    return result.assignments.query("model == 'bertopic'").set_index("paper_id")


def assign(result, sources, **settings):
    return vt.assign(result.out, sources, settings=settings or None, cache=False, progress=False)


def of_words(result):
    """By planted theme the theme that most of its papers are in."""
    joined = result.papers.set_index("paper_id").join(themes(result)["nearest"])
    return joined.groupby("url")["nearest"].agg(lambda t: t.mode()[0])


def test_members_get_their_own_theme_again(finished):
    again = assign(finished, pd.concat([papers(), strange()])).assigned.set_index("paper_id")
    own = themes(finished).loc[again.index]
    assert (again["copy_of"] == again.index).all()
    assert (again[["topic", "nearest"]] == own[["topic", "nearest"]]).all(axis=None)
    assert (again[["strength", "x", "y"]] == own[["strength", "x", "y"]]).all(axis=None)


def test_new_papers_of_planted_themes_land_in_them_and_mixed_ones_are_held_less(finished):
    found = assign(finished, papers(20, seed=7, venue="B"))
    theme = of_words(finished)
    assert theme.loc[["u0", "u1", "u2"]].nunique() == 3
    assert (found.assigned["nearest"].to_numpy() == theme[found.corpus.papers["url"]].to_numpy()).mean() >= 0.95
    assert found.assigned["copy_of"].isna().all() and (found.assigned["strength"] > 0.8).mean() > 0.9
    mixed = papers(20, seed=7, venue="B")
    words = np.random.default_rng(0).permutation([w for text in mixed["abstract"] for w in text.rstrip(".").split()])
    mixed["abstract"] = [" ".join(part) + "." for part in np.array_split(words, len(mixed))]
    held = assign(finished, mixed).assigned["strength"]
    assert held.mean() < found.assigned["strength"].mean() - 0.15


def test_new_papers_lie_among_their_nearest_papers(finished):
    new = assign(finished, papers(3, seed=7, venue="B")).assigned
    points = themes(finished)[["x", "y"]]
    for row in new.itertuples():
        near = points.loc[list(row.neighbours)].to_numpy()
        place = np.array([row.x, row.y])
        assert len(near) == 5 and (near.min(axis=0) - 1e-4 <= place).all() and (place <= near.max(axis=0) + 1e-4).all()
        assert list(row.cosines) == sorted(row.cosines, reverse=True) and row.cosines[0] <= 1 + 1e-6


def test_strangers_are_in_no_theme(finished):
    new = pd.concat([papers(2, seed=7), strange().assign(venue="B", abstract="Grzmot blim kvax plurr vonk drelb.")])
    found = assign(finished, new)
    away = found.assigned[found.corpus.papers["url"] == "strange"].iloc[0]
    assert (away["topic"], away["nearest"], away["strength"], len(away["neighbours"])) == (-1, -1, 0, 0)
    assert pd.isna(away["label"]) and np.isfinite([away["x"], away["y"]]).all()
    assert (found.assigned["topic"] >= 0).sum() >= 5


def test_another_field_is_called_far_and_members_words_are_not(with_sentences):
    cake = "Preheat the oven, knead the dough with butter and eggs, and bake the cake for an hour with whipped cream."
    far = assign(with_sentences, strange().assign(abstract=cake))
    assert far.assigned["far"].tolist() == [True] and any("farther" in note for note in far.notes)
    assert not assign(with_sentences, papers(5)).assigned["far"].any()


def test_copies_land_with_their_original(finished):
    members = finished.papers[finished.papers["url"] != "strange"]
    new = members.assign(venue="B", title="Another title")[["venue", "year", "title", "abstract"]]
    near = new.assign(abstract=with_another_end(new["abstract"]))
    columns = ["topic", "nearest", "strength", "x", "y"]
    for copies in (new, near):
        found = assign(finished, copies).assigned
        assert sorted(found["copy_of"]) == sorted(members["paper_id"])
        assert (themes(finished).loc[found["copy_of"], columns].to_numpy() == found[columns].to_numpy()).all()


def test_copies_among_the_new_papers_share_a_place(finished):
    new = papers(4, seed=7, venue="B")
    found = assign(finished, pd.concat([new, new.assign(venue="C", abstract=with_another_end(new["abstract"]))]))
    pairs = found.corpus.papers["duplicate_of"].dropna()
    rows = found.assigned.set_index("paper_id")[["topic", "nearest", "strength", "x", "y"]]
    assert len(pairs) == 12 and found.assigned["copy_of"].isna().all()
    assert (rows.loc[found.corpus.papers["paper_id"][pairs.index]].to_numpy() == rows.loc[pairs].to_numpy()).all()


def test_shuffled_papers_get_the_same_rows(finished):
    new = papers(8, seed=7, venue="B")
    again = assign(finished, new.sample(frac=1, random_state=1))
    pd.testing.assert_frame_equal(assign(finished, new).assigned, again.assigned)


def test_a_paper_gets_the_same_theme_in_any_company(finished):
    new = papers(8, seed=7, venue="B")
    whole = assign(finished, new).assigned.set_index("paper_id")
    alone = assign(finished, new.iloc[[3]]).assigned.set_index("paper_id")
    assert (whole.loc[alone.index, ["topic", "strength"]] == alone[["topic", "strength"]]).all(axis=None)


def test_sentence_vectors_are_made_again(with_sentences):
    found = assign(with_sentences, papers(5))
    order = with_sentences.papers["paper_id"].tolist()
    assert found.corpus.papers["paper_id"].tolist() == order
    assert (found.vectors * with_sentences.vectors).sum(axis=1).min() > 0.999999
    assert (found.assigned["topic"].to_numpy() == themes(with_sentences).loc[order, "topic"].to_numpy()).all()


def test_the_files_are_written_and_the_run_stays_as_it_is(finished, tmp_path):
    before = {p: digest_file(p) for p in finished.out.rglob("*") if p.is_file()}
    found = vt.assign(finished.out, papers(2, seed=7), out=tmp_path / "new", cache=False)
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["assigned.parquet", "cleaning.json", "papers.parquet",
                                                                   "rejects.csv"]
    written = pd.read_parquet(tmp_path / "new" / "assigned.parquet")
    assert written.columns.tolist() == found.assigned.columns.tolist() and len(written) == 6
    assert {p: digest_file(p) for p in finished.out.rglob("*") if p.is_file()} == before


def forged(result, folder, change):
    """A copy of the run, changed, whose manifest vouches for it all the same."""
    shutil.copytree(result.out, folder)
    change(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["outputs"] = {name: digest_file(folder / name) for name in manifest["outputs"]}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def record_of(folder, **changes):
    metrics = json.loads((folder / "metrics.json").read_text())
    metrics["representation"] |= changes
    (folder / "metrics.json").write_text(json.dumps(metrics))


def turned(folder):
    np.save(folder / "vectors.npy", np.roll(np.load(folder / "vectors.npy"), 1, axis=0))


@pytest.mark.parametrize("change, said", [
    (lambda f: record_of(f, weights="0" * 64), ["53aa51172d14", "0" * 64]),
    (lambda f: record_of(f, window=512), ["256", "512"]),
    (lambda f: record_of(f, texts_sha256="e" * 64), ["have sha256", "e" * 64]),
    (lambda f: record_of(f, format=9), ["format 9", "format 1"]),
    (turned, ["cosine", "0.999"]),
])
def test_a_run_whose_vectors_cannot_be_made_again_is_refused(with_sentences, tmp_path, change, said):
    folder = forged(with_sentences, tmp_path / "run", change)
    with pytest.raises(VenueThemesError) as refused:
        vt.assign(folder, papers(1, seed=7), progress=False)
    assert all(part in str(refused.value) for part in [*said, "; expected "])


@pytest.mark.parametrize("settings, said", [
    ({"embedding": {"model": "tfidf"}}, ["'tfidf'", "'bundled'"]),
    ({"embedding": {"vectors": "v.npy"}}, ["'v.npy'", "'bundled'"]),
    ({"embedding": {"word_dims": 7}}, ["7", "50"]),
    ({"themes": {"n_neighbors": 9}}, ["9", "35"]),
    ({"cleaning": {"min_words": 9}}, ["9", "2"]),
    ({"seed": 4}, ["4", "0"]),
])
def test_settings_other_than_the_runs_are_refused(with_sentences, settings, said):
    with pytest.raises(VenueThemesError) as refused:
        vt.assign(with_sentences.out, papers(1, seed=7), settings=settings)
    assert all(part in str(refused.value) for part in [*said, "; expected ", str(with_sentences.out)])


def test_another_precision_is_refused_with_both(with_sentences):
    made = with_sentences.metrics["representation"]["precision"]
    other = {"float32": "bfloat16", "bfloat16": "float32"}[made]
    with pytest.raises(VenueThemesError, match=f"'{other}'; expected '{made}'"):
        vt.assign(with_sentences.out, papers(1, seed=7), settings={"embedding": {"precision": other}})


def test_settings_of_the_run_may_be_repeated(with_sentences):
    found = vt.assign(with_sentences.out, papers(1, seed=7), settings={"themes": {"resolution": 1.0}, "seed": 0})
    assert len(found.assigned) == 3


@pytest.fixture(scope="module")
def from_vectors(tmp_path_factory):
    """A run of 30 papers from given vectors: three directions, told by a model of another name."""
    folder = tmp_path_factory.mktemp("given")
    whole = vt.read(papers(10))
    np.save(folder / "v.npy", directions(whole.papers))
    texts = whole.papers["text"].tolist()
    (folder / "v.json").write_text(json.dumps({"model": "mine", "texts_sha256": texts_sha256(texts), "rows": 30}))
    settings = QUICK | {"embedding": {"model": "mine", "vectors": str(folder / "v.npy")}}
    return vt.run(papers(10), settings=settings, out=folder / "run", cache=False, progress=False)


def directions(frame, dims=6):
    wanted = np.eye(3, dims)[frame["url"].str[1:].astype(int)]
    return wanted + 0.1 * np.random.default_rng(0).normal(size=wanted.shape)


def given(folder, dims=6, **origin):
    """Vectors of six new papers, and what is said of them."""
    new = vt.read(papers(2, seed=7)).papers
    np.save(folder / "new.npy", directions(new, dims))
    if origin:
        (folder / "new.json").write_text(json.dumps(origin))
    return {"embedding": {"vectors": str(folder / "new.npy")}}


def test_given_vectors_are_placed_by_their_direction(from_vectors, tmp_path):
    found = assign(from_vectors, papers(2, seed=7), **given(tmp_path, model="mine"))
    theme = of_words(from_vectors)
    assert theme.nunique() == 3
    assert (found.assigned["nearest"].to_numpy() == theme[found.corpus.papers["url"]].to_numpy()).all()


@pytest.mark.parametrize("dims, origin, said", [
    (5, {}, ["5 dimensions", "6, as in the run"]),
    (6, {"model": "theirs"}, ["'theirs'", "'mine'"]),
    (6, {"rows": 7}, ["7", "6"]),
    (6, {"texts_sha256": "f" * 64}, ["f" * 64, "; expected '"]),
])
def test_given_vectors_that_are_not_as_the_runs_are_refused(from_vectors, tmp_path, dims, origin, said):
    with pytest.raises(VenueThemesError) as refused:
        assign(from_vectors, papers(2, seed=7), **given(tmp_path, dims, **origin))
    assert all(part in str(refused.value) for part in said)


def test_a_run_from_vectors_asks_for_vectors(from_vectors):
    with pytest.raises(VenueThemesError, match=r"embedding\.vectors is not set; expected vectors of the new papers"):
        assign(from_vectors, papers(2, seed=7))


def call(*arguments):
    code = "import sys; from venue_themes.cli import main; sys.exit(main())"
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def test_the_command_line_places_papers_and_says_so(finished, tmp_path, capsys):
    papers(2, seed=7).drop(columns=["venue", "url"]).to_csv(tmp_path / "new.csv", index=False)
    asked = ["assign", str(finished.out), str(tmp_path / "new.csv"), "--venue", "B", "--out", str(tmp_path / "o"), "--no-cache"]
    assert cli.main(asked) == 0
    assert "6 papers placed: " in capsys.readouterr().err
    assert pd.read_parquet(tmp_path / "o" / "papers.parquet")["venue"].tolist() == ["B"] * 6


def test_the_command_line_refuses_in_one_line(finished, tmp_path):
    papers(2, seed=7).to_csv(tmp_path / "new.csv", index=False)
    for run, *more in ((tmp_path,), (tmp_path / "none",), (finished.out, "--set", "themes.n_neighbors=9")):
        done = call("assign", run, tmp_path / "new.csv", "--out", tmp_path / "o", *more)
        assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1 and "; expected " in done.stderr
        assert "Traceback" not in done.stderr and not (tmp_path / "o").exists()


def test_no_run_is_written_over(finished):
    with pytest.raises(VenueThemesError, match="holds a run"):
        vt.assign(finished.out, papers(1, seed=7), out=finished.out)
