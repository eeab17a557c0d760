"""When two terms say the same thing in other words."""

from itertools import takewhile

from .stopwords import CONNECTORS, GENERIC

_SAME_STEM = 0.57


def _words(term: str) -> list[str]:
    return [word for word in term.lower().replace("-", " ").split() if word not in CONNECTORS]


def _alike(one: str, other: str) -> bool:
    """Whether two words are forms of one: equal, or alike in their first five letters and most of the longer."""
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    longer = max(len(one), len(other))
    return one == other or (common >= 5 and common >= _SAME_STEM * longer) or {one, other} == {one, one + "s"}


def near_duplicates(one: str, other: str, *, strict: bool = False) -> bool:
    """Whether two terms say the same: all words of one are in the other, most are shared, or one is the acronym.

    With ``strict`` one shared word that is not generic is enough.

    >>> near_duplicates("diffusion", "diffusion models"), near_duplicates("LLMs", "large language models")
    (True, True)
    >>> near_duplicates("diffusion models", "world models"), near_duplicates("graph", "graphical model")
    (False, False)
    >>> near_duplicates("model editing", "editing methods"), near_duplicates("model editing", "editing methods", strict=True)
    (False, True)
    """
    a, b = _words(one), _words(other)
    in_b = [word for word in a if any(_alike(word, twin) for twin in b)]
    in_a = [word for word in b if any(_alike(word, twin) for twin in a)]
    vague = all(word in GENERIC for word in a) or all(word in GENERIC for word in b)
    telling = [word for word in in_b if word not in GENERIC or (vague and strict)]
    if len(in_b) == len(a) or len(in_a) == len(b) or (telling and (strict or 2 * len(in_b) > max(len(a), len(b)))):
        return True
    return _acronym_of(one, other) or _acronym_of(other, one)


def _acronym_of(short: str, long: str) -> bool:
    """Whether the short term abbreviates a run of words of the long one: their initials, and letters between them.

    >>> _acronym_of("SAEs", "sparse autoencoders"), _acronym_of("T2I", "text-to-image"), _acronym_of("RL", "large language")
    (True, True, False)
    """
    names = [word for word in short.split() if word.lower() not in GENERIC]
    name = names[0].replace("-", "").removesuffix("s") if len(names) == 1 else ""
    if sum(letter.isupper() for letter in name) < 2 or len(name) > 8:
        return False
    parts = long.lower().replace("-", " ").replace(" to ", " 2 ").split()
    runs = [(chosen[at:end]) for chosen in (parts, _words(" ".join(parts)))
            for at in range(len(chosen)) for end in range(at + 2, len(chosen) + 1)]
    return any(_abbreviates(name.lower(), run) for run in runs)


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
