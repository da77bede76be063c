"""An open line to an endpoint: requests, retries, limits on what is spent."""

from __future__ import annotations

import math
import os
import random
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

from metamer.core.conversation import Messages, Reply
from metamer.core.errors import Refusal
from metamer.learners.chat.spending import Spending
from metamer.learners.chat.transcripts import Transcripts

if TYPE_CHECKING:
    from metamer.learners.chat import Chat

PASSING = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""Answers of a server that may be otherwise a moment later."""

FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0
"""Seconds between attempts: twice as many each time, and as many as the server asks for."""


class OpenLine:
    """Asks one model, and never the same thing twice."""

    def __init__(self, chat: Chat, url: str, kept: Transcripts):
        self.chat, self.kept = chat, kept
        self.address = f"{url.rstrip('/')}/chat/completions"
        self.used = Spending(chat, kept.replies_of(chat.model))

    def __enter__(self) -> OpenLine:
        import httpx

        key = os.environ.get(self.chat.key_env, "")
        headers = {"Authorization": f"Bearer {key}"} if key and self.chat.url else {}
        self.client = httpx.Client(headers=headers, timeout=self.chat.timeout)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()

    def reply(self, messages: Messages, sample: int, tokens: int) -> Reply:
        """What the model says: from the transcripts, or from the endpoint."""
        request = self._request(messages, sample, self.chat.max_tokens or tokens)
        known = self.kept.find(request)
        if known is None:
            with self.used.room(request):
                known = self._send(request)
                self.kept.keep(request, known)
                self.used.count(known)
        return _as_reply(known)

    @property
    def spending(self) -> str:
        """What the run has used up so far, in words."""
        return str(self.used)

    def _request(self, messages: Messages, sample: int, tokens: int) -> dict[str, Any]:
        chat = self.chat
        body = {
            "model": chat.model,
            "messages": messages,
            "max_tokens": tokens,
            "temperature": chat.asked_temperature,
            "logprobs": True,
        }
        # Also where chance decides nothing: the sample number is part of the key.
        return {**body, "seed": sample}

    def _send(self, request: dict[str, Any]) -> dict[str, Any]:
        import httpx

        trouble, wait = "", 0.0
        for attempt in range(self.chat.retries + 1):
            time.sleep(wait)
            wait = min(FIRST_WAIT * 2**attempt, LONGEST_WAIT) * random.uniform(0.5, 1)
            try:
                answer = self.client.post(self.address, json=request)
            except httpx.HTTPError as error:
                trouble = f"{type(error).__name__}: {error}"
                continue
            if answer.status_code in PASSING:
                trouble = f"it answered {answer.status_code}"
                wait = _asked_wait(answer.headers.get("retry-after", ""), wait)
                continue
            if answer.status_code != 200:
                raise Refusal(self._explain(answer.status_code, answer.text))
            try:
                return _as_kept(answer.json())
            except (ValueError, KeyError, IndexError, TypeError):
                trouble = f"its reply is no chat completion: {answer.text[:60]!r}"
        raise Refusal(
            f"{self.address} gave no reply in {self.chat.retries + 1} attempts "
            f"({trouble}); what was answered before is kept: give the same command again "
            "to go on"
        )

    def _explain(self, status: int, text: str) -> str:
        """Why a server refuses for good, without anything of the key."""
        why = {
            401: f"the key is missing or wrong: set the environment variable "
            f"{self.chat.key_env}",
            403: f"the key in {self.chat.key_env} may not use this model",
            404: f"it has no model {self.chat.model!r}, or the url is wrong: it must end "
            "with /v1",
        }.get(status, "")
        said = " ".join(text.split())[:160]
        key = os.environ.get(self.chat.key_env, "")
        said = said.replace(key, "...") if key else said
        return f"{self.address} answered {status}: {why or said}"


def _asked_wait(given: str, wait: float) -> float:
    """The seconds that a server asks to wait; dates are not understood."""
    try:
        return min(max(float(given), 0.0), LONGEST_WAIT)
    except ValueError:
        return wait


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


def _as_reply(kept: dict[str, Any]) -> Reply:
    log = kept.get("logprob")
    probability = math.nan if log is None else math.exp(min(float(log), 0.0))
    return Reply(str(kept["text"]), probability)
