"""The form of a paper, apart from what it says: lengths, punctuation, title style."""

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

_WORD, _SENTENCE_END = re.compile(r"\w[\w'-]*"), re.compile(r"[.!?](?:\s|$)")
_POSITION = re.compile(r"\s*position(\s+paper)?\s*:", re.IGNORECASE)


def is_position_paper(titles: Sequence[str | None]) -> np.ndarray:
    """Whether a title says so: ICML's track asks for the prefix "Position:".

    >>> is_position_paper(["Position: Stop Counting", "On Position Bias", None]).tolist()
    [True, False, False]
    """
    return np.array([isinstance(title, str) and bool(_POSITION.match(title)) for title in titles], bool)


def form_features(titles: Sequence[str | None], texts: Sequence[str]) -> pd.DataFrame:
    """How long and in what style titles and abstracts are written, one row per paper, columns in standard deviations.

    A column that does not vary is zero.
    """
    rows = [_of_text(text) | _of_title(title) for title, text in zip(titles, texts, strict=True)]
    raw = pd.DataFrame(rows, dtype=float)
    spread = raw.std(ddof=0)
    return (raw - raw.mean()) / spread.where(spread > 0, 1.0)


def _of_text(text: str) -> dict[str, float]:
    words = _WORD.findall(text)
    n_words, n_letters = max(len(words), 1), max(len(text), 1)
    return {
        "log_words": np.log(n_words),
        "words_per_sentence": n_words / max(len(_SENTENCE_END.findall(text)), 1),
        "letters_per_word": sum(map(len, words)) / n_words,
        "digits": sum(c.isdigit() for c in text) / n_letters,
        "capitals": sum(c.isupper() for c in text) / n_letters,
        "commas": text.count(",") / n_words,
        "brackets": text.count("(") / n_words,
        "hyphens": text.count("-") / n_words,
        "we": sum(word.lower() in ("we", "our") for word in words) / n_words,
    }


def _of_title(title: str | None) -> dict[str, float]:
    title = title if isinstance(title, str) else ""
    return {"title_words": len(title.split()), "title_colon": ":" in title, "title_question": "?" in title}
