"""Group commit: all requests that wait share one transaction and one write to disk."""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection

from metamer.app.database import Database
from metamer.app.requests import Outcome, Request

MAX_GROUP = 200
"""Requests in one transaction."""

Handle = Callable[[Connection, Sequence[Request]], list[Outcome]]

Waiting = tuple[Request, asyncio.Future[dict[str, Any]]]


class Writer:
    """A thread that handles requests in groups; nobody hears before all is on disk."""

    def __init__(
        self,
        database: Database,
        handle: Handle,
        forget: Callable[[], None],
        largest: int = MAX_GROUP,
    ) -> None:
        self._database, self._handle, self._forget = database, handle, forget
        self._largest = largest
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    async def answer(self, request: Request) -> dict[str, Any]:
        """The request's answer, which comes when its transaction is on disk."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.put((request, future))
        return await future

    def close(self) -> None:
        """Finish what waits, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (group := self._next_group()) is not None:
            self._commit(group)

    def _next_group(self) -> list[Waiting] | None:
        """All that wait now, at least one; None at the end."""
        first = self._waiting.get()
        if first is None:
            return None
        group = [first]
        while len(group) < self._largest:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._waiting.put(None)
                break
            group.append(more)
        return group

    def _commit(self, group: list[Waiting]) -> None:
        try:
            with self._database.writing() as connection:
                outcomes = self._handle(connection, [request for request, _ in group])
        except Exception as error:
            # Nothing of the group was written, so nothing that was computed counts.
            self._forget()
            outcomes = [error] * len(group)
        answered = [future for _, future in group]
        with suppress(RuntimeError):  # the loop is closed: nobody waits any longer
            # Once for all: waking the loop costs as much as a small answer.
            answered[0].get_loop().call_soon_threadsafe(settle, answered, outcomes)


def settle(
    answered: Sequence[asyncio.Future[dict[str, Any]]], outcomes: Sequence[Outcome]
) -> None:
    """Hand their outcomes to those who still wait."""
    for future, outcome in zip(answered, outcomes, strict=True):
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
