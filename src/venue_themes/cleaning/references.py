"""Rules on what points outside the text: addresses, code and data statements, identifiers."""

import re

_TLD = "com|org|io|ai|edu|net|cc|dev|gov|ml|tech|info|page|app|co|me|uk|de|ch|fr|cn|jp|eu|ac|science|site|xyz"
_URL = (
    r"(?:https?\s?:\s?//|www\.)[^\s<>\"'{}|\\^`\[\]]+|(?<![\w@.-])(?:[A-Za-z0-9-]+\.)+(?:TLD)/[^\s<>\"'{}|"
    r"\\^`\[\]]*|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:github\.io|readthedocs\.io|huggingface\.co|com|org|edu|"
    r"io)(?![\w-]|\.\w)"
).replace("TLD", _TLD)
_WITH_LEAD = re.compile(
    rf"(?:\s*\(?\b(?:(?:is|are)\s+)?(?:(?:publicly\s+)?(?:available|accessible|found|hosted|"
    rf"released)\s+)?(?:at|from|via|see|under|on|in|here)\s*:?)?\s*[(\[<]?\s*(?:{_URL})(?:\s*[)\]>])?",
    re.I,
)
_SPLIT_URL = re.compile(r"(https?:)\s*(//)\s*|(?<=\bgithub)\.\s(?=com/|io/)", re.I)
_ANY_URL = re.compile(_URL, re.I)
_THIS_URL = re.compile(r"\s*(?:\bat\s+)?\bthis (?:https?|anonymous|github)? ?(?:url|link)\b", re.I)

_SENTENCE = re.compile(r"[.!?][\"')\]]*(\s+)(?=[\[(\"'A-Z0-9]|https?:|www\.)|(\n\s*\n)|(\n)(?=https?:|www\.)")
_THING = (
    r"(?:source\s+)?(?:codes?|codebase|implementations?|software|package|library|toolkit|models?|checkpoints?|"
    r"weights|(?:data)?sets?|data|benchmarks?|corpus|demos?|videos?|visuali[sz]ations?|results|supplementa\w+|"
    r"materials?|resources|repository|repo|project|page|web\s?site|homepage|website|leaderboard|appendix|scripts?|"
    r"notebooks?|github|samples|examples|animations?|it|everything|artifacts?|evaluation)"
)
_OFFERED = (
    r"(?:available|released?|open[- ]?sourced?|accessible|accessed|downloaded?|provided|published|found|viewed|"
    r"seen|visit(?:ed)?|hosted|public(?:ly)?|obtained|shared|online|check(?:ed)? out|refer|at|see)"
)
_OFFER = re.compile(rf"\b{_THING}\b.*\b{_OFFERED}\b|\b{_OFFERED}\b.*\b{_THING}\b", re.I | re.S)
_SHARED = (
    r"(?:codes?|codebase|implementations?|software|package|library|toolkit|models?|checkpoints?|weights|datasets?|"
    r"data|benchmarks?|corpus|demos?|resources|materials?|repository|scripts?|leaderboard|artifacts?|prompts?|"
    r"videos?)"
)
_READY = (
    r"(?:(?:publicly|freely|openly|fully|all|also|both|now|online|open|to|the|public|as|"
    r"well)\s+){0,4}(?:available|accessible|open[- ]?sourced?|released?|public|published)\b"
)
_PLAIN_OFFER = re.compile(
    rf"^\W*(?:(?:finally|moreover|furthermore|additionally|also|in addition),?\s+)?(?:the|our|all|both|this|"
    rf"its|source|codes?|implementation|(?:data|datasets?|models?|videos?|weights|checkpoints?|demos?|"
    rf"prompts?)\s*(?:,|and|&)|an?\s+(?:\S+\s+){{0,3}}(?:implementation|"
    rf"code))\b[^.;:]*?\b{_SHARED}\b[^.;:]*?\b(?:is|are|be|been|was|were)\s+(?:\w+\s+)?{_READY}"
    rf"|^\W*(?:codes?|implementation)\b[^.;:]{{0,60}}?{_READY}|^\W*(?:the\s+|our\s+)?(?:source\s+)?(?:codes?|"
    rf"implementation)\s+(?:is|are|can be|will be|has been)\b"
    rf"|^\W*(?:[^.;:,]{{0,70}},\s*)?we\s+(?:\w+ly\s+|will\s+|also\s+|have\s+|further\s+|are\s+)*(?:ma[dk]e|"
    rf"making)\b[^.;:]*\b{_SHARED}\b[^.;:]*?{_READY}"
    rf"|^\W*(?:[^.;:,]{{0,70}},\s*)?we\s+(?:\w+ly\s+|will\s+|also\s+|have\s+|further\s+|"
    rf"are\s+)*(?:releas(?:ed?|ing)|open[- ]?sourc(?:ed?|ing)|provided?|publish(?:ed)?|"
    rf"shared?)\s+(?:\w+\s+){{0,3}}?(?:source\s+)?(?:codes?|codebase|implementation)\b",
    re.I,
)
_CONTENT = re.compile(
    r"\b(?:un|not\s+|in)(?:available|accessible)\b|\b(?:when|if|unless|because|but|however|while|although|"
    r"only|limited|scarce|rarely|often|outperform\w*|improv\w*|achiev\w*)\b",
    re.I,
)
_LONGEST_PLAIN = 32  # words
_LABELLED = re.compile(
    rf"(?:^|(?<=[.!?;])\s*|\n)\W*(?:(?:source\s+|our\s+|project\s+|the\s+)?{_THING}(?:\s*(?:,|and|&|"
    rf"/)\s*{_THING})*)(?:\s+(?:page|link|url|repository|available|web\s?site))*\s*(?:is|are|at|:)+\s*(?:at|"
    rf"here)?\s*:?\s*(?:{_URL})[.;,]?",
    re.I,
)
_LONGEST_OFFER = 45  # words
_LONGEST_POINTER = 16  # words around an address that say no more than what is there
_KEYWORD = re.compile(
    r"ttps?\b|ww\.|\.(?:com|org|io|ai|co|net|edu)\b|vailab|elease|code|Code|CODE|ource|ublic|URL|url|link|"
    r"rovide|hare|ound"
)

