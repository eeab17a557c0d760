"""Venue, year and decision, out of whatever a source calls them."""

import re
from dataclasses import dataclass
from functools import lru_cache

_PHRASES = {
    "neural information processing systems": "NeurIPS",
    "international conference on machine learning": "ICML",
    "international conference on learning representations": "ICLR",
    "artificial intelligence and statistics": "AISTATS",
    "uncertainty in artificial intelligence": "UAI",
    "conference on learning theory": "COLT",
    "computational learning theory": "COLT",
    "asian conference on machine learning": "ACML",
    "conference on robot learning": "CoRL",
    "algorithmic learning theory": "ALT",
    "transactions on machine learning research": "TMLR",
    "journal of machine learning research": "JMLR",
    "aaai conference on artificial intelligence": "AAAI",
    "international joint conference on artificial intelligence": "IJCAI",
    "international joint conferences on artificial intelligence": "IJCAI",
    "knowledge discovery and data mining": "KDD",
    "empirical methods in natural language processing": "EMNLP",
    "north american chapter of the association for computational linguistics": "NAACL",
    "european chapter of the association for computational linguistics": "EACL",
    "transactions of the association for computational linguistics": "TACL",
    "annual meeting of the association for computational linguistics": "ACL",
    "computer vision and pattern recognition": "CVPR",
    "winter conference on applications of computer vision": "WACV",
    "international conference on computer vision": "ICCV",
    "european conference on computer vision": "ECCV",
    "british machine vision conference": "BMVC",
    "world wide web conference": "WWW",
    "the web conference": "WWW",
    "human factors in computing systems": "CHI",
    "medical imaging with deep learning": "MIDL",
    "conference on language modeling": "COLM",
    "information and knowledge management": "CIKM",
    "web search and data mining": "WSDM",
    "robotics and automation": "ICRA",
    "learning for dynamics and control": "L4DC",
    "causal learning and reasoning": "CLeaR",
    "machine learning for healthcare": "MLHC",
}
_ACRONYMS = sorted(
    set(_PHRASES.values())
    | {
        "NeurIPS",
        "arXiv",
        "CoRR",
        "MLSys",
        "SIGIR",
        "RecSys",
        "COLING",
        "CoNLL",
        "INTERSPEECH",
        "ICASSP",
        "IROS",
        "RSS",
        "MICCAI",
        "AutoML",
        "LoG",
        "CHIL",
        "DMLR",
        "ISMIR",
        "SIGGRAPH",
        "UbiComp",
        "CSCW",
        "UIST",
        "ICCS",
        "ECML",
        "PKDD",
        "ICDM",
        "SDM",
        "FAccT",
        "AIES",
    }
)
_KNOWN = {name.lower(): name for name in _ACRONYMS} | {"nips": "NeurIPS", "thewebconf": "WWW", "sigkdd": "KDD"}
_YEAR = r"(?:1[89]|20)\d\d"
_ACCEPTED = r"notable[- ]top[- ]\d+%?|poster|oral|spotlight|talk|accept(?:ed)?"
_DECLINED = r"desk[- ]?reject(?:ed)?|reject(?:ed)?|withdr(?:awn|awal|aw)|submitted to"
_DECISION = re.compile(rf"\b(?:{_DECLINED}|{_ACCEPTED})(?!\w)", re.I)
_FILLER = re.compile(
    rf"\b(?:{_DECLINED}|{_ACCEPTED}|papers?|abstracts?|conference|proceedings|submissions?|main|track|list|the|"
    rf"of|at|from|all|regular|full|long|short|acm|ieee(?:/cvf)?|presented|presentations?|{_YEAR})\b|'\d\d\b|"
    rf"[^\w]+",
    re.I,
)
_NOT_VENUES = frozenset(
    re.findall(
        r"\S+",
        """
        csv json jsonl data all papers export abstracts the in as on of table figure a since until by
        jan feb mar apr may jun jul aug sep oct nov dec part copy new january february march april june
        july august september october november december
        """,
    )
)


@dataclass(frozen=True)
class Place:
    """Where a paper appeared, as far as a string tells."""

    venue: str | None = None
    year: int | None = None
    decision: str | None = None


@lru_cache(maxsize=4096)
def place_of(text: str) -> Place:
    """Venue, year and decision that a venue string names.

    >>> place_of("ICLR 2024 poster")
    Place(venue='ICLR', year=2024, decision='poster')
    >>> place_of("Proceedings of the 42nd International Conference on Machine Learning")
    Place(venue='ICML', year=None, decision=None)
    >>> place_of("NeurIPS.cc/2023/Conference")
    Place(venue='NeurIPS', year=2023, decision=None)
    """
    text = " ".join(re.sub(r"[{}]", "", text).split())
    if not text:
        return Place()
    year = re.search(rf"(?<!\d){_YEAR}(?!\d)", text) or re.search(r"(?<=['’])\d\d(?!\d)", text)
    decision = _DECISION.search(text.replace("_", " "))
    return Place(_venue(text), _full_year(year[0]) if year else None, decision[0].lower() if decision else None)


def _venue(text: str) -> str:
    if "workshop" in text.lower():
        return text
    phrase = next((short for long, short in _PHRASES.items() if long in text.lower()), None)
    if phrase:
        return phrase
    group = re.match(r"(\w+)\.(?:cc|org|io)/", text)  # OpenReview: ICLR.cc/2025/Conference
    name = group[1] if group else text
    rest = " ".join(_FILLER.sub(" ", name).split())
    if rest.lower() in _KNOWN:
        return _KNOWN[rest.lower()]
    glued = re.fullmatch(rf"([A-Za-z]+?)[-_]?(?:{_YEAR}|'?\d\d)", name.strip())
    if glued and glued[1].lower() in _KNOWN:
        return _KNOWN[glued[1].lower()]
    trimmed = re.sub(
        rf"[\s,(\[_-]*(?:{_YEAR}|['’]\d\d)\)?\]?(?:\W*(?:{_DECLINED}|{_ACCEPTED}|papers|conference|submission)\b)*\W*$",
        "",
        name,
        flags=re.I,
    ).strip()
    return trimmed or name


