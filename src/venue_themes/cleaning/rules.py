"""The cleaning rules in their order; each is a pure function from text to text with a name, a hint and an example."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from . import characters, html, layout, markdown, math, references, tex


@dataclass(frozen=True)
class Rule:
    """A step of cleaning.

    Attributes
    ----------
    name
        What settings and tables call it.
    apply
        Text in, text out.
    hint
        A pattern without which the rule has nothing to do; looked for first, since most abstracts have none.
    example
        A text that the rule changes.
    titles
        Whether titles go through it too.
    """

    name: str
    apply: Callable[[str], str]
    hint: re.Pattern
    example: str
    titles: bool = True


def _rule(apply: Callable[[str], str], hint: str, example: str, *, name: str = "", titles: bool = True) -> Rule:
    return Rule(name or apply.__name__, apply, re.compile(hint), example, titles)


RULES: tuple[Rule, ...] = (
    _rule(characters.mend_encoding, r"[\x80-\x84\x86-\x9f]|[ÂÃÐÑØÙâãäåæïð][\x80-\xff\u0152-\u2122]", "PoincarÃ© maps", name="encoding"),
    _rule(characters.line_ends, r"[\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]", "first half\u2028second half"),
    _rule(characters.plain_spaces, r"[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]", "500\u202fGPU\u00a0hours"),
    _rule(characters.invisible, r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4-\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff]", "trans\u00adformer"),
    _rule(characters.letter_forms, r"[^\x00-\xff]", "e\ufb03cient nai\u0308ve"),
    _rule(html.entities, r"&[a-zA-Z#]", "p &amp;lt; 0.05"),
    _rule(html.tags, r"<[a-zA-Z/!?]|\]\]>|\\documentclass|\\end\{document", "<jats:p>H<sub>2</sub>O</jats:p>"),
    _rule(layout.label, r"(?i)\A\W*(?:abstract|summary)\b", "Abstract: We sort keys.", titles=False),
    _rule(markdown.links, r"\]\(|<https?:|<mailto:", "see [the page](https://example.org)"),
    _rule(math.formulas, r"\$|\\[(\[]|\\begin", r"in $O(\log n)$ time and $\sum_i x_i \le 1$ holds"),
    _rule(tex.environments, r"\\(?:begin|end|item)", r"\begin{itemize}\item first\end{itemize}"),
    _rule(markdown.escapes, r"\\[*_\[\]#]", r"a \* sign and top\_k"),
    _rule(tex.macros, r"\\", r"a \textbf{bold} G{\"o}del~\cite{key}, \beta-catenin"),
    _rule(markdown.emphasis, r"[*_`]|~~", "***Sim**ulating **I**deal **E**ditor*"),
    _rule(markdown.blocks, r"(?m)^\s*(?:#|>|[-*+•‣▪◦·○●–]\s|\(?\d+[.)]\s)", "# Results\n- first\n- second", titles=False),
    _rule(tex.ties, "~", "Fig.~2"),
    _rule(tex.groups, r"[{}]", "{B}ayesian nets"),
    _rule(references.statements, r"(?i)https?\s?:|www\.|\.(?:com|io|org|ai|co)/|code|available|implementation|open.?source|this (?:https?|anonymous|github)? ?(?:url|link)", "We sort keys. Our code is available at https://example.org/x.", titles=False),
    _rule(references.addresses, r"(?i)https?\s?:|www\.|\w\.(?:com|io|org|ai|co|edu|net|cc|dev|gov|ml|app|me|uk|de|ch|fr|cn|jp|eu|ac|info|page|tech)\b|this (?:https?|anonymous|github)? ?(?:url|link)", "Videos are at www.example.org/v.", titles=False),
    _rule(references.identifiers, r"(?i)@|10\.\d{4}|arxiv\s*:", "see arXiv:2101.00001", titles=False),
    _rule(references.citations, r"\[\s*\d|(?:19|20)\d\d[a-z]?\)?[)\]]", "as shown before [12] (Doe et al., 2021)", titles=False),
    _rule(characters.quotes, r"[‘’‚‛′ʼʹ`´＇“”„‟″«»〝〞＂]|''", "don’t call it “new”"),
    _rule(characters.dashes, r"[‐‑‒–—―−﹣－⁃…]|--", "Gromov–Wasserstein—a distance"),
    _rule(layout.broken_words, r"\w-\s*\n", "repre-\nsentation of self-\nsupervised nets", titles=False),
    _rule(layout.missing_spaces, r"[a-z)\]][.!?,;][A-Za-z]", "It ends here.The next begins.", titles=False),
    _rule(layout.one_line, r"\s{2}|\n|^\s|\s$|\s[,;:!?.)\]]|[(\[]\s|\(\s*[,;:.]*\s*\)|\[\s*[,;:.]*\s*\]|[,;:]\s*[,;:]|^[ ,;]|[ ,;]$", "two  spaces , ( ) and\na break", name="spaces"),
)


def rules_on(off: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are not switched off, in order."""
    return tuple(rule for rule in RULES if rule.name not in off)
