"""Are the labels and terms of a finished run fit to be read? Prints what is wrong and how much is distinct.

    python benchmarks/labels_check.py OUT [--list]

OUT is the folder of a run (it holds topics.parquet). Exit status 1 when a label or a top-10 term is a stop word,
boilerplate, markup or a number, when two terms of a topic say the same, when two labels of a model are equal, or when
a model's diversity of top-10 terms is below 0.90 (themes and areas only: NMF and LDA are shown as they are).
"""

import argparse
import re
import sys
from pathlib import Path

import pandas as pd

from venue_themes.evaluating import diversity
from venue_themes.stopwords import unfit
from venue_themes.wording import near_duplicates

LEAST_DIVERSITY = 0.90
OURS = ("bertopic", "areas")


def faults_of(topics: pd.DataFrame) -> list[str]:
    """One sentence per fault in the topics of one model."""
    name = topics["model"].iloc[0]
    faults = [f"{name}: two topics are called {label!r}" for label in topics.loc[topics["label"].duplicated(), "label"]]
    for row in topics.itertuples():
        terms, parts = list(row.terms)[:10], [re.sub(r" \(\d+\)$", "", part) for part in row.label.split(", ")]
        for term in [*terms, *parts]:
            why = unfit(term) if term != "(no usable words)" else None
            faults += [f"{name} {row.topic} ({row.label}): {term!r} is unfit, {why}"] if why else []
        faults += [f"{name} {row.topic} ({row.label}): {a!r} and {b!r} say the same"
                   for i, a in enumerate(terms) for b in terms[:i] if near_duplicates(a, b)]
    share = diversity(list(topics["terms"]))
    if name in OURS and len(topics) > 1 and share < LEAST_DIVERSITY:
        faults.append(f"{name}: diversity {share:.3f} is below {LEAST_DIVERSITY}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--list", action="store_true", help="print every topic with its label and terms")
    wanted = parser.parse_args()
    topics = pd.read_parquet(wanted.out / "topics.parquet")
    faults = []
    for name, part in topics.groupby("model", sort=False):
        faults += faults_of(part)
        print(f"{name}: {len(part)} topics, diversity {diversity(list(part['terms'])):.3f}")
        if wanted.list:
            for row in part.itertuples():
                print(f"  {row.topic:3d} {row.size:5d}  {row.label}  |  {', '.join(row.terms)}")
    print("\n".join(faults) or "no fault found")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
