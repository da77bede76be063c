"""Simulated participants and server processes, for the benchmarks and tests of the app.

A participant goes through the HTTP API as the web app does: it numbers its events, and
repeats what was not answered until it is. What was acknowledged is written down, so that
it can be compared with the database.
"""

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from metamer.app import schema
from metamer.app.database import connect
from metamer.app.opening import open_database
from metamer.core.study import Study

SERVE = (
    "import sys; from metamer.app import serve; "
    "db, port, largest = sys.argv[1:]; "
    "serve.work(db, serve.open_port('127.0.0.1', int(port)), int(largest))"
)
PATIENCE = 60.0
"""Seconds after which a participant who hears nothing gives up."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def new_database(place: str | Path, study: Study, **settings: Any) -> str:
    """A new database for a study with some other settings of `[people]`."""
    people = replace(study.people, **settings)
    open_database(str(place), replace(study, people=people)).database.close()
    return str(place)


class ServerProcess:
    """A server process that can be killed."""

    def __init__(
        self, db: str, port: int, cores: set[int] | None = None, largest: int = 200
    ) -> None:
        self.db, self.port, self.cores, self.largest = db, port, cores, largest
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        paths = os.pathsep.join(path for path in sys.path if path)
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, self.db, str(self.port), str(self.largest)],
            env={**os.environ, "PYTHONPATH": paths},
        )
        if self.cores:
            os.sched_setaffinity(self.process.pid, self.cores)

    def ready(self) -> "ServerProcess":
        """The server, once it answers."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE):
                    return self
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start within {PATIENCE} seconds")

    def kill(self) -> None:
        """End it as a crash would (SIGKILL)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def cpu_seconds(self) -> float:
        """Processor time that it has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Crowd:
    """What all participants of a run share, and what was heard."""

    ports: list[int]
    think: float = 0.0
    """Mean seconds before each answer."""
    drop_out: float = 0.0
    """Share of participants who leave somewhere on the way."""
    waits: list[float] = field(default_factory=list)
    """Seconds that each answer took."""
    times: list[float] = field(default_factory=list)
    """When each of them came."""
    start: float = 0.0
    """Seconds over which they arrive."""
    acknowledged: dict[tuple[str, int], Any] = field(default_factory=dict)
    """Payloads by participant and number of the event."""
    finished: dict[str, str] = field(default_factory=dict)
    """Why each participant's session ended."""
    codes: dict[str, str] = field(default_factory=dict)
    repeats: int = 0
    deadline: float = float("inf")

    async def people(self, names: list[str], at_once: int) -> None:
        """Let participants go through, some of them at a time."""
        free = asyncio.Semaphore(at_once)

        async def one(name: str) -> None:
            async with free:
                await Browser(self, name).walk()

        await asyncio.gather(*(one(name) for name in names))


