"""Sessions as the database has them, with some of them remembered."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, select

from metamer.app import schema
from metamer.app.session import Session
from metamer.app.timeline import SessionTexts, Timeline
from metamer.core.settings import tag_of
from metamer.core.study import Study
from metamer.core.trial import TrialItem

MAX_SESSIONS = 2000
"""Sessions that are remembered."""


class Loader:
    """Replays sessions; remembers those that were needed last."""

    def __init__(
        self, study: Study, texts: SessionTexts, largest: int = MAX_SESSIONS
    ) -> None:
        self.study, self.texts, self._largest = study, texts, largest
        self.screen = tag_of(study.paradigm)
        self._sessions: OrderedDict[int, Session] = OrderedDict()

    def forget(self) -> None:
        self._sessions.clear()

    def session(
        self, connection: Connection, row: Mapping[str, Any], stored: int
    ) -> Session:
        """The session after the `stored` events that the database has of it."""
        number = row["number"]
        session = self._sessions.pop(number, None)
        if session is None or session.next > stored:
            session = Session(self._timeline(connection, row))
        if session.next < stored:
            catch_up(connection, number, session)
        self._sessions[number] = session
        if len(self._sessions) > self._largest:
            self._sessions.popitem(last=False)
        return session

    def latest(self, connection: Connection, row: Mapping[str, Any]) -> Session:
        """The session after all events that the database has of it."""
        table = schema.event.c
        query = select(func.max(table.seq)).where(table.session == row["number"])
        last = connection.scalar(query)
        return self.session(connection, row, 0 if last is None else last + 1)

    def _timeline(self, connection: Connection, row: Mapping[str, Any]) -> Timeline:
        return Timeline(
            self.study.paradigm,
            self.screen,
            self.study.people,
            self.texts,
            planned_items(connection, row["number"], len(self.study.people.blocks)),
            row["seed"],
        )


def catch_up(connection: Connection, number: int, session: Session) -> None:
    """Replay the stored events that `session` has not seen."""
    table = schema.event.c
    query = select(table.kind, table.payload).where(table.session == number)
    later = query.where(table.seq >= session.next).order_by(table.seq)
    for kind, payload in connection.execute(later):
        session.apply(kind, payload)


def planned_items(
    connection: Connection, number: int, blocks: int
) -> tuple[tuple[TrialItem, ...], ...]:
    """The items of each block of a session."""
    table, planned = schema.item.c, schema.planned.c
    columns = (table.id, table.pool, table.content, table.notes, table.group)
    query = select(planned.block, *columns).select_from(
        schema.planned.join(schema.item)
    )
    here = query.where(planned.session == number)
    found: list[list[TrialItem]] = [[] for _ in range(blocks)]
    for block, *parts in connection.execute(
        here.order_by(planned.block, planned.place)
    ):
        found[block].append(TrialItem(*parts))
    return tuple(tuple(items) for items in found)
