"""The researcher's page: how a study goes, and its data; behind a token."""

import asyncio
import csv
import hmac
import io
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Header, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from sqlalchemy import select

from metamer.app import schema
from metamer.app.bodies import GiveBackBody, described, read_all, read_body
from metamer.app.counts import overview
from metamer.app.database import Database, hashed, read_meta
from metamer.app.requests import UnknownToken
from metamer.core.study import Study

ResearcherToken = Annotated[str, Header(alias="X-Metamer-Researcher", max_length=200)]

TABLES = {
    "sessions": schema.session,
    "events": schema.event,
    "assignments": schema.assignment,
    "planned": schema.planned,
    "items": schema.item,
}
"""What can be downloaded."""


def add_researcher(
    app: FastAPI, database: Database, study: Study, clock: Callable[[], float]
) -> None:
    """Add the researcher's pages to the app."""

    def check(token: str) -> None:
        with database.reading() as connection:
            stored = read_meta(connection).get("researcher", "")
        if not hmac.compare_digest(hashed(token), stored):
            raise UnknownToken("this is not the researcher's token of this study")

    @app.get("/researcher")
    def page() -> HTMLResponse:
        return HTMLResponse(_page(study))

    @app.get("/researcher.js")
    def script() -> Response:
        return Response(_file("researcher.js"), media_type="text/javascript")

    @app.get("/researcher.css")
    def style() -> Response:
        return Response(_file("researcher.css"), media_type="text/css")

    @app.get("/api/researcher/overview")
    def show(token: ResearcherToken = "") -> HTMLResponse:
        check(token)
        with database.reading() as connection:
            known = overview(connection, study, clock())
        return HTMLResponse(_render("overview.html", **known))

    @app.get("/api/researcher/{table}.csv")
    def download(table: str, token: ResearcherToken = "") -> Response:
        check(token)
        if table not in TABLES:
            listed = ", ".join(TABLES)
            return JSONResponse({"detail": f"there is no such table: {listed}"}, 404)
        lines = csv_lines(database, TABLES[table])
        return StreamingResponse(lines, media_type="text/csv")

    @app.post("/api/researcher/return", openapi_extra=described(GiveBackBody))
    async def give_back(request: Request, token: ResearcherToken = "") -> JSONResponse:
        body = read_body(GiveBackBody, await read_all(request))
        await asyncio.to_thread(check, token)
        many = await asyncio.to_thread(free_places, database, body.participants)
        return JSONResponse({"returned": many})


def free_places(database: Database, participants: list[str]) -> int:
    """Give back the places of participants who returned the study or were rejected."""
    table = schema.session
    theirs = table.c.participant.in_([name for name in participants if name])
    counting = table.c.status.in_(["live", "completed"])
    update = table.update().where(theirs, counting).values(status="returned")
    with database.writing() as connection:
        return connection.execute(update).rowcount


def csv_lines(database: Database, table: Any) -> Iterator[str]:
    """A table as csv, some rows at a time; what is JSON is text in it."""
    columns = list(table.columns)
    yield csv_line([column.name for column in columns])
    with database.reading() as connection:
        query = select(*columns).order_by(*table.primary_key.columns)
        for row in connection.execution_options(yield_per=500).execute(query):
            yield csv_line([_plain(value) for value in row])


def _plain(value: Any) -> Any:
    """A value for a cell; a text that a spreadsheet would take for a formula is quoted."""
    if isinstance(value, dict | list):
        return json.dumps(value)
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@")):
        return f"'{value}"
    return value


def csv_line(values: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue()


def _file(name: str) -> str:
    return (resources.files("metamer.app") / "pages" / name).read_text("utf-8")


def _page(study: Study) -> str:
    title = study.title or study.name
    return _render("researcher.html", title=title, tables=list(TABLES))


def _render(name: str, **values: Any) -> str:
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["clock"] = _clock
    return environment.from_string(_file(name)).render(**values)


def _clock(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
