"""Names from a language model, against a local server that answers well, badly, or not."""

import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pandas as pd
import pytest

import venue_themes as vt
from venue_themes.cache import Cache
from venue_themes.contracts import TopicModel
from venue_themes.errors import SettingsError
from venue_themes.labels import MAX_LABEL
from venue_themes.naming import LONGEST, Endpoint, fault_of, name_topics, tidied
from venue_themes.settings import load_settings

MODEL = TopicModel("bertopic", np.array([0, 1]), np.ones(2), np.eye(2), (("graph", "node"), ("robot",)), ("graph, node", "robot"),
                   ((0,), (1,)), (None, None))
TITLES = ["Graphs and nodes", "Robots"]
WORDS = [{"graph", "node"}, {"robot", "grasp"}]
THEMES = ["regret contextual bandits adversarial feedback exploration", "gaussian splatting scenes radiance cameras rendering",
          "protein folding molecule docking equivariant drug"]


def said(text):
    return 200, json.dumps({"choices": [{"message": {"content": text}}]}).encode()


@pytest.fixture
def server():
    """A server that answers with ``server.answer(prompt)`` (status, body), and keeps what it was asked."""
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.server.asked.append((self.path, self.headers.get("Authorization"), body))
            status, answer = self.server.answer(body)
            self.send_response(status)
            for name, value in self.server.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    served = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.asked, served.headers, served.daemon_threads, served.block_on_close = [], {}, True, False
    served.url = f"http://127.0.0.1:{served.server_port}/v1"
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield served
    served.shutdown()
    served.server_close()


def in_turn(*answers):
    left = list(answers)
    return lambda _: left.pop(0)


def names(server, folder=None, **changes):
    endpoint = Endpoint(server.url + "/", "tiny", key="secret", timeout=5)
    return name_topics(MODEL, TITLES, WORDS, endpoint, Cache(folder), **changes)


def test_names_are_taken_and_question_and_answer_kept(server):
    server.answer = in_turn(said('"Graph learning."'), said("Robot learning"))
    named = names(server)
    assert named.labels == ("Graph learning", "Robot learning") and named.failure is None
    path, key, body = server.asked[0]
    assert path == "/v1/chat/completions" and key == "Bearer secret" and body["model"] == "tiny"
    assert "Graphs and nodes" in named.records[0]["prompt"] and named.records[0]["answer"] == '"Graph learning."'
    assert named.records[0]["keyphrases"] == "graph, node" and "Graph learning" in named.records[1]["prompt"]
    assert "secret" not in json.dumps(named.records)


def test_the_second_time_nothing_is_asked_but_another_endpoint_is(server, tmp_path):
    server.answer = in_turn(said("Graph learning"), said("Robot learning"), (500, b""))
    first = names(server, tmp_path)
    assert names(server, tmp_path) == first and len(server.asked) == 2
    other = name_topics(MODEL, TITLES, WORDS, Endpoint(server.url, "other"), Cache(tmp_path))
    assert other.failure and len(server.asked) == 3


@pytest.mark.parametrize("answer, failure", [
    ((500, b"oops"), "status 500"), ((401, b""), "status 401"), ((200, b"<html><body>Welcome</body></html>"), "no JSON"),
    ((200, b""), "no JSON"), ((200, b'{"choices": []}'), "another form"), ((200, b"[1]"), "another form"),
    (said(None), "without a text"), (said(["a"]), "without a text")])
def test_failure_leaves_keyphrases_and_ends_the_asking(server, answer, failure, tmp_path):
    server.answer = in_turn(answer)
    named = names(server, tmp_path)
    assert named.labels == MODEL.labels and failure in named.failure and len(server.asked) == 1
    server.answer = lambda _: said("Graph learning")
    assert names(server, tmp_path).failure is None  # a failure is not kept


def test_a_model_that_takes_no_options_is_asked_without(server):
    server.answer = lambda body: (400, b"max_tokens") if "max_tokens" in body else said("Graph learning")
    assert names(server).labels[0] == "Graph learning" and set(server.asked[1][2]) == {"model", "messages"}


def test_the_key_goes_to_no_other_address(server):
    server.headers, server.answer = {"Location": "http://127.0.0.1:9/"}, lambda _: (302, b"")
    assert "status 302" in names(server).failure and len(server.asked) == 1


def test_an_answer_that_dribbles_is_not_waited_for(server):
    def dribble(_):
        time.sleep(1.5)
        return said("Graph learning")

    server.answer, start = dribble, time.monotonic()
    named = name_topics(MODEL, TITLES, WORDS, Endpoint(server.url, "tiny", timeout=0.2), Cache(None))
    assert named.failure and named.labels == MODEL.labels and time.monotonic() - start < 1


def test_nobody_there():
    named = name_topics(MODEL, TITLES, WORDS, Endpoint("http://127.0.0.1:9/v1", "tiny", timeout=2), Cache(None))
    assert named.labels == MODEL.labels and "cannot be asked" in named.failure


def test_a_bad_name_is_refused_for_its_topic_only(server):
    server.answer = in_turn(said("Here is a name:\nGraphs"), said("Robot learning"))
    named = names(server)
    assert named.labels == ("graph, node", "Robot learning") and named.records[0]["refused"] == "more than a name"


def test_no_two_topics_get_one_name_and_none_gets_an_areas(server):
    server.answer = lambda _: said("Graph-robot learning")
    assert names(server).labels == ("Graph-robot learning", "robot")
    assert names(server, away=["graph robot learning"]).labels == MODEL.labels


