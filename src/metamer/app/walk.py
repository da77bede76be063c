"""One simulated participant in a session, by the same requests as a browser."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from metamer.app.simulated import Simulant
from metamer.core.errors import Refusal
from metamer.core.people import People
from metamer.core.trial import Feedback, Json

if TYPE_CHECKING:
    import httpx

MS = 5000
"""The time that a simulated participant says an answer took, in milliseconds."""

PLATFORM_NAMES = (
    "participant",
    "PROLIFIC_PID",
    "STUDY_ID",
    "SESSION_ID",
    "assignmentId",
    "hitId",
    "workerId",
    "survey_code",
)
"""What the links of all recruiting platforms carry."""

TOO_MANY, PAUSE = 429, 0.5
"""What a server answers to a session that is faster than people are, and how many seconds
to wait then."""

WAITING = ("consent", "questions", "done")
"""Pages after which a browser waits for the next one."""

Event = dict[str, Json]


class Walk:
    """A session from arrival to its last page."""

    def __init__(self, client: httpx.Client, people: People, name: str):
        self.client, self.people, self.name = client, people, name
        self.headers: dict[str, str] = {}
        query = dict.fromkeys(PLATFORM_NAMES, name)
        found = self._ask("POST", "api/arrive", {"query": query})
        self.tab = found["tab"]
        self.headers = {"X-Metamer-Token": found["token"]}
        self.told: Feedback = {}
        self.page = ""
        self.reason = ""
        self.latencies: list[float] = []

    def finish(self, simulant: Simulant | None) -> None:
        """Go on to the end; nobody who has no place is asked anything."""
        state = self._ask("GET", "api/session")
        while (pages := self._pages(state))[0]["kind"] != "done":
            events = [self._event(page, simulant) for page in at_once(pages)]
            state = self._send(state["next"], events)
        self.reason = str(pages[0]["reason"])

    def _pages(self, state: dict[str, Json]) -> list[dict[str, Json]]:
        if not state["pages"]:
            raise Refusal(
                f"the server says {state['notice']!r} to a simulated participant"
            )
        return state["pages"]

    def _event(self, page: dict[str, Json], simulant: Simulant | None) -> Event:
        kind, where = page["kind"], {"page": page["id"]}
        if kind == "consent":
            return {"kind": "consent", "payload": {**where, "given": True}}
        if kind == "questions":
            right = [question.right for question in self.people.questions]
            return {"kind": "questions", "payload": {**where, "answers": right}}
        if kind == "trial":
            answer = self._answer(page, simulant)
            return {"kind": "answer", "payload": {**where, "answer": answer, "ms": MS}}
        if kind == "describe":
            text = f"a simulated participant describes nothing on page {page['id']}"
            return {"kind": "describe", "payload": {**where, "text": text, "ms": MS}}
        return {"kind": "read", "payload": where}

    def _answer(self, page: dict[str, Json], simulant: Simulant | None) -> Json:
        if simulant is None:
            raise Refusal("the server shows an item to somebody without a place")
        if page["id"] != self.page:
            self.page, self.told = page["id"], {}
            simulant.begin(self.page, page["view"])
        return simulant.answer(page["view"], self.told)

    def _send(self, number: int, events: list[Event]) -> dict[str, Json]:
        now = time.time() * 1000
        numbered = [
            {**event, "seq": number + place, "time": now}
            for place, event in enumerate(events)
        ]
        begun = time.perf_counter()
        state = self._ask("POST", "api/events", {"tab": self.tab, "events": numbered})
        self.latencies.append(time.perf_counter() - begun)
        result = state["results"].get(str(numbered[-1]["seq"])) or {}
        self.told = result.get("feedback") or {}
        return state

    def _ask(self, method: str, path: str, body: Json = None) -> dict[str, Json]:
        answer = self.client.request(method, path, json=body, headers=self.headers)
        while answer.status_code == TOO_MANY:
            time.sleep(PAUSE)
            answer = self.client.request(method, path, json=body, headers=self.headers)
        if answer.status_code != 200:
            raise Refusal(
                f"the server at {self.client.base_url} answered {answer.status_code} to "
                f"{method} {path}: {_detail(answer)}"
            )
        return answer.json()


def at_once(pages: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """The pages that need no answer of the server before the next one."""
    waiting = [page["kind"] in WAITING or page.get("wait", False) for page in pages]
    return pages[: waiting.index(True) + 1] if True in waiting else pages


def _detail(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"{answer.text!r:.200}"
