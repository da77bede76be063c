"""Grids in words: which output does a chat model write?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.conversation import (
    LENIENT,
    STRICT,
    TEXT,
    Conversation,
    Picture,
    Reading,
    picture_of,
)
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.concepts.show.pictures import picture as task_picture
from metamer.paradigms.concepts.show.texts import prompt
from metamer.paradigms.concepts.tasks import LARGEST, Pair, Task, as_grid
from metamer.paradigms.concepts.trials import GridTrial, trial_items

if TYPE_CHECKING:
    from metamer.paradigms.concepts import Concepts

ROWS = r"(\[[\d\s,]+\][\s,]*)+"
"""Rows in brackets, one after the other, and nothing else."""

ROW = r"\[?\s*\d(?:[\s,]*\d)*\s*\]?,?"


def conversation(paradigm: Concepts, condition: Condition, key: Key) -> Conversation:
    """Every test input; a task shows its rule itself, so there are no examples."""
    items = trial_items(paradigm, condition, key)
    return Conversation(
        items=tuple(item for item in items if item.pool != "practice"),
        trial=GridTrial,
        styles={TEXT: question, "one_line": question_in_one_line, "picture": picture},
        read=read,
        prompts=Path(__file__).parent / "prompts",
        tokens=answer_tokens,
    )


def question(trial: GridTrial) -> str:
    """All demonstrations, and the test input; each row of a grid on a line of its own."""
    return prompt(_task(trial), 0)


def question_in_one_line(trial: GridTrial) -> str:
    """The same with all rows of a grid on one line.

    Source: moskvichev2023, Sec. 7, Fig. 3 and footnote 11: GPT-4 was asked without line
    breaks after rows, and once more with them.
    """
    return prompt(_task(trial), 0, between=" ")


def answer_tokens(trial: GridTrial) -> int:
    """Enough for a grid half as large again as any that the task shows."""
    task = _task(trial)
    grids = [*task.inputs, *(pair.output for pair in task.demonstrations)]
    height, width = (max(grid.shape[axis] for grid in grids) for axis in (0, 1))
    # A digit and a space for each cell, brackets and a line break for each row.
    return round(1.5 * height * (2 * width + 3))


def picture(trial: GridTrial) -> Picture:
    """All demonstrations, and the test input with a question mark below it."""
    task = _task(trial)
    return picture_of(task_picture(task, [None]))


def _task(trial: GridTrial) -> Task:
    """What may be seen of the task."""
    view = trial.view()
    pairs = tuple(
        Pair(as_grid(pair["input"]), as_grid(pair["output"]))
        for pair in view["demonstrations"]
    )
    return Task(pairs, (as_grid(view["input"]),))


def read(trial: GridTrial, reply: str) -> Reading:
    """A grid: rows of digits, in brackets or not.

    Strict: the reply is rows of one length and nothing else. Lenient: the last block of
    such rows in the reply, or rows in brackets with other words around them.
    """
    blocks = _blocks(reply)
    lines = [line for line in reply.strip().splitlines() if line.strip()]
    strict = len(blocks) == 1 and len(blocks[0]) == len(lines)
    if not blocks:
        blocks, strict = _bracketed(reply), bool(re.fullmatch(ROWS, reply.strip()))
    return Reading(blocks[-1], STRICT if strict else LENIENT) if blocks else Reading()


def _blocks(reply: str) -> list[list[list[int]]]:
    """Lines of digits that follow each other and have one length."""
    blocks: list[list[list[int]]] = []
    before = False
    for line in reply.splitlines():
        row = _digits(line) if re.fullmatch(ROW, line.strip()) else []
        if row and before and len(row) == len(blocks[-1][0]):
            blocks[-1].append(row)
        elif row:
            blocks.append([row])
        before = bool(row)
    return [block for block in blocks if _fits(block)]


def _bracketed(reply: str) -> list[list[list[int]]]:
    """Rows in brackets, wherever they stand, if all have one length."""
    rows = [_digits(row) for row in re.findall(r"\[([\d\s,]+)\]", reply)]
    rows = [row for row in rows if row]
    return [rows] if rows and _fits(rows) else []


def _digits(text: str) -> list[int]:
    return [int(digit) for digit in re.findall(r"\d", text)]


def _fits(rows: list[list[int]]) -> bool:
    same = len({len(row) for row in rows}) == 1
    return same and max(len(rows), len(rows[0])) <= LARGEST
