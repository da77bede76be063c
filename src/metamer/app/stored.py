"""A database that a study has been served from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.study import Study

if TYPE_CHECKING:
    from metamer.app.database import Database

SQLITE = "sqlite:///"


@contextmanager
def stored_database(url: str, study: Study | None = None) -> Iterator[Database]:
    """A database that exists and holds a study, closed at the end.

    Refuses any other; with `study`, also the database of another study.
    """
    from metamer.app.database import (
        check_meta,
        connect,
        database_url,
        reachable,
        read_meta,
    )

    place = database_url(url)
    if place.startswith(SQLITE) and not Path(place.removeprefix(SQLITE)).is_file():
        raise Refusal(f"--db {url}: there is no such file; `metamer serve` makes one")
    database = connect(url)
    try:
        with reachable(url):
            with database.reading() as connection:
                check_meta(read_meta(connection), study)
        yield database
    finally:
        database.close()
