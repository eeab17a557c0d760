"""Papers of a venue on OpenReview (API 2), through its own client."""

import time
from collections.abc import Iterator

from .polite import NotWhatWasAsked, insist, not_installed, session

BASE = "https://api2.openreview.net"
_FIELDS = ("title", "abstract", "keywords", "venue", "venueid", "primary_area", "TLDR")


def pages(
    query: str,
    done: list[str],
    *,
    accepted: bool = False,
    base_url: str = BASE,
    page_size: int = 500,
    pause: float = 1.0,
    tries: int = 5,
) -> Iterator[tuple[list[dict], int | None]]:
    """Pages of papers and how many there are in all.

    Accepted papers carry the venue's id; all submissions answer its invitation.
    """
    try:
        from openreview import OpenReviewException
        from openreview.api import OpenReviewClient
    except ImportError:
        raise not_installed("openreview-py") from None
    web = session()

    class Client(OpenReviewClient):
        def login_user(self, *who, **how):  # called while it is made, where the environment names a user
            self.session = web
            return super().login_user(*who, **how)

    client = insist(lambda: Client(baseurl=base_url), "OpenReview", web, tries=tries, pause=pause)
    client.session = web  # its own retries for minutes where there is no network, and prints each try
    wanted = {"content": {"venueid": query}} if accepted else {"invitation": f"{query}/-/Submission"}
    at, total = len(done), None

    def ask() -> tuple[list, int | None]:
        try:
            answer = client.get_notes(**wanted, limit=page_size, offset=at or None, sort="number:asc", with_count=True)
        except (OpenReviewException, KeyError, TypeError) as problem:
            raise NotWhatWasAsked(f"{type(problem).__name__}: {problem}") from None
        return answer if isinstance(answer, tuple) else (answer, None)

    while True:
        notes, count = insist(ask, f"OpenReview {query} from paper {at + 1} on", web, tries=tries, pause=pause)
        total = count or total
        if not notes:
            return
        yield [_paper(note) for note in notes], total
        at += len(notes)
        if total is not None and at >= total:
            return
        time.sleep(pause)


def _paper(note) -> dict:
    content = {
        name: value.get("value") if isinstance(value, dict) else value for name, value in (note.content or {}).items()
    }
    return {
        "id": note.id,
        **{name.lower(): content[name] for name in _FIELDS if content.get(name) is not None},
        "url": f"https://openreview.net/forum?id={note.forum or note.id}",
    }
