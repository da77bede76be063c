"""What browsers ask of a study, and why that may be refused."""

from dataclasses import dataclass
from typing import Any

from metamer.core.errors import Refusal


class UnknownToken(Refusal):
    """The token belongs to no session of this study."""


class TooMuch(Refusal):
    """More than one participant can have sent."""


@dataclass(frozen=True)
class Arrive:
    """Somebody opened the study's link."""

    query: dict[str, str]
    token: str = ""


@dataclass(frozen=True)
class AskState:
    """A browser asks where its session stands."""

    token: str


@dataclass(frozen=True)
class Event:
    """One thing that happened in the browser."""

    seq: int
    kind: str
    payload: dict[str, Any]
    time: float
    """By the browser's clock, in milliseconds since 1970."""


@dataclass(frozen=True)
class Send:
    """A browser hands over events."""

    token: str
    tab: str
    events: tuple[Event, ...]
    known: frozenset[str] = frozenset()
    """Ids of the pages that the browser has already."""


@dataclass(frozen=True)
class Alive:
    """A browser says that somebody is there."""

    token: str
    tab: str


Request = Arrive | AskState | Send | Alive
Outcome = dict[str, Any] | Exception
"""What a request is answered, or why it is not."""
