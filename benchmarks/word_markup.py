"""Is any of the words that lean most to a venue markup? Before and after cleaning.

usage: python benchmarks/word_markup.py A.jsonl.gz B.jsonl.gz

Takes the 200 strongest log-odds (|z|, Monroe et al. 2008) of every word of the abstracts, stop words too, as published and
as cleaned; then those of the terms that the comparison counts. Prints the 200, and how many of them are in the list of
markup of ``venue_themes.stopwords``.
"""

import re
import sys

import pandas as pd

STRONGEST = 200
WORD = r"(?u)[^\W_]+(?:['’-][^\W_]+)*"


def every_word(texts: list[str]):
    """The counts of all words of at least five texts, nothing left out."""
    from sklearn.feature_extraction.text import CountVectorizer

    from venue_themes.contracts import DocumentTerms

    vectorizer = CountVectorizer(token_pattern=WORD, min_df=5)
    counts = vectorizer.fit_transform(texts)
    words = tuple(vectorizer.get_feature_names_out())
    return DocumentTerms(counts, words, words, {})


def strongest(terms, venues, n: int = STRONGEST) -> pd.DataFrame:
    """The ``n`` terms of largest |z|."""
    from venue_themes.comparing import compare_terms

    found = compare_terms(terms, venues)
    return found.loc[found["z"].abs().sort_values(ascending=False, kind="stable").index[:n]]


def markup_among(terms: list[str]) -> list[str]:
    """Those that hold a word of the list of markup, or a sign that only markup has.

    >>> markup_among(["graph", "mathbb r", "\\\\alpha", "self-supervised", "https"])
    ['mathbb r', '\\\\alpha', 'https']
    """
    from venue_themes.stopwords import MARKUP

    return [
        term
        for term in terms
        if not MARKUP.isdisjoint(re.findall(r"[^\W_]+", term.lower())) or re.search(r"[\\${}<>*`_^~]|//", term)
    ]


def main(paths: list[str]) -> int:
    from venue_themes import cleaning, reading
    from venue_themes.assembling import full_texts
    from venue_themes.terms import count_terms

    papers = cleaning.clean(reading.read_sources(paths).records, []).papers
    venues = papers["venue"].to_numpy(dtype=object)
    left = 0
    for name, terms in (
        ("every word, as published", every_word(papers["abstract"].tolist())),
        ("every word, cleaned", every_word(papers["text"].tolist())),
        ("terms of the comparison, cleaned", count_terms(full_texts(papers))),
    ):
        found = strongest(terms, venues)
        markup = markup_among(found["term"].tolist())
        left += len(markup) if "cleaned" in name else 0
        print(f"\n{name}: of the {len(found)} strongest, markup are {len(markup)}: {', '.join(markup) or 'none'}")
        for side, part in found.groupby(found["z"] < 0):
            venue = part["venue_b" if side else "venue_a"].iloc[0]
            print(f"  {venue}: " + ", ".join(f"{term} {abs(z):.1f}" for term, z in zip(part["term"], part["z"], strict=True)))
    return min(left, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
