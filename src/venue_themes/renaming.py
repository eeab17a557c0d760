"""Themes and areas named by a language model, where the settings name one."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from .cache import Cache
from .contracts import DocumentTerms, TopicModel
from .naming import Endpoint, Names, name_topics
from .settings import Settings
from .wording import stems

NAMED = ("areas", "bertopic")  # an area before its themes, which then avoid its name
_TITLE = 120  # characters


@dataclass(frozen=True)
class Renamed:
    """The models with their names, what was asked and answered (empty: nothing was), and a sentence about it."""

    models: list[TopicModel]
    asked: dict
    notes: list[str]


def name_models(models: Sequence[TopicModel], papers: pd.DataFrame, terms: DocumentTerms, settings: Settings,
                keep: Cache) -> Renamed:
    """Themes and areas with names by the language model of the settings; terms stay, and so do keyphrases where it fails.

    Parameters
    ----------
    papers, terms
        Rows as in the models.
    """
    chosen = settings.naming
    if not chosen.endpoint:
        return Renamed(list(models), {}, [])
    key = os.environ.get(chosen.key_variable) if chosen.key_variable else None
    endpoint = Endpoint(chosen.endpoint, chosen.model, key, chosen.timeout)
    shown = papers["title"].fillna(papers["text"]).str.split().str.join(" ").str[:_TITLE].tolist()
    found: dict[str, Names] = {}
    for name in NAMED:
        model = next((m for m in models if m.name == name), None)
        if model is not None and not any(names.failure for names in found.values()):
            away = found["areas"].labels if "areas" in found else ()
            found[name] = name_topics(model, shown, _stems_of(model, terms), endpoint, keep, away=away)
    records = [record for names in found.values() for record in names.records]
    asked = {"endpoint": chosen.endpoint, "model": chosen.model, "topics": records}
    named = [replace(m, labels=found[m.name].labels) if m.name in found else m for m in models]
    return Renamed(named, asked, [_note(records, [n.failure for n in found.values() if n.failure], chosen)])


def _stems_of(model: TopicModel, terms: DocumentTerms) -> list[frozenset[str]]:
    """Per topic the stems of the single words of its papers."""
    likely = model.weights.argmax(axis=1)
    words = [(column, term) for column, term in enumerate(terms.terms) if " " not in term]
    known = [frozenset().union(*(stems(part) for part in term.split("-") if part)) for _, term in words]
    counts = terms.counts[:, [column for column, _ in words]].tocsr()
    return [frozenset().union(*(known[at] for at in np.unique(counts[likely == t].indices))) for t in range(len(model.labels))]


def _note(records: list[dict], failures: list[str], chosen) -> str:
    taken = sum(record["answer"] is not None and record["refused"] is None for record in records)
    if failures:
        return (f"Names by a language model: {chosen.endpoint} {failures[0]}, so keyphrases stand instead"
                + (f" for all but {taken} topics." if taken else "."))
    said = f"{taken} of {len(records)} names of themes and areas are by the language model {chosen.model}"
    refused = [record for record in records if record["refused"]]
    if not refused:
        return f"{said}; naming.json has each question and answer."
    first = refused[0]
    return (f"{said}; of the others the answer was no name (the first: {first['answer'][:40]!r}, {first['refused']}), and "
            "keyphrases stand instead.")
