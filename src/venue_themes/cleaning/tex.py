"""Rules on TeX outside formulas: environments, macros, accents, ties; an unescaped per cent sign never eats text."""

import re
from functools import lru_cache

_ARGUMENT = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_OPTIONS = r"(?:\s?\[[^\[\]]*\])*"
_DROPPED = re.compile(
    r"[ ~]?\\(?:cite\w*|[Cc]ref|ref|eqref|autoref|pageref|label|footnote|footnotemark|footnotetext|thanks|"
    r"vspace|hspace|bibliography\w*|includegraphics|input|index|todo)\*?" + _OPTIONS + r"\s?" + _ARGUMENT
)
_COLOUR = re.compile(r"\\(?:textcolor|colorbox|fontsize|selectfont|color|hypersetup|setlength)\s?" + _ARGUMENT)
_LINK = re.compile(r"\\href\s?" + _ARGUMENT + r"\s?" + _ARGUMENT)
_ADDRESS = re.compile(r"\\(?:url|nolinkurl|path)\s?" + _ARGUMENT)
_FRACTION = re.compile(r"\\[dt]?frac\s?" + r"\{([^{}]*)\}\s?\{([^{}]*)\}")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s?\{[\w*]+\}(?:\[[^\[\]]*\])?|\\item\b\s?(?:\[[^\[\]]*\])?")
_ACCENT = re.compile(
    r"\{?\\(?:([\"'`^~=.])|([vHc])(?![A-Za-z])\s*|([utdbkr])(?=\s?\{))\s?(?:\{\s*\\?([A-Za-z]{0,2})\s*\}|"
    r"\\([ij])(?![A-Za-z])|(?<!\s)([A-Za-z])|(?<=\\[vHc]\s)([A-Za-z]))\}?"
)
_DOUBLED = re.compile(r"\\\\(?=[a-zA-Z]{2,}\s?\{|[%&$#_{}|])")
_WITH_ARGUMENT = re.compile(r"\\([a-zA-Z]+)\*?" + _OPTIONS + r"\s?\{([^{}]*)\}")
_SWITCH = re.compile(
    r"\\(?:math(?:cal|bb|bf|rm|sf|frak|scr|it|tt|ds|bbm|normal)|boldsymbol|bm|pmb|text(?:bf|it|tt|sc|rm|sf|"
    r"normal|up|md|sl)?|emph|underline|operatorname|mbox|hbox|bf|it|em|tt|sc|sf|rm|sl|bfseries|itshape|"
    r"scshape|ttfamily|rmfamily|normalfont|small|footnotesize|large|Large|xspace|noindent|centering|protect|"
    r"relax|displaystyle|textstyle|limits|nolimits|left|right|[bB]igg?[lrm]?|quad|qquad|"
    r"allowbreak|ensuremath|mathstrut)(?![a-zA-Z])\*?(?: (?=[A-Za-z0-9]))?"
)
_BREAK = re.compile(r"\\(?:newline|linebreak|pagebreak|newpage|par|smallskip|medskip|bigskip)(?![a-zA-Z])")
_NAME = re.compile(r"(\w?)\\([a-zA-Z]+)\*?(\s?)")
_SPACE_MACRO = re.compile(r"\\(?:[,;:!> @/-]|\n)")
_ESCAPED = re.compile(r"\\([%&$#_{}|'`\"])")
_QUOTED = re.compile(r"\\'([A-Za-z][^\\'\n]{0,60})\\'(?![\w{])")  # quotation marks escaped by hand, no accents
_TIE = re.compile(r"(?<=\d)~(?=\d)")
_GROUPS = re.compile(r"[{}]")
_SPELLED = {
    "ie": "i.e.",
    "eg": "e.g.",
    "etal": "et al.",
    "etc": "etc.",
    "wrt": "w.r.t.",
    "slash": "/",
    "textbackslash": " ",
    "backslash": " ",
    "textasciitilde": "~",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "colon": ":",
}
_LETTERS = {
    "ss",
    "o",
    "O",
    "l",
    "L",
    "ae",
    "AE",
    "oe",
    "OE",
    "aa",
    "AA",
    "i",
    "j",
    "dh",
    "DH",
    "th",
    "TH",
    "dj",
    "DJ",
    "ng",
    "NG",
}