class Browser:
    """One participant."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self.crowd, self.name = crowd, name
        self.rng = random.Random(name)
        self.token, self.tab = "", ""
        self.pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        leaves = self.rng.random() < crowd.drop_out
        self.stays = self.rng.randrange(1, 25) if leaves else 10**9

    async def walk(self) -> None:
        """From the link to the end, or to where this participant leaves."""
        await asyncio.sleep(self.rng.random() * self.crowd.start)
        heard = await self.ask(
            "POST", "/api/arrive", {"query": {"participant": self.name}}
        )
        self.token, self.tab = heard["token"], heard["tab"]
        state = await self.ask("GET", "/api/session")
        while not await self.is_over(state):
            event = self.event(state)
            await asyncio.sleep(self.rng.expovariate(1) * self.crowd.think)
            started = time.perf_counter()
            state = await self.ask(
                "POST", "/api/events", {"tab": self.tab, "events": [event]}
            )
            self.crowd.times.append(time.perf_counter())
            self.crowd.waits.append(self.crowd.times[-1] - started)
            if state["next"] > event["seq"]:
                self.crowd.acknowledged[self.name, event["seq"]] = event["payload"]
        await self.hang_up()

    async def is_over(self, state: dict[str, Any]) -> bool:
        page = state["pages"][0] if state["pages"] else {"kind": "done"}
        left = state["next"] >= self.stays or time.monotonic() > self.crowd.deadline
        if page["kind"] == "done":
            self.crowd.finished[self.name] = page.get("reason", state["notice"])
            self.crowd.codes[self.name] = page.get("code", "")
        elif left:
            self.crowd.finished[self.name] = "left"
        return page["kind"] == "done" or left

    def event(self, state: dict[str, Any]) -> dict[str, Any]:
        page = state["pages"][0]
        kind = {"text": "read", "trial": "answer"}.get(page["kind"], page["kind"])
        payload = {"page": page["id"], **self.answer(page)}
        now = time.time() * 1000
        return {"seq": state["next"], "kind": kind, "payload": payload, "time": now}

    def answer(self, page: dict[str, Any]) -> dict[str, Any]:
        """What a willing participant says who guesses."""
        if page["kind"] == "consent":
            return {"given": True}
        if page["kind"] == "questions":
            return {"answers": [asked["options"][0] for asked in page["questions"]]}
        if page["kind"] == "describe":
            return {"text": "some rule", "ms": 900}
        if page["kind"] != "trial":
            return {}
        return {"answer": self.guess(page["view"]), "ms": 700}

    def guess(self, view: dict[str, Any]) -> Any:
        if "tiles" in view:
            hidden = [place for place, tile in enumerate(view["tiles"]) if tile is None]
            return self.rng.choice(hidden)
        return self.rng.randrange(view["options"]) if "options" in view else [[0]]

    async def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Ask until there is an answer; a refusal is an error."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                async with asyncio.timeout(10):
                    status, answer = await self.once(method, path, body)
            except (OSError, EOFError, TimeoutError, ValueError):
                await self.hang_up()
            else:
                if status == 200:
                    return answer
                if status not in (429, 503):
                    raise RuntimeError(f"{self.name}: {path}: {status} {answer}")
            self.crowd.repeats += 1
            await asyncio.sleep(0.05 + 0.1 * self.rng.random())
        raise RuntimeError(f"{self.name}: no answer to {path} for {PATIENCE} seconds")

    async def once(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        if self.pipe is None:
            port = self.rng.choice(self.crowd.ports)
            self.pipe = await asyncio.open_connection("127.0.0.1", port)
        reader, writer = self.pipe
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nX-Metamer-Token: {self.token}\r\n"
        )
        head += (
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        size = next(
            line for line in lines if line.lower().startswith("content-length:")
        )
        answer = await reader.readexactly(int(size.split(":")[1]))
        return int(lines[0].split()[1]), json.loads(answer)

    async def hang_up(self) -> None:
        if self.pipe is not None:
            self.pipe[1].close()
            self.pipe = None


def compare(crowd: Crowd, db: str) -> dict[str, int]:
    """What the database has of what was acknowledged; all but the first should be 0."""
    database = connect(db)
    with database.reading() as connection:
        sessions = connection.execute(schema.session.select()).mappings().all()
        events = connection.execute(schema.event.select()).mappings().all()
    database.close()
    names = {row["number"]: row["participant"] for row in sessions}
    stored = {(names[row["session"]], row["seq"]): row["payload"] for row in events}
    many, last = Counter(name for name, _ in stored), dict.fromkeys(names.values(), -1)
    for name, seq in stored:
        last[name] = max(last[name], seq)
    heard = crowd.acknowledged
    done = {row["participant"] for row in sessions if row["status"] == "completed"}
    paid = {name for name, end in crowd.finished.items() if end == "completed"}
    twice = len(events) - len(stored) + len(sessions) - len(last)
    return {
        "acknowledged": len(heard),
        "lost": len(heard.keys() - stored.keys()),
        "changed": sum(stored.get(key, sent) != sent for key, sent in heard.items()),
        "doubled": twice,
        "gaps": sum(many[name] != last[name] + 1 for name in last),
        "stuck": 0 if crowd.drop_out else len(last.keys() - done),
        "paid without all events": len(paid - done),
    }
