"""A study's database: SQLite or PostgreSQL, one writer at a time."""

import hashlib
import secrets
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w
from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from metamer.app import schema
from metamer.core.errors import Refusal
from metamer.core.settings import study_from_plain, to_plain
from metamer.core.study import Study

BUSY = 30.0
"""Seconds to wait for another process that writes."""

LOCK = 0x6D65_7461
"""The number of PostgreSQL's lock that a writer holds."""

CHANGEABLE = (
    "quota",
    "texts",
    "codes",
    "return_url",
    "longest_gap",
    "lease",
    "contact",
)
"""Settings of `[people]` that may change while a study is online: they change neither what
is asked nor what is made of it."""


@dataclass(frozen=True)
class Database:
    """Connections to one database."""

    engine: Engine

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction; no other process writes meanwhile."""
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One view of the database, which keeps nobody from writing."""
        with self.engine.connect() as plain:
            with plain.execution_options(reads=True) as connection:
                yield connection

    def close(self) -> None:
        self.engine.dispose()


def connect(url: str) -> Database:
    """The database at a URL, or in a file; an SQLite file is made if there is none."""
    place = database_url(url)
    try:
        engine = create_engine(place, pool_pre_ping=True, **_options(place))
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise Refusal(
            f"--db {url}: no database can be reached so: {error}; it is a file, or "
            "postgresql://user@host/name (with the extra `postgres` installed)"
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return Database(engine)


def database_url(text: str) -> str:
    """A URL for SQLAlchemy: a path is an SQLite file, and PostgreSQL goes by psycopg."""
    if "://" not in text:
        path = Path(text)
        if not path.absolute().parent.is_dir():
            raise Refusal(f"--db {text}: there is no folder {path.parent}")
        return f"sqlite:///{path}"
    for short in ("postgres://", "postgresql://"):
        if text.startswith(short):
            return f"postgresql+psycopg://{text.removeprefix(short)}"
    return text


def _options(url: str) -> dict[str, Any]:
    """How to connect so that a commit is on disk when it returns."""
    kind = make_url(url).get_backend_name()
    if kind == "postgresql":
        return {"connect_args": {"options": "-c synchronous_commit=on"}}
    if kind == "sqlite":
        return {"connect_args": {"timeout": BUSY, "check_same_thread": False}}
    raise Refusal(f"--db: the database must be SQLite or PostgreSQL, not {kind}")


def _prepare_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def read_meta(connection: Connection) -> dict[str, str]:
    """Everything in the table `meta`; nothing if there is no such table."""
    if not inspect(connection).has_table("meta"):
        return {}
    rows = connection.execute(select(schema.meta.c.key, schema.meta.c.value))
    return {row.key: row.value for row in rows}


def check_meta(meta: dict[str, str], study: Study | None = None) -> None:
    """Refuse a database of a newer version, of nothing, or of another study."""
    if not meta:
        raise Refusal("this database holds no study; `metamer serve STUDY` makes one")
    if int(meta["version"]) > schema.VERSION:
        raise Refusal(
            f"this database was made by a newer metamer (version {meta['version']}; "
            f"this one knows {schema.VERSION}): update metamer"
        )
    if study is not None and meta["digest"] != digest(study):
        raise Refusal(
            f"this database holds the study {meta['name']!r} with other settings than "
            f"the study {study.name!r} that is to be served; give another --db"
        )


def digest(study: Study) -> str:
    """A hash of all settings that may not change while a study is online."""
    plain = to_plain(study)
    for name in CHANGEABLE:
        plain["people"].pop(name)
    text = tomli_w.dumps({name: plain[name] for name in sorted(plain)})
    return hashlib.sha256(text.encode()).hexdigest()


def stored_study(meta: dict[str, str]) -> Study:
    """The study that a database was made for."""
    return study_from_plain(tomllib.loads(meta["study"]), "the database's study")


def new_meta(study: Study) -> dict[str, str]:
    """What a new database says of itself."""
    return {
        "version": str(schema.VERSION),
        "name": study.name,
        "study": tomli_w.dumps(to_plain(study)),
        "digest": digest(study),
        "salt": secrets.token_hex(16),
    }


def put_meta(connection: Connection, values: dict[str, str]) -> None:
    """Set entries of the table `meta`."""
    table = schema.meta
    connection.execute(table.delete().where(table.c.key.in_(values)))
    rows = [{"key": key, "value": value} for key, value in values.items()]
    connection.execute(table.insert(), rows)


@contextmanager
def reachable(url: str) -> Iterator[None]:
    """Turn a database that cannot be opened into one sentence."""
    try:
        yield
    except DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise Refusal(f"--db {url}: the database cannot be used: {reason}") from error


def hashed(token: str) -> str:
    """What is stored of a token: it has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
