"""Chat models when something goes wrong: servers that fail, runs that are stopped."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zlib import crc32

import pytest
import tomli_w
from chat_server import PARADIGMS, Server, serving

import metamer
from metamer.core.errors import Refusal
from metamer.core.settings import to_plain
from metamer.learners.chat import Chat, sending
from metamer.paradigms.categories import Categories


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        made.say = lambda body: ["dax", "fep"][len(str(body["messages"])) % 2]
        yield made


def plan(chat: Chat, paradigm: str = "categories") -> metamer.Study:
    return metamer.Study(PARADIGMS[paradigm][0], (chat,), units=1)


def test_a_thousand_requests_to_a_server_that_often_fails_give_the_same_table(
    server, tmp_path, monkeypatch
):
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(sending, "LONGEST_WAIT", 0.01)
    chat = Chat("mine", server.url, concurrency=8, retries=50)
    many = metamer.Study(Categories(), (chat,), units=2)
    calm = metamer.run(many, tmp_path / "calm").table
    assert sum(server.asked.values()) >= 1000
    server.asked.clear()
    server.fail = lambda number: (500, 429, 503)[number % 3] if number % 5 == 0 else 0
    rough = metamer.run(many, tmp_path / "rough").table
    assert calm.equals(rough)
    assert max(server.asked.values()) == 1


@pytest.fixture
def stopped(server, tmp_path):
    """What a run has asked that was stopped by a signal, and is then given again."""

    def stop_and_go_on(how: signal.Signals) -> dict[str, int]:
        study = plan(Chat("mine", server.url, concurrency=2))
        (tmp_path / "study.toml").write_text(tomli_w.dumps(to_plain(study)))
        command = [sys.executable, "-m", "metamer", "run", "study.toml", "--out", "run"]
        running = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        until = time.monotonic() + 120
        while sum(server.asked.values()) < 10 and time.monotonic() < until:
            time.sleep(0.005)
        running.send_signal(how)
        running.communicate(timeout=120)
        before = sum(server.asked.values())
        assert 10 <= before < 200
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert sum(server.asked.values()) > before
        return server.asked

    # Slow enough to be stopped in the middle.
    server.fail = lambda number: time.sleep(0.02) or 0
    return stop_and_go_on


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_run_that_is_stopped_asks_nothing_twice(stopped):
    assert max(stopped(signal.SIGINT).values()) == 1


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_run_that_is_killed_asks_only_what_was_under_way_twice(stopped):
    asked = stopped(signal.SIGKILL)
    assert sum(asked.values()) - len(asked) <= 2


class Trickle(BaseHTTPRequestHandler):
    """Sends a reply that does not end."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        while True:
            try:
                self.wfile.write(b"x" * 1000)
            except OSError:
                return
            time.sleep(0.01)

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def endless() -> Iterator[str]:
    http = ThreadingHTTPServer(("127.0.0.1", 0), Trickle)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{http.server_port}/v1"
    http.shutdown()
    http.server_close()


def test_a_reply_without_an_end_is_given_up_when_its_time_is_up(endless, tmp_path):
    chat = Chat("mine", endless, timeout=0.3, retries=1, questions=1)
    with pytest.raises(Refusal, match=r"in 2 attempts .*no whole reply in 0.3 s"):
        metamer.run(plan(chat), tmp_path)


def test_a_reply_that_is_too_long_is_given_up(endless, tmp_path, monkeypatch):
    monkeypatch.setattr(sending, "MAX_BYTES", 5000)
    chat = Chat("mine", endless, questions=1)
    with pytest.raises(Refusal, match="reply of more than 0 MiB; limit it by max_tok"):
        metamer.run(plan(chat), tmp_path)


def test_an_address_where_nothing_has_ever_answered_is_given_up_soon(tmp_path):
    chat = Chat("mine", "http://127.0.0.1:9/v1", retries=50, questions=1)
    with pytest.raises(Refusal, match="gave no reply in 2 attempts"):
        metamer.run(plan(chat), tmp_path)


def test_a_url_that_is_none_is_refused(tmp_path):
    chat = Chat("mine", "http://host:port/v1", questions=1)
    with pytest.raises(Refusal, match="is no address"):
        metamer.run(plan(chat), tmp_path)


def test_parameters_are_added_changed_or_left_out(server, tmp_path):
    own = {"logprobs": False, "seed": False, "max_tokens": 5, "top_p": 0.9}
    chat = Chat("mine", server.url, questions=1, parameters=own)
    metamer.run(plan(chat), tmp_path)
    for body in map(json.loads, server.asked):
        assert not {"logprobs", "seed"} & set(body)
        assert (body["max_tokens"], body["top_p"]) == (5, 0.9)


def test_samples_are_asked_one_by_one_without_a_seed_too(server, tmp_path):
    chat = Chat("mine", server.url, mode="independent", samples=3, questions=1)
    metamer.run(plan(replace(chat, parameters={"seed": False})), tmp_path)
    assert set(server.asked.values()) == {3}


def test_a_parameter_that_is_not_taken_is_explained(server, tmp_path):
    server.fail = lambda number: 400
    with pytest.raises(
        Refusal, match="leave that out by parameters = { NAME = false }"
    ):
        metamer.run(plan(Chat("mine", server.url, questions=1)), tmp_path)


def test_parameters_cannot_say_what_is_asked():
    with pytest.raises(Refusal, match="cannot change 'messages'"):
        Chat("mine", "http://b/v1", parameters={"messages": "x"})


def test_the_page_says_how_many_replies_could_not_be_read(server, tmp_path):
    server.say = lambda body: "Hm." if crc32(str(body).encode()) % 2 else "a dax"
    responses = metamer.run(plan(Chat("mine", server.url, questions=10)), tmp_path)
    share = (responses.table["reading"] == "unreadable").mean()
    page = metamer.report(responses).read_text(encoding="utf-8")
    assert 0 < share < 1
    assert f"{share:.0%} could not be read and count as wrong" in page
