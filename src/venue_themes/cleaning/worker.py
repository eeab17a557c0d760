"""Cleaning a list of texts, here or as a helper process that answers line by line."""

import json
import sys

from .engine import clean_texts
from .language import language_of
from .rules import rules_on


def prepare_here(texts: list[str], off: tuple[str, ...]) -> tuple:
    """Cleaned texts, their languages, and per rule its account."""
    cleaned, accounts = clean_texts(texts, rules_on(off))
    return cleaned, [language_of(text) for text in cleaned], accounts


def serve() -> None:
    """Answer one line of texts after the other; the first argument of the program names the rules that are off."""
    off = tuple(json.loads(sys.argv[1]))
    for line in sys.stdin.buffer:
        cleaned, codes, accounts = prepare_here(json.loads(line), off)
        told = {
            name: (account.papers_changed, account.characters_removed, account.samples)
            for name, account in accounts.items()
        }
        sys.stdout.buffer.write(json.dumps([cleaned, codes, told]).encode() + b"\n")
        sys.stdout.buffer.flush()
