"""An open line to a model: what was asked before is not asked again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from metamer.core.conversation import Messages, Reply
from metamer.learners.chat.sending import Sender
from metamer.learners.chat.spending import Spending
from metamer.learners.chat.transcripts import Transcripts

if TYPE_CHECKING:
    from metamer.learners.chat import Chat


class OpenLine:
    """Asks one model, and never the same thing twice."""

    def __init__(self, chat: Chat, sender: Sender, kept: Transcripts):
        self.chat, self.sender, self.kept = chat, sender, kept
        self.used = Spending(chat, kept.replies_of(chat.model))

    def reply(self, messages: Messages, sample: int, tokens: int) -> Reply:
        """What the model says: from the transcripts, or from the endpoint."""
        tokens = self.chat.max_tokens or tokens
        request = self._request(messages, sample, tokens)
        known = self.kept.find(request, sample)
        if known is None:
            with self.used.room(messages, tokens):
                known = self.sender.send(request)
                self.kept.keep(request, sample, known)
                self.used.count(known)
        return _as_reply(known)

    def stop(self) -> None:
        """Let nobody wait for another attempt: the run ends."""
        self.sender.stopping.set()

    @property
    def spending(self) -> str:
        """What the run has used up so far, in words."""
        return str(self.used)

    def _request(self, messages: Messages, sample: int, tokens: int) -> dict[str, Any]:
        chat = self.chat
        usual = {
            "model": chat.model,
            "messages": messages,
            "max_tokens": tokens,
            "temperature": chat.asked_temperature,
            "logprobs": True,
            "seed": sample,
        }
        left_out = [name for name, value in chat.parameters.items() if value is False]
        every = {**usual, **chat.parameters}
        return {name: every[name] for name in every if name not in left_out}


def _as_reply(kept: dict[str, Any]) -> Reply:
    log = kept.get("logprob")
    probability = math.nan if log is None else math.exp(min(float(log), 0.0))
    return Reply(str(kept["text"]), probability)
