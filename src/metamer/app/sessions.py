"""All sessions of a study: requests in, rows of the database and answers out.

Everything here happens in the one transaction that a group of requests shares, while no
other process writes. What is kept in memory is only a copy of what is stored: it can be
lost at any time, and what other processes stored is loaded when it is missed.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from metamer.app import schema
from metamer.app.arrivals import Arrivals
from metamer.app.assignment import MINUTE, regain
from metamer.app.database import hashed
from metamer.app.loading import Loader
from metamer.app.requests import (
    Alive,
    Arrive,
    AskState,
    Event,
    Outcome,
    Request,
    Send,
    TooMuch,
    UnknownToken,
)
from metamer.app.session import Session
from metamer.app.states import done_state, live_state, new_code
from metamer.core.errors import Refusal
from metamer.core.study import Study

MAX_EVENTS = 50_000
"""Events of one session: a thousand boards, and more signs than anybody gives."""

MAX_CACHED = 20_000
"""Tokens whose session is remembered."""

Row = dict[str, Any]


@dataclass
class RequestGroup:
    """What one transaction reads and changes."""

    connection: Connection
    now: float
    rows: dict[int, Row]
    """Sessions by their number."""
    stored: dict[int, int]
    """Events that each of them has on disk."""
    new_events: list[Row] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)


class Sessions:
    """Handles groups of requests."""

    def __init__(
        self, study: Study, loader: Loader, clock: Callable[[], float] = time.time
    ) -> None:
        self.study, self.people, self._clock = study, study.people, clock
        self._loader = loader
        self._arrivals = Arrivals(study, loader)
        self._numbers: OrderedDict[str, int] = OrderedDict()

    def forget(self) -> None:
        """Lose what is in memory; all of it is stored."""
        self._loader.forget()
        self._numbers.clear()

    def handle(
        self, connection: Connection, requests: Sequence[Request]
    ) -> list[Outcome]:
        """Answer requests in their order; arrivals come last, and see all others."""
        now = self._clock()
        tokens = {hashed(request.token) for request in requests if request.token}
        numbers = self._sessions_of(connection, tokens)
        group = read_group(connection, now, numbers.values())
        outcomes: list[Outcome] = [{} for _ in requests]
        for place, request in enumerate(requests):
            if not isinstance(request, Arrive):
                outcomes[place] = self._answer(group, numbers, request)
        write_group(group)
        for place, request in enumerate(requests):
            if isinstance(request, Arrive):
                known = numbers.get(hashed(request.token))
                outcomes[place] = self._arrivals.arrive(connection, request, known, now)
        return outcomes

    def _sessions_of(self, connection: Connection, tokens: set[str]) -> dict[str, int]:
        """The sessions of hashed tokens, of those that are known."""
        new = tokens - self._numbers.keys()
        if new:
            table = schema.token.c
            query = select(table.hash, table.session).where(table.hash.in_(new))
            for code, number in connection.execute(query):
                self._numbers[code] = number
        found = {code: self._numbers[code] for code in tokens & self._numbers.keys()}
        while len(self._numbers) > MAX_CACHED:
            self._numbers.popitem(last=False)
        return found

    def _answer(
        self,
        group: RequestGroup,
        numbers: dict[str, int],
        request: AskState | Send | Alive,
    ) -> Outcome:
        number = numbers.get(hashed(request.token))
        if number is None:
            return UnknownToken("this link belongs to no session of this study")
        try:
            return self._answer_for(group, group.rows[number], request)
        except Refusal as refusal:
            return refusal

    def _answer_for(
        self, group: RequestGroup, row: Row, request: AskState | Send | Alive
    ) -> dict[str, Any]:
        self._check_place(group, row)
        old_tab = not isinstance(request, AskState) and request.tab != row["tab"]
        taken_over = old_tab and row["status"] == "live"
        if isinstance(request, Alive):
            notice = "taken_over" if taken_over else ""
            return {"ok": row["status"] == "live" and not notice, "notice": notice}
        if taken_over:
            following = group.stored[row["number"]]
            return {
                "next": following,
                "results": {},
                "pages": [],
                "notice": "taken_over",
            }
        return self._state(group, row, request)

    def _check_place(self, group: RequestGroup, row: Row) -> None:
        """Note a sign of life; end a session that is too late, or lost its place."""
        if row["status"] != "live":
            return
        gap = group.now - row["seen"]
        if gap > MINUTE * self.people.longest_gap:
            row["status"] = "expired"
        elif gap > self.people.lease and not regain(
            group.connection, row, self.people, group.now
        ):
            row["status"], row["finished"] = "screened_out", group.now
            row["code"] = new_code(self.people, "screened_out")
        if row["status"] == "live":
            row["seen"] = group.now
        group.changed.add(row["number"])

    def _state(
        self, group: RequestGroup, row: Row, request: AskState | Send
    ) -> dict[str, Any]:
        number = row["number"]
        session = self._loader.session(group.connection, row, group.stored[number])
        results: dict[str, Any] = {}
        if isinstance(request, Send):
            if row["status"] == "live":
                self._take(group, row, session, request.events)
            sent = (event.seq for event in request.events)
            results = {
                str(seq): session.results[seq] for seq in sent if seq in session.results
            }
        if row["status"] != "live":
            return done_state(self.study, self._loader.texts, row, session, results)
        known = request.known if isinstance(request, Send) else frozenset()
        return live_state(session, row["tab"], results, known)

    def _take(
        self, group: RequestGroup, row: Row, session: Session, events: Iterable[Event]
    ) -> None:
        """Store the events that come next; what is known or too early is left."""
        for event in sorted(events, key=lambda event: event.seq):
            if event.seq != session.next or session.over:
                continue
            if event.seq >= MAX_EVENTS:
                raise TooMuch(f"a session has at most {MAX_EVENTS:,} events")
            payload = plain_payload(event)
            result = session.apply(event.kind, payload)
            group.stored[row["number"]] = session.next
            group.new_events.append(event_row(row["number"], event, result, group.now))
            if session.over:
                self._finish(group, row, session.step.reason)

    def _finish(self, group: RequestGroup, row: Row, reason: str) -> None:
        row["status"], row["finished"] = reason, group.now
        row["code"] = new_code(self.people, reason)
        group.changed.add(row["number"])


def plain_payload(event: Event) -> dict[str, Any]:
    """What came with an event, if every database can hold it."""
    try:
        json.dumps(event.payload, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise Refusal("an event's payload must be plain JSON without NaN") from error
    return event.payload


def event_row(number: int, event: Event, result: Any, now: float) -> Row:
    """A row of the table `event`; the view that an answer led to can be made again."""
    if result is not None:
        result = {"feedback": result["feedback"], "over": result["over"]}
    return {
        "session": number,
        "seq": event.seq,
        "kind": event.kind,
        "payload": event.payload,
        "result": result,
        "client_time": event.time,
        "server_time": now,
    }


def read_group(
    connection: Connection, now: float, numbers: Iterable[int]
) -> RequestGroup:
    """The sessions that a group of requests is about."""
    wanted = sorted(set(numbers))
    if not wanted:
        return RequestGroup(connection, now, {}, {})
    table, events = schema.session, schema.event.c
    last = select(func.max(events.seq)).where(events.session == table.c.number)
    query = select(*table.c, last.scalar_subquery().label("last"))
    rows, stored = {}, {}
    for found in connection.execute(query.where(table.c.number.in_(wanted))).mappings():
        row = dict(found)
        last_seq = row.pop("last")
        stored[row["number"]] = 0 if last_seq is None else last_seq + 1
        rows[row["number"]] = row
    return RequestGroup(connection, now, rows, stored)


def write_group(group: RequestGroup) -> None:
    """Put what happened into the database."""
    if group.new_events:
        group.connection.execute(schema.event.insert(), group.new_events)
    if group.changed:
        table = schema.session
        names = ("status", "seen", "finished", "code")
        update = table.update().where(table.c.number == bindparam("which"))
        update = update.values({name: bindparam(f"new_{name}") for name in names})
        rows = [group.rows[number] for number in sorted(group.changed)]
        changes = [
            {"which": row["number"], **{f"new_{name}": row[name] for name in names}}
            for row in rows
        ]
        group.connection.execute(update, changes)
