"""Matrices, put one by one: which candidate completes the context?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.items import Items, Lesson
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.study import Condition
from metamer.core.trial import MAX_LEARNING, ChoiceTrial, TrialItem, choice_items
from metamer.paradigms.matrices.items import notes_of
from metamer.paradigms.matrices.pixels.png import data_url
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import CANDIDATES, CONTEXT
from metamer.paradigms.matrices.score import LETTERS

if TYPE_CHECKING:
    from metamer.paradigms.matrices import Matrices

PIXELS = 120
"""The width of a panel, which is seldom shown larger. A matrix then takes about 20 kB.
Source: ours; the released items of barrett2018 have 160."""


def trial_items(
    settings: Matrices, condition: Condition, key: Key
) -> tuple[TrialItem, ...]:
    """What the unit with this key can be put."""
    return lesson_items(settings.lesson(condition, key))


def lesson_items(lesson: Lesson) -> tuple[TrialItem, ...]:
    """The matrices of a lesson: `learning` are taught ones, `test` those asked.

    Of all that are taught, `learning` has those that are asked again; while somebody
    learns from one of them, its part is `learning` and not `taught`.
    """
    again = np.flatnonzero(lesson.notes["part"] == "taught")[:MAX_LEARNING]
    taught = lesson.asked.rows(again)
    part = np.full(len(again), "learning")
    return (
        *_pool("learning", taught, notes_of(taught, part)),
        *_pool("test", lesson.asked, lesson.notes),
    )


def _pool(pool: str, items: Items, notes: Columns) -> tuple[TrialItem, ...]:
    rows = zip(np.asarray(items.inputs), items.labels.tolist(), strict=True)
    return choice_items(pool, notes, (_content(*row) for row in rows))


def _content(matrix: np.ndarray, right: int) -> dict[str, Any]:
    """All panels as pictures, from symbols, or from pixels if a folder has those."""
    panels = render(matrix, PIXELS) if matrix.ndim == 2 else matrix.astype(np.uint8)
    urls = [data_url(panel) for panel in panels]
    return {"context": urls[:CONTEXT], "candidates": urls[CONTEXT:], "right": right}


def trial(item: TrialItem, asking: Asking) -> ChoiceTrial:
    """The matrix before its first answer."""
    content = item.content
    shown = {"context": content["context"], "candidates": content["candidates"]}
    written = tuple(LETTERS[:CANDIDATES])
    return ChoiceTrial(item, shown, CANDIDATES, content["right"], asking, written)
