"""Abstracts that are the same, or nearly: an exact join on word shingles, without sampling."""

import numpy as np

SHINGLE = 3  # words
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_BATCH = 2000


def first_of_kind(texts: list[str], threshold: float) -> np.ndarray:
    """Per text the row of the first text that it repeats, or its own row.

    Two texts are one when the Jaccard similarity of their sets of three-word shingles (letters and digits, lower case) reaches
    ``threshold``. A repeated text never stands for another one, so there are no chains.

    Two sets with similarity of at least t must share one of the ``n - ceil(t n) + 1`` rarest shingles of each (prefix filtering,
    Chaudhuri et al. 2006): with t = 0.9 nearly every abstract has that many shingles that no other has, and is done with.
    """
    sets = [piece for start in range(0, len(texts), _BATCH) for piece in _shingles(texts[start : start + _BATCH])]
    first = np.arange(len(texts))
    if len(texts) < 2:
        return first
    values, codes, counts = np.unique(np.concatenate(sets), return_inverse=True, return_counts=True)
    del values
    sizes = np.array([len(s) for s in sets])
    codes_of = np.split(codes, np.cumsum(sizes)[:-1])
    postings: dict[int, list[int]] = {}
    members: dict[int, frozenset] = {}
    for row, own in enumerate(codes_of):
        prefix = _rarest(own, counts, threshold)
        if not len(prefix):
            continue
        shingles = frozenset(own.tolist())
        candidates = sorted({other for code in prefix for other in postings.get(code, ())})
        match = next((other for other in candidates if _jaccard(shingles, members[other]) >= threshold), None)
        if match is not None:
            first[row] = match
            continue
        members[row] = shingles
        for code in prefix:
            postings.setdefault(code, []).append(row)
    return first


def _rarest(codes: np.ndarray, counts: np.ndarray, threshold: float) -> list[int]:
    """The shared ones among the rarest shingles that a near duplicate would have to share one of."""
    n_prefix = len(codes) - int(np.ceil(threshold * len(codes) - 1e-9)) + 1
    own = counts[codes]
    n_alone = int((own == 1).sum())
    if n_alone >= n_prefix:
        return []
    order = np.lexsort((codes, own))[n_alone:n_prefix]
    return codes[order].tolist()


def _jaccard(a: frozenset, b: frozenset) -> float:
    both = len(a & b)
    return both / (len(a) + len(b) - both)


def _shingles(texts: list[str]) -> list[np.ndarray]:
    """Per text the sorted distinct 64-bit hashes of its shingles (of the whole text when it has fewer words)."""
    joined = "\x00".join(text.lower() for text in texts).encode("utf-8") + b"\x00"
    data = np.frombuffer(joined, dtype=np.uint8)
    inside = _INK[data]
    words, starts = _word_hashes(data, inside)
    ends = np.flatnonzero(data == 0)
    owner = np.searchsorted(ends, starts)
    bounds = np.searchsorted(owner, np.arange(len(texts) + 1))
    return [_of_words(words[bounds[i] : bounds[i + 1]]) for i in range(len(texts))]


_INK = np.zeros(256, dtype=bool)
_INK[[*range(48, 58), *range(97, 123), *range(128, 256)]] = True


def _word_hashes(data: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A hash per run of letters and digits (polynomial, modulo 2^64), and where each run starts."""
    edges = np.diff(np.concatenate([[0], inside.astype(np.int8), [0]]))
    starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not len(starts):
        return np.zeros(0, dtype=np.uint64), starts
    with np.errstate(over="ignore"):
        powers = np.cumprod(np.full(int((stops - starts).max()), _MULTIPLIER, dtype=np.uint64))
        position = _positions(starts, len(data))
        weight = powers[np.minimum(position, len(powers) - 1)]
        letters = np.where(inside, data.astype(np.uint64) * weight, np.uint64(0))
        return _mixed(np.add.reduceat(letters, starts)), starts


def _positions(starts: np.ndarray, n: int) -> np.ndarray:
    since = np.zeros(n, dtype=np.int64)
    since[starts] = starts
    return np.arange(n) - np.maximum.accumulate(since)


def _of_words(words: np.ndarray) -> np.ndarray:
    width = min(SHINGLE, len(words))
    if width == 0:
        return np.zeros(1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        total = np.zeros(len(words) - width + 1, dtype=np.uint64)
        for nth in range(width):
            total = _mixed(total * np.uint64(31) + words[nth : len(words) - width + 1 + nth])
    return np.unique(total)


def _mixed(values: np.ndarray) -> np.ndarray:
    """The values scattered over 64 bits (the finaliser of splitmix64)."""
    with np.errstate(over="ignore"):
        values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return values ^ (values >> np.uint64(31))
