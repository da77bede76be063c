"""A study with learners as its participants, through the server's own requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Any, NamedTuple
from uuid import uuid4

from metamer.app.simulated import Simulant, Teacher
from metamer.app.timeline import conditions_of_cells
from metamer.app.walk import Walk
from metamer.core.errors import Refusal
from metamer.core.study import Study

TIMEOUT = 60.0
"""Seconds that a request may take."""


class Simulation(NamedTuple):
    """What became of the simulated participants."""

    reasons: dict[str, int]
    """How many sessions ended for each reason."""
    latencies: list[float]
    """Seconds that each event took until it was acknowledged."""


@dataclass
class ParticipantPool:
    """Simulated participants for every set of every cell, taught before they are needed.

    The j-th participant of set s is taught what the learners' unit s + j * sets is taught:
    with as many sets as participants, unit 3 answers the items of unit 3.
    """

    teacher: Teacher
    many: int
    """Participants in all."""
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    ready: dict[tuple[int, int], list[Simulant]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.study = self.teacher.study
        self.cells = conditions_of_cells(self.study)

    def prepare(self, advance: Callable[[int], None]) -> None:
        """Teach all beforehand, unless there are more sets of items than participants."""
        sets = self.study.people.sets
        for cell in range(len(self.cells)):
            for number in range(sets if len(self.cells) * sets <= self.many else 0):
                self._teach(cell, number)
            advance(1)

    def _teach(self, cell: int, number: int) -> None:
        sets = self.study.people.sets
        have = self.ready.setdefault((cell, number), [])
        more = max(1, ceil(self.many / (len(self.cells) * sets)) - len(have))
        first = number + len(have) * sets
        units = range(first, first + more * sets, sets)
        have += self.teacher.teach(self.cells[cell], number, units)

    def take(self, cell: int, number: int) -> Simulant:
        """The next participant of a set of items in a cell."""
        with self.lock:
            place = self.taken[cell, number]
            self.taken[cell, number] += 1
            if place >= len(self.ready.get((cell, number), ())):
                self._teach(cell, number)
            return self.ready[cell, number][place]


def simulate(
    url: str,
    database: Any,
    pool: ParticipantPool,
    at_once: int,
    advance: Callable[[int], None] = lambda steps: None,
) -> Simulation:
    """Send all participants of a pool through the study at `url`.

    Which cell each was given stands in the database: a browser is never told.
    """
    import httpx

    limits = httpx.Limits(max_connections=at_once, max_keepalive_connections=at_once)
    base = url if url.endswith("/") else f"{url}/"
    batch = uuid4().hex[:8]
    with httpx.Client(base_url=base, timeout=TIMEOUT, limits=limits) as client:

        def go(number: int) -> Walk:
            walk = Walk(client, pool.study.people, f"simulated-{batch}-{number}")
            place = _place(database, walk.name)
            walk.finish(pool.take(*place) if place else None)
            advance(1)
            return walk

        with ThreadPoolExecutor(at_once) as threads:
            try:
                walks = list(threads.map(go, range(pool.many)))
            except httpx.HTTPError as error:
                raise Refusal(
                    f"the server at {url} cannot be reached: {error}"
                ) from error
    reasons = Counter(walk.reason for walk in walks)
    return Simulation(
        dict(reasons), [seconds for walk in walks for seconds in walk.latencies]
    )


def _place(database: Any, name: str) -> tuple[int, int] | None:
    """The cell and the set of a participant; None if there was no place left."""
    from sqlalchemy import select

    from metamer.app.schema import session

    wanted = select(session.c.cell, session.c.set).where(session.c.participant == name)
    with database.reading() as connection:
        row = connection.execute(wanted).first()
    if row is None:
        raise Refusal(
            "the database does not know a participant who has just arrived: --db must be "
            "the database of the server at --url"
        )
    return None if row.cell is None else (row.cell, row.set)


def with_room(study: Study, many: int) -> Study:
    """The study with a quota for this many participants."""
    from dataclasses import replace

    cells = len(conditions_of_cells(study))
    quota = max(study.people.quota, ceil(many / cells))
    return replace(study, people=replace(study.people, quota=quota))
