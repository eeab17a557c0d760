"""How well do papers that come later land where a run with them would have put them?

    python -m benchmarks.assign FILE [--model tfidf] [--papers 1500] [--refits 2] [--method hdbscan]

One paper in ten is held out; the others are run, the held out assigned. Compared with the run of all papers, on the held
out: themes of the smaller run are matched one to one with those of the full run by the papers that are in both. Beside it
what the method itself holds: on the same held-out papers, the themes found again without another tenth, and of all papers
under another seed. Last, the rule alone: the members of the full run, each by its nearest papers, as if it had come later.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

from venue_themes import pipeline
from venue_themes.assembling import stand_ins
from venue_themes.assigning import assign
from venue_themes.clustering import join
from venue_themes.contracts import Neighbours, Partition
from venue_themes.modelling import find_themes, layouts
from venue_themes.neighbours import nearest_papers

HELD_OUT = 0.1


def matched(found: np.ndarray, wanted: np.ndarray) -> dict[int, int]:
    """The themes of one partition as those of another, one to one, so that most papers agree."""
    shared = np.zeros((found.max() + 1, wanted.max() + 1))
    np.add.at(shared, (found, wanted), 1)
    return dict(zip(*linear_sum_assignment(-shared), strict=True))


def say(name: str, found: np.ndarray, wanted: np.ndarray, names: dict[int, int]) -> None:
    """Print a line of agreement of themes found with themes wanted."""
    same = np.mean([names.get(t, -1) == w for t, w in zip(found, wanted, strict=True)])
    print(f"{name:44s} {len(found):5d} papers  ARI {adjusted_rand_score(wanted, found):.3f}  "
          f"AMI {adjusted_mutual_info_score(wanted, found):.3f}  same theme {same:.3f}", flush=True)


def found_again(result, rows: np.ndarray, seed: int) -> np.ndarray:
    """The themes of some papers of a result, found anew."""
    vectors, at = result.vectors[rows], result.settings.model_copy(update={"seed": seed})
    graph = nearest_papers(vectors, at.themes.n_neighbors)
    return find_themes(vectors, graph, lambda: layouts(vectors, graph.indices, graph.distances, seed)["packed"], at)[0].nearest


def rule(result, first: np.ndarray, placed: pd.DataFrame) -> None:
    """Print how often the rule of joining gives a member of a run what the run gave it."""
    chosen, method = result.settings.themes, result.metrics["themes"]["method"]
    columns = [placed[name].to_numpy() for name in ("topic", "nearest", "strength")]
    own, least = Partition(*columns, method), chosen.min_strength if method == "leiden" else 0.0
    near = nearest_papers(result.vectors[first], chosen.n_neighbors)

    def again(i: int) -> tuple:
        others = Partition(*(np.delete(values, i) for values in columns), method)
        its = Neighbours((near.indices - (near.indices > i))[[i]], near.distances[[i]])
        joined = join(its, others, min_strength=least)
        return joined.topic[0], joined.nearest[0], joined.strength[0]

    found = Partition(*map(np.array, zip(*map(again, range(len(first))), strict=True)), method)
    same, inside = found.nearest == own.nearest, own.topic >= 0
    print(f"the rule on members ({method}): same theme {same[inside].mean():.3f} of those in one, {same.mean():.3f} of all; "
          f"in a theme or none alike {((found.topic >= 0) == inside).mean():.3f}; "
          f"correlation of strength {np.corrcoef(found.strength, own.strength)[0, 1]:.3f}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--model", default="bundled")
    parser.add_argument("--papers", type=int, help="a random part of the file")
    parser.add_argument("--refits", type=int, default=0)
    parser.add_argument("--method", default="auto")
    asked = parser.parse_args()
    settings = {"embedding": {"model": asked.model}, "comparison": {"refits": asked.refits}, "themes": {"method": asked.method}}
    records = pd.read_json(asked.file, lines=True, dtype=False)
    records = records.sample(min(asked.papers or len(records), len(records)), random_state=0)
    full = pipeline.run(records, settings=settings)
    themes = full.assignments.query("model == 'bertopic'").set_index("paper_id")
    first = stand_ins(full.papers, full.vectors)[1]
    out = np.random.default_rng(0).permutation(first)[: round(HELD_OUT * len(first))]
    ids = full.papers["paper_id"].to_numpy(dtype=object)
    is_out = full.papers.index.isin(out)
    rows = full.papers["source_record"].to_numpy()
    with tempfile.TemporaryDirectory() as folder:
        part = pipeline.run(records.iloc[rows[~is_out]], settings=settings, out=Path(folder) / "run")
        start = time.perf_counter()
        new = assign(Path(folder) / "run", records.iloc[rows[is_out]]).assigned.set_index("paper_id")
        took = time.perf_counter() - start
    old = part.assignments.query("model == 'bertopic'").set_index("paper_id")
    kept = np.array([i for i in ids[first] if i in old.index], dtype=object)
    names = matched(old.loc[kept, "nearest"].to_numpy(), themes.loc[kept, "nearest"].to_numpy())
    held = ids[out]
    print(f"{len(ids)} papers, {themes['nearest'].max() + 1} themes; {len(kept)} of them {old['nearest'].max() + 1}; "
          f"{len(held)} assigned in {took:.1f} s; in none {(new['topic'] < 0).mean():.3f}, in the full run "
          f"{(themes.loc[held, 'topic'] < 0).mean():.3f}")
    say("assigned", new.loc[held, "nearest"].to_numpy(), themes.loc[held, "nearest"].to_numpy(), names)
    both = held[(new.loc[held, "topic"] >= 0) & (themes.loc[held, "topic"] >= 0)]
    say("assigned, in a theme both times", new.loc[both, "topic"].to_numpy(), themes.loc[both, "topic"].to_numpy(), names)
    say("the smaller run's own papers", old.loc[kept, "nearest"].to_numpy(), themes.loc[kept, "nearest"].to_numpy(), names)
    others = np.random.default_rng(1).permutation(np.setdiff1d(first, out))[len(out):]
    for name, rows, seed in (("found again without another tenth", np.union1d(others, out), 0),
                             ("found again with another seed", first, 1000)):
        again = found_again(full, rows, seed)
        wanted, place = themes.loc[ids[rows], "nearest"].to_numpy(), np.isin(rows, out)
        say(name, again[place], wanted[place], matched(again, wanted))
    rule(full, first, themes.loc[ids[first]])
    strength = np.corrcoef(new.loc[held, "strength"], themes.loc[held, "strength"])[0, 1]
    print(f"assigned: correlation of strength {strength:.3f}")


if __name__ == "__main__":
    main()