_DOI = re.compile(r"\(?\b(?:doi\s*:?\s*|https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/[^\s<>\"']+[^\s<>\"'.,;)]\)?", re.I)
_ARXIV = re.compile(
    r"[\[(]?\barxiv\s*:\s*(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\s*\[[\w.-]+\])?[\])]?", re.I
)
_EMAIL = re.compile(r"[\[(<]?\b[\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}\b[\])>]?")

_DOTTED = re.compile(rf"\.\s?(?:{_TLD})\b")
_NAMED = ("://", "www.", "ttp", "WWW.", ".COM", "this URL", "this url", "this link", "this anonymous")
_OFFERING = (
    "vailable",
    " code",
    "Code",
    "CODE",
    "implementation",
    "Implementation",
    "pen-sourc",
    "pen sourc",
    "releas",
    "URL",
)


def may_point(text: str) -> bool:
    """Whether there may be a web address."""
    return any(map(text.__contains__, _NAMED)) or bool(_DOTTED.search(text))


def may_offer(text: str) -> bool:
    """Whether there may be a statement on code or data."""
    return any(map(text.__contains__, _OFFERING)) or may_point(text)


def may_identify(text: str) -> bool:
    """Whether there may be a DOI, an arXiv number or an e-mail address."""
    return "@" in text or "10." in text or "rxiv" in text or "rXiv" in text


