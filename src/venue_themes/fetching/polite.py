"""Asking a server politely: pauses, retries with back-off, Retry-After honoured."""

import time
from collections.abc import Callable

from ..errors import InputError, SettingsError

AGENT = "venue-themes (research tool; one request at a time)"
LONGEST_WAIT = 120.0  # seconds


class NotWhatWasAsked(Exception):
    """The server answered, but with something else (an error page with status 200, half an answer)."""


def session():
    """A requests session that waits as Retry-After says on 429 and 503, and backs off on other faults of the server."""
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util.retry import Retry

    made = requests.Session()
    made.headers["User-Agent"] = AGENT
    retry = Retry(
        total=6,
        backoff_factor=0.5,
        status_forcelist=[429, 500, 502, 503, 504],
        raise_on_status=False,
        respect_retry_after_header=True,
    )
    made.mount("https://", HTTPAdapter(max_retries=retry))
    made.mount("http://", HTTPAdapter(max_retries=retry))
    return made


def insist(ask: Callable, what: str, *, tries: int = 5, pause: float = 1.0):
    """The answer of ``ask()``, asked again after growing pauses while the connection breaks or the answer is odd.

    Raises
    ------
    InputError
        The last try failed too.
    """
    import requests

    for nth in range(tries):
        try:
            return ask()
        except (requests.RequestException, NotWhatWasAsked, ValueError, OSError) as problem:
            said = " ".join(str(problem).split())[:200]
        if nth + 1 < tries:
            time.sleep(min(pause * 2**nth, LONGEST_WAIT))
    raise InputError(
        f"Fetching {what} failed {tries} times, lastly with",
        said,
        "an answer of the server",
        "Try again later: what has come is kept, and the same command goes on from there.",
    )


def page_text(web, url: str) -> str | None:
    """The text at ``url``; None where there is nothing (404)."""
    answer = web.get(url, timeout=60)
    if answer.status_code == 404:
        return None
    if answer.status_code != 200:
        raise NotWhatWasAsked(f"status {answer.status_code}")
    answer.encoding = answer.encoding if "charset" in answer.headers.get("Content-Type", "") else "utf-8"
    return answer.text


def not_installed(package: str) -> SettingsError:
    """The sentence for a client that is missing."""
    return SettingsError(
        "Fetching needs",
        f"the package {package}, which is not installed",
        "the optional extra fetch",
        "Install it: pip install 'venue-themes[fetch]'.",
    )