_LOST = re.compile(
    r"\t(?=imes|heta|au\b|ext[a-z]*\{|ilde|op\b)|\f(?=rac\b|orall)|\x08(?=eta|ar\{|oldsymbol|egin\{|inom)|"
    r"\r(?=ho\b|ight|angle)|\n(?=abla|eq\b|u\b)"
)
_ESCAPES = {"\t": "\\t", "\f": "\\f", "\x08": "\\b", "\r": "\\r", "\n": "\\n"}


def has_lost(text: str) -> bool:
    """Whether ``lost_backslashes`` has something to do."""
    return bool(_LOST.search(text))


def lost_backslashes(text: str) -> str:
    """A tab before ``imes`` was ``\\times`` before some program took it for an escape; it is so again."""
    return _LOST.sub(lambda m: _ESCAPES[m[0]], text)


def environments(text: str) -> str:
    """``\\begin{...}``, ``\\end{...}`` and ``\\item`` become line breaks."""
    return _ENVIRONMENT.sub("\n", text)


def macros(text: str) -> str:
    """Arguments stay, markup goes; accents and symbols become characters; unknown symbols are spelled out."""
    text = _DOUBLED.sub(lambda m: "\\", text)
    text = _ADDRESS.sub(r" \1 ", _LINK.sub(r"\2", _COLOUR.sub("", _DROPPED.sub("", text))))
    text = _ACCENT.sub(_accent, _QUOTED.sub(r"'\1'", text))
    text = _SPACE_MACRO.sub(lambda m: "" if m[0] in {"\\-", "\\/", "\\@", "\\!"} else " ", text.replace("\\\\", " "))
    text = _SWITCH.sub("", _BREAK.sub(" ", text))
    for _ in range(8):
        inner = _FRACTION.sub(r"\1/\2", _WITH_ARGUMENT.sub(_argument, text))
        if inner == text:
            break
        text = inner
    text = _NAME.sub(_symbol, _ESCAPED.sub(_escaped, text))
    return text.replace("\\", " ")


def ties(text: str) -> str:
    """A tie ``~`` becomes a space, unless it says "about" before a number."""
    text = _TIE.sub("-", text)
    return re.sub(r"~+(?!\d)|(?<=[^\s(])~+", " ", text)


def groups(text: str) -> str:
    """Braces that group (``{B}ayesian``) vanish."""
    return _GROUPS.sub("", text)


@lru_cache(maxsize=4096)
def symbol_of(name: str) -> str | None:
    """The character(s) of a macro such as ``alpha``, or None when it is unknown (pylatexenc's table)."""
    if name in _SPELLED:
        return _SPELLED[name]
    spec = _symbols().get_macro_spec(name)
    text = getattr(spec, "simplify_repl", None)
    return text if isinstance(text, str) and text and "%" not in text else None


@lru_cache(maxsize=1)
def _symbols():
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()


@lru_cache(maxsize=4096)
def _accented(mark: str, letter: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text().latex_to_text(f"\\{mark}{{{letter}}}").strip()


def _accent(found: re.Match) -> str:
    mark = found[1] or found[2] or found[3]
    letter = found[4] if found[4] is not None else found[5] or found[6] or found[7]
    text = _accented(mark, letter) if letter else ""
    if len(text) > 1 and found[4] is None and mark in "'`\"":
        return mark + letter  # no such letter: an escaped quotation mark before a word
    opened = found[0].startswith("{")
    closed = found[0].endswith("}}") if found[4] is not None else found[0].endswith("}")
    return ("{" if opened and not closed else "") + text + ("}" if closed and not opened else "")


def _argument(found: re.Match) -> str:
    name, argument = found[1], found[2]
    if name in {"frac", "dfrac", "tfrac"}:
        return found[0]
    if name == "sqrt":
        return "√" + argument
    known = symbol_of(name)
    if known is not None or not argument.strip():  # a symbol, or a name of the authors' own: \ourmethod{}
        return f"\\{name} {argument}"
    return argument


def _symbol(found: re.Match) -> str:
    before, name, space = found.groups()
    text = symbol_of(name)
    if text is None:
        return f"{before} {name}{space}" if before else name + space
    return before + text + ("" if name in _LETTERS else space)


def _escaped(found: re.Match) -> str:
    return "" if found[1] in "{}|" else found[1]
