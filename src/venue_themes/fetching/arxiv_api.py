"""Papers of a query to arXiv, through its client."""

import itertools
import re
from collections.abc import Iterator

from .polite import NotWhatWasAsked, insist, not_installed, session

BASE = "https://export.arxiv.org/api/query"
MOST = 30_000  # papers that the interface gives for one query


def pages(
    query: str, done: list[str], *, base_url: str = BASE, page_size: int = 200, pause: float = 3.0, tries: int = 5
) -> Iterator[tuple[list[dict], int | None]]:
    """Pages of papers, oldest first; arXiv asks for three seconds between requests."""
    try:
        import arxiv
    except ImportError:
        raise not_installed("arxiv") from None
    web, total = session(), [None]
    client = arxiv.Client(page_size=page_size, delay_seconds=pause, num_retries=0)
    client.query_url_format = base_url + "?{}"
    client._session = web  # waits as Retry-After says, which the client's own does not

    def note_total(answer, **_) -> None:
        if answer.status_code == 200:
            total[0] = _total(answer.content)

    web.hooks["response"].append(note_total)
    search = arxiv.Search(
        query=query, max_results=None, sort_by=arxiv.SortCriterion.SubmittedDate, sort_order=arxiv.SortOrder.Ascending
    )
    at = len(done)

    def ask() -> list:
        try:
            found = list(itertools.islice(client.results(search, offset=at), page_size))
        except arxiv.ArxivError as problem:
            raise NotWhatWasAsked(str(problem)) from None
        if not found and at < (total[0] or 0):
            narrower = "; ask by ranges of submittedDate" if at >= MOST else ""
            raise NotWhatWasAsked(f"an empty page where {total[0] - at:,} more papers are announced{narrower}")
        return found

    while True:
        page = insist(ask, f"arXiv {query} from paper {at + 1} on", web, tries=tries, pause=pause)
        if page:
            yield [_paper(result) for result in page], total[0]
        at += len(page)
        if at >= total[0] if total[0] is not None else len(page) < page_size:
            return


def _total(feed: bytes) -> int | None:
    """How many papers the feed announces; the client takes a page of HTML for an empty list, and would end there."""
    if b"<feed" not in feed[:4096]:
        raise NotWhatWasAsked("no feed in the answer")
    said = re.search(rb"<(?:\w+:)?totalResults[^>]*>\s*(\d+)", feed)
    return int(said[1]) if said else None


def _paper(result) -> dict:
    return {
        "id": result.get_short_id(),
        "title": result.title,
        "abstract": result.summary,
        "venue": "arXiv",
        "year": result.published.year,
        "primary_area": result.primary_category,
        "keywords": list(result.categories),
        "url": result.entry_id,
    }
