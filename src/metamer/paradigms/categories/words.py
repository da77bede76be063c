"""Items in words: which of two made-up words does a chat model call them?"""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.conversation import (
    TEXT,
    Conversation,
    Picture,
    Reading,
    TaughtExample,
    picture_of,
    read_choice,
)
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.core.trial import MAX_LEARNING, ChoiceTrial, TrialItem
from metamer.paradigms.categories.items import notes_of
from metamer.paradigms.categories.show import item_picture
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
        styles={TEXT: question, "picture": partial(picture, settings, condition, key)},
        read=read,
        prompts=Path(__file__).parent / "prompts",
        examples=tuple(_example(item) for item in items if item.pool == "learning"),
        labels={"first": first, "second": second},
    )


def question(trial: ChoiceTrial) -> str:
    return str(trial.source.content["text"])


def picture(
    settings: Categories, condition: Condition, key: Key, trial: ChoiceTrial
) -> Picture:
    """The item as its domain draws it."""
    domain = settings.domain(str(dict(condition.details)["domain"]))
    seen = _inputs(settings, condition, key)[trial.item]
    return picture_of(item_picture(domain, seen))


@lru_cache(maxsize=4)
def _inputs(settings: Categories, condition: Condition, key: Key) -> dict[str, Any]:
    """What is seen of each item, by its id. Only pictures need it."""
    lesson = settings.lesson(condition, key)
    domain = settings.domain(str(dict(condition.details)["domain"]))
    taught = lesson.taught.rows(slice(MAX_LEARNING))
    part = np.full(len(taught.labels), "learning", object)
    ids = notes_of(domain, taught, part)["item"]
    return {
        **dict(zip(ids, taught.inputs, strict=True)),
        **dict(zip(lesson.notes["item"], lesson.asked.inputs, strict=True)),
    }


def read(trial: ChoiceTrial, reply: str) -> Reading:
    return read_choice(reply, trial.source.content["labels"])


def _example(item: TrialItem) -> TaughtExample:
    cell = f"{item.notes['discriminant']}{item.notes['distractor']}"
    label = item.content["labels"][item.content["right"]]
    return TaughtExample(cell, item, label)