def _full_year(text: str) -> int:
    year = int(text)
    return year if year > 99 else year + (2000 if year < 70 else 1900)


_DECOR = r"[\s#*=_~>•|\[\]()\"'“”‘’:.–—-]*"
_HEADING = re.compile(
    rf"^{_DECOR}(?:(?:venue|conference|accepted\s+papers\s+(?:of|at|from)|papers\s+(?:of|at|from)|"
    rf"proceedings\s+of(?:\s+the)?)\b[\s:]*)?"
    rf"(?:(?P<first>{_YEAR})[\s_-]+)?(?P<venue>[^\W\d_][\w&+./ -]*?)(?:[\s,_/-]*['’](?P<short>\d\d)|"
    rf"[\s,_/(-]*(?P<year>{_YEAR}))?\)?"
    rf"(?P<tail>(?:[\s:,(–—-]*\b(?:papers?|abstracts?|accepted|conference|proceedings|main|track|posters?|"
    rf"orals?|spotlights?|submissions?|list|\d+)\)?)*){_DECOR}$",
    re.I,
)

_NO_INK = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
_GOES_WITH = frozenset(
    re.findall(
        r"\S+",
        """
        a abstract abstracts accepted advances all and annual at benchmarks by conference datasets findings for from full in
        international list long main of on oral orals paper papers poster posters proceedings regular selected short
        spotlight spotlights submission submissions symposium systems the track tracks volume vol workshop workshops year
        """,
    )
)


@lru_cache(maxsize=1024)
def heading_of(line: str) -> Place | None:
    """The venue and year that a heading line of a text file names, or None when it is no heading.

    >>> heading_of("# NeurIPS'24")
    Place(venue='NeurIPS', year=2024, decision=None)
    >>> heading_of("ICLR-2025:").venue, heading_of("ICML 2025 Papers").year
    ('ICLR', 2025)
    >>> heading_of("We study 2025 papers of a venue in depth.") is None
    True
    """
    if len(line) > 160:
        return None
    line = " ".join(_NO_INK.sub("", line).split())
    found = _HEADING.match(line) if len(line) <= 120 else None
    return (_as_written(found) if found else None) or _by_what_is_left(line)


def _as_written(found: re.Match) -> Place | None:
    name, digits = found["venue"].strip(" -_/.,"), found["year"] or found["short"] or found["first"]
    known = _known(name)
    says_papers = bool(re.search(r"papers|abstracts|proceedings", found["tail"], re.I))
    one_name = bool(re.fullmatch(r"[A-Z][\w&+./-]*(?: [A-Z][\w&+./-]*){0,3}", name)) and name.lower() not in _NOT_VENUES
    if not (known and (digits or says_papers)) and not (one_name and digits and (says_papers or name.isupper())):
        return None
    return Place(known or name, _full_year(digits) if digits else None)


def _by_what_is_left(line: str) -> Place | None:
    """The venue and year of a line that has nothing else but words that go with them, in any order."""
    spelled = next((short for long, short in _PHRASES.items() if long in line.lower()), None)
    for long in _PHRASES:
        line = re.sub(long, " ", line, flags=re.I)
    words = re.findall(r"['’]?\w[\w&+]*", line)
    names = [word for word in words if word in {_KNOWN.get(word.lower()), word.upper()} and word.lower() in _KNOWN]
    years = [word for word in words if re.fullmatch(rf"{_YEAR}|['’]\d\d", word)]
    years += re.findall(rf"(?:{'|'.join(names)})-(\d\d)(?!\w)", line) if names and not years else []
    rest = {word.lower() for word in words} - {word.lower() for word in [*names, *years]} - _GOES_WITH
    other = [word for word in rest if not re.fullmatch(r"\d{1,4}(?:st|nd|rd|th)?", word)]
    if other or not (spelled or names) or len(set(names)) > 1 or len(set(years)) != 1:
        return None
    venue = spelled or _KNOWN[names[0].lower()]
    workshop = re.search(r"\bworkshops?\b", line, re.I)
    return Place(f"{venue} Workshop" if workshop else venue, _full_year(years[0].strip("'’")))


def _known(name: str) -> str | None:
    low = name.lower()
    return _KNOWN.get(low) or next((short for long, short in _PHRASES.items() if long in low), None)


def place_of_file(name: str) -> Place:
    """Venue and year that a file name tells: ``iclr2025.jsonl.gz``, ``NeurIPS_2023_papers.csv``, ``icml24.bib``.

    Only names of known venues count; a year counts when it has four digits or follows such a name.
    """
    stem = re.split(r"[/\\]", name)[-1].split(".")[0]
    words = re.findall(r"[^\W\d_]+|\d+", stem)
    for word, following in zip(words, [*words[1:], ""], strict=False):
        venue = _KNOWN.get(word.lower()) if len(word) > 2 else None
        if venue and word.lower() not in {"log", "alt", "clear", "automl", "rss"} | _NOT_VENUES:
            year = (
                following
                if re.fullmatch(rf"{_YEAR}|\d\d", following)
                else next((w for w in words if re.fullmatch(_YEAR, w)), "")
            )
            return Place(venue, _full_year(year) if year else None)
    year = next((w for w in words if re.fullmatch(_YEAR, w)), None)
    return Place(None, int(year) if year else None)
