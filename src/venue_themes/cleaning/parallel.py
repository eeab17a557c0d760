"""Cleaning many texts on all cores: the same result on any number of them."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from ..paths import PACKAGE, cores
from .engine import Account
from .rules import rules_on
from .worker import prepare_here

ALONE = 3000  # texts below which starting helpers costs more than it saves
CHUNK = 1000


def prepare(
    texts: list[str], off: tuple[str, ...], *, workers: int | None = None
) -> tuple[list[str], list[str], dict[str, Account]]:
    """Cleaned texts, their languages, and per rule its account.

    Above ``ALONE`` texts helper processes take chunks; their answers are put together in the order of the texts.
    Helpers are started as programs of their own, so that no main module is imported twice and no thread is forked.
    """
    if workers is None:
        workers = min(cores(), 8, 1 + len(texts) // ALONE) if sys.executable else 1
    if workers < 2:
        return _put_together([prepare_here(texts, off)], off)
    chunks = [texts[start : start + CHUNK] for start in range(0, len(texts), CHUNK)]
    helpers = [_start(off) for _ in range(workers)]
    try:
        with ThreadPoolExecutor(workers) as pool:
            shares = list(
                pool.map(lambda nth: [_ask(helpers[nth], chunk) for chunk in chunks[nth::workers]], range(workers))
            )
    finally:
        for helper in helpers:
            helper.stdin.close()
            helper.wait()
            helper.stdout.close()
    return _put_together([shares[nth % workers][nth // workers] for nth in range(len(chunks))], off)


def _put_together(parts: list[tuple], off: tuple[str, ...]) -> tuple[list[str], list[str], dict[str, Account]]:
    texts, languages, totals = [], [], {rule.name: Account() for rule in rules_on(off)}
    for cleaned, codes, accounts in parts:
        texts += cleaned
        languages += codes
        for name, account in accounts.items():
            totals[name].add(account)
    return texts, languages, totals


def _start(off: tuple[str, ...]) -> subprocess.Popen:
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-c", f"from {__package__}.worker import serve; serve()", json.dumps(off)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    )


def _ask(helper: subprocess.Popen, texts: list[str]) -> tuple:
    helper.stdin.write(json.dumps(texts).encode() + b"\n")
    helper.stdin.flush()
    cleaned, codes, accounts = json.loads(helper.stdout.readline())
    return (
        cleaned,
        codes,
        {
            name: Account(changed, removed, [tuple(pair) for pair in samples])
            for name, (changed, removed, samples) in accounts.items()
        },
    )