_RIGHTS = re.compile(
    r"(?:©(?:\s*[Cc]opyright)?|\b[Cc]opyright\s*(?:©|\([cC]\))|(?<![\w)])\([cC]\))[\s,]*"
    r"(?:(?:19|20)\d\d\b|(?:held\s+)?(?:by\s+)?[Tt]he\s+(?:[Aa]uthor|[Oo]wner)|Springer|IEEE\b|ACM\b|Elsevier|Wiley|Owner)"
    r"|\bCopyright\s+(?:(?:19|20)\d\d\b|(?:is\s+)?held\s+by\b|by\s+the\s+author)"
)
_LISTED_C = re.compile(r"\([bB]\)")
_RESERVED = re.compile(r"[\s,;-]*\ball rights reserved\W*\Z|\A\W*all rights reserved\.\s*", re.I)
_LEADING_RIGHTS = re.compile(
    rf"\A\W{{0,3}}(?:{_RIGHTS.pattern})[^.\n]{{0,120}}?(?:(?:\bB\.\s?V|\bS\.\s?A|\b(?:Ltd|Inc|Co|GmbH))\b[^.\n]{{0,40}})?"
    rf"(?:\.\s*|\n)(?=[A-Z][a-z ])"
)
_LONGEST_RIGHTS = 300  # characters from the sign to the end of the text


def may_own(text: str) -> bool:
    """Whether there may be a notice of copyright."""
    return "©" in text or "opyright" in text or "(c)" in text or "(C)" in text or "ights reserved" in text


def rights(text: str) -> str:
    """Notices of copyright at the end or the start vanish, unless nothing else is left."""
    kept = _LEADING_RIGHTS.sub("", text)
    for found in _RIGHTS.finditer(kept):
        if len(kept) - found.start() <= _LONGEST_RIGHTS and not ("(" in found[0] and _LISTED_C.search(kept, 0, found.start())):
            kept = kept[: found.start()].rstrip(" \n,;-")
            break
    kept = _RESERVED.sub("", kept)
    return kept if kept.strip() else text


def statements(text: str) -> str:
    """Sentences that only say where code, data or a web page is found vanish, unless nothing else is left."""
    text = _LABELLED.sub(" ", text)
    pieces = _pieces(text)
    kept = "".join(piece + gap for piece, gap in pieces if not is_statement(piece))
    return kept if kept.strip() else text


def is_statement(sentence: str) -> bool:
    """Whether a sentence says no more than where to find code, data or a page.

    >>> is_statement("Our code is available at https://example.org/x."), is_statement("The code is publicly available.")
    (True, True)
    >>> is_statement("We release a dataset of 10,000 molecules.")
    False
    """
    if sentence.count(" ") >= _LONGEST_OFFER or not _KEYWORD.search(sentence):
        return False
    if _ANY_URL.search(sentence) or _THIS_URL.search(sentence):
        bare = _ANY_URL.sub(" at ", sentence)
        if len(bare.split()) <= _LONGEST_POINTER:
            return bool(_OFFER.search(bare)) or not re.search(r"[a-z]{4}", bare)
        sentence = bare
    if sentence.count(" ") >= _LONGEST_PLAIN or _CONTENT.search(sentence):
        return False
    return bool(_PLAIN_OFFER.search(sentence.strip()))


def _pieces(text: str) -> list[tuple[str, str]]:
    pieces, done = [], 0
    for gap in _SENTENCE.finditer(text):
        space = gap[1] or gap[2] or gap[3]
        pieces.append((text[done : gap.end() - len(space)], space))
        done = gap.end()
    return [*pieces, (text[done:], "")]


def addresses(text: str) -> str:
    """Web addresses vanish, with the "at" or "see" before them and the brackets around them."""
    text = _SPLIT_URL.sub(lambda m: f"{m[1]}{m[2]}" if m[1] else ".", text)
    return _THIS_URL.sub("", _WITH_LEAD.sub(_address, text))


def _address(found: re.Match) -> str:
    tail = re.search(r"[.,;:!?]+$", found[0])
    opened, closed = found[0].count("(") + found[0].count("["), found[0].count(")") + found[0].count("]")
    return (")" if closed > opened else "") + (tail[0][:1] if tail else "")


def identifiers(text: str) -> str:
    """DOIs, arXiv numbers and e-mail addresses vanish."""
    return _EMAIL.sub("", _ARXIV.sub("", _DOI.sub("", text)))
