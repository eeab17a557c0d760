"""The language of a text, as an ISO 639-1 code."""

import re
from functools import lru_cache

_ENGLISH = frozenset(
    re.findall(
        r"\S+",
        """
        the of and to in a is that for we with on this are as by an from be it our which can or these at
        has have not been their its how into when than between show propose using while both such where
        """,
    )
)
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)
_LETTER = re.compile(r"[^\W\d_]")
_LATIN_WORD = re.compile(r"[A-Za-z]+")
UNSURE = "und"


def language_of(text: str) -> str:
    """``en``, another ISO 639-1 code, or ``und`` when there is too little to tell.

    English function words decide first, then the script, then py3langid for the alphabets that languages share.

    >>> language_of("We show that the map is a sphere."), language_of("图神经网络可以预测分子性质。")
    ('en', 'zh')
    """
    start = text[:400]
    words = _LATIN_WORD.findall(start.lower())
    common = sum(map(_ENGLISH.__contains__, words))
    if start.isascii():
        if common >= 0.08 * len(words) and common:
            return "en"
    else:
        letters = len(_LETTER.findall(start))
        script = _script(start, letters)
        if script:
            return script
        if common >= 0.08 * len(words) and common:
            return "en"
    return _by_model(text) if len(words) >= 8 or not text.isascii() else ("en" if common else UNSURE)


def _script(text: str, letters: int) -> str | None:
    counts = {code: len(pattern.findall(text)) for code, pattern in _SCRIPTS}
    if counts["ja"] and counts["ja"] + counts["zh"] > 0.3 * letters:
        return "ja"
    code = max(counts, key=counts.get)
    return code if counts[code] > 0.3 * letters else None


@lru_cache(maxsize=1)
def _identifier():
    from py3langid.langid import _load_identifier

    return _load_identifier(norm_probs=True)


def _by_model(text: str) -> str:
    code, sure = _identifier().classify(text[:2000])
    return code if sure >= 0.9 else UNSURE
