"""What a researcher wants to know of a running study, from its database."""

from typing import Any

from sqlalchemy import Connection, func, select

from metamer.app import schema
from metamer.app.assignment import holds_place
from metamer.app.timeline import conditions_of_cells
from metamer.core.study import Study

LAST_EVENTS = 20

Rows = list[dict[str, Any]]


def overview(connection: Connection, study: Study, now: float) -> dict[str, Any]:
    """Everything that the researcher's page shows."""
    return {
        "cells": cells(connection, study, now),
        "flow": flow(connection),
        "minutes": minutes(connection),
        "coverage": coverage(connection, study, now),
        "events": last_events(connection),
    }


def cells(connection: Connection, study: Study, now: float) -> Rows:
    """Each cell with its participants by status, and how many of the places are taken."""
    table = schema.session.c
    query = select(table.cell, table.status, func.count().label("many"))
    found: dict[int, dict[str, int]] = {}
    for row in connection.execute(query.group_by(table.cell, table.status)):
        found.setdefault(row.cell, {})[row.status] = row.many
    placed = select(table.cell, func.count().label("many"))
    placed = placed.where(holds_place(study.people, now)).group_by(table.cell)
    taken = {row.cell: row.many for row in connection.execute(placed)}
    return [
        {
            "conditions": ", ".join(str(condition) for condition in conditions),
            "taken": taken.get(cell, 0),
            "quota": study.people.quota,
            **{
                status: found.get(cell, {}).get(status, 0) for status in schema.STATUSES
            },
        }
        for cell, conditions in enumerate(conditions_of_cells(study))
    ]


def flow(connection: Connection) -> dict[str, int]:
    """How many arrived, had a place, consented, began, and ended in which way."""
    table, events = schema.session.c, schema.event.c
    arrived = connection.scalar(select(func.count()).select_from(schema.session))
    placed = connection.scalar(select(func.count(table.cell)))
    kinds = select(events.kind, func.count(events.session.distinct()).label("many"))
    by_kind = {
        row.kind: row.many for row in connection.execute(kinds.group_by(events.kind))
    }
    statuses = select(table.status, func.count().label("many")).group_by(table.status)
    by_status = {row.status: row.many for row in connection.execute(statuses)}
    refused = by_status.get("no_consent", 0)
    return {
        "arrived": arrived or 0,
        "given a place": placed or 0,
        "consented": by_kind.get("consent", 0) - refused,
        "answered an item": by_kind.get("answer", 0),
        **{
            status.replace("_", " "): by_status.get(status, 0)
            for status in schema.STATUSES
        },
    }


def minutes(connection: Connection) -> dict[str, float]:
    """How long finished participants took: the quartiles, in minutes."""
    table = schema.session.c
    query = select(table.finished - table.arrived).where(table.status == "completed")
    taken = sorted(seconds / 60 for (seconds,) in connection.execute(query))
    if not taken:
        return {}
    last = len(taken) - 1
    places = {"shortest": 0.0, "median": 0.5, "longest": 1.0}
    return {name: taken[round(part * last)] for name, part in places.items()}


def coverage(connection: Connection, study: Study, now: float) -> Rows:
    """For each pool, how many people were given its least and its most covered item."""
    item, planned = schema.item.c, schema.planned.c
    given = select(planned.item, func.count().label("many"))
    joined = given.select_from(schema.planned.join(schema.session))
    per_item = joined.where(holds_place(study.people, now)).group_by(planned.item)
    counts = per_item.subquery()
    many = func.coalesce(counts.c.many, 0)
    per_id = select(item.pool, item.id, func.sum(many).label("many")).select_from(
        schema.item.outerjoin(counts, counts.c.item == item.number)
    )
    ids = per_id.group_by(item.pool, item.id).subquery().c
    query = select(
        ids.pool,
        func.count().label("items"),
        func.min(ids.many).label("fewest"),
        func.max(ids.many).label("most"),
    )
    rows = connection.execute(query.group_by(ids.pool).order_by(ids.pool)).mappings()
    return [dict(row) for row in rows]


def last_events(connection: Connection) -> Rows:
    """What happened last; without what was answered."""
    table = schema.event.c
    query = select(table.server_time, table.session, table.seq, table.kind)
    rows = connection.execute(
        query.order_by(table.server_time.desc()).limit(LAST_EVENTS)
    )
    return [dict(row) for row in rows.mappings()]
