"""The app's HTTP side: the API, the static pages, and what every answer carries."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, JSONResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from metamer.app import bodies
from metamer.app.arrivals import PREVIEW
from metamer.app.bodies import described
from metamer.app.database import Database, check_meta, read_meta, stored_study
from metamer.app.headers import SafeHeaders
from metamer.app.limits import Floods
from metamer.app.loading import Loader
from metamer.app.recruitment import RECRUITMENT
from metamer.app.requests import (
    Alive,
    Arrive,
    AskState,
    Event,
    Send,
    TooMuch,
    UnknownToken,
)
from metamer.app.researcher import add_researcher
from metamer.app.sessions import Sessions
from metamer.app.states import preview_state
from metamer.app.texts import texts_of
from metamer.app.timeline import SessionTexts
from metamer.app.writer import MAX_GROUP, Writer
from metamer.core.errors import Refusal

TOKEN = "X-Metamer-Token"

MAX_TOKEN = 200
"""Characters of a token, and more."""

STATUS: dict[type[Exception], int] = {
    UnknownToken: 401,
    TooMuch: 429,
    bodies.Unreadable: 422,
    Refusal: 409,
}
"""What a refusal is in HTTP."""


def make_app(
    database: Database,
    largest: int = MAX_GROUP,
    clock: Callable[[], float] = time.time,
    texts: SessionTexts | None = None,
) -> FastAPI:
    """The app for the study in a database, with its texts or with others."""
    with database.reading() as connection:
        meta = read_meta(connection)
    check_meta(meta)
    study = stored_study(meta)
    texts = texts or texts_of(study)
    sessions = Sessions(study, Loader(study, texts), clock)
    writer = Writer(database, sessions.handle, sessions.forget, largest)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(writer.close)
        database.close()

    app = FastAPI(
        title=study.title or study.name,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    _add_errors(app)
    frames = RECRUITMENT[study.people.recruitment].frames
    app.add_middleware(SafeHeaders, frames=frames)
    _add_api(app, writer, preview_state(texts), Floods(clock))
    add_researcher(app, database, study, clock)
    _add_pages(app)
    return app


def _add_api(
    app: FastAPI, writer: Writer, preview: dict[str, Any], floods: Floods
) -> None:
    ask = writer.answer

    def check_token(request: Request) -> str:
        token = request.headers.get(TOKEN, "")
        if not token or len(token) > MAX_TOKEN:
            raise UnknownToken(f"the header {TOKEN} has no token of a session")
        if token != PREVIEW:
            floods.check(token)
        return token

    @app.post("/api/arrive", openapi_extra=described(bodies.ArriveBody))
    async def arrive(request: Request) -> JSONResponse:
        body = bodies.read_body(bodies.ArriveBody, await bodies.read_all(request))
        return JSONResponse(await ask(Arrive(body.query, body.token)))

    @app.get("/api/session", openapi_extra=described(header=TOKEN))
    async def session(request: Request) -> JSONResponse:
        token = check_token(request)
        return JSONResponse(preview if token == PREVIEW else await ask(AskState(token)))

    @app.post("/api/events", openapi_extra=described(bodies.EventsBody, TOKEN))
    async def events(request: Request) -> JSONResponse:
        token = check_token(request)
        body = bodies.read_body(bodies.EventsBody, await bodies.read_all(request))
        if token == PREVIEW:
            return JSONResponse(preview)
        sent = tuple(
            Event(event.seq, event.kind, event.payload, event.time)
            for event in body.events
        )
        known = frozenset(body.known)
        return JSONResponse(await ask(Send(token, body.tab, sent, known)))

    @app.post("/api/alive", openapi_extra=described(bodies.AliveBody, TOKEN))
    async def alive(request: Request) -> JSONResponse:
        token = check_token(request)
        body = bodies.read_body(bodies.AliveBody, await bodies.read_all(request))
        if token == PREVIEW:
            return JSONResponse({"ok": False, "notice": "preview"})
        return JSONResponse(await ask(Alive(token, body.tab)))


def _add_errors(app: FastAPI) -> None:
    """Make every error one sentence."""

    @app.exception_handler(Refusal)
    async def refuse(request: Request, error: Refusal) -> JSONResponse:
        return problem(STATUS.get(type(error), 409), str(error))

    @app.exception_handler(HTTPException)
    async def refuse_http(request: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(DBAPIError)
    async def fail(request: Request, error: DBAPIError) -> JSONResponse:
        logging.getLogger("uvicorn.error").error("the database failed: %s", error.orig)
        return problem(503, "the database cannot be used now; please try again")


def problem(status: int, sentence: str, headers: Any = None) -> JSONResponse:
    return JSONResponse({"detail": sentence}, status, headers)


def _add_pages(app: FastAPI) -> None:
    """The web app, if it has been built; a new version is found at the next visit."""
    folder = Path(str(resources.files("metamer.app") / "static"))
    if not (folder / "index.html").is_file():
        return
    app.mount("/assets", StaticFiles(directory=folder / "assets"))

    @app.get("/", include_in_schema=False)
    async def index() -> FileResponse:
        again = {"Cache-Control": "no-cache"}
        return FileResponse(folder / "index.html", headers=again)
