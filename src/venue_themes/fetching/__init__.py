"""Fetching a venue into a file that ``reading`` reads: OpenReview, PMLR, arXiv."""

import inspect
from collections.abc import Callable
from pathlib import Path

from ..errors import SettingsError
from . import arxiv_api, openreview_api, pmlr_pages
from .polite import quiet
from .store import Store

KINDS = {"openreview": openreview_api.pages, "pmlr": pmlr_pages.pages, "arxiv": arxiv_api.pages}


def fetch(
    kind: str, query: str, out: str | Path, *, progress: bool = True, say: Callable[[str], None] | None = None, **options
) -> Path:
    """Download the papers of ``query`` into ``out``, JSON Lines (packed when the name ends in .gz), a paper a line.

    What has come is kept in ``OUT.part``; the same call again goes on from there.

    Parameters
    ----------
    kind
        ``openreview`` (query: a venue id such as ``ICLR.cc/2025/Conference``), ``pmlr`` (a volume number) or
        ``arxiv`` (a query in arXiv's own language).
    say
        Called with a sentence on what was written, when, how many, and how to go on.
    options
        ``accepted`` (OpenReview: only accepted papers, not all submissions), ``base_url``, ``page_size``, ``pause`` (seconds
        between requests), ``tries`` (per request).

    Returns
    -------
    Path
        ``out``.

    Raises
    ------
    SettingsError
        No such kind or option, or its client is not installed.
    InputError
        The server cannot be reached (told at once), keeps failing, answers with something else, or has no such paper; or
        ``out`` cannot be written.
    """
    if kind not in KINDS:
        raise SettingsError(
            "Fetching from",
            repr(kind),
            "one of " + ", ".join(KINDS),
            "venue-themes fetch --help shows an example of each.",
        )
    known = inspect.signature(KINDS[kind]).parameters
    unknown = [name for name in options if name not in known]
    if unknown:
        allowed = ", ".join(name for name in known if name not in {"query", "done"})
        raise SettingsError(f"Fetching from {kind} with the option", unknown[0], f"one of {allowed}", "Leave it out.")
    store = Store(Path(out), f"{kind} {query}")
    say = say or (lambda sentence: None)
    with store.opened(progress) as papers, quiet():
        if papers.done:
            say(f"{len(papers.done):,} papers are in {store.part} already; the download goes on from there.")
        try:
            for page, total in KINDS[kind](query, papers.done, **options):
                papers.add(page, total)
        except KeyboardInterrupt:
            if papers.done:
                say(f"{len(papers.done):,} papers are kept in {store.part}; the same command goes on from there.")
            raise
    path = store.finished()
    say(store.summary())
    return path
