"""Spellings of one term that are counted as one: plurals, closed and open compounds, British and American forms.

A variant is merged only where the corpus itself uses both forms, so no form is invented. What is merged is what is
counted; readers see the form that the papers write most.
"""

import re
from collections import Counter

from ..stopwords import FUNCTION_WORDS, no_part

_SAME_IN_PLURAL = frozenset({
    "afterwards", "always", "analysis", "atlas", "axis", "basis", "besides", "bias", "canvas", "class", "corpus",
    "diagnosis", "emphasis", "focus", "gas", "hypothesis", "lens", "less", "loss", "mass", "means", "minus", "news",
    "perhaps", "plus", "process", "series", "sometimes", "species", "status", "synthesis", "thesis", "towards",
    "versus"
})
_PLURAL_ICS = frozenset({
    "characteristics", "clinics", "critics", "heuristics", "metrics", "topics"
})
_IRREGULAR = {
    "analyses": "analysis", "hypotheses": "hypothesis", "syntheses": "synthesis", "diagnoses": "diagnosis",
    "bases": "basis", "axes": "axis", "matrices": "matrix", "vertices": "vertex", "indices": "index",
    "simplices": "simplex", "criteria": "criterion", "phenomena": "phenomenon", "corpora": "corpus",
    "optima": "optimum", "minima": "minimum", "maxima": "maximum", "spectra": "spectrum", "stimuli": "stimulus",
    "children": "child", "women": "woman", "men": "man", "mice": "mouse", "lemmata": "lemma", "formulae": "formula"
}
_BRITISH = [(re.compile(pattern), repl) for pattern, repl in [
    (r"is(e|ed|es|er|ers|ing|ation|ations|able)$", r"iz\1"), (r"ys(e|ed|es|er|ers|ing)$", r"yz\1"),
    (r"our(|s|ed|ing|al|hood|hoods|able|ably)$", r"or\1"), (r"l(led|ling|ler|lers)$", lambda m: m.group(1)),
    (r"(?<=[bt])re(|s)$", r"er\1"), (r"ogue(|s)$", r"og\1"), (r"ence(|s)$", r"ense\1"), (r"gramme(|s)$", r"gram\1"),
    (r"^grey", "gray"), (r"^artefact", "artifact"), (r"geing$", "ging"), (r"dgement(|s)$", r"dgment\1")]]


def singular(word: str, known: Counter) -> str | None:
    """The singular of a lower-case word, where it is a plural whose singular is known.

    >>> singular("policies", Counter(["policy"])), singular("dynamics", Counter(["dynamic"]))
    ('policy', None)
    """
    if word in _IRREGULAR and _IRREGULAR[word] in known:
        return _IRREGULAR[word]
    if not word.endswith("s") or word in _SAME_IN_PLURAL or word.endswith(("ss", "us", "is")):
        return None
    if word.endswith("ics") and word.rpartition("-")[2] not in _PLURAL_ICS:
        return None
    tries = [word[:-3] + "y"] if word.endswith("ies") else []
    tries += [word[:-2]] if word.endswith(("xes", "ches", "shes", "sses", "zzes")) else []
    return next((form for form in [*tries, word[:-1]] if form in known and form not in FUNCTION_WORDS), None)


def _is_plural_acronym(written: str) -> bool:
    return len(written) > 2 and written.endswith("s") and written[-2].isupper()


def _american(word: str, known: Counter) -> str | None:
    if len(word) < 5:
        return None
    forms = (pattern.sub(repl, word) for pattern, repl in _BRITISH)
    return next((form for form in forms if form != word and form in known and form not in FUNCTION_WORDS), None)


def merged_words(written: Counter) -> dict[str, str]:
    """Which written words are counted as another than their own lower-case form.

    Parameters
    ----------
    written
        Occurrences of each word as written; open compounds (``fine tuning``) are passed over.

    Returns
    -------
    dict
        Written word to counted form; words that are counted as themselves in lower case are left out.

    >>> merged_words(Counter(["LLMs", "LLM", "GPS", "GPs", "GP", "finetuning", "fine-tuning", "fine-tuning"]))
    {'LLMs': 'llm', 'GPs': 'gp', 'finetuning': 'fine-tuning'}
    """
    known = Counter()
    written = Counter({word: n for word, n in written.items() if " " not in word})
    for word, n in written.items():
        known[word.lower()] += n
    step = _one_compound(known)
    result = {}
    for word in written:
        form = _follow(word, known, step)
        if form != word.lower():
            result[word] = form
    return result


def _one_compound(known: Counter) -> dict[str, str]:
    """Per closed compound (``finetuning``) the most frequent of its closed and hyphenated forms, where both occur."""
    best: dict[str, str] = {}
    for word in known:
        closed = word.replace("-", "")
        if closed != word and closed in known and not no_part(closed) and closed not in FUNCTION_WORDS:
            best[closed] = max(best.get(closed, closed), word, key=lambda form: (known[form], form))
    return best


def _follow(word: str, known: Counter, compound: dict[str, str]) -> str:
    """The form at the end of the chain plural, British, closed compound (each step only to a form that is known)."""
    form = word.lower()
    if form in FUNCTION_WORDS or "'" in form:
        return form
    may_be_plural = _is_plural_acronym(word) or (len(word) > 3 and not word.isupper() and not word[-2:].isupper())
    form = (singular(form, known) if may_be_plural else None) or form
    form = _american(form, known) or form
    form = compound.get(form.replace("-", ""), form)
    return singular(form, known) or form if may_be_plural and "-" in form else form


def open_compounds(words: set[str]) -> dict[tuple[str, ...], str]:
    """The parts of each hyphenated word, so that ``fine tuning`` can be counted with ``fine-tuning``.

    Only compounds of two or three words that are no stop words at their ends: ``learning based`` is no compound.

    >>> open_compounds({"fine-tuning", "k-center", "mixture-of-experts", "state-based"})
    {('fine', 'tuning'): 'fine-tuning', ('mixture', 'of', 'experts'): 'mixture-of-experts'}
    """
    found = {}
    for word in sorted(words):
        parts = tuple(word.split("-"))
        ends = (parts[0], parts[-1])
        if len(parts) in (2, 3) and all(parts) and not any(no_part(end) or end in FUNCTION_WORDS for end in ends):
            found[parts] = word
    return found
