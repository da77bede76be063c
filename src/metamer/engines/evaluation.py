"""Asked items as a trainer may use them: it learns how well its networks do, no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Float

from metamer.core.checkpoints import Evaluation
from metamer.core.items import Items, Lesson
from metamer.engines.device import ask

PART = "part"
"""The column that says to which part an asked item belongs."""


def evaluation(learner: Any, lessons: Sequence[Lesson]) -> Evaluation:
    """How `learner` would do on each part of what its units will be asked.

    Its networks are asked as they are in the end, and their answers are scored here: a
    trainer never sees the labels.
    """
    parts = tuple(dict.fromkeys(_parts(lessons[0])))

    def score(fitted: Any, many: int) -> Float[np.ndarray, "unit part 2"]:
        chosen = [_choose(lesson, parts, many) for lesson in lessons]
        blind = [items.blind() for items, _ in chosen]
        answers = ask(learner, fitted, blind)
        return np.stack(
            [
                _scores(answer, items.labels, ends)
                for answer, (items, ends) in zip(answers, chosen, strict=True)
            ]
        )

    return Evaluation(parts, score)


def _parts(lesson: Lesson) -> np.ndarray:
    """The part of each asked item."""
    return lesson.notes.get(PART, np.full(len(lesson.asked.labels), "asked"))


def _choose(
    lesson: Lesson, parts: tuple[str, ...], many: int
) -> tuple[Items, np.ndarray]:
    """The first items of each part, and where each part ends among them."""
    column = _parts(lesson)
    places = [np.flatnonzero(column == part)[:many] for part in parts]
    ends = np.cumsum([len(some) for some in places])
    return lesson.asked.rows(np.concatenate(places)), ends


def _scores(
    answer: np.ndarray, labels: np.ndarray, ends: np.ndarray
) -> Float[np.ndarray, "part 2"]:
    """Loss and accuracy of each part; the loss is NaN if only labels were answered."""
    if answer.ndim == 1:
        right, loss = answer == labels, np.full(len(labels), np.nan)
    else:
        right = answer.argmax(axis=1) == labels
        found = np.take_along_axis(answer, labels[:, None].astype(int), axis=1)[:, 0]
        loss = -np.log(np.maximum(found, np.finfo(np.float32).tiny))
    return np.array(
        [
            [part.mean() for part in both]
            for both in zip(
                np.split(loss, ends[:-1]), np.split(right, ends[:-1]), strict=True
            )
        ]
    )
