"""The terms of a further text, as they were counted in a collection."""

from collections.abc import Iterator

from ..contracts import DocumentTerms
from .counting import counted_form
from .stream import word_kinds
from .tokens import classify, raw_tokens


class Analyser:
    """The function from a text to its terms, as ``count_terms`` found them; a vectoriser's ``analyzer``.

    Parameters
    ----------
    terms
        The counted terms; others are not found.

    >>> from venue_themes.terms import count_terms
    >>> Analyser(count_terms(["Graphs of LLMs.", "An LLM on a graph."]))("Graphs and an LLM")
    ['graph', 'llm']
    """

    def __init__(self, terms: DocumentTerms):
        self.spelling = terms.spelling
        self.known = frozenset(terms.terms)
        self.longest = max((term.count(" ") + 1 for term in self.known), default=1)
        self.split = {word for word, form in self.spelling.items() if " " in form and " " not in word}
        self.joined = frozenset(tuple(word.split()) for word in self.spelling if " " in word)
        self._memory: dict[str, tuple[str, int]] = {}

    def __call__(self, text: str) -> list[str]:
        """The terms of a text in reading order, with repeats."""
        coded = [self._form(word) for word in self._compounds(list(self._words(text)))]
        return [term for at, (_, kind) in enumerate(coded) if kind == 2
                for term in _phrases(coded[at:at + self.longest]) if term in self.known]

    def _words(self, text: str) -> Iterator[str]:
        for token in raw_tokens(text):
            for word in classify(token):
                yield from word.split("-") if word.lower() in self.split else (word,)

    def _compounds(self, words: list[str]) -> list[str]:
        """The words with open compounds as one, those of three parts first, as in the count."""
        lower = [word.lower() for word in words]
        taken = [0] * len(words)
        for size in (3, 2):
            for at in range(len(words) - size + 1):
                if tuple(lower[at:at + size]) in self.joined and not any(taken[at:at + size]):
                    taken[at:at + size] = [size] + [-1] * (size - 1)
        return [" ".join(words[at:at + max(1, taken[at])]) for at in range(len(words)) if taken[at] >= 0]

    def _form(self, word: str) -> tuple[str, int]:
        if word not in self._memory:
            plain = word[:1].lower() + word[1:]
            known = word if word in self.spelling or plain != word.lower() else plain
            form = counted_form(known, self.spelling)
            self._memory[word] = (form, int(word_kinds([form])[0]))
        return self._memory[word]


def _phrases(coded: list[tuple[str, int]]) -> Iterator[str]:
    """The phrases that begin with the first of the words."""
    for size, (_, kind) in enumerate(coded, start=1):
        if kind == 0:
            return
        if kind == 2:
            yield " ".join(form for form, _ in coded[:size])
