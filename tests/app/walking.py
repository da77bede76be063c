"""Participants that go through a study by the HTTP API, in process or over a network."""

import threading
from pathlib import Path

import httpx
import uvicorn
from leaks import Exchange
from sqlalchemy import select

from metamer.app import schema
from metamer.app.database import Database, connect, hashed
from metamer.app.opening import open_database
from metamer.app.serve import open_port
from metamer.app.server import make_app

TIME = 1_700_000_000_000.0


class App:
    """A study's app on a port of this process, with a clock of its own."""

    def __init__(self, study, where, **options):
        opened = open_database(where, study)
        opened.database.close()
        self.researcher, self.now = opened.token, 1_000_000.0
        self.database: Database = connect(where)
        app = make_app(self.database, clock=lambda: self.now, **options)
        listening = open_port("127.0.0.1", 0)
        port = listening.getsockname()[1]
        self.server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        sockets = {"sockets": [listening]}
        self.thread = threading.Thread(target=self.server.run, kwargs=sockets)
        self.thread.start()
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)

    def close(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join()

    @staticmethod
    def folder(where):
        return Path(where).parent

    def arrive(self, token="", **query):
        return Participant(self.client, token, query)

    def rows(self, table):
        with self.database.reading() as connection:
            found = connection.execute(table.select().order_by(*table.primary_key))
            return [dict(row) for row in found.mappings()]

    def number(self, token):
        """The session of a token."""
        mine = select(schema.token.c.session).where(
            schema.token.c.hash == hashed(token)
        )
        with self.database.reading() as connection:
            return connection.execute(mine).scalar_one()


class Participant:
    """A browser with a token and a tab."""

    def __init__(self, client, token="", query=()):
        self.client, self.token, self.exchanges = client, "", []
        body = {"query": dict(query), "token": token}
        self.heard = self.call("POST", "api/arrive", json=body).json()
        self.token, self.tab = self.heard["token"], self.heard["tab"]
        self.state = self.look()

    def call(self, method, path, **options):
        headers = {"X-Metamer-Token": self.token}
        answer = self.client.request(method, f"/{path}", headers=headers, **options)
        sent, told = options.get("json", {}), str(dict(answer.headers))
        self.exchanges.append(Exchange(sent, answer.status_code, told, answer.text))
        return answer

    def look(self):
        self.state = self.call("GET", "api/session").json()
        return self.state

    def post(self, *events):
        """Send events as they are; the answer, whatever it is."""
        return self.call(
            "POST", "api/events", json={"tab": self.tab, "events": list(events)}
        )

    def send(self, *events):
        answer = self.post(*events)
        assert answer.status_code == 200, answer.text
        self.state = answer.json()
        return self.state

    @property
    def page(self):
        return self.state["pages"][0]

    def event(self, page=None, seq=None, choose=lambda view: 0):
        """What an obedient participant does next."""
        page = self.page if page is None else page
        return {
            "seq": self.state["next"] if seq is None else seq,
            "kind": KIND.get(page["kind"], page["kind"]),
            "payload": {"page": page["id"], **answer_to(page, choose)},
            "time": TIME,
        }

    def step(self, **options):
        return self.send(self.event(**options))

    def walk(self, until="done", **options):
        """Go on until a page of some kind or with some id is shown."""
        for _ in range(10_000):
            if until in (self.page["kind"], self.page["id"]):
                return self.state
            self.step(**options)
        raise AssertionError("the session does not end")


KIND = {"text": "read", "trial": "answer"}


def answer_to(page, choose):
    if page["kind"] == "consent":
        return {"given": True}
    if page["kind"] == "questions":
        return {"answers": [question["options"][0] for question in page["questions"]]}
    if page["kind"] == "trial":
        return {"answer": choose(page["view"]), "ms": 500}
    if page["kind"] == "describe":
        return {"text": "It is even.", "ms": 900}
    return {}
