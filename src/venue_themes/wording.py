"""When two terms say the same thing in other words."""

import re
from functools import cache
from itertools import takewhile

from .stopwords import CONNECTORS, GENERIC

_SAME_STEM = 0.56
_ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ing", ""), ("e", ""))
_SHORTEST_STEM = 3
_AMERICAN = ((r"is(e|es|ed|er|ers|ing|ation)$", r"iz\1"), (r"ys(e|es|ed|ing)$", r"yz\1"), (r"our(s|al|ed|ing)?$", r"or\1"),
             (r"([tb])re(s?)$", r"\1er\2"), (r"ence(s?)$", r"ense\1"), (r"^grey", "gray"))


def near_duplicates(one: str, other: str, *, strict: bool = False) -> bool:
    """Whether two terms say the same.

    They do where all words of one are in the other, most words are shared, the words that tell something are the same, or one
    abbreviates the other. Number, tense, hyphens and British spelling make no other word.

    With ``strict`` one shared word that is not generic is enough.

    >>> near_duplicates("diffusion", "diffusion models"), near_duplicates("LLMs", "large language models")
    (True, True)
    >>> near_duplicates("OOD detection", "out-of-distribution detection"), near_duplicates("pre-training", "pretraining data")
    (True, True)
    >>> near_duplicates("diffusion models", "world models"), near_duplicates("graph", "graphical model")
    (False, False)
    >>> near_duplicates("world model editing", "editing a scene"), near_duplicates("world model", "editing world", strict=True)
    (False, True)
    """
    a, b = _in_words_of(one, other), _in_words_of(other, one)
    in_b = [word for word in a if any(_alike(word, twin) for twin in b)]
    in_a = [word for word in b if any(_alike(word, twin) for twin in a)]
    if len(in_b) == len(a) or len(in_a) == len(b):
        return True
    tell_a, tell_b = ([word for word in words if word not in GENERIC] for words in (a, b))
    if tell_a and tell_b and set(tell_a) <= set(in_b) and set(tell_b) <= set(in_a):
        return True
    telling = [word for word in in_b if word not in GENERIC or (strict and not (tell_a and tell_b))]
    return bool(telling) and (strict or 2 * len(in_b) > max(len(a), len(b)))


@cache
def _parts(term: str) -> tuple[str, ...]:
    """The words of a term in lower case and American spelling, parted at hyphens."""
    return tuple(_american(word) for word in term.lower().replace("-", " ").split())


def _american(word: str) -> str:
    for british, american in _AMERICAN:
        word = re.sub(british, american, word)
    return word


def _in_words_of(one: str, other: str) -> list[str]:
    """The words of the first term, with each run that the second abbreviates or closes up written as it is there."""
    words = list(_parts(one))
    for name in other.split():
        words = _with(name, words)
    return [word for word in words if word not in CONNECTORS]


def _with(name: str, words: list[str]) -> list[str]:
    """The words with the first run that ``name`` stands for replaced by it."""
    short, plain = _is_acronym(name), name.lower().replace("-", "")
    if len(words) < 2 or not (short or "-" not in name):
        return words
    for size in range(len(words), 1, -1):
        for at in range(len(words) - size + 1):
            run = words[at : at + size]
            if _stands_for(plain.removesuffix("s"), run) if short else not stems("".join(run)).isdisjoint(stems(plain)):
                return [*words[:at], *_parts(name), *words[at + size :]]
    return words


def _is_acronym(name: str) -> bool:
    return sum(letter.isupper() for letter in name) > 1 and len(name) <= 8


def _stands_for(name: str, run: list[str]) -> bool:
    """Whether a name is made of the initials of a run of words, and of letters between them.

    >>> _stands_for("sae", ["sparse", "autoencoders"]), _stands_for("t2i", ["text", "to", "image"])
    (True, True)
    >>> _stands_for("cot", ["chain", "of", "thought"]), _stands_for("rl", ["large", "language"])
    (True, False)
    """
    said = ["2" if word == "to" else word for word in run]
    bare = [word for word in run if word not in CONNECTORS]
    return _abbreviates(name, said) or (1 < len(bare) < len(run) and _abbreviates(name, bare))


def _abbreviates(name: str, parts: list[str]) -> bool:
    if not parts or not name:
        return not parts and not name
    first, *rest = parts
    return any(name[:size] == first[:1] + _found_in_order(name[1:size], first[1:]) and _abbreviates(name[size:], rest)
               for size in (1, 2, 3) if size <= len(name))


def _found_in_order(letters: str, word: str) -> str:
    """The letters, as far as they are found in the word in this order."""
    rest = iter(word)
    return letters if all(letter in rest for letter in letters) else ""


def _alike(one: str, other: str) -> bool:
    """Whether two words are forms of one: of one stem, or alike in their first five letters and most of the longer.

    >>> _alike("spike", "spiking"), _alike("llms", "llm"), _alike("bias", "biases"), _alike("graph", "graphical")
    (True, True, True, False)
    """
    if one == other:
        return True
    if one[:_SHORTEST_STEM] != other[:_SHORTEST_STEM]:
        return False
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return (common >= 5 and common >= _SAME_STEM * max(len(one), len(other))) or not stems(one).isdisjoint(stems(other))


@cache
def stems(word: str) -> frozenset[str]:
    """The word, and what is left of it without the endings of number and tense."""
    found = {word}
    for _ in range(2):  # embeddings, embedding, embed
        found |= {stem for known in found for stem in _without_ending(known)}
    return frozenset(found)


def _without_ending(word: str) -> set[str]:
    stems = {word[: len(word) - len(ending)] + instead for ending, instead in _ENDINGS
             if word.endswith(ending) and not (ending == "s" and word.endswith("ss"))}
    stems |= {stem[:-1] for stem in stems if len(stem) > _SHORTEST_STEM and stem[-1:] == stem[-2:-1] and word[-1:] in "dg"}
    return {stem for stem in stems if len(stem) >= _SHORTEST_STEM}
