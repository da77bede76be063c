"""Matrices in words: which candidate does a chat model choose?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.people import Asking
from metamer.core.responses import Columns
from metamer.core.study import Condition
from metamer.core.trial import ChoiceTrial, TrialItem, choice_items
from metamer.paradigms.matrices.items import notes_of
from metamer.paradigms.matrices.rules.vocabulary import (
    CANDIDATES,
    CELLS,
    CONTEXT,
    LINES,
    SHAPES,
)
from metamer.paradigms.matrices.score import LETTERS
from metamer.paradigms.matrices.show import question_picture

if TYPE_CHECKING:
    from metamer.paradigms.matrices import Matrices

EXAMPLES = 2
"""Taught matrices that can be shown as examples: one takes up to 2,000 tokens, and all must
fit into the context of a small model. Source: ours."""


def conversation(settings: Matrices, condition: Condition, key: Key) -> Conversation:
    """The asked matrices; of the taught ones among them, the first are examples."""
    lesson = settings.lesson(condition, key)
    if np.asarray(lesson.asked.inputs).ndim != 3:
        raise Refusal(
            "matrices: panels that are pixels have no words; leave folder empty, so that "
            "items are drawn from symbols"
        )
    taught = np.flatnonzero(lesson.notes["part"] == "taught")
    shown, rest = taught[:EXAMPLES], np.ones(len(lesson.asked.labels), bool)
    rest[shown] = False
    asked = lesson.asked.rows(rest)
    notes = {name: column[rest] for name, column in lesson.notes.items()}
    examples = lesson.asked.rows(shown)
    learning = np.full(len(shown), "learning")
    return Conversation(
        items=_items("test", asked, notes),
        trial=trial,
        styles={TEXT: question, "picture": picture},
        read=read,
        prompts=Path(__file__).parent / "prompts",
        examples=tuple(
            TaughtExample("", item, str(LETTERS[item.content["right"]]))
            for item in _items("learning", examples, notes_of(examples, learning))
        ),
    )


def trial(item: TrialItem, asking: Asking) -> ChoiceTrial:
    """The matrix before its first answer."""
    shown = {"panels": item.content["panels"]}
    written = tuple(LETTERS[:CANDIDATES])
    return ChoiceTrial(item, shown, CANDIDATES, item.content["right"], asking, written)


def question(trial: ChoiceTrial) -> str:
    return in_words(np.array(trial.shown["panels"]))


def picture(trial: ChoiceTrial) -> Picture:
    """The whole question in one picture: the matrix, and its candidates beside it."""
    return picture_of(question_picture(np.array(trial.shown["panels"])))


def read(trial: ChoiceTrial, reply: str) -> Reading:
    return read_choice(reply, [str(letter) for letter in LETTERS[:CANDIDATES]])


def _items(pool: str, items: Items, notes: Columns) -> tuple[TrialItem, ...]:
    rows = zip(np.asarray(items.inputs), items.labels.tolist(), strict=True)
    contents = ({"panels": matrix.tolist(), "right": right} for matrix, right in rows)
    return choice_items(pool, notes, contents)


def in_words(matrix: np.ndarray) -> str:
    """All panels, one a line."""
    panels = [panel_in_words(panel) for panel in matrix]
    lines = [
        f"Row {place // 3 + 1}, column {place % 3 + 1}: {words}"
        for place, words in enumerate(panels[:CONTEXT])
    ]
    lines.append("Row 3, column 3: ?")
    offered = zip(LETTERS[:CANDIDATES], panels[CONTEXT:], strict=True)
    return "\n".join([*lines, *(f"{letter}: {words}" for letter, words in offered)])


def panel_in_words(symbols: np.ndarray) -> str:
    """What a panel shows: shapes with their cell, size and colour; lines with theirs."""
    shapes = [
        _shape(cell, code) for cell, code in enumerate(symbols[:CELLS].tolist()) if code
    ]
    codes = zip(LINES, symbols[CELLS:].tolist(), strict=True)
    lines = [f"{line} lines of colour {code - 1}" for line, code in codes if code]
    return "; ".join([*shapes, *lines]) or "empty"


def _shape(cell: int, code: int) -> str:
    kind, rest = divmod(code - 1, 100)
    size, colour = divmod(rest, 10)
    return f"{SHAPES[kind]} size {size} colour {colour} in cell {cell + 1}"
