"""The cleaning rules in their order; each is a pure function from text to text with a name, a hint and an example."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from . import characters, citing, html, layout, markdown, math, references, tex


@dataclass(frozen=True)
class Rule:
    """A step of cleaning.

    Attributes
    ----------
    name
        What settings and tables call it.
    apply
        Text in, text out.
    signs
        Characters of which a text must hold at least one for the rule to have something to do; None: any text may.
    test
        A finer test of that; most texts fail one or the other, and are spared the rule.
    example
        A text that the rule changes.
    titles
        Whether titles go through it too.
    """

    name: str
    apply: Callable[[str], str]
    signs: frozenset[str] | None
    test: Callable[[str], object] | None
    example: str
    titles: bool = True


def _rule(
    apply: Callable[[str], str],
    signs: str | None,
    example: str,
    *,
    test: Callable | None = None,
    name: str = "",
    titles: bool = True,
) -> Rule:
    return Rule(name or apply.__name__, apply, None if signs is None else frozenset(signs), test, example, titles)


def _beyond_ascii(pattern: str) -> Callable[[str], object]:
    search = re.compile(pattern).search
    return lambda text: not text.isascii() and search(text)


RULES: tuple[Rule, ...] = (
    _rule(characters.mend_encoding, None, "PoincarÃ© maps", name="encoding", test=_beyond_ascii(characters.MISREAD)),
    _rule(tex.lost_backslashes, "\t\f\x08\r\n", "a grid of $8 \times 8$ cells", test=tex.has_lost),
    _rule(characters.line_ends, characters.LINE_ENDS, "first half\u2028second half"),
    _rule(characters.plain_spaces, characters.SPACES, "500\u202fGPU\u00a0hours"),
    _rule(characters.invisible, characters.INVISIBLE, "trans\u00adformer"),
    _rule(characters.letter_forms, None, "e\ufb03cient nai\u0308ve", test=_beyond_ascii("[^\x00-\xff]")),
    _rule(html.entities, "&", "p &amp;lt; 0.05"),
    _rule(html.tags, "<>\\", "<jats:p>H<sub>2</sub>O</jats:p>"),
    _rule(layout.label, None, "Abstract: We sort keys.", test=layout.is_labelled, titles=False),
    _rule(markdown.links, "<(", "see [the page](https://example.org)", test=markdown.has_link),
    _rule(math.formulas, "$\\", r"in $O(\log n)$ time and $\sum_i x_i \le 1$ holds"),
    _rule(tex.environments, "\\", r"\begin{itemize}\item first\end{itemize}"),
    _rule(markdown.escapes, "\\", r"a \* sign and top\_k"),
    _rule(tex.macros, "\\", r"a \textbf{bold} G{\"o}del~\cite{key}, \beta-catenin"),
    _rule(markdown.emphasis, "*_`~", "***Sim**ulating **I**deal **E**ditor*"),
    _rule(markdown.blocks, None, "# Results\n- first\n- second", test=markdown.has_blocks, titles=False),
    _rule(tex.ties, "~", "Fig.~2"),
    _rule(tex.groups, "{}", "{B}ayesian nets"),
    _rule(references.rights, None, "We sort keys. © 2020 The Authors.", test=references.may_own, titles=False),
    _rule(
        references.statements,
        None,
        "We sort keys. Our code is available at https://example.org/x.",
        test=references.may_offer,
        titles=False,
    ),
    _rule(
        references.addresses,
        None,
        "Papers listed by www.example.org/v since 2013 are counted.",
        test=references.may_point,
        titles=False,
    ),
    _rule(references.identifiers, "@1:", "see arXiv:2101.00001", test=references.may_identify, titles=False),
    _rule(
        citing.citations, "[)", "as shown before [12] (Doe et al., 2021)", test=citing.may_cite, titles=False
    ),
    _rule(characters.quotes, "'" + characters.QUOTES, "don’t call it “new”", test=characters.has_quotes),
    _rule(characters.dashes, "-" + characters.DASHES, "Gromov–Wasserstein—a distance", test=characters.has_dashes),
    _rule(
        layout.broken_words, "-(", "repre-\nsentation of self-\nsupervised nets", test=layout.has_break, titles=False
    ),
    _rule(layout.missing_spaces, None, "It ends here.The next begins.", test=layout.is_glued, titles=False),
    _rule(layout.one_line, None, "two  spaces , ( ) and\na break", name="spaces", test=layout.is_loose),
)


def rules_on(off: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are not switched off, in order."""
    return tuple(rule for rule in RULES if rule.name not in off)
