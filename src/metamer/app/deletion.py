"""A participant's data deleted, as people may ask for."""

from __future__ import annotations

from typing import Any

from metamer.core.errors import Refusal


def delete_participant(database: Any, participant: str) -> int:
    """Delete all that is stored of a participant; returns how many events that were.

    `participant` is the recruiting platform's name for the person.
    """
    from sqlalchemy import delete, func, select

    from metamer.app import schema

    with database.writing() as connection:
        wanted = select(schema.session.c.number).where(
            schema.session.c.participant == participant
        )
        numbers = [row.number for row in connection.execute(wanted)]
        if not numbers or not participant:
            raise Refusal(
                f"--participant {participant}: nobody of this name is in the database; "
                "it is the name that the recruiting platform gave"
            )
        events = schema.event.c.session.in_(numbers)
        many = connection.scalar(select(func.count()).where(events))
        for table in (schema.event, schema.planned, schema.assignment, schema.token):
            connection.execute(delete(table).where(table.c.session.in_(numbers)))
        connection.execute(
            delete(schema.session).where(schema.session.c.number.in_(numbers))
        )
    return int(many or 0)
