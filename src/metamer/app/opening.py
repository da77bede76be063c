"""A database made ready to serve a study: its items drawn, its plan checked."""

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection

from metamer.app import schema
from metamer.app.database import (
    Database,
    check_meta,
    connect,
    hashed,
    new_meta,
    put_meta,
    reachable,
    read_meta,
)
from metamer.app.planning import check_plans
from metamer.app.recruitment import RECRUITMENT
from metamer.app.texts import texts_of
from metamer.app.timeline import check_paradigm, conditions_of_cells
from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.progress import Begin, stages
from metamer.core.study import Condition, Study
from metamer.core.trial import TrialItem


class Opened(NamedTuple):
    """A database that is ready."""

    database: Database
    token: str
    """The researcher's token if it is new; otherwise empty: only its hash is stored."""


def open_database(url: str, study: Study, new_token: bool = False) -> Opened:
    """Open the study's database; if it is new, draw all items and store them.

    Refuses a study that cannot be served, and a database of another one.
    """
    check_study(study)
    database = connect(url)
    try:
        with reachable(url), database.writing() as connection:
            return Opened(database, _prepare(connection, study, new_token))
    except BaseException:
        database.close()
        raise


def _prepare(connection: Connection, study: Study, new_token: bool) -> str:
    """Create or check what the database holds; the researcher's token if it is new."""
    meta = read_meta(connection)
    if meta:
        check_meta(meta, study)
        put_meta(connection, {"study": new_meta(study)["study"]})
    else:
        _create(connection, study)
    if meta and not new_token:
        return ""
    token = secrets.token_urlsafe(32)
    put_meta(connection, {"researcher": hashed(token)})
    return token


def check_study(study: Study) -> None:
    """Refuse a study that cannot be put to people."""
    if not study.people.blocks:
        raise Refusal(
            f"the study {study.name!r} is not for people: it has no [[people.blocks]]"
        )
    check_paradigm(study.paradigm)
    RECRUITMENT[study.people.recruitment].check(study.people)
    texts_of(study)


def _create(connection: Connection, study: Study) -> None:
    """Make the tables, and fill in what is known before anybody comes."""
    with stages() as begin:
        rows = list(item_rows(study, begin))
    check_plans(study, rows)
    schema.metadata.create_all(connection)
    connection.execute(schema.item.insert(), rows)
    put_meta(connection, new_meta(study))


def item_rows(
    study: Study, begin: Begin = lambda words: None
) -> Iterator[dict[str, Any]]:
    """Rows of the table `item`: those of each set in each cell.

    Says which condition's items are drawn: some take minutes.
    """
    paradigm, number, drawn = check_paradigm(study.paradigm), 0, 0
    cells = conditions_of_cells(study)
    many = sum(map(len, cells)) * study.people.sets
    for cell, conditions in enumerate(cells):
        for turn in range(study.people.sets):
            key = unit_key(study.seed, turn)
            for condition in conditions:
                drawn += 1
                begin(f"drawing the items of {condition} ({drawn} of {many})")
                for entry in paradigm.trial_items(condition, key):
                    number += 1
                    place = {"number": number, "cell": cell, "set": turn}
                    yield {**place, **_columns(condition, entry)}


def _columns(condition: Condition, entry: TrialItem) -> dict[str, Any]:
    named = {"name": condition.name, "details": dict(condition.details)}
    return {
        "condition": named,
        "id": entry.id,
        "pool": entry.pool,
        "group": entry.group,
        "content": entry.content,
        "notes": entry.notes,
    }
