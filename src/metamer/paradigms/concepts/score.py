"""Whether a guess is right, in which way it is wrong, and its row of the table.

Source: moskvichev2023, Sec. 4, for what is right; the kinds of errors are ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from jaxtyping import Bool

from metamer.core.solve import Guess, TaskAnswer, TaskLesson
from metamer.paradigms.concepts.items import item_ids
from metamer.paradigms.concepts.tasks import Grid, NamedTask, as_text, same

GUESSES = 3
"""How many guesses count. Source: moskvichev2023, Sec. 4: people and programs alike."""

NEAR_SHARE, NEAR_CELLS = 0.05, 2
"""A near miss has at most this share of its cells wrong, or this many. Source: ours."""

MODES = {
    "ranked": "up to three guesses, the best one first, without feedback; the first "
    "compares with anyone's first guess, all three with anyone's three (GPT-4 at "
    "temperature 0 gave one guess only)",
    "samples": "three answers drawn independently, in no order; their mean compares with "
    "a first guess, and one right among three with three ranked guesses",
    "interactive": "up to three tries with feedback after each, as for people; the first "
    "compares with anyone's first guess, but all three are worth more than three guesses "
    "without feedback",
}
"""How the guesses at one item come about, and what they may be compared with.

Source: moskvichev2023, Sec. 6 and 7: programs gave three guesses, GPT-4 one answer at
temperature 0 and three at 0.5; Sec. 5.1: people had three attempts.
Unstated: that people were told whether they were right. They must have been: whoever was,
went on to describe the solution.
"""

NOT_SCORED = "not scored"

ERRORS = (
    "right",
    "no guess",
    "copied input",
    "wrong size",
    "blank",
    "near miss",
    "wrong cells",
    NOT_SCORED,
)
"""What a guess can be. If several apply, it is the first of these, but `not scored`
comes before all others."""

COLUMNS: dict[str, Any] = {
    "item": object,
    "step": np.int32,
    "answer": object,
    "correct": bool,
    "task": object,
    "test_index": np.int32,
    "minimal": bool,
    "family": object,
    "apart": bool,
    "part": object,
    "error": object,
    "follows": object,
    "cells_wrong": float,
    "seconds": float,
    "program": object,
}
"""The columns that a lesson fills, and the type of each."""


def rows(lesson: TaskLesson, solved: Sequence[TaskAnswer]) -> dict[str, np.ndarray]:
    """All guesses of one unit as columns: a row for each guess, one if there is none."""
    found = [
        row
        for named, solution in zip(lesson.known, solved, strict=True)
        for row in _task_rows(named, solution)
    ]
    return as_columns(found)


def as_columns(found: Sequence[dict[str, Any]]) -> dict[str, np.ndarray]:
    """Rows with all of `COLUMNS` as arrays."""
    return {
        name: np.array([row[name] for row in found], dtype=kind)
        for name, kind in COLUMNS.items()
    }


def _task_rows(named: NamedTask, solved: TaskAnswer) -> Iterator[dict[str, Any]]:
    ids = item_ids(named)
    for place, guesses in enumerate(solved.guesses):
        for step, guess in enumerate(guesses or (None,)):
            yield {
                **judge(guess, named.task.inputs[place], named.answers[place]),
                "part": named.part(place),
                "follows": _follows(guess, named, place),
                "item": ids[place],
                "step": step,
                "task": named.name,
                "test_index": place,
                "minimal": named.minimal,
                "family": named.family,
                "apart": named.apart,
                "seconds": solved.seconds,
            }


def _follows(guess: Guess | None, named: NamedTask, place: int) -> str:
    """Whose answer a guess is; empty in a task without a shortcut."""
    if not named.part(place):
        return ""
    grid = None if guess is None else guess.answer
    return follows(grid, named.answers[place], named.shortcut(place))


def judge(guess: Guess | None, given: Grid, answer: Grid | None) -> dict[str, Any]:
    """What can be said of one guess, or of none at all."""
    grid = None if guess is None else guess.answer
    return {
        "answer": as_text(grid),
        "correct": same(grid, answer),
        "error": error_kind(grid, given, answer),
        "cells_wrong": count_wrong(grid, answer),
        "program": "" if guess is None else guess.reason,
    }


FOLLOWS = ("rule", "shortcut", "both", "neither")
"""Whose answer a guess at a task with a shortcut is. Source: ours, after dasgupta2022, Fig.
1; Beger et al. (2025) had people judge this of rules that models put in words."""


def follows(guess: Grid | None, answer: Grid | None, shortcut: Grid | None) -> str:
    """Which of `FOLLOWS` a guess does.

    `both` can only be where rule and shortcut agree, which is a `familiar` input.

    Source: ours.
    """
    if same(guess, answer):
        return "both" if same(guess, shortcut) else "rule"
    return "shortcut" if same(guess, shortcut) else "neither"


def error_kind(guess: Grid | None, given: Grid, answer: Grid | None) -> str:
    """Which of `ERRORS` a guess at the answer to an input is.

    A guess is right if it equals the answer in size and every cell. A blank guess has one
    colour where the answer has several. A near miss has at most 5 % or two of its cells
    wrong, and not more wrong than right, which matters in grids of three cells or fewer.

    Source: moskvichev2023, Sec. 4, for what is right; the rest is ours.
    """
    if answer is None:
        return NOT_SCORED
    if guess is None:
        return "no guess"
    if same(guess, answer):
        return "right"
    if same(guess, given):
        return "copied input"
    if guess.shape != answer.shape:
        return "wrong size"
    if np.ptp(guess) == 0 and np.ptp(answer) > 0:
        return "blank"
    return "near miss" if _is_near(guess, answer) else "wrong cells"


def _is_near(guess: Grid, answer: Grid) -> bool:
    limit = max(NEAR_SHARE * answer.size, NEAR_CELLS)
    return count_wrong(guess, answer) <= min(limit, answer.size / 2)


def count_wrong(guess: Grid | None, answer: Grid | None) -> float:
    """How many cells of a guess are wrong; NaN if it has another size, or is none."""
    cells = None if guess is None or answer is None else wrong_cells(guess, answer)
    return math.nan if cells is None else float(cells.sum())


def wrong_cells(guess: Grid, answer: Grid) -> Bool[np.ndarray, "height width"] | None:
    """Which cells of a guess are wrong; None if its size is."""
    return None if guess.shape != answer.shape else guess != answer
