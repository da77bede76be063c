"""Requests over HTTP: sent again while failures may pass, explained where they do not."""

from __future__ import annotations

import json
import math
import os
import random
import time
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from metamer.core.counting import count
from metamer.core.errors import Refusal

if TYPE_CHECKING:
    import httpx

    from metamer.learners.chat import Chat

PASSING = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""Answers of a server that may be otherwise a moment later."""

FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0
"""Seconds between attempts: twice as many each time, and as many as the server asks for."""

MAX_BYTES = 64 * 2**20
"""Of one reply: more than any number of tokens takes, with all log probabilities."""

FIRST_ATTEMPTS = 2
"""Attempts to reach a server that has never answered: its address may be wrong."""


class Failure(NamedTuple):
    """Why an attempt failed that may succeed later."""

    why: str
    wait: float = 0.0
    """Seconds that the server asks to wait."""
    unreachable: bool = False
    """Whether nothing answers at this address."""


class Sender:
    """Sends requests to the endpoint of one model."""

    def __init__(self, chat: Chat, url: str):
        self.chat = chat
        self.address = f"{url.rstrip('/')}/chat/completions"
        # On this machine nothing else answers: however slow it is, it is waited for.
        self.timeout = chat.timeout if chat.url else math.inf
        self.reached = False
        self.stopping = Event()

    def __enter__(self) -> Sender:
        import httpx

        key = os.environ.get(self.chat.key_env, "")
        headers = {"Authorization": f"Bearer {key}"} if key and self.chat.url else {}
        limit = None if math.isinf(self.timeout) else self.timeout
        self.client = httpx.Client(headers=headers, timeout=limit)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()

    def send(self, request: dict[str, Any]) -> dict[str, Any]:
        """What is kept of the reply to a request; refuses if there is none to be had."""
        attempt = 0
        while True:
            attempt += 1
            found = self._attempt(request)
            if not isinstance(found, Failure):
                return found
            lost = found.unreachable and not self.reached and attempt >= FIRST_ATTEMPTS
            last = attempt > self.chat.retries
            if lost or last or self._stopped(attempt, found.wait):
                raise Refusal(
                    f"{self.address} gave no reply in {count(attempt, 'attempt')} "
                    f"({found.why}); what was answered before is kept: give the same "
                    "command again to go on"
                )

    def _stopped(self, attempt: int, asked: float) -> bool:
        """Wait before the next attempt; whether the run ended meanwhile."""
        wait = min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT)
        return self.stopping.wait(max(wait * random.uniform(0.5, 1), asked))

    def _attempt(self, request: dict[str, Any]) -> dict[str, Any] | Failure:
        import httpx

        try:
            with self.client.stream("POST", self.address, json=request) as answer:
                body = self._read(answer)
        except httpx.ConnectError as error:
            return Failure(str(error) or "no connection", unreachable=True)
        except httpx.InvalidURL as error:
            raise Refusal(f"{self.address} is no address: {error}") from error
        except httpx.HTTPError as error:
            return Failure(f"{type(error).__name__}: {error}")
        self.reached = True
        if answer.status_code in PASSING:
            asked = answer.headers.get("retry-after", "")
            return Failure(f"it answered {answer.status_code}", _asked_wait(asked))
        if answer.status_code != 200:
            said = body.decode("utf-8", "replace")
            raise Refusal(self._explain(answer.status_code, said))
        try:
            return _as_kept(json.loads(body))
        except (ValueError, KeyError, IndexError, TypeError):
            begin = body[:60].decode("utf-8", "replace")
            return Failure(f"its reply is no chat completion: {begin!r}")

    def _read(self, answer: httpx.Response) -> bytes:
        """The whole body, if it ends: a server may send its reply bit by bit for ever."""
        import httpx

        until, body = time.monotonic() + self.timeout, bytearray()
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > MAX_BYTES:
                raise Refusal(
                    f"{self.address} sent a reply of more than {MAX_BYTES >> 20} MiB; "
                    "limit it by max_tokens"
                )
            if time.monotonic() > until:
                raise httpx.ReadTimeout(f"no whole reply in {self.timeout:g} s")
        return bytes(body)

    def _explain(self, status: int, text: str) -> str:
        """Why a server refuses for good, without anything of the key."""
        why = {
            401: f"the key is missing or wrong: set the environment variable "
            f"{self.chat.key_env}",
            403: f"the key in {self.chat.key_env} may not use this model",
            404: f"it has no model {self.chat.model!r}, or the url is wrong: it must end "
            "with /v1",
        }.get(status, "")
        said = " ".join(text.split())[:240]
        key = os.environ.get(self.chat.key_env, "")
        said = said.replace(key, "...") if key else said
        if status in (400, 422):
            said += (
                "; if it is a parameter that it does not take, leave that out by "
                "parameters = { NAME = false }"
            )
        return f"{self.address} answered {status}: {why or said}"


def _asked_wait(given: str) -> float:
    """The seconds that a server asks to wait; dates are not understood."""
    try:
        return min(max(float(given), 0.0), LONGEST_WAIT)
    except ValueError:
        return 0.0


def _as_kept(answer: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a completion: its text, log probabilities, tokens used."""
    choice = answer["choices"][0]
    text = choice["message"]["content"]
    if not isinstance(text, str):
        text = ""
    tokens = (choice.get("logprobs") or {}).get("content") or []
    logs = [float(token["logprob"]) for token in tokens]
    kept: dict[str, Any] = {
        "text": text,
        "finish": choice.get("finish_reason"),
        "usage": answer.get("usage") or {},
    }
    return {**kept, "logprob": sum(logs)} if logs else kept
