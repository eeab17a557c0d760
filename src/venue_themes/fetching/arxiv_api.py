"""Papers of a query to arXiv, through its client."""

from collections.abc import Iterator

from .polite import NotWhatWasAsked, insist, not_installed, session

BASE = "https://export.arxiv.org/api/query"


def pages(
    query: str, done: list[str], *, base_url: str = BASE, page_size: int = 200, pause: float = 3.0, tries: int = 5
) -> Iterator[tuple[list[dict], int | None]]:
    """Pages of papers, oldest first; arXiv asks for three seconds between requests."""
    try:
        import arxiv
    except ImportError:
        raise not_installed("arxiv") from None
    client = arxiv.Client(page_size=page_size, delay_seconds=pause, num_retries=0)
    client.query_url_format = base_url + "?{}"
    client._session = session()  # waits as Retry-After says, which the client's own does not
    client._session.hooks["response"].append(_refuse_pages)
    search = arxiv.Search(
        query=query, max_results=None, sort_by=arxiv.SortCriterion.SubmittedDate, sort_order=arxiv.SortOrder.Ascending
    )
    at = len(done)

    def ask() -> list:
        try:
            found = []
            for result in client.results(search, offset=at):
                found.append(result)
                if len(found) >= page_size:
                    break
        except arxiv.ArxivError as problem:
            raise NotWhatWasAsked(str(problem)) from None
        return found

    while True:
        page = insist(ask, f"arXiv {query} from paper {at + 1} on", tries=tries, pause=pause)
        if page:
            yield [_paper(result) for result in page], None
        at += len(page)
        if len(page) < page_size:
            return


def _refuse_pages(answer, **_) -> None:
    """The client takes a page of HTML for an empty list, and would end there."""
    if answer.status_code == 200 and b"<feed" not in answer.content[:4096]:
        raise NotWhatWasAsked("no feed in the answer")


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
