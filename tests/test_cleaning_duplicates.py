"""Near duplicates: the fast join against the plain definition."""

import re

import numpy as np
import pytest

from venue_themes.cleaning.duplicates import first_of_kind


def plainly(texts, threshold):
    """Every pair compared."""

    def shingles(text):
        words = re.findall(r"[a-z0-9\x80-\uffff]+", text.lower())
        return frozenset(tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2)))

    sets, first = [shingles(text) for text in texts], list(range(len(texts)))
    for i in range(len(texts)):
        for j in range(i):
            if first[j] == j and len(sets[i] & sets[j]) / len(sets[i] | sets[j]) >= threshold:
                first[i] = j
                break
    return first


def variants(seed):
    rng = np.random.default_rng(seed)
    words = np.array([f"w{i}" for i in range(300)])
    texts = [" ".join(rng.choice(words, rng.integers(0, 60))) for _ in range(100)]
    for _ in range(80):
        copy = texts[rng.integers(len(texts))].split()
        for _ in range(rng.integers(0, 4)):
            if copy:
                copy[rng.integers(len(copy))] = rng.choice(words)
        texts.append(" ".join(copy))
    return [*texts, "", "", "a b", "A, b!", "a"]


@pytest.mark.parametrize("threshold", [0.5, 0.8, 0.9, 1.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_join_finds_what_comparing_all_pairs_finds(threshold, seed):
    texts = variants(seed)
    expected = plainly(texts, threshold)
    assert first_of_kind(texts, threshold).tolist() == expected
    assert any(first != row for row, first in enumerate(expected))


def test_different_texts_are_not_duplicates():
    texts = [
        f"Abstract number {i} talks about {word} and nothing that others would."
        for i, word in enumerate(["goats", "gears", "gravel", "grapes"])
    ]
    assert first_of_kind(texts, 0.9).tolist() == [0, 1, 2, 3]
    assert first_of_kind([], 0.9).tolist() == [] and first_of_kind(["x"], 0.9).tolist() == [0]
