"""What differs between the venues, how much, and how sure we are.

In reading order: ``proportions`` (the arithmetic of two shares), ``topics`` (themes by venue), ``outliers`` (papers in
none), ``robust`` (which differences hold), ``levels`` (areas and themes together), ``power`` (what could have been
seen), ``terms`` and ``words`` (words by venue, and within a theme); ``two_sample``, ``form`` and ``differing`` (is
there any difference, and what carries it); ``nulls`` (what is found where there is nothing), ``views`` (other
ways of counting), ``adjusted`` (confounders held equal); ``bridges`` and
``density`` (where the venues meet and part), ``trends`` (more venues, more years).
"""

from .outliers import compare_outliers
from .power import minimum_detectable_difference, power_sentence
from .robust import MIN_SIGN_KEPT, with_evidence
from .terms import TERM_COLUMNS, compare_terms
from .topics import COLUMNS, compare_topics, pairs_of

__all__ = [
    "COLUMNS", "MIN_SIGN_KEPT", "TERM_COLUMNS", "compare_outliers", "compare_terms", "compare_topics",
    "minimum_detectable_difference", "pairs_of", "power_sentence", "with_evidence",
]
