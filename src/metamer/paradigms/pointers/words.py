"""Rows of digits in words: which digit does a chat model answer?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.conversation import (
    TEXT,
    Conversation,
    Reading,
    TaughtExample,
    read_choice,
)
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.core.trial import TrialItem
from metamer.paradigms.pointers.trials import PointerTrial, trial, trial_items

if TYPE_CHECKING:
    from metamer.paradigms.pointers import Pointers


def conversation(settings: Pointers, condition: Condition, key: Key) -> Conversation:
    """Taught rows are examples, evenly over what their pointer is."""
    items = trial_items(settings, condition, key)
    return Conversation(
        items=tuple(item for item in items if item.pool == "test"),
        trial=trial,
        styles={TEXT: question},
        read=read,
        prompts=Path(__file__).parent / "prompts",
        examples=tuple(_example(item) for item in items if item.pool == "learning"),
        labels={"last": str(len(items[0].content["errors"]) - 1)},
    )


def question(trial: PointerTrial) -> str:
    return " ".join(map(str, trial.source.content["digits"]))


def read(trial: PointerTrial, reply: str) -> Reading:
    return read_choice(reply, [str(digit) for digit in range(trial.options)])


def _example(item: TrialItem) -> TaughtExample:
    digits = item.content["digits"]
    return TaughtExample(str(digits[0]), item, str(item.content["right"]))
