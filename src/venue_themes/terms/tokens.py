"""From text to words as written, with marks where a phrase ends."""

import re
from collections.abc import Iterator

SENTENCE_END, BREAK = ".", ","

# Combining marks and the vowel signs of Indic scripts and Thai are no letters to ``\w``, yet part of a word.
_LETTER = r"(?:[^\W_]|[̀-ًͯ-ٟऀ-ॣ०-๿])"
_WORD = rf"{_LETTER}+(?:[-‐‑–'’&]{_LETTER}+|(?<=\d)\.(?=\d){_LETTER}+)*(?:\+\+)?"
_SKIP = (r"(?:https?://|www\.)\S+|\S+@\S+\.\w+|\\[a-zA-Z]+|\b(?:[eE]\.g|[iI]\.e|et al|etc|w\.r\.t|cf|vs|resp)\."
         r"|\b[Ss]tate[- ]of[- ]the[- ][Aa]rts?\b")
_TOKEN = re.compile(rf"{_SKIP}|{_WORD}|[^\s\w]|_")
_ONE_WORD = re.compile(_WORD)
_HAN = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]")
_LONGEST_HAN = 6


def tokenise(text: str) -> list[str]:
    """The words of a text as written: hyphenated compounds and names with digits whole, possessives cut.

    Unspaced Chinese and Japanese of more than six characters comes as overlapping pairs of characters.

    >>> tokenise("Müller's self-supervised GPT-4o, (3D) Wasserstein-2.")
    ['Müller', 'self-supervised', 'GPT-4o', '3D', 'Wasserstein-2']
    """
    return [token for token in marked(text) if token not in (SENTENCE_END, BREAK)]


def marked(text: str) -> Iterator[str]:
    """The words of a text, with ``SENTENCE_END`` or ``BREAK`` where no phrase may pass (punctuation, address, TeX)."""
    for token in _TOKEN.findall(text):
        yield from classify(token)


def raw_tokens(text: str) -> list[str]:
    """The matches of the token pattern; ``classify`` says what each is (kept apart since it needs one call a type)."""
    return _TOKEN.findall(text)


def classify(token: str) -> tuple[str, ...]:
    """What a raw token stands for: a mark, a word, or (Chinese, Japanese) several words.

    >>> classify("?"), classify("https://a.b"), classify("Newton’s"), classify("encoder–decoder")
    (('.',), (',',), ('Newton',), ('encoder-decoder',))
    >>> classify("图神经网络学习")
    ('图神', '神经', '经网', '网络', '络学', '学习')
    """
    if token in ".!?:;。！？":
        return (SENTENCE_END,)
    if not _ONE_WORD.fullmatch(token):
        return (BREAK,)
    word = re.sub(r"['’][sS]?$", "", re.sub("[‐‑–]", "-", token)).replace("’", "'")
    if len(word) > _LONGEST_HAN and _HAN.search(word):
        return tuple(word[at:at + 2] for at in range(len(word) - 1))
    return (word,)
