"""How fast a collection is read and cleaned, beside a bare loop of json.loads and ftfy in the same run.

usage: python benchmarks/read_clean.py FILE.jsonl.gz
"""

import gzip
import json
import resource
import sys
import time


def bare_loop(path: str) -> int:
    """Parse each line, run ftfy over the abstract, keep the result: what a script of five lines would do."""
    import ftfy

    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return len([ftfy.fix_text(json.loads(line)["abstract"] or "") for line in lines])


def ours(path: str) -> dict:
    """Read, clean, judge, mark languages and duplicates."""
    from venue_themes import cleaning, reading

    reading_ = reading.read_sources([path])
    return cleaning.clean(reading_.records, reading_.warnings).cleaning


def cpu() -> float:
    """Processor seconds of this process and its finished helpers."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def main(path: str) -> None:
    started = time.perf_counter()
    account = ours(path)
    seconds, spent = time.perf_counter() - started, cpu()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    helpers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    assert account["read"] == account["kept"] + account["rejected"]
    started = time.perf_counter()
    n = bare_loop(path)
    bare, bare_spent = time.perf_counter() - started, cpu() - spent
    print(
        json.dumps(
            {
                "read": account["read"],
                "kept": account["kept"],
                "rejected": account["rejected"],
                "warnings": account["warnings"],
                "seconds": round(seconds, 1),
                "abstracts_per_second": round(account["read"] / seconds),
                "peak_gib": round(peak, 2),
                "largest_helper_gib": round(helpers, 2),
                "cpu_seconds": round(spent, 1),
                "bare_loop_cpu_seconds": round(bare_spent, 1),
                "cpu_over_bare_loop": round(spent / bare_spent, 2),
                "bare_loop_seconds": round(bare, 1),
                "bare_loop_per_second": round(n / bare),
                "time_over_bare_loop": round(seconds / bare, 2),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
