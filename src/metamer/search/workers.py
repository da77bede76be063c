"""Which processes are at work on a storage: each shows that it lives by its beat."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from optuna.study import Study

LEASE = 60.0
"""Seconds without a beat after which a process counts as gone, and what it had in hand is
asked again."""

BEATS = 12
"""Beats of a process in that time."""

PREFIX = "worker "
"""How the attributes of a study are called in which processes show their beats."""


class Worker:
    """This process, and what it has seen of the others.

    No clocks are compared: a process is gone if its beat has not changed for a while by
    our own clock.
    """

    def __init__(self, lease: float = LEASE):
        self.id = secrets.token_hex(4)
        self.lease = lease
        self._seen: dict[str, tuple[Any, float]] = {}

    @contextmanager
    def beating(self, study: Study) -> Iterator[None]:
        """Beat while something is done: each beat says for how long, in all."""
        name, done = PREFIX + self.id, threading.Event()
        begun = time.monotonic() - study.user_attrs.get(name, 0.0)

        def beat() -> None:
            study.set_user_attr(name, round(time.monotonic() - begun, 3))

        def go_on() -> None:
            while not done.wait(self.lease / BEATS):
                beat()

        beat()
        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            beat()

    def is_gone(self, other: str, beats: Mapping[str, Any]) -> bool:
        """Whether another process has not shown for a while that it lives."""
        if other == self.id:
            return False
        now, beat = time.monotonic(), beats.get(PREFIX + other)
        last, since = self._seen.get(other, (None, now))
        if beat != last or other not in self._seen:
            self._seen[other] = (beat, since := now)
        return now - since > self.lease


def seconds(beats: Mapping[str, Any]) -> float:
    """For how long processes were at work, all of them together."""
    return sum(value for name, value in beats.items() if name.startswith(PREFIX))
