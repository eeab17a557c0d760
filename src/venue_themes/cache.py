"""Results kept between runs, under the hash of everything that they depend on.

One SQLite file: writes are transactions, so two runs at once or a crash in the middle cannot leave half an entry, and
each entry carries a digest of its own, so damage is noticed. A cache that cannot be used is no cache: one warning,
and the analysis goes on.
"""

import hashlib
import io
import json
import sqlite3
import warnings
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import numpy as np

_NAME = "cache.sqlite"
_CHUNK = 500  # SQLite's variables per statement are limited; 500 is below every build's limit


def digest(*parts: object) -> str:
    """The sha256 of arrays, bytes and JSON values, in hex; equal parts give equal digests in every process."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            total.update(f"{part.dtype.str}{part.shape}".encode())
            part = np.ascontiguousarray(part).data
        elif not isinstance(part, bytes):
            part = json.dumps(part, sort_keys=True, ensure_ascii=False, default=str).encode()
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()


class Cache:
    """Bytes under keys, in ``folder``; ``None`` keeps nothing."""

    def __init__(self, folder: Path | None):
        self._file = None if folder is None else Path(folder) / _NAME
        self._warned = False

    def get_many(self, keys: Iterable[str]) -> dict[str, bytes]:
        """The entries that are there and whole."""
        keys = list(dict.fromkeys(keys))
        found = self._try(lambda db: self._select(db, keys)) or {}
        whole = {key: blob for key, (check, blob) in found.items() if hashlib.sha256(blob).digest() == check}
        if len(whole) < len(found):
            self._warn(f"{len(found) - len(whole)} damaged entries in {self._file}; they are computed again.")
        return whole

    def put_many(self, entries: dict[str, bytes]) -> None:
        """Keep entries; an entry that is there already is replaced."""
        rows = [(key, hashlib.sha256(blob).digest(), blob) for key, blob in entries.items()]
        self._try(lambda db: db.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows))

    @staticmethod
    def _select(db: sqlite3.Connection, keys: list[str]) -> dict[str, tuple[bytes, bytes]]:
        found = {}
        for start in range(0, len(keys), _CHUNK):
            part = keys[start : start + _CHUNK]
            marks = ",".join("?" * len(part))
            rows = db.execute(f"SELECT key, digest, blob FROM entries WHERE key IN ({marks})", part)
            found.update({key: (check, blob) for key, check, blob in rows})
        return found

    def _try(self, action: Callable):
        if self._file is None:
            return None
        try:
            return self._in_transaction(action)
        except sqlite3.OperationalError as problem:  # locked, full, read-only: this call goes uncached
            self._warn(f"The cache {self._file} cannot be used ({problem}); results are computed and not kept.")
        except sqlite3.DatabaseError as problem:  # not a database, malformed: begin a new one
            self._warn(f"The cache {self._file} is damaged ({problem}); a new one is begun.")
            self._file.unlink(missing_ok=True)
        except OSError as problem:
            self._warn(f"The cache {self._file} cannot be used ({problem}); results are computed and not kept.")
        return None

    def _in_transaction(self, action: Callable):
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file, timeout=60)) as db, db:
            db.execute("CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, digest BLOB, blob BLOB)")
            return action(db)

    def _warn(self, sentence: str) -> None:
        if not self._warned:
            warnings.warn(sentence, stacklevel=4)
        self._warned = True


def pack(values: dict) -> bytes:
    """Arrays and JSON values as the bytes of an .npz file."""
    buffer = io.BytesIO()
    arrays = {name: v if isinstance(v, np.ndarray) else np.array(json.dumps(v)) for name, v in values.items()}
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def unpack(blob: bytes) -> dict:
    """What `pack` packed; nothing in it is executed."""
    with np.load(io.BytesIO(blob), allow_pickle=False) as arrays:
        return {n: json.loads(str(a)) if a.dtype.kind == "U" and a.ndim == 0 else a for n, a in arrays.items()}


def cached(cache: Cache, stage: str, parts: tuple, compute: Callable[[], dict]) -> dict:
    """The values of a stage, from the cache or computed and kept.

    Parameters
    ----------
    stage
        Name of the stage.
    parts
        Everything the values depend on: settings, digests of inputs, versions.
    compute
        Returns a dict of arrays and JSON values.
    """
    key = digest(stage, *parts)
    blob = cache.get_many([key]).get(key)
    if blob is not None:
        return unpack(blob)
    values = compute()
    cache.put_many({key: pack(values)})
    return values


def cached_frames(cache: Cache, stage: str, parts: tuple, compute: Callable[[], dict]) -> dict:
    """`cached` for a dict of data frames, kept as Parquet."""
    import pandas as pd

    def packed() -> dict:
        frames = {name: frame.reset_index(drop=True) for name, frame in compute().items()}
        return {name: np.frombuffer(frame.to_parquet(), dtype=np.uint8) for name, frame in frames.items()}

    return {name: pd.read_parquet(io.BytesIO(blob.tobytes())) for name, blob in cached(cache, stage, parts, packed).items()}
