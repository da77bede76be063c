"""What each participant did, from the events in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.study import Condition, Study
from metamer.core.trial import Json, Trial, TrialItem

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

    from metamer.app.timeline import SessionTexts, Timeline


FASTEST = 0.1
"""Seconds in which nobody sees an item and answers. Source: ours."""

CLOCKS_DIFFER = 1.0
"""Seconds by which times of browser and server may differ in a session. Source: ours."""


@dataclass
class PutItem:
    """An item that a participant was put, and the answers to it."""

    block: str
    condition: Condition
    item: TrialItem
    scored: bool
    trial: Trial
    times: list[float] = field(default_factory=list)
    """Seconds that each answer took."""
    description: str | None = None
    """The rule in the participant's words; None if they were not asked for."""

    @property
    def seconds(self) -> float:
        return sum(self.times)

    @property
    def solved(self) -> bool:
        """Whether any answer was right."""
        return bool(np.any(self.trial.rows()["correct"]))


class Signs(NamedTuple):
    """What may be a sign of copying or of a program; never judged alone."""

    whats: tuple[str, ...]
    pointer_path: float
    impossible_times: int
    """Answers that were too fast, or took longer than there was time."""

    def count(self, what: str) -> int:
        return self.whats.count(what)


class Participation(NamedTuple):
    """One session, from arrival on."""

    number: int
    participant: str
    cell: int | None
    set: int | None
    status: str
    arrived: float
    finished: float | None
    consented: bool
    items: list[PutItem]
    signs: Signs


def participations(connection: Connection, study: Study) -> Iterator[Participation]:
    """All sessions in the order of their arrival."""
    from sqlalchemy import select

    from metamer.app import schema

    sessions = select(schema.session).order_by(schema.session.c.number)
    for row in connection.execute(sessions).all():
        events = _events(connection, row.number)
        yield Participation(
            row.number,
            row.participant,
            row.cell,
            row.set,
            row.status,
            row.arrived,
            row.finished,
            any(each.kind == "consent" and each.payload["given"] for each in events),
            _items(connection, study, row, events) if events else [],
            _signs(events, row.arrived),
        )


def _texts(study: Study, events: list[Row[Any]]) -> SessionTexts:
    """As much of the texts as decides which page follows which."""
    from metamer.app.texts import ENDINGS, safe_html
    from metamer.app.timeline import SessionTexts

    blocks = tuple(safe_html(block.text) for block in study.people.blocks)
    consent = "asked" if any(event.kind == "consent" for event in events) else ""
    return SessionTexts(consent, "", "", blocks, ENDINGS)


def _events(connection: Connection, session: int) -> list[Row[Any]]:
    from sqlalchemy import select

    from metamer.app.schema import event

    columns = (event.c.kind, event.c.payload, event.c.server_time)
    wanted = select(*columns).where(event.c.session == session)
    return list(connection.execute(wanted.order_by(event.c.seq)))


class Planned(NamedTuple):
    """An item that a session was given, and its condition."""

    item: TrialItem
    condition: Condition


def _planned(
    connection: Connection, study: Study, session: int
) -> tuple[tuple[Planned, ...], ...]:
    """The items of each block."""
    from sqlalchemy import select

    from metamer.app.schema import item, planned

    joined = select(planned.c.block, item).join(item, planned.c.item == item.c.number)
    wanted = joined.where(planned.c.session == session)
    blocks: list[list[Planned]] = [[] for _ in study.people.blocks]
    for row in connection.execute(wanted.order_by(planned.c.block, planned.c.place)):
        entry = TrialItem(row.id, row.pool, row.content, row.notes, row.group)
        blocks[row.block].append(Planned(entry, _condition(row.condition)))
    return tuple(map(tuple, blocks))


def _condition(plain: dict[str, Json]) -> Condition:
    return Condition(plain["name"], tuple(plain["details"].items()))


def _items(
    connection: Connection,
    study: Study,
    row: Row[Any],
    events: list[Row[Any]],
) -> list[PutItem]:
    """The items of a session with their trials, by replaying its events."""
    from metamer.app.session import Session
    from metamer.app.timeline import Timeline
    from metamer.core.registry import paradigm

    planned = _planned(connection, study, row.number)
    items = tuple(tuple(each.item for each in block) for block in planned)
    screen = paradigm.name_of(type(study.paradigm)) or ""
    texts = _texts(study, events)
    timeline = Timeline(study.paradigm, screen, study.people, texts, items, row.seed)
    session = Session(timeline)
    conditions = {id(each.item): each.condition for block in planned for each in block}
    put: dict[tuple[int, int], PutItem] = {}
    for event in events:
        step = session.step
        if event.kind == "answer":
            place = (step.block, step.place)
            if place not in put:
                put[place] = _put(timeline, session, conditions)
            put[place].times.append(float(event.payload["ms"]) / 1000)
        elif event.kind == "describe":
            put[step.block, step.place].description = event.payload["text"]
        session.apply(event.kind, event.payload)
    return list(put.values())


def _put(timeline: Timeline, session: Any, conditions: dict[int, Condition]) -> PutItem:
    item = timeline.item(session.step)
    block = timeline.people.blocks[session.step.block]
    condition = conditions[id(item)]
    return PutItem(block.label, condition, item, block.scored, session.trial())


def _signs(events: list[Row[Any]], arrived: float) -> Signs:
    """What was logged beside the answers; a browser may say anything here."""
    logged = [event.payload for event in events if event.kind == "sign"]
    paths = [each.get("pixels") for each in logged if each.get("what") == "pointer"]
    return Signs(
        tuple(str(each.get("what", "")) for each in logged),
        sum(float(path) for path in paths if isinstance(path, int | float)),
        _impossible_times(events, arrived),
    )


def _impossible_times(events: list[Row[Any]], arrived: float) -> int:
    """Answers that were too fast, or by which more time was spent than had passed."""
    found, spent = 0, 0.0
    for event in events:
        if event.kind == "answer":
            seconds = float(event.payload["ms"]) / 1000
            spent += seconds
            too_long = spent > event.server_time - arrived + CLOCKS_DIFFER
            found += seconds < FASTEST or too_long
    return found
