"""Names from a language model, against a local server that answers well, badly, or not."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from venue_themes.contracts import TopicModel
from venue_themes.naming import Endpoint, name_topics, usable_name

MODEL = TopicModel("nmf", np.array([0, 1]), np.ones(2), np.eye(2), (("graph", "node"), ("robot",)), ("graph, node", "robot"),
                   ((0,), (1,)), (None, None))
TITLES = ["Graphs and nodes", "Robots"]


def said(text):
    return json.dumps({"choices": [{"message": {"content": text}}]}).encode()


@pytest.fixture
def server():
    """A server whose next answers are ``server.answers`` (status, body), and that keeps what it was asked."""
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.asked.append((self.path, self.headers.get("Authorization"), json.loads(body)))
            status, answer = self.server.answers.pop(0)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    served = HTTPServer(("127.0.0.1", 0), Handler)
    served.answers, served.asked = [], []
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield served
    served.shutdown()
    served.server_close()


def endpoint_of(server):
    return Endpoint(f"http://127.0.0.1:{server.server_port}/v1/", "tiny", key="secret", timeout=5)


def test_names_are_taken_and_question_and_answer_kept(server):
    server.answers = [(200, said('"Graph learning."')), (200, said("Robot learning"))]
    named = name_topics(MODEL, TITLES, endpoint_of(server))
    assert named.labels == ("Graph learning", "Robot learning") and not named.warnings
    path, key, body = server.asked[0]
    assert path == "/v1/chat/completions" and key == "Bearer secret" and body["model"] == "tiny"
    assert "Graphs and nodes" in named.records[0]["prompt"] and named.records[0]["answer"] == '"Graph learning."'
    assert "secret" not in json.dumps(named.records)


def test_the_second_time_nothing_is_asked(server):
    server.answers, cache = [(200, said("Graph learning")), (200, said("Robot learning"))], {}
    first = name_topics(MODEL, TITLES, endpoint_of(server), cache=cache)
    again = name_topics(MODEL, TITLES, endpoint_of(server), cache=cache)
    assert again == first and len(server.asked) == 2


@pytest.mark.parametrize(("answer", "said_so"), [
    ((500, b"oops"), "status 500"), ((200, b"not json"), "cannot be asked"), ((200, b'{"choices": []}'), "another form"),
    ((200, json.dumps({"choices": [{"message": {"content": None}}]}).encode()), "without a text")])
def test_failure_falls_back_to_keyphrases_and_stops_asking(server, answer, said_so):
    server.answers = [answer]
    named = name_topics(MODEL, TITLES, endpoint_of(server))
    assert named.labels == MODEL.labels and len(named.warnings) == 1 and said_so in named.warnings[0]
    assert len(server.asked) == 1


def test_nobody_there():
    named = name_topics(MODEL, TITLES, Endpoint("http://127.0.0.1:9/v1", "tiny", timeout=2))
    assert named.labels == MODEL.labels and "cannot be asked" in named.warnings[0]


def test_a_bad_name_is_refused_for_its_topic_only(server):
    server.answers = [(200, said("Here is a name:\nGraphs")), (200, said("Robot learning"))]
    named = name_topics(MODEL, TITLES, endpoint_of(server))
    assert named.labels == ("graph, node", "Robot learning") and "topic 0" in named.warnings[0]


def test_no_two_topics_get_one_name(server):
    server.answers = [(200, said("Learning")), (200, said("learning"))]
    assert name_topics(MODEL, TITLES, endpoint_of(server)).labels == ("Learning", "robot")


@pytest.mark.parametrize("answer", ["", "  ", "...", "x" * 61, "a\nb", "<b>x</b>", r"\textbf{x}", "see http://x.y"])
def test_unusable_names(answer):
    assert usable_name(answer, taken=set()) is None
