"""Our messages as Inspect's, and its outputs as our replies."""

from __future__ import annotations

import math
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    ModelOutput,
)

from metamer.core.conversation import Messages, Reply


def as_chat(messages: Messages) -> list[ChatMessage]:
    """What is said, as Inspect's messages."""
    return [_as_message(message["role"], message["content"]) for message in messages]


def _as_message(role: str, content: str | list[dict[str, Any]]) -> ChatMessage:
    said = content if isinstance(content, str) else [_as_part(part) for part in content]
    if role == "system":
        return ChatMessageSystem(content=said)
    if role == "user":
        return ChatMessageUser(content=said)
    return ChatMessageAssistant(content=said)


def _as_part(part: dict[str, Any]) -> Content:
    if part["type"] == "text":
        return ContentText(text=part["text"])
    return ContentImage(image=part["image_url"]["url"])


def as_reply(output: ModelOutput) -> Reply:
    """What the model said, and how probable that was if the provider says it."""
    return Reply(output.completion, _probability(output))


def _probability(output: ModelOutput) -> float:
    found = output.choices[0].logprobs if output.choices else None
    if found is None or not found.content:
        return math.nan
    return math.exp(min(sum(token.logprob for token in found.content), 0.0))
