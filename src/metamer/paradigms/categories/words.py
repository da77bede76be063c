"""Items in words: which of two made-up words does a chat model call them?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.conversation import Conversation, Reading, TaughtExample, read_choice
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem
from metamer.paradigms.categories.trials import lesson_items, trial

if TYPE_CHECKING:
    from metamer.paradigms.categories import Categories


def conversation(settings: Categories, condition: Condition, key: Key) -> Conversation:
    """Taught items are examples, evenly over the quadrants that are taught."""
    items = lesson_items(settings, condition, key)
    first, second = items[0].content["labels"]
    return Conversation(
        items=tuple(item for item in items if item.pool == "test"),
        trial=trial,
        question=question,
        read=read,
        prompts=Path(__file__).parent / "prompts",
        examples=tuple(_example(item) for item in items if item.pool == "learning"),
        labels={"first": first, "second": second},
    )


def question(trial: ChoiceTrial) -> str:
    return str(trial.source.content["text"])


def read(trial: ChoiceTrial, reply: str) -> Reading:
    return read_choice(reply, trial.source.content["labels"])


def _example(item: TrialItem) -> TaughtExample:
    cell = f"{item.notes['discriminant']}{item.notes['distractor']}"
    label = item.content["labels"][item.content["right"]]
    return TaughtExample(cell, item.content["text"], label)