@pytest.mark.parametrize("answer", [
    "", "  ", "...", "graph " * 8, "graphs\nnodes", "<b>graph</b>", r"\textbf{graph}", "see http://graph.y",
    "graph, novel", "the", "I cannot help with that", "Name: graph", "asdf qwer", "Quokka habits", "learning", "graph, 2025"])
def test_what_is_no_name(answer):
    assert fault_of(tidied(answer), taken=set(), words={"graph", "node"})


@pytest.mark.parametrize("answer", ["Graph learning", "Graphs and nodes.", "GRAPH", "Node classification", "graph, node",
                                    "learning theory"])
def test_what_is_a_name(answer):
    assert fault_of(tidied(answer), taken=set(), words={"graph", "node"}) is None


def test_names_are_no_longer_than_keyphrases():
    assert LONGEST == MAX_LABEL


@pytest.mark.parametrize("given, said_so", [
    ({"endpoint": "localhost:11434", "model": "m"}, "expected an address such as"),
    ({"endpoint": "http://me:secret@host/v1", "model": "m"}, "expected an address such as"),
    ({"endpoint": "http://host/v1"}, "expected naming.model beside naming.endpoint")])
def test_settings_that_cannot_be_meant(given, said_so):
    with pytest.raises(SettingsError, match=said_so):
        load_settings({"naming": given})


@pytest.fixture(scope="module")
def papers():
    rng = np.random.default_rng(0)
    return pd.DataFrame([{"venue": venue, "year": 2025, "title": f"On {words.split()[0]} number {i}",
                          "abstract": " ".join(rng.choice(words.split(), 25)) + "."}
                         for words in THEMES for i in range(8) for venue in "AB"])


@pytest.fixture(scope="module")
def unnamed(papers):
    return analysed(papers, {})


def analysed(papers, naming, **options):
    settings = {"embedding": {"model": "tfidf"}, "comparison": {"refits": 0}, "themes": {"n_topics": 3}, "naming": naming}
    return vt.run(papers, settings=settings, progress=False, **{"cache": False} | options)


def themes(result):
    return result.topics.query("model == 'bertopic'")


def test_a_run_with_names_keeps_everything_else(server, papers, unnamed, tmp_path, monkeypatch):
    monkeypatch.setenv("VENUE_THEMES_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MY_KEY", "secret")
    asked = {"endpoint": server.url, "model": "tiny", "key_variable": "MY_KEY", "timeout": 5}
    server.answer = lambda body: said(re.search("Keyphrases: (.*?),", body["messages"][0]["content"])[1].title() + " Theory")
    result = analysed(papers, asked, out=tmp_path / "run", cache=True)
    assert all(label.endswith(" Theory") for label in themes(result)["label"]) and themes(result)["label"].is_unique
    assert themes(result)["terms"].tolist() == themes(unnamed)["terms"].tolist()  # keyphrases remain
    assert set(result.comparison.query("model == 'bertopic'")["label"]) == set(themes(result)["label"])
    assert result.assignments.equals(unnamed.assignments) and result.bertopic.custom_labels_ == themes(result)["label"].tolist()
    written = (tmp_path / "run" / "naming.json").read_text()
    kept = json.loads(written)
    assert [r["label"] for r in kept["topics"]] == themes(result)["label"].tolist() and len(server.asked) == 3
    assert [r["keyphrases"] for r in kept["topics"]] == themes(unnamed)["label"].tolist()
    manifest = (tmp_path / "run" / "manifest.json").read_text()
    assert "naming.json" in json.loads(manifest)["outputs"] and "secret" not in written + manifest
    assert server.asked[0][1] == "Bearer secret"
    assert sum("language model" in note for note in result.notes) == 1
    again = analysed(papers, asked, out=tmp_path / "run", cache=True)
    assert len(server.asked) == 3 and (tmp_path / "run" / "naming.json").read_text() == written  # answers are kept
    assert again.notes == result.notes
    analysed(papers, {}, out=tmp_path / "run")
    assert not (tmp_path / "run" / "naming.json").exists()  # nothing old stays beside a run without names


@pytest.mark.parametrize("answer, said_so", [
    ((200, b"<html>Log in</html>"), "no JSON"), ((503, b""), "status 503"), (said("Zzyzx Quux"), "not in the papers' words"),
    (said("A very long answer about regret " * 9), "too long"), (None, "cannot be asked")])
def test_a_run_falls_back_to_keyphrases_with_one_warning(server, papers, unnamed, answer, said_so):
    server.answer = lambda _: answer
    url = server.url if answer else "http://127.0.0.1:9/v1"
    result = analysed(papers, {"endpoint": url, "model": "tiny", "timeout": 2})
    assert themes(result)["label"].tolist() == themes(unnamed)["label"].tolist()
    about = [note for note in result.notes if "language model" in note]
    assert len(about) == 1 and said_so in about[0] and "keyphrases stand instead" in about[0]
    assert all(record["label"] == record["keyphrases"] for record in result.naming["topics"])


def test_one_name_for_all_names_one_theme(server, papers, unnamed):
    server.answer = lambda _: said("Regret")
    labels = themes(analysed(papers, {"endpoint": server.url, "model": "tiny"}))["label"]
    assert labels.is_unique and (labels == "Regret").sum() <= 1
    assert set(labels) - {"Regret"} < set(themes(unnamed)["label"])
