"""Places in cells: each is leased to whoever is there, and free again if they leave."""

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from metamer.app import schema
from metamer.app.planning import Candidate, Coverage
from metamer.core.people import People

MINUTE = 60.0


class Spot(NamedTuple):
    """A place in a study: a set of items in a cell."""

    cell: int
    set: int


Counts = Mapping[Spot, int]
"""How many finished or live participants each set of each cell has."""


def holds_place(people: People, now: float) -> ColumnElement[bool]:
    """The sessions that count: finished ones, and those that were heard of lately."""
    table = schema.session.c
    live = and_(table.status == "live", table.seen >= now - people.lease)
    return or_(table.status == "completed", live)


def count_places(connection: Connection, people: People, now: float) -> Counts:
    """How full each set of each cell is."""
    table = schema.session.c
    query = select(table.cell, table.set, func.count()).where(holds_place(people, now))
    rows = connection.execute(query.group_by(table.cell, table.set))
    return {Spot(cell, turn): many for cell, turn, many in rows}


def choose(counts: Counts, people: People, cells: int) -> Spot | None:
    """The least filled cell, and in it the set with the fewest; None if all are full.

    Ties are broken by chance, so that the order of arrival says nothing about the cell.
    """
    filled = [0] * cells
    for spot, many in counts.items():
        filled[spot.cell] += many
    least = min(filled)
    if least >= people.quota:
        return None
    cell = secrets.choice([i for i, many in enumerate(filled) if many == least])
    turns = [counts.get(Spot(cell, turn), 0) for turn in range(people.sets)]
    return Spot(
        cell, secrets.choice([i for i, many in enumerate(turns) if many == min(turns)])
    )


def log_choice(
    connection: Connection, session: int, counts: Counts, spot: Spot | None, now: float
) -> None:
    """Keep a decision and what it was based on."""
    seen = [[*place, many] for place, many in sorted(counts.items())]
    row: dict[str, Any] = {"session": session, "time": now, "counts": seen}
    if spot is not None:
        row |= {"cell": spot.cell, "set": spot.set}
    connection.execute(schema.assignment.insert(), row)


def regain(
    connection: Connection, row: Mapping[str, Any], people: People, now: float
) -> bool:
    """Whether somebody whose lease ran out can have the place in the same cell again."""
    counts = count_places(connection, people, now)
    spot = Spot(row["cell"], row["set"])
    filled = sum(many for place, many in counts.items() if place.cell == spot.cell)
    free = filled < people.quota
    log_choice(connection, row["number"], counts, spot if free else None, now)
    return free


def expire(connection: Connection, people: People, now: float) -> None:
    """End the sessions that nothing was heard of for too long."""
    table = schema.session
    gone = table.c.seen < now - MINUTE * people.longest_gap
    late = table.update().where(table.c.status == "live", gone)
    connection.execute(late.values(status="expired"))


def candidates_at(connection: Connection, spot: Spot) -> list[Candidate]:
    """The items of a set in a cell, in the paradigm's order."""
    table = schema.item.c
    query = select(table.number, table.id, table.pool, table.group)
    here = query.where(table.cell == spot.cell, table.set == spot.set)
    rows = connection.execute(here.order_by(table.number))
    return [Candidate(*row) for row in rows]


def coverage_of_items(connection: Connection, people: People, now: float) -> Coverage:
    """How many finished or live participants were given each item."""
    joined = schema.planned.join(schema.session).join(schema.item)
    many = func.count().label("many")
    query = select(schema.item.c.id, many).select_from(joined)
    rows = connection.execute(
        query.where(holds_place(people, now)).group_by(schema.item.c.id)
    )
    return {row.id: row.many for row in rows}
