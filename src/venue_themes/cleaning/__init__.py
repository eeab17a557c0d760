"""Cleaning: from records to a corpus in which only the science differs, with an account of every record and rule."""

import re
from collections import Counter

import pandas as pd

from .. import settings
from ..errors import InputError, SettingsError
from ..papers import REJECT_COLUMNS, UNKNOWN_VENUE, Corpus, as_papers, with_identity
from .engine import Account, clean_text
from .judging import LONG, reason_to_reject
from .parallel import prepare
from .rules import RULES, rules_on

_PLAIN_TITLE = re.compile(r"[A-Za-z0-9]+(?:(?:: | |-)[A-Za-z0-9]+)*")

__all__ = ["clean", "clean_title"]


def clean(
    records: list[dict], warnings: list[str], options: settings.Cleaning | None = None, *, not_selected: int = 0
) -> Corpus:
    """The corpus of what ``reading`` found: papers kept, records rejected with their reason, and the account.

    Parameters
    ----------
    records
        As ``reading.Reading.records``; read = kept + rejected, always.
    warnings
        Sentences that go in front of those found here.
    not_selected
        Records that ``reading`` let go already; they are counted as read and rejected, and not listed.

    Raises
    ------
    InputError
        No record can be kept.
    SettingsError
        ``options.off`` names a rule that does not exist.
    """
    options = options or settings.Cleaning()
    rules = _rules(options)
    kept, rejects = [], []
    for record in records:
        kept.append(record) if record["reject"] is None and record["abstract"] else rejects.append(
            {**record, "reason": record["reject"] or "no abstract (missing or empty)"}
        )
    if not kept:
        raise _nothing_left(records, rejects)
    frame = _frame(kept, rules)
    texts, languages, accounts = prepare(frame["abstract"].tolist(), options.off)
    frame = frame.assign(
        text=texts, language=languages, reason=[reason_to_reject(text, options.min_words) for text in texts]
    )
    rejects += frame[frame["reason"].notna()].to_dict("records")
    frame = frame[frame["reason"].isna()].reset_index(drop=True)
    if frame.empty:
        raise _nothing_left(records, rejects)
    frame = _with_duplicates(frame, options)
    found = [*warnings, *_warnings(frame, rejects)]
    account = {
        "read": len(records) + not_selected,
        "kept": len(frame),
        "rejected": len(rejects) + not_selected,
        "not_selected": not_selected,
        "rules": [_row(name, account) for name, account in accounts.items()],
        "warnings": found,
    }
    return Corpus(as_papers(frame), _rejects(rejects), account)


def clean_title(title: str | None, rules: tuple = RULES) -> str | None:
    """A title as it is shown: without markup, its words as they are."""
    if not title or _PLAIN_TITLE.fullmatch(title):
        return title or None
    return clean_text(title, tuple(rule for rule in rules if rule.titles)).rstrip(".") or None


def _rules(options: settings.Cleaning) -> tuple:
    names = [rule.name for rule in RULES]
    unknown = [name for name in options.off if name not in names]
    if unknown:
        raise SettingsError(
            "Setting cleaning.off names",
            repr(unknown[0]),
            "names of rules: " + ", ".join(names),
            "docs/cleaning.md shows each of them.",
        )
    return rules_on(options.off)


def _frame(kept: list[dict], rules: tuple) -> pd.DataFrame:
    columns = [
        "source_file",
        "source_record",
        "source_id",
        "venue",
        "year",
        "title",
        "abstract",
        "keywords",
        "primary_area",
        "decision",
        "url",
    ]
    frame = pd.DataFrame(kept, columns=columns).astype(object)
    frame = frame.where(frame.notna(), None)
    frame["title"] = pd.Series([clean_title(title, rules) for title in frame["title"]], dtype=object, index=frame.index)
    frame["venue"] = frame["venue"].where(frame["venue"].notna(), UNKNOWN_VENUE)
    return with_identity(frame)


def _with_duplicates(frame: pd.DataFrame, options: settings.Cleaning) -> pd.DataFrame:
    from .duplicates import first_of_kind

    firsts = first_of_kind(frame["text"].tolist(), options.near_duplicate)
    ids = frame["paper_id"].tolist()
    return frame.assign(duplicate_of=[None if first == row else ids[first] for row, first in enumerate(firsts)])


def _row(name: str, account: Account) -> dict:
    before, after = account.samples[0] if account.samples else (None, None)
    return {
        "rule": name,
        "papers_changed": account.papers_changed,
        "characters_removed": account.characters_removed,
        "example_before": before,
        "example_after": after,
        "examples": [list(pair) for pair in account.samples],
    }


def _rejects(rejects: list[dict]) -> pd.DataFrame:
    frame = pd.DataFrame(rejects, columns=[*REJECT_COLUMNS[:-1], "abstract"]).rename(columns={"abstract": "excerpt"})
    frame["excerpt"] = [
        " ".join(str(text)[:400].split())[:200] if isinstance(text, str) else None for text in frame["excerpt"]
    ]
    frame = frame.sort_values(["source_file", "source_record"], kind="stable", ignore_index=True)
    return frame.astype({"year": "Int64", "source_record": "Int64"})[REJECT_COLUMNS]


def _kind(reason: str) -> str:
    if re.match(r"(?:line|entry|the entry)\b", reason):
        return "could not be parsed"
    return reason.split(" (")[0].split(":")[0]


def _reasons(rejects: list[dict]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in Counter(_kind(row["reason"]) for row in rejects).most_common())


def _nothing_left(records: list[dict], rejects: list[dict]) -> InputError:
    names = sorted({record["source_file"] for record in records})
    where = names[0] if len(names) == 1 else f"{len(names)} files"
    return InputError(
        f"{where or 'The input'}: {len(records)} records were read and",
        f"none has an abstract that can be used ({_reasons(rejects) or 'there are none'})",
        "abstracts",
        "Export the records with their abstracts, or name the column that holds them: --columns abstract=NAME.",
    )


def _warnings(frame: pd.DataFrame, rejects: list[dict]) -> list[str]:
    said = []
    if rejects:
        said.append(f"{len(rejects)} records were not kept: {_reasons(rejects)}; rejects.csv lists them.")
    unknown = int((frame["venue"] == UNKNOWN_VENUE).sum())
    if unknown:
        said.append(f"{unknown} of {len(frame)} papers name no venue; give it with --venue, or as a column.")
    long = frame["text"].str.len() > LONG
    if long.any():
        said.append(
            f"{int(long.sum())} abstracts are unusually long (over {LONG:,} characters; the longest has "
            f"{int(frame['text'].str.len().max()):,})."
        )
    other = Counter(code for code in frame["language"] if code not in {"en", "und"})
    if other:
        said.append(
            f"{sum(other.values())} abstracts are in another language than English "
            f"({', '.join(f'{code} {n}' for code, n in other.most_common())}); they are kept and marked in "
            f"the column language."
        )
    return said + _duplicate_warnings(frame)


def _duplicate_warnings(frame: pd.DataFrame) -> list[str]:
    copies = frame[frame["duplicate_of"].notna()]
    if copies.empty:
        return []
    venue = dict(zip(frame["paper_id"], frame["venue"], strict=True))
    pairs = Counter(
        tuple(sorted((venue[first], own))) for first, own in zip(copies["duplicate_of"], copies["venue"], strict=True)
    )
    across = ", ".join(f"{a}/{b} {n}" for (a, b), n in sorted(pairs.items()) if a != b)
    said = f"{len(copies)} abstracts repeat another one (marked in duplicate_of)"
    return [said + (f", across venues: {across}." if across else ".")]
