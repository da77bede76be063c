"""What the bodies of requests must look like."""

from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from metamer.app.limits import MAX_BATCH, MAX_BODY
from metamer.core.errors import Refusal

Body = TypeVar("Body", bound=BaseModel)

MAX_TIME = 1e16
"""Milliseconds since 1970 that no clock shows."""


class ArriveBody(BaseModel):
    """The query of the page's URL, and the token that the browser has."""

    model_config = ConfigDict(extra="forbid", strict=True)
    query: dict[str, str] = Field(default={}, max_length=50)
    token: str = Field(default="", max_length=200)


class EventBody(BaseModel):
    """One thing that happened."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seq: int = Field(ge=0, le=1_000_000)
    kind: Literal["consent", "read", "questions", "answer", "describe", "sign"]
    payload: dict[str, Any]
    time: float = Field(ge=-MAX_TIME, le=MAX_TIME, allow_inf_nan=False)


class EventsBody(BaseModel):
    """What happened in a tab since the last time."""

    model_config = ConfigDict(extra="forbid", strict=True)
    tab: str = Field(max_length=40)
    events: list[EventBody] = Field(max_length=MAX_BATCH)
    known: list[str] = Field(default=[], max_length=100)


class AliveBody(BaseModel):
    """The tab that somebody sits at."""

    model_config = ConfigDict(extra="forbid", strict=True)
    tab: str = Field(max_length=40)


class GiveBackBody(BaseModel):
    """The platform's ids of participants whose places are to be free again."""

    model_config = ConfigDict(extra="forbid", strict=True)
    participants: list[str] = Field(max_length=10_000)


class Unreadable(Refusal):
    """A body that is not what the request needs."""


async def read_all(request: Request) -> bytes:
    """The body of a request, if it is not too large."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY:
            raise HTTPException(413, f"a request has at most {MAX_BODY:,} bytes")
        parts.append(part)
    return b"".join(parts)


def read_body(kind: type[Body], content: bytes) -> Body:
    """The body as a `kind`; refuses anything else in one sentence."""
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the body"
        raise Unreadable(f"{place:.80}: {first['msg']:.120}") from error


def described(body: type[BaseModel] | None = None, header: str = "") -> dict[str, Any]:
    """What OpenAPI says of a request with such a body and a token in such a header."""
    found: dict[str, Any] = {}
    if body is not None:
        content = {"application/json": {"schema": body.model_json_schema()}}
        found["requestBody"] = {"required": True, "content": content}
    if header:
        text = {"type": "string", "maxLength": 200}
        token = {"in": "header", "name": header, "required": True, "schema": text}
        found["parameters"] = [token]
    return found
