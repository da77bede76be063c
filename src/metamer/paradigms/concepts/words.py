"""Grids in words: which output does a chat model write?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.conversation import LENIENT, STRICT, Conversation, Reading
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.concepts.tasks import LARGEST, Pair, Task, as_grid
from metamer.paradigms.concepts.trials import GridTrial, trial_items

if TYPE_CHECKING:
    from metamer.paradigms.concepts import Concepts

ROW = r"\[?\s*\d(?:[\s,]*\d)*\s*\]?,?"


def conversation(paradigm: Concepts, condition: Condition, key: Key) -> Conversation:
    """Every test input; a task shows its rule itself, so there are no examples."""
    items = trial_items(paradigm, condition, key)
    return Conversation(
        items=tuple(item for item in items if item.pool != "practice"),
        trial=GridTrial,
        question=question,
        read=read,
        prompts=Path(__file__).parent / "prompts",
        part=lambda item: "",
        tokens=2 * LARGEST * (LARGEST + 2),
    )


def question(trial: GridTrial) -> str:
    """All demonstrations, and the test input."""
    from metamer.paradigms.concepts.show.texts import prompt

    view = trial.view()
    pairs = tuple(
        Pair(as_grid(pair["input"]), as_grid(pair["output"]))
        for pair in view["demonstrations"]
    )
    return prompt(Task(pairs, (as_grid(view["input"]),)), 0)


def read(trial: GridTrial, reply: str) -> Reading:
    """A grid: rows of digits, in brackets or not.

    Strict: the reply is rows of one length and nothing else. Lenient: the last block of
    such rows in the reply, or rows in brackets on one line.
    """
    blocks = _blocks(reply)
    lines = [line for line in reply.strip().splitlines() if line.strip()]
    if len(blocks) == 1 and len(blocks[0]) == len(lines):
        how = STRICT
    else:
        how, blocks = LENIENT, blocks or _bracketed(reply)
    return Reading(blocks[-1], how) if blocks else Reading()


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
