"""The tables of a study's database."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

VERSION = 1
"""A database with a higher one was made by a newer metamer."""

STATUSES = (
    "live",
    "completed",
    "failed_checks",
    "no_consent",
    "screened_out",
    "returned",
    "expired",
)
"""What can become of a session. `screened_out`: no place was left; `returned`: the
researcher gave the place back; `expired`: nothing was heard for too long."""

metadata = MetaData()

meta = Table(
    "meta", metadata, Column("key", String(40), primary_key=True), Column("value", Text)
)
"""The schema's version, the study as TOML and its digest, the salt for participants'
hashes, the hash of the researcher's token."""

item = Table(
    "item",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("cell", Integer, nullable=False),
    Column("set", Integer, nullable=False),
    Column("condition", JSON, nullable=False),
    Column("id", Text, nullable=False),
    Column("pool", Text, nullable=False),
    Column("group", Text, nullable=False),
    Column("content", JSON, nullable=False),
    Column("notes", JSON, nullable=False),
    Index("item_place", "cell", "set", "pool"),
)
"""Every item that can be put to somebody, drawn once."""

session = Table(
    "session",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("participant", Text, nullable=False),
    Column("platform", JSON, nullable=False),
    Column("cell", Integer),
    Column("set", Integer),
    Column("seed", BigInteger, nullable=False),
    Column("status", String(20), nullable=False),
    Column("arrived", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("finished", Float),
    Column("tab", String(40), nullable=False),
    Column("code", Text, nullable=False),
    Index("session_participant", "participant"),
    Index("session_status", "status", "cell"),
)
"""A participant. Times are seconds since 1970 by the server's clock; `tab` is the tab of
the browser that goes on. Cell and set are empty if no place was left."""

token = Table(
    "token",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("session", ForeignKey("session.number"), nullable=False),
)
"""Hashes of the tokens that browsers were given; a participant who opens the study in
another browser has several."""

planned = Table(
    "planned",
    metadata,
    Column("session", ForeignKey("session.number"), primary_key=True),
    Column("block", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("item", ForeignKey("item.number"), nullable=False, index=True),
)
"""The items that a session was given, in the order of each block's first pass."""

event = Table(
    "event",
    metadata,
    Column("session", ForeignKey("session.number"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("payload", JSON, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Column("client_time", Float, nullable=False),
    Column("server_time", Float, nullable=False),
)
"""Everything that happened, in order. `result` is what an answer was told."""

assignment = Table(
    "assignment",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("session", ForeignKey("session.number"), nullable=False, index=True),
    Column("time", Float, nullable=False),
    Column("counts", JSON, nullable=False),
    Column("cell", Integer),
    Column("set", Integer),
)
"""Every decision about a place, with the counts that it saw."""
