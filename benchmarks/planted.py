"""Is a planted difference found? Two pseudo-venues from one labelled venue, one official area moved by some points.

Each build draws two venues of equal size from the labelled file: the area makes ``base`` of the first and ``base`` plus
the effect of the second, all other papers are drawn at random. Found means: a robust row (themes or areas) of a topic
in which the area is over-represented leans to the second venue. Of the right size means: the interval of such a row
holds the difference that the planting implies for its topic, which the labels tell exactly.

    python benchmarks/planted.py DATA/iclr2026_labelled.jsonl.gz --builds 10
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
from common import Collection, analyse, load

from venue_themes.settings import load_settings

AREAS = ("reinforcement learning", "generative models", "alignment, fairness, safety, privacy, and societal considerations")
BASES = {0.10: 0.10, 0.05: 0.05, 0.02: 0.05}  # effect: share at the first venue


def build(areas: np.ndarray, area: str, *, base: float, effect: float, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and venue names of two pseudo-venues of ``n`` papers."""
    rng = np.random.default_rng(seed)
    inside, outside = rng.permutation(np.flatnonzero(areas == area)), rng.permutation(np.flatnonzero(areas != area))
    wanted = [round(base * n), round((base + effect) * n)]
    if sum(wanted) > len(inside):
        raise SystemExit(f"{area}: {sum(wanted)} papers wanted, {len(inside)} there; choose a smaller --n")
    rows, names, at_in, at_out = [], [], 0, 0
    for name, k in zip(("first", "second"), wanted, strict=True):
        rows += [inside[at_in:at_in + k], outside[at_out:at_out + n - k]]
        names += [name] * n
        at_in, at_out = at_in + k, at_out + n - k
    rows, names = np.concatenate(rows), np.array(names, dtype=object)
    order = np.argsort(rows)
    return rows[order], names[order]


def judge(frame: pd.DataFrame, topic: np.ndarray, in_area: np.ndarray, venues: np.ndarray, q: str) -> tuple[bool, bool, int]:
    """Whether the planting is found, with a right size, and how many robust rows lean the wrong way or elsewhere."""
    implied = {}
    shift = in_area[venues == "first"].mean() - in_area[venues == "second"].mean()
    for k in frame["topic"]:
        inside, outside = (topic[in_area] == k).mean(), (topic[~in_area] == k).mean()
        implied[k] = shift * (inside - outside)  # what the labels say of this topic; negative: leans to the second
    robust = frame[frame["held"] & (frame[q] < 0.05)]
    true = [row for row in robust.itertuples() if implied[row.topic] * row.difference > 0 and implied[row.topic] < 0]
    sized = [row for row in true if row.low <= implied[row.topic] <= row.high]
    wrong = sum(bool(implied[row.topic] * row.difference < 0) for row in robust.itertuples())
    return bool(true), bool(sized), wrong


def one_build(whole: Collection, area: str, effect: float, n: int, seed: int, refits: int) -> dict:
    """Build, analyse, judge."""
    rows, venues = build(whole.papers["primary_area"].to_numpy(object), area, base=BASES[effect], effect=effect, n=n, seed=seed)
    settings = load_settings({"seed": seed, "comparison": {"refits": refits}})
    found = analyse(whole, rows, venues, settings)
    in_area = (whole.papers["primary_area"].to_numpy(object) == area)[rows]
    row = {"area": area[:22], "points": round(100 * effect), "n": n, "seed": seed}
    row["themes"] = int(found.topics["bertopic"].max()) + 1
    for q in ("q", "q_levels"):
        judged = [judge(found.comparison[found.comparison["model"] == name], found.topics[name], in_area, venues, q)
                  for name in ("bertopic", "areas") if name in found.topics]
        row |= {f"found_{q}": any(j[0] for j in judged), f"sized_{q}": any(j[1] for j in judged)}
        row |= {f"wrong_{q}": sum(j[2] for j in judged)}
        row |= {f"found_{q}_themes": judged[0][0], f"found_{q}_areas": len(judged) > 1 and judged[1][0]}
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--builds", type=int, default=10)
    parser.add_argument("--n", type=int, default=1200, help="papers a venue; fewer where the area is too small")
    parser.add_argument("--points", type=float, nargs="+", default=[10, 5, 2])
    parser.add_argument("--areas", nargs="+", default=list(AREAS))
    parser.add_argument("--refits", type=int, default=20)
    parser.add_argument("--out", type=Path, help="a JSON Lines file for every build")
    given = parser.parse_args()
    whole = load(given.data, load_settings())
    sizes = whole.papers["primary_area"].value_counts()
    rows = []
    for area in given.areas:
        for points in given.points:
            effect = points / 100
            n = min(given.n, int(sizes[area] / (2 * BASES[effect] + effect) / 10) * 10)
            for seed in range(given.builds):
                start = time.perf_counter()
                found = one_build(whole, area, effect, n, seed, given.refits)
                rows.append(found | {"seconds": round(time.perf_counter() - start, 1)})
                print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
                if given.out:
                    given.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    frame = pd.DataFrame(rows)
    print(frame.groupby(["points", "area", "n"]).mean(numeric_only=True).drop(columns="seed").round(2).to_string())


if __name__ == "__main__":
    main()
