"""What one unit is handed: arrays of what is taught and what is asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from metamer.core.answers import ReadsAnswers
from metamer.core.errors import MAX_HELD, Refusal
from metamer.core.handout import Handout, HandsOut
from metamer.core.items import Items, Lesson, Stream, identify
from metamer.core.study import Condition, Paradigm


def handout(
    paradigm: Paradigm, condition: Condition, lesson: Any, taught: int
) -> Handout:
    """What a unit with this lesson is taught, `taught` items at most, and asked."""
    if isinstance(lesson, Lesson):
        return _of_items(lesson, taught)
    if isinstance(paradigm, HandsOut):
        return paradigm.hand_out(condition, lesson, taught)
    raise Refusal(
        f"items of {type(paradigm).__name__} cannot be handed out: it has no method "
        "hand_out"
    )


def answer_form(paradigm: Paradigm) -> str:
    """What an answer must look like, in a few words."""
    if isinstance(paradigm, ReadsAnswers):
        return paradigm.answer_form
    return "a whole number from 0"


def choices(paradigm: Paradigm, condition: Condition) -> tuple[str, ...]:
    """All answers as the table writes them; none if an answer is no choice."""
    return paradigm.choices(condition) if isinstance(paradigm, ReadsAnswers) else ()


def _of_items(lesson: Lesson, limit: int) -> Handout:
    """Labelled items, and others without their labels. An id says what an item is."""
    ids = np.asarray(lesson.notes["item"]).astype(str)
    # A teacher may ask an item twice; whoever answers is asked it once.
    first = np.sort(np.unique(ids, return_index=True)[1])
    taught, many = _taught(lesson.taught, limit)
    inputs = np.asarray(taught.inputs)
    prefix = ids[0].rpartition("/")[0]
    return Handout(
        {
            "item": identify(prefix, inputs).astype(str),
            "inputs": _storable(inputs),
            "labels": np.asarray(taught.labels),
            "taught_in_all": np.array([many]),
        },
        {
            "item": ids[first],
            "inputs": _storable(np.asarray(lesson.asked.inputs)[first]),
        },
        {},
    )


def _taught(taught: Items | Stream, limit: int) -> tuple[Items, int]:
    """The first taught items, and how many there are in all."""
    if not isinstance(taught, Stream):
        return taught.rows(slice(limit)), len(taught.labels)
    from metamer.training.drawing import draw_items

    wanted = min(limit, taught.size)
    if wanted > MAX_HELD:
        raise Refusal(
            f"a unit is taught {taught.size:,} items, more than fit into a file: give "
            f"--taught N, at most {MAX_HELD:,}, for the first N of them"
        )
    return draw_items(taught.source, taught.key, wanted), taught.size


def _storable(inputs: np.ndarray) -> np.ndarray:
    """Texts with a fixed width: an npz file of objects cannot be opened safely."""
    return inputs.astype(str) if inputs.dtype == object else inputs
