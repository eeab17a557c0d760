"""Asking a server politely: pauses, retries with back-off, Retry-After honoured; and saying at once when there is none."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from ..errors import InputError, SettingsError

AGENT = "venue-themes (research tool; one request at a time)"
LONGEST_WAIT = 120.0  # seconds
CONNECT, ANSWER = 4.0, 60.0  # seconds to wait for a connection (per address), and for each piece of an answer
_MAY_PASS = {408, 425, 429}  # client errors after which asking again may help
_LOG = logging.getLogger(__name__)


class NotWhatWasAsked(Exception):
    """The server answered, but with something else (an error page with status 200, half an answer)."""


def session(missing_is_fine: bool = False):
    """A requests session that waits as Retry-After says on 429 and 503, and backs off on other faults of the server.

    What asking again cannot mend (status 403, say) is refused at once. Its attribute ``answered`` tells whether any
    server has answered yet.

    Parameters
    ----------
    missing_is_fine
        Status 404 is handed on instead of refused.
    """
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util.retry import Retry

    class Patient(HTTPAdapter):
        def send(self, request, **how):
            how["timeout"] = how.get("timeout") or (CONNECT, ANSWER)
            return super().send(request, **how)

    def heed(answer, **_) -> None:
        made.answered = True
        if 400 <= answer.status_code < 500 and answer.status_code not in _MAY_PASS | ({404} if missing_is_fine else set()):
            said = " ".join(answer.text.split())[:120] if "json" in answer.headers.get("Content-Type", "") else answer.reason
            raise InputError(
                f"The server {urlsplit(answer.url).hostname} refuses the request with status",
                f"{answer.status_code} ({said})",
                "status 200",
                "Check the name of the venue, the volume or the query, and whether a proxy stands between.",
            )

    made = requests.Session()
    made.answered = False
    made.headers["User-Agent"] = AGENT
    made.hooks["response"].append(heed)
    retry = Retry(
        total=4,
        connect=0,
        read=0,  # connections that break are asked again by `insist`
        backoff_factor=0.5,
        status_forcelist=[429, 500, 502, 503, 504],
        raise_on_status=False,
        respect_retry_after_header=True,
    )
    for scheme in ("https://", "http://"):
        made.mount(scheme, Patient(max_retries=retry))
    return made


def insist(ask: Callable, what: str, web, *, tries: int = 5, pause: float = 1.0):
    """The answer of ``ask()``, asked again after growing pauses while the connection breaks or the answer is odd.

    Parameters
    ----------
    web
        The `session` that ``ask`` uses.

    Raises
    ------
    InputError
        The last try failed too; or the very first connection could not be made (told at once).
    """
    import requests

    for nth in range(tries):
        try:
            return ask()
        except (requests.RequestException, NotWhatWasAsked, ValueError, OSError) as problem:
            why = None if web.answered else _out_of_reach(problem)
            if why:
                raise _unreachable(what, problem, why) from None
            said = " ".join(str(problem).split())[:200]
        if nth + 1 < tries:
            wait = min(pause * 2**nth, LONGEST_WAIT)
            if wait >= 1:
                _LOG.warning("%s: %s; asking again in %.0f s.", what, said, wait)
            time.sleep(wait)
    raise InputError(
        f"Fetching {what} failed {tries} times, lastly with",
        said,
        "an answer of the server",
        "Try again later: what has come is kept, and the same command goes on from there.",
    )


def _out_of_reach(problem: Exception) -> str | None:
    """Why no connection could be made at all, or None when one was made and broke."""
    import requests
    from urllib3 import exceptions

    cause = getattr(problem.args[0], "reason", problem.args[0]) if problem.args else None
    if isinstance(problem, requests.exceptions.ProxyError):
        return "the proxy gives no connection"
    if isinstance(problem, requests.exceptions.SSLError):
        return "its certificate is not trusted"
    if isinstance(cause, exceptions.NameResolutionError):
        return "its name cannot be resolved"
    if isinstance(problem, requests.exceptions.ConnectTimeout):
        return f"no connection within {CONNECT:.0f} s"
    if isinstance(cause, exceptions.NewConnectionError):
        return "the connection is refused" if "refused" in str(cause).lower() else "there is no route to it"
    return None


def _unreachable(what: str, problem: Exception, why: str) -> InputError:
    address = getattr(getattr(problem, "request", None), "url", None)
    return InputError(
        f"{what}: the server {urlsplit(address).hostname}" if address else f"{what}: the server",
        f"cannot be reached ({why})",
        "a connection to it",
        "Where a proxy is needed set HTTPS_PROXY; else download by hand (docs/reading.md says where) and give the file "
        "to the other verbs.",
    )


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing below a failure is logged by the clients: what matters is said by us."""
    loggers = [logging.getLogger(name) for name in ("urllib3", "requests", "arxiv", "openreview")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def page_text(web, url: str) -> str | None:
    """The text at ``url``; None where there is nothing (404)."""
    answer = web.get(url)
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
