"""Formulas: short ones become readable text, long ones a gap; prices are neither."""

import re
from functools import lru_cache

from .tex import macros

LONGEST = 24  # characters of a formula that is still read as a word or two
_DISPLAY = re.compile(r"\$\$(?=\S|\s)([^$]+?)\$\$(-?)", re.S)
_SKIP = re.compile(r"\\\\\*?\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|\\[a-z]+)\s*\]")  # \\[2pt] ends a line
_BRACKETED = re.compile(r"\\{1,2}\((.+?)\\{1,2}\)(-?)|\\{1,2}\[(.+?)\\{1,2}\](-?)", re.S)
_ENVIRONMENT = re.compile(
    r"\\begin\s?\{((?:equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat|array|[bpvV]?matrix|cases)\*?)\}.*?\\end\s?\{\1\}",
    re.S,
)
_DOLLAR = re.compile(r"(?<!\\)\$")
_DROP = re.compile(
    r"\\(?:left|right|[bB]igg?[lrm]?|middle|mathrel|mathbin|mathop|limits|displaystyle|hat|widehat|tilde|widetilde|bar|overline|underline|vec|dot|ddot|check|breve|mathring)(?![a-zA-Z])"
)
_SCRIPT = re.compile(r"([_^])\s*\{([^{}]*)\}")
_WORDS = re.compile(r"(?<![\\a-zA-Z])[a-zA-Z]{3,}")
_RELATION = re.compile(r"[=<>≤≥⩽⩾≈∼≃≅∈∉→←↦⇒⇔∑∏∫⊂⊆⊃∪∩≠≪≫≡∝∀∃×∘·⋅∖|‖∥&:;]")
_LONE = re.compile(r"(?<![\w$\\])\$+(?![\d$])|(?<=[\s(])\$+(?=[\s)])|(?<=[a-z)])\$+(?=[\s:;,.)]|$)")


def formulas(text: str) -> str:
    """Formulas in ``$``, ``$$``, ``\\(``, ``\\[`` and environments become text or a gap; a stray ``$`` vanishes."""
    text = _ENVIRONMENT.sub(" ", _SKIP.sub(" ", text))
    text = _BRACKETED.sub(lambda m: _shown(m[1] or m[3], m[2] or m[4] or ""), text)
    text = _DISPLAY.sub(lambda m: _shown(m[1], m[2]), text)
    return _LONE.sub("", _dollars(text)) if "$" in text else text


def _dollars(text: str) -> str:
    """The text with each pair of single dollars that holds a formula replaced."""
    at = [m.start() for m in _DOLLAR.finditer(text)]
    out, done, i = [], 0, 0
    while i + 1 < len(at):
        j = _partner(text, at, i)
        start, end = at[i], at[j]
        if is_formula(text[start + 1 : end], text[end + 1 : end + 2]):
            hyphen = text[end + 1 : end + 2] == "-"
            out += [text[done:start], _shown(text[start + 1 : end], "-" if hyphen else "")]
            done, i = end + 1 + hyphen, j + 1
        else:
            i += 1
    return "".join([*out, text[done:]])


def _partner(text: str, at: list[int], i: int) -> int:
    """The next dollar before which all braces are closed (``$\\texttt{I$^2$MoE}$``), else the next one."""
    for j in range(i + 1, min(i + 6, len(at))):
        body = text[at[i] + 1 : at[j]]
        if body.count("{") == body.count("}"):
            return j
    return i + 1


def is_formula(body: str, following: str) -> bool:
    """Whether what stands between two dollars is a formula, not the words between two prices.

    >>> is_formula("O(n^2)", " "), is_formula("k", "-"), is_formula("5 per hour and ", "7")
    (True, True, False)
    """
    if not body.strip() or len(body) > 1500 or "\n\n" in body:
        return False
    signs = re.search(r"[\\^_={}<>|]", body)
    words = len(
        _WORDS.findall(
            re.sub(
                r"\\(?:text|mathrm|operatorname|mathsf|mathtt|textit|textbf|mathit|mathbf)\w*\s?\{[^{}]*\}", "", body
            )
        )
    )
    if not signs and re.match(r"[\d,.]+\s+[a-z]{2,}", body):
        return False  # 5 or 10: two prices
    if body[-1].isspace() and following[:1].isdigit():
        return False
    if body[0].isspace() or body[-1].isspace():
        return (bool(signs) and words <= 1) or len(body.strip()) <= 2
    if following[:1].isdigit() and body[0].isdigit():
        return False  # 5-, 10 or 3/hr, US: two prices
    return words <= 1 or (bool(signs) and words <= 3)


def _shown(body: str, hyphen: str) -> str:
    text = readable(body)
    return text + hyphen if text.strip() else " "


@lru_cache(maxsize=1 << 14)
def readable(body: str) -> str:
    """A short formula as text, ``" "`` for a long one.

    >>> readable(r"\\alpha"), readable(r"O(n \\log n)"), readable("L_2"), readable(r"95\\%")
    ('α', 'O(n log n)', 'L2', '95%')
    >>> readable(r"\\sum_{i=1}^{n} x_i \\le 1")
    ' '
    """
    if len(body) > 160 or re.search(r"\\[{}]|\\begin", body):
        return " "
    text = _DROP.sub("", re.sub(r"\\\\(?=[a-zA-Z|])", r"\\", body).replace("~", " "))
    for _ in range(4):
        text = _SCRIPT.sub(r"\1\2", text)
    text = macros(text).replace("{", "").replace("}", "").replace("$", "")
    text = re.sub(r"\s*([_^/])\s*", r"\1", " ".join(text.split()))
    text = re.sub(r"([(\[]) | ([)\],])", r"\1\2", re.sub(r"(?<=[^\W\d_])_(?=\d(?!\w))", "", text))
    letters = re.search(r"[^\W\d_]", text)
    if not text or len(text) > LONGEST or (letters and _RELATION.search(text)) or not re.search(r"\w", text):
        return " "
    return text
