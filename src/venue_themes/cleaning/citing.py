"""The rule on citations: numbers, keys, and authors with a year or a venue, in brackets."""

import re

_YEAR = r"(?:19|20)\d\d"
_NUMBERED = re.compile(r"(\S*)(\s*)\[\s*[1-9]\d{0,2}(?:\s*[,;–-]\s*[1-9]\d{0,2})*\s*\](?![\w(^])")
_LOST_KEY = re.compile(r"\[\?+(?:\s*[,;]\s*\?+)*\]")
_RANGE_WORDS = {"in", "interval", "range", "over", "on", "from", "within", "between", "∈", "=", "to", "scale"}
_AFTER_NAME = re.compile(rf"(\bet\.?\s+al\.?)\s*[(\[]{_YEAR}[a-z]?(?:\s*[;,]\s*{_YEAR}[a-z]?)*[)\]]")
_TWO_STOPS = re.compile(r"(\bet\.?\s+al\.)\s?\.(?!\.)")  # a citation stood between

_INNER = rf"((?:[^()\[\]]|\({_YEAR}[a-z]?\)){{3,400}})"
_BRACKET = re.compile(rf"\s*(?:\({_INNER}\)|\[{_INNER}\])")
_HINT = re.compile(r"\d\d|\bet\.?\s+al\b")
_PARTS = re.compile(r"\s*;\s*|(?<=\d\d[).]),\s*|(?<=\d\d),\s*|(?<=\d\d[a-z]),\s*")
_LEAD = re.compile(r"^(?:(?:see|e\.?g\.?|cf\.?|following|also|by|due to)[\s,]+)+", re.I)
_DATED = re.compile(rf"(?P<who>.*?)[\s,.]+\(?{_YEAR}[a-z]?\)?(?:\s*,\s*{_YEAR}[a-z]?)*$", re.S)
_AT_VENUE = re.compile(
    rf"(?P<who>.*?)[\s,.]*\b(?P<venue>[A-Z][A-Za-z]*(?:&[A-Z]+)?)(?P<date>,?\s?['’]\s?(?:{_YEAR}|\d\d)|,?\s{_YEAR}|\d\d)$", re.S
)
_AND_OTHERS = re.compile(r"[\s,]+et\.?\s+al\.?,?$")
_MORE_DATES = re.compile(rf"(?:{_YEAR})?[a-z]|{_YEAR}")
_KEY = re.compile(r"(?!FP|BF|TF|INT|MP)(?=[A-Za-z]*[A-Z][A-Za-z]*[A-Z])[A-Z][A-Za-z]{1,4}\+?(?:[0-2]\d|[7-9]\d)[a-z]?")
_NAME_KEY = re.compile(rf"[A-Za-z][a-z]{{2,}}{_YEAR}[a-z]*")
_INITIAL = re.compile(r"(?:[A-Z]\.-?){1,3}|[A-Z]")
_LOOSE_ACCENT = re.compile("\\s?[´`¨\u0300-\u036f]\\s?")
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['’´`¨.-])*")
_PARTICLES = frozenset(re.findall(r"\S+", "van von de den der del della di da la le ten ter dos and & al"))
_NO_NAMES = frozenset(
    re.findall(
        r"\S+",
        """
        january february march april may june july august september october november december jan feb mar apr
        jun jul aug sep sept oct nov dec spring summer autumn fall winter since until in as from by before
        after the version release figure table section chapter appendix update
        """,
    )
)
_MEETINGS = frozenset(  # known ones; others count only with an apostrophe ('23), and authors or square brackets
    re.findall(
        r"\S+",
        """
        AAAI AAMAS ACL AIJ AISTATS ALT APPROX CAV CCC CCS COLM COLT CRYPTO CVPR EC ECCV EMNLP ESA EUROCRYPT
        FOCS FORC ICALP ICCV ICLR ICML ICRA IJCAI IPCO ISAAC ISIT ITCS JACM JAIR JCSS JMLR KDD LATIN NAACL
        NDSS NEURIPS NIPS PNAS PODS RANDOM RS&A S&P SICOMP SIGMOD SOCG SODA SOSA SPAA STACS STOC TALG TCC
        TMLR TPAMI UAI USENIX VLDB WINE WWW
        """,
    )
)
_NO_MEETINGS = frozenset(  # data sets and contests that carry a year
    re.findall(r"\S+", "BRATS COCO CONLL DUC ILSVRC ISIC IWSLT KDDCUP MSCOCO SEMEVAL TREC VOC WMT")
)
LONGEST_WHO = 14  # names of authors and the words between them

_CITED = re.compile(r"\[\s*[1-9?]|\[[^\[\]]*\d\d[a-z]*[\],;]")
_CLOSED_BY_YEAR = re.compile(r"(?:19|20)\d\d[a-z]?\s?\)?\s?[)\];]")
_SHORT_YEAR = re.compile(r"['’]\s?\d\d")
_OTHERS = re.compile(r"et\.?\s+al")


def may_cite(text: str) -> bool:
    """Whether there may be a citation."""
    return bool(
        ("[" in text and _CITED.search(text))
        or _OTHERS.search(text)
        or _CLOSED_BY_YEAR.search(text)
        or (("'" in text or "’" in text) and _SHORT_YEAR.search(text))
    )


def citations(text: str) -> str:
    """``[12]``, ``(Author et al., 2021)`` and ``[Author, SODA'23]`` vanish; ``in [1, 10]`` and ``[MASK]`` stay."""
    text = _AFTER_NAME.sub(r"\1", _BRACKET.sub(_without_citations, _LOST_KEY.sub("", text)))
    text = _TWO_STOPS.sub(r"\1", text)
    return _NUMBERED.sub(
        lambda m: (
            m[0]
            if m[1].strip("(,").lower() in _RANGE_WORDS or (m[1] and not m[2] and m[1][-1].isalnum() and m[1].isupper())
            else m[1]
        ),
        text,
    )


def _without_citations(found: re.Match) -> str:
    """What is left of a bracket: nothing, all of it, or what stands before citations of more than a name and a year."""
    inner, square = found[1] or found[2], found[1] is None
    if not _HINT.search(inner):
        return found[0]
    parts = [part.strip(" ,\n") for part in _PARTS.split(inner)]
    if all(_is_citation(part, square) or (nth and _MORE_DATES.fullmatch(part)) for nth, part in enumerate(parts)):
        return ""
    if square:
        return found[0]
    kept = found[0][: -len(inner) - 1]
    if len(parts) > 1 and all(map(is_certain, parts[1:])):
        return f"{kept}{parts[0]})"
    head, comma, tail = inner.partition(", ")
    return f"{kept}{head})" if comma and is_certain(tail.strip()) and not _are_names(head) else found[0]


def _is_citation(part: str, square: bool) -> bool:
    part = _LEAD.sub("", part.rstrip("."))
    if square and (_KEY.fullmatch(part) or _NAME_KEY.fullmatch(part)):
        return True
    if is_certain(part):
        return True
    dated, placed = _DATED.fullmatch(part), _AT_VENUE.fullmatch(part)
    if placed and not placed["who"] and _meeting_dated(placed, known=not square):
        return True
    return bool(dated) and _are_names(dated["who"], parted=True)


def is_certain(part: str) -> bool:
    """Whether a part is a citation beyond doubt: it says "et al.", or has authors, a meeting and its year.

    >>> is_certain("Ho et al., 2020"), is_certain("Golovin ICALP'09"), is_certain("Chase, Moran FOCS 2023")
    (True, True, True)
    >>> is_certain("CASIA, Columbia, IMD2020"), is_certain("Microsoft COCO 2017")
    (False, False)
    """
    dated, placed = _DATED.fullmatch(part), _AT_VENUE.fullmatch(part)
    who = placed["who"] if placed else dated["who"] if dated else part
    others = _AND_OTHERS.search(who)
    if others:
        return _are_names(who[: others.start()])
    return bool(placed) and _are_names(who) and _meeting_dated(placed)


def _meeting_dated(placed: re.Match, *, known: bool = False) -> bool:
    """Whether this is the name of a meeting or journal and its year; ``known``: only one that is known counts."""
    venue = placed["venue"].upper()
    if venue in _MEETINGS:
        return len(placed["date"]) > 2
    short = placed["date"].lstrip(" ,")[0] in "'’"
    return short and not known and sum(map(str.isupper, placed["venue"])) > 1 and venue not in _NO_MEETINGS


def _are_names(who: str, *, parted: bool = False) -> bool:
    """Whether these are names of people; ``parted``: with a comma, "and" or "&" between any two.

    >>> _are_names("van Zuylen, Eliáš & D. Lee"), _are_names("GPT"), _are_names("May"), _are_names("our method")
    (True, False, False, False)
    """
    who = _LOOSE_ACCENT.sub("", who).strip(" ,")
    tokens = re.split(r"[\s,]+", who)
    if not who or len(tokens) > LONGEST_WHO:
        return False
    people = [token for token in tokens if token.lower() not in _PARTICLES] or tokens[:1]  # Le is a name as well
    if parted and any(len(name.split()) > 1 for name in _single_names(who)):
        return False
    if all(token.lower().strip(".") in _NO_NAMES for token in people):
        return False
    return all(_INITIAL.fullmatch(token) or _is_name(token) for token in people)


def _single_names(who: str) -> list[str]:
    names = re.split(r"\s*,\s*|\s+(?:and|&)\s+", who)
    return [" ".join(w for w in name.split() if w.lower() not in _PARTICLES and not _INITIAL.fullmatch(w)) for name in names]


def _is_name(word: str) -> bool:
    return bool(_NAME.fullmatch(word)) and word[0].isupper() and any(map(str.islower, word))
