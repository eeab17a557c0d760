"""When two terms say the same thing in other words."""

from os.path import commonprefix

from .stopwords import CONNECTORS, GENERIC

_SAME_STEM = 0.57


def _words(term: str) -> list[str]:
    return [word for word in term.lower().replace("-", " ").split() if word not in CONNECTORS]


def _alike(one: str, other: str) -> bool:
    """Whether two words are forms of one: equal, or alike in their first five letters and most of the longer."""
    common = len(commonprefix([one, other]))
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
    telling = [word for word in in_b if word not in GENERIC]
    if len(in_b) == len(a) or len(in_a) == len(b) or (telling and (strict or 2 * len(in_b) > max(len(a), len(b)))):
        return True
    return _acronym_of(one, other) or _acronym_of(other, one)


def _acronym_of(short: str, long: str) -> bool:
    """Whether the short term abbreviates the long one: the initials in order, and letters between them.

    >>> _acronym_of("SAEs", "sparse autoencoders"), _acronym_of("T2I", "text-to-image"), _acronym_of("RL", "LLM")
    (True, True, False)
    """
    name = short.replace("-", "").replace(" ", "").removesuffix("s")
    if sum(letter.isupper() for letter in name) < 2 or len(name) > 8:
        return False
    parts = long.lower().replace("-", " ").replace(" to ", " 2 ").split()
    return len(parts) > 1 and any(_abbreviates(name.lower(), chosen) for chosen in (parts, _words(" ".join(parts))))


def _abbreviates(name: str, parts: list[str]) -> bool:
    if not parts or not name:
        return not parts and not name
    return any(name[:size] == parts[0][:1] + _found_in_order(name[1:size], parts[0][1:]) and _abbreviates(name[size:], parts[1:])
               for size in (1, 2, 3) if size <= len(name))


def _found_in_order(letters: str, word: str) -> str:
    """The letters, as far as they are found in the word in this order."""
    rest = iter(word)
    return letters if all(letter in rest for letter in letters) else ""
