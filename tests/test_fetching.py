"""Fetching, against a local server that speaks the real shapes and misbehaves as real servers do."""

import datetime
import gzip
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import pytest

from venue_themes import reading
from venue_themes.errors import InputError, SettingsError
from venue_themes.fetching import fetch

pytest.importorskip("openreview")
pytest.importorskip("arxiv")

N = 7
NOTES = [
    {
        "id": f"n{i}",
        "forum": f"n{i}",
        "number": i + 1,
        "content": {
            "title": {"value": f"Title {i}"},
            "abstract": {"value": f"Words of abstract {i} are here."},
            "keywords": {"value": ["a", "b"]},
            "venue": {"value": "ICLR 2025 poster"},
            "venueid": {"value": "ICLR.cc/2025/Conference"},
            "primary_area": {"value": "optimization"},
        },
    }
    for i in range(N)
]
ATOM = (
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
    'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">'
    "<title>q</title><id>x</id><updated>2024-01-01T00:00:00Z</updated>"
    "<opensearch:totalResults>{total}</opensearch:totalResults><opensearch:startIndex>{start}</opensearch:startIndex>"
    "<opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>{entries}</feed>"
)
ENTRY = (
    "<entry><id>http://arxiv.org/abs/2401.0000{i}v1</id><updated>2024-01-02T00:00:00Z</updated>"
    "<published>2024-01-01T00:00:00Z</published><title>Title {i}</title>"
    "<summary>Words of abstract {i} are here.</summary><author><name>A B</name></author>"
    '<arxiv:primary_category term="cs.LG"/><category term="cs.LG"/>'
    '<link href="http://arxiv.org/abs/2401.0000{i}v1" rel="alternate" type="text/html"/></entry>'
)
INDEX = (
    "<html><body><h2>Volume 267: International Conference on Machine Learning, 13-19 July 2025</h2>"
    + "".join(
        f'<div class="paper"><p class="title">Title {i}</p><p class="links">[<a '
        f'href="/v267/p{i}25a.html">abs</a>][<a href="x.pdf">Download PDF</a>]</p></div>'
        for i in range(N)
    )
    + "</body></html>"
)
PAGE = (
    '<html><head><meta name="citation_title" content="Title {i}"><meta name="citation_publication_date" '
    'content="2025/10/06">'
    '<meta name="citation_conference_title" content="International Conference on Machine '
    'Learning"></head><body><div id="abstract" class="abstract">Words of &lt;abstract&gt; {i} are '
    "here.</div></body></html>"
)
BIB = "".join(
    f"@InProceedings{{pmlr-v9-p{i},\n title = {{Title {i}}},\n booktitle = {{Proceedings of the 42nd "
    f"International Conference on Machine Learning}},\n year = {{2025}},\n abstract = {{Words of abstract {i} "
    f"are here.}}\n}}\n"
    for i in range(N)
)


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urlparse(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        self.server.asked.append((time.monotonic(), url.path, query))
        trouble = self.server.troubles.pop(0) if self.server.troubles else None
        if trouble == "429":
            return self.answer(
                json.dumps({"name": "RateLimitError", "message": "slow down"}),
                "application/json",
                429,
                {"Retry-After": "1"},
            )
        if trouble == "503":
            return self.answer("busy", "text/plain", 503)
        if trouble == "403":
            return self.answer("<html>Not from here</html>", "text/html", 403)
        if trouble == "empty":
            return self.answer(ATOM.format(total=N, start=0, size=0, entries=""), "application/atom+xml")
        if trouble == "gone":
            return self.answer("not found", "text/plain", 404)
        if trouble == "html":
            return self.answer("<html><body>Service is being maintained</body></html>", "text/html")
        body, kind = self.body(url.path, query)
        if body is None:
            return self.answer("not found", "text/plain", 404)
        return self.answer(body, kind, cut=trouble == "broken")

    def body(self, path, query):
        start = int(query.get("offset") or query.get("start") or 0)
        if path.startswith("/notes"):
            wanted = (
                query.get("content.venueid") == "ICLR.cc/2025/Conference"
                or query.get("invitation") == "ICLR.cc/2025/Conference/-/Submission"
            )
            notes = NOTES if wanted else []
            return json.dumps(
                {"notes": notes[start : start + int(query["limit"])], "count": len(notes)}
            ), "application/json"
        if path.startswith("/api/query"):
            size = int(query["max_results"])
            entries = "".join(ENTRY.format(i=i) for i in range(start, min(N, start + size)))
            return ATOM.format(total=N, start=start, size=size, entries=entries), "application/atom+xml"
        if path == "/v267/":
            return INDEX, "text/html"
        if path == "/v9/assets/bib/bibliography.bib":
            return BIB, "text/plain"
        if path.startswith("/v267/p"):
            return PAGE.format(i=path[7]), "text/html; charset=utf-8"
        return None, None

    def answer(self, body, kind, status=200, headers=(), cut=False):
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        if cut:
            self.close_connection = True
            self.connection.close()


@pytest.fixture
def server():
    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.asked, made.troubles = [], []
    made.url = f"http://127.0.0.1:{made.server_port}"
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


KINDS = {
    "openreview": ("ICLR.cc/2025/Conference", "", "ICLR", 2025),
    "pmlr": ("267", "", "ICML", 2025),
    "arxiv": ("cat:cs.LG", "/api/query", "arXiv", 2024),
}


def get(kind, server, out, **options):
    query, path = KINDS[kind][:2]
    options = {**({"accepted": True} if kind == "openreview" else {}), "page_size": 3, "pause": 0.01, "tries": 3, **options}
    return fetch(kind, options.pop("query", query), out, progress=False, base_url=server.url + path, **options)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("troubles", [[], ["429"], ["503"], ["html"], ["broken"]], ids=lambda t: t[0] if t else "well")
def test_what_is_fetched_is_read(kind, troubles, server, tmp_path):
    server.troubles = list(troubles)
    found = reading.read_sources([get(kind, server, tmp_path / "x.jsonl.gz")])
    assert [r["title"] for r in found.records] == [f"Title {i}" for i in range(N)]
    assert all(
        "Words of" in r["abstract"] and (r["venue"], r["year"]) == KINDS[kind][2:] and not r["reject"]
        for r in found.records
    )
    assert not (tmp_path / "x.jsonl.gz.part").exists()
    if "429" in troubles:
        assert server.asked[1][0] - server.asked[0][0] >= 0.95  # as long as Retry-After said


def test_source_and_date_stand_in_every_line(server, tmp_path):
    lines = gzip.decompress(get("openreview", server, tmp_path / "x.jsonl.gz").read_bytes()).decode().splitlines()
    row = json.loads(lines[0])
    assert (
        row["source"] == "openreview ICLR.cc/2025/Conference"
        and len(row["fetched"]) == 10
        and row["primary_area"] == "optimization"
        and row["keywords"] == ["a", "b"]
    )


def test_all_submissions_answer_the_invitation(server, tmp_path):
    get("openreview", server, tmp_path / "x.jsonl", accepted=False)
    assert server.asked[0][2]["invitation"] == "ICLR.cc/2025/Conference/-/Submission"


def test_a_volume_with_a_bibliography_takes_one_request(server, tmp_path):
    found = reading.read_sources([get("pmlr", server, tmp_path / "x.jsonl", query="9")])
    assert len(found.records) == N == len({r["source_id"] for r in found.records}) and len(server.asked) == 1
    assert (found.records[0]["venue"], found.records[0]["year"]) == ("ICML", 2025)


@pytest.mark.parametrize("kind", KINDS)
def test_a_download_that_stopped_goes_on(kind, server, tmp_path):
    out = tmp_path / "x.jsonl"
    good = {"openreview": 1, "arxiv": 1, "pmlr": 6}[kind]  # answers until the first page is on disk
    server.troubles = [None] * good + ["html"] * 3
    with pytest.raises(InputError, match="the same command goes on"):
        get(kind, server, out)
    assert not out.exists()
    kept = (tmp_path / "x.jsonl.part").read_text().splitlines()
    assert len(kept) == 3
    with open(tmp_path / "x.jsonl.part", "a") as part:
        part.write('{"id": "half')  # the machine stopped in the middle of a line
    server.troubles, server.asked[:] = [], []
    get(kind, server, out)
    lines = out.read_text().splitlines()
    assert lines[:3] == kept and [json.loads(line)["title"] for line in lines] == [f"Title {i}" for i in range(N)]
    if kind == "pmlr":
        assert not any(path == "/v267/p025a.html" for _, path, _ in server.asked)


def test_another_search_does_not_go_on_with_this_part(server, tmp_path):
    (tmp_path / "x.jsonl.part").write_text('{"id": "a", "source": "pmlr 1"}\n')
    with pytest.raises(InputError, match="pmlr 1"):
        get("openreview", server, tmp_path / "x.jsonl")


def test_nothing_found_unknown_kind_and_dead_server_are_told(server, tmp_path):
    with pytest.raises(InputError, match="no paper"):
        get("openreview", server, tmp_path / "x.jsonl", query="Nowhere.cc/1999")
    with pytest.raises(InputError, match="no such volume"):
        get("pmlr", server, tmp_path / "x.jsonl", query="1")
    with pytest.raises(SettingsError, match="openreview, pmlr, arxiv"):
        fetch("dblp", "x", tmp_path / "x.jsonl", progress=False)
    with pytest.raises(SettingsError, match="with the option accepted"):
        get("pmlr", server, tmp_path / "x.jsonl", accepted=True)
    assert list(tmp_path.glob("*")) in ([], [tmp_path / "x.jsonl.part"])


def closed_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("where", ["closed", "unknown", "proxy"])
def test_without_a_network_it_is_said_at_once_and_nothing_else(kind, where, tmp_path, monkeypatch, capfd):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENREVIEW_USERNAME", "someone")  # the client would log in while it is made
    base, why = {
        "closed": (f"http://127.0.0.1:{closed_port()}", "refused"),
        "unknown": ("http://server.invalid", "cannot be resolved"),
        "proxy": ("http://server.invalid", "the proxy gives no connection"),
    }[where]
    if where == "proxy":
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{closed_port()}")
    start = time.monotonic()
    with pytest.raises(InputError, match=rf"{why}.*HTTPS_PROXY.*by hand"):
        fetch(kind, KINDS[kind][0], tmp_path / "x.jsonl", base_url=base + KINDS[kind][1])
    assert time.monotonic() - start < 10
    assert capfd.readouterr() == ("", "") and not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_is_told_at_once(kind, server, tmp_path):
    server.troubles = ["403"]
    with pytest.raises(InputError, match=r"403 .*proxy"):
        get(kind, server, tmp_path / "x.jsonl", pause=30)
    assert len(server.asked) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_goes_away_in_the_middle_is_asked_again(kind, server, tmp_path, monkeypatch, caplog):
    """Refused connections later on are no reason to stop at once."""
    import requests

    real, refused = requests.Session.request, []

    def request(self, *args, **how):
        if len(server.asked) == {"openreview": 1, "arxiv": 1, "pmlr": 5}[kind] and len(refused) < 2:
            refused.append(1)
            args = (args[0], f"http://127.0.0.1:{closed_port()}/")
        return real(self, *args, **how)

    monkeypatch.setattr(requests.Session, "request", request)
    get(kind, server, tmp_path / "x.jsonl", pause=0.5)
    assert len(refused) == 2 and len((tmp_path / "x.jsonl").read_text().splitlines()) == N
    assert [r.name for r in caplog.records if r.levelname == "WARNING"] == ["venue_themes.fetching.polite"]
    assert "asking again in 1 s" in caplog.text


def test_an_empty_page_in_the_middle_is_not_the_end(server, tmp_path):
    server.troubles = [None, "empty"]
    get("arxiv", server, tmp_path / "x.jsonl")
    assert len((tmp_path / "x.jsonl").read_text().splitlines()) == N


def test_a_dead_link_is_a_record_without_abstract(server, tmp_path):
    server.troubles = [None] * 4 + ["gone"]
    found = reading.read_sources([get("pmlr", server, tmp_path / "x.jsonl")]).records
    assert [record["abstract"] is None for record in found] == [False, True] + [False] * 5


def test_it_says_what_was_written_when_how_many_and_how_to_go_on(server, tmp_path):
    said, out = [], tmp_path / "x.jsonl"
    server.troubles = [None] + ["html"] * 3
    with pytest.raises(InputError):
        get("openreview", server, out, say=said.append)
    get("openreview", server, out, say=said.append)
    today = datetime.date.today().isoformat()
    assert said[0].startswith("3 papers are in") and "goes on" in said[0]
    assert said[1].startswith(f"7 papers of openreview ICLR.cc/2025/Conference, fetched {today}: {out}.")
    assert f"venue-themes report {out}" in said[1]


def test_what_cannot_be_written_is_told_before_the_download(server, tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        get("openreview", server, tmp_path)
    with pytest.raises(InputError, match="its number"):
        get("pmlr", server, tmp_path / "x.jsonl", query="ICML")
    assert not server.asked
