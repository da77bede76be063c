"""Rows of digits, put one by one: which digit does the first one ask for?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.items import Lesson
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.study import Condition
from metamer.core.trial import (
    MAX_LEARNING,
    NO_ANSWER,
    ChoiceTrial,
    TrialItem,
    View,
    choice_items,
)
from metamer.paradigms.pointers.items import assemble, section
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.score import score
from metamer.paradigms.pointers.styles.vectors import Vectors

if TYPE_CHECKING:
    from metamer.paradigms.pointers import Pointers


@dataclass
class PointerTrial(ChoiceTrial):
    """A row of digits; a wrong answer has its kind of error."""

    def rows(self) -> Columns:
        kinds = self.source.content["errors"]
        errors = [
            NO_ANSWER if answer is None else kinds[answer] for answer in self.answers
        ]
        return {**super().rows(), "error": np.array(errors, object)}


def trial_items(
    settings: Pointers, condition: Condition, key: Key
) -> tuple[TrialItem, ...]:
    """The rows of a unit's lesson: `learning` are those taught, `test` those asked.

    While somebody learns from a taught row, its part is `learning`; `taught` are those
    that are asked again afterwards.
    """
    from metamer.training.drawing import draw_items

    if not isinstance(settings.style, Vectors):
        raise Refusal(
            "pointers: people are put rows of digits; set style to vector, not "
            f"{settings.style.name}"
        )
    lesson = settings.lesson(condition, key)
    stream = lesson.taught
    taught = draw_items(stream.source, stream.key, min(stream.size, MAX_LEARNING))
    learning = assemble(settings.style.name, stream, [section("learning", taught)])
    rule = settings.rule(condition)
    return (*_pool("learning", rule, learning), *_pool("test", rule, lesson))


def _pool(pool: str, rule: PointerRule, lesson: Lesson) -> tuple[TrialItem, ...]:
    notes, judged = judge(rule, lesson)
    rows = zip(np.asarray(lesson.asked.inputs).tolist(), judged, strict=True)
    contents = ({"digits": digits, **content} for digits, content in rows)
    return choice_items(pool, notes, contents)


def judge(rule: PointerRule, lesson: Lesson) -> tuple[Columns, list[dict[str, Any]]]:
    """What `score` says of asked items, and of each: `right` and, by answer, `errors`."""
    right = np.asarray(lesson.asked.labels)
    scored = score(rule, lesson, right)
    chances = {name: scored[name] for name in scored if name.startswith("chance_")}
    errors = [
        score(rule, lesson, np.full(len(right), answer))["error"]
        for answer in range(rule.alphabet)
    ]
    rows = zip(right.tolist(), np.stack(errors, axis=1).tolist(), strict=True)
    contents = [{"right": label, "errors": kinds} for label, kinds in rows]
    return {**lesson.notes, **chances}, contents


def trial(item: TrialItem, asking: Asking) -> PointerTrial:
    """The row before its first answer; any digit can be the answer."""
    return judged_trial(item, {"digits": item.content["digits"]}, asking)


def judged_trial(item: TrialItem, shown: View, asking: Asking) -> PointerTrial:
    """The trial of an item that was judged, with what is shown of it."""
    content = item.content
    return PointerTrial(item, shown, len(content["errors"]), content["right"], asking)
