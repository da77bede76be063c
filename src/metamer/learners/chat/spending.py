"""What a run has used up, and whether there is room for one more request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from metamer.core.conversation import Messages
from metamer.core.errors import Refusal
from metamer.learners.chat.prices import Prices
from metamer.learners.chat.transcripts import TRANSCRIPTS, read_transcripts

if TYPE_CHECKING:
    from metamer.learners.chat import Chat

LETTERS = 3
"""Characters of a token at least, in English and in rows of digits. Source: ours."""

PICTURE_TOKENS = 1500
"""What one picture counts at most. Source: ours."""


class Spending:
    """Tokens and dollars of one model; a request is let through if it surely fits."""

    def __init__(self, chat: Chat, replies: Iterable[dict[str, Any]]):
        self.chat = chat
        self.prices = chat.prices or Prices()
        self.lock = Lock()
        self.read = self.written = 0
        self.reserved_read = self.reserved_written = 0
        for reply in replies:
            self.count(reply)

    def count(self, reply: dict[str, Any]) -> None:
        """Add what one reply used."""
        usage = reply.get("usage", {})
        with self.lock:
            self.read += int(usage.get("prompt_tokens", 0) or 0)
            self.written += int(usage.get("completion_tokens", 0) or 0)

    @property
    def dollars(self) -> float:
        return self.prices.dollars(self.read, self.written)

    @contextmanager
    def room(self, messages: Messages, tokens: int) -> Iterator[None]:
        """Keep room for a request while it is under way; refuse if there is none."""
        read = _size(messages)
        with self.lock:
            self._check(read, tokens)
            self._reserve(read, tokens)
        try:
            yield
        finally:
            with self.lock:
                self._reserve(-read, -tokens)

    def _reserve(self, read: int, written: int) -> None:
        self.reserved_read += read
        self.reserved_written += written

    def _check(self, read: int, written: int) -> None:
        chat = self.chat
        read += self.read + self.reserved_read
        written += self.written + self.reserved_written
        dollars = self.prices.dollars(read, written)
        if chat.max_total_tokens and read + written > chat.max_total_tokens:
            limit = f"{chat.max_total_tokens:,} tokens (max_total_tokens)"
        elif chat.budget and dollars > chat.budget:
            limit = f"{chat.budget:.2f} dollars (budget)"
        else:
            return
        raise Refusal(
            f"{chat.name} has no room for another request within its {limit}: it has used "
            f"{self}; what was answered is kept: give the same command with a higher limit "
            "to go on"
        )

    def __str__(self) -> str:
        tokens = f"{self.read + self.written:,} tokens"
        return f"{tokens}, ${self.dollars:.2f}" if self.chat.prices else tokens


def spent(chat: Chat, runs: Iterable[Path]) -> float:
    """Dollars that a model has cost in some run folders so far."""
    replies = (
        entry["reply"]
        for run in runs
        for entry in read_transcripts(run / TRANSCRIPTS)
        if entry["request"].get("model") == chat.model
    )
    return Spending(chat, replies).dollars


def _size(messages: Messages) -> int:
    """The tokens of some messages, rather too many than too few."""
    total = 0
    for message in messages:
        content = message["content"]
        parts = [content] if isinstance(content, str) else content
        for part in parts:
            text = part if isinstance(part, str) else part.get("text")
            total += PICTURE_TOKENS if text is None else len(text) // LETTERS + LETTERS
    return total
