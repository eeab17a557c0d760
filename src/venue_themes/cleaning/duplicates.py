"""Abstracts that are the same, or nearly: an exact join on word shingles, without sampling."""

import numpy as np

SHINGLE = 3  # words
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_BATCH = 2000  # texts; their numbers fit into the 11 bits that a 53-bit hash leaves
_HASH_BITS = np.uint64(53)
_TABLE = np.uint64((1 << 24) - 1)
_INK = np.zeros(256, dtype=bool)
_INK[[*range(48, 58), *range(97, 123), *range(128, 256)]] = True


def first_of_kind(texts: list[str], threshold: float) -> np.ndarray:
    """Per text the row of the first text that it repeats, or its own row: ``(n_texts,)`` int.

    Two texts are one when the Jaccard similarity of their sets of three-word shingles (letters and digits, lower case)
    reaches ``threshold``. A repeated text never stands for another one, so there are no chains.

    Two sets of similarity t or more share one of the ``n - ceil(t n) + 1`` rarest shingles of each (prefix filtering,
    Chaudhuri et al. 2006): at t = 0.9 nearly every abstract has that many shingles that no other has, and is done with.
    """
    first = np.arange(len(texts))
    if len(texts) < 2:
        return first
    hashes, bounds = _shingles(texts)
    counts = _counts(hashes)
    sizes = np.diff(bounds)
    n_prefix = sizes - np.ceil(threshold * sizes - 1e-9).astype(int) + 1
    n_alone = np.add.reduceat((counts == 1).astype(np.int64), bounds[:-1])
    postings: dict[int, list[int]] = {}
    sets: dict[int, frozenset] = {}
    for row in np.flatnonzero(n_alone < n_prefix):
        own = slice(bounds[row], bounds[row + 1])
        order = np.lexsort((hashes[own], counts[own]))[n_alone[row] : n_prefix[row]]
        prefix, shingles = hashes[own][order].tolist(), frozenset(hashes[own].tolist())
        candidates = sorted({other for value in prefix for other in postings.get(value, ())})
        match = next((other for other in candidates if _jaccard(shingles, sets[other]) >= threshold), None)
        if match is not None:
            first[row] = match
            continue
        sets[row] = shingles
        for value in prefix:
            postings.setdefault(value, []).append(int(row))
    return first


def _jaccard(a: frozenset, b: frozenset) -> float:
    both = len(a & b)
    return both / (len(a) + len(b) - both)


def _counts(hashes: np.ndarray) -> np.ndarray:
    """How many texts have each shingle, ``(n_shingles,)``."""
    ordered = np.sort(hashes)
    begins = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    n = np.diff(np.append(begins, len(ordered)))
    values, times = ordered[begins[n > 1]], n[n > 1]
    counts = np.ones(len(hashes), dtype=np.int32)
    if len(values):
        table = np.zeros(int(_TABLE) + 1, dtype=bool)  # most shingles occur once; a look-up here spares them the search
        table[values & _TABLE] = True
        maybe = np.flatnonzero(table[hashes & _TABLE])
        at = np.minimum(np.searchsorted(values, hashes[maybe]), len(values) - 1)
        hit = values[at] == hashes[maybe]
        counts[maybe[hit]] = times[at[hit]]
    return counts


def _shingles(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """The distinct 53-bit hashes of the shingles of each text, one after the other, and where each text begins."""
    parts, sizes = [], []
    for start in range(0, len(texts), _BATCH):
        keys = _batch_keys(texts[start : start + _BATCH])
        sizes.append(np.bincount((keys >> _HASH_BITS).astype(int), minlength=len(texts[start : start + _BATCH])))
        parts.append(keys & ((np.uint64(1) << _HASH_BITS) - np.uint64(1)))
    return np.concatenate(parts), np.concatenate([[0], np.cumsum(np.concatenate(sizes))])


def _batch_keys(texts: list[str]) -> np.ndarray:
    """Sorted distinct keys: the number of the text in the top bits, the hash of a shingle below.

    A text of one or two words has one shingle; the words of the last shingles are those that there are.
    """
    data = np.frombuffer(
        "\x00".join(text.lower() for text in texts).encode("utf-8", "replace") + b"\x00", dtype=np.uint8
    )
    words, starts = _word_hashes(data)
    owner = np.searchsorted(np.flatnonzero(data == 0), starts).astype(np.uint64)
    n_words = np.bincount(owner.astype(int), minlength=len(texts))
    total = np.zeros(len(words), dtype=np.uint64)
    whole = np.ones(len(words), dtype=bool)
    with np.errstate(over="ignore"):
        for nth in range(SHINGLE):
            same = np.zeros(len(words), dtype=bool)
            same[: len(words) - nth] = owner[nth:] == owner[: len(words) - nth]
            following = np.zeros(len(words), dtype=np.uint64)
            following[: len(words) - nth] = words[nth:]
            total = _mixed(total * np.uint64(31) + np.where(same, following, np.uint64(0)))
            whole &= same
    first = np.concatenate([[True], owner[1:] != owner[:-1]]) if len(owner) else whole
    kept = whole | (first & (n_words[owner.astype(int)] < SHINGLE))
    empty = np.flatnonzero(n_words == 0).astype(np.uint64) << _HASH_BITS
    keys = np.sort(np.concatenate([(owner[kept] << _HASH_BITS) | (total[kept] >> np.uint64(11)), empty]))
    return keys[
        np.concatenate([[True], keys[1:] != keys[:-1]])
    ]  # np.unique would go through a hash table, ten times slower


def _word_hashes(data: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A hash per run of letters and digits (polynomial, modulo 2^64), and where each run starts."""
    inside = _INK[data]
    edges = np.diff(np.concatenate([[0], inside.astype(np.int8), [0]]))
    starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not len(starts):
        return np.zeros(0, dtype=np.uint64), starts
    since = np.zeros(len(data), dtype=np.int64)
    since[starts] = starts
    position = np.arange(len(data)) - np.maximum.accumulate(since)
    with np.errstate(over="ignore"):
        powers = np.cumprod(np.full(int((stops - starts).max()), _MULTIPLIER, dtype=np.uint64))
        letters = np.where(inside, data.astype(np.uint64) * powers[np.minimum(position, len(powers) - 1)], np.uint64(0))
        return _mixed(np.add.reduceat(letters, starts)), starts


def _mixed(values: np.ndarray) -> np.ndarray:
    """The values scattered over 64 bits (the finaliser of splitmix64)."""
    with np.errstate(over="ignore"):
        values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return values ^ (values >> np.uint64(31))
