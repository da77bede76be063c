"""Guesses as rows of the one table: one row for each guess, one where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from metamer.core.solve import Guess, Shown, Sitting, Solved
from metamer.paradigms.concepts.items import Known, item_ids
from metamer.paradigms.concepts.score import as_text, cells_wrong, error_kind, right
from metamer.programs.task import Grid

TYPES: dict[str, Any] = {
    "item": object,
    "step": np.int32,
    "answer": object,
    "correct": bool,
    "task": object,
    "test_index": np.int32,
    "minimal": bool,
    "family": object,
    "apart": bool,
    "error": object,
    "cells_wrong": float,
    "seconds": float,
    "program": object,
}
"""The columns that a sitting has, and what they hold."""


def rows(sitting: Sitting, solved: Sequence[Solved]) -> dict[str, np.ndarray]:
    """All guesses of one unit as columns."""
    found = [
        row
        for shown, known, it in zip(sitting.shown, sitting.known, solved, strict=True)
        for row in _task(shown, known, it)
    ]
    return {
        name: np.array([row[name] for row in found], dtype=kind)
        for name, kind in TYPES.items()
    }


def _task(shown: Shown, known: Known, solved: Solved) -> Iterator[dict[str, Any]]:
    ids = item_ids(known)
    for place, guesses in enumerate(solved.guesses):
        for step, guess in enumerate(guesses or (None,)):
            yield {
                **_judged(guess, shown.task.inputs[place], known.answers[place]),
                "item": ids[place],
                "step": step,
                "task": known.name,
                "test_index": place,
                "minimal": known.minimal,
                "family": known.family,
                "apart": known.apart,
                "seconds": solved.seconds,
            }


def _judged(guess: Guess | None, given: Grid, answer: Grid | None) -> dict[str, Any]:
    grid = None if guess is None else guess.answer
    return {
        "answer": "" if grid is None else as_text(grid),
        "correct": grid is not None and answer is not None and right(grid, answer),
        "error": error_kind(grid, given, answer),
        "cells_wrong": cells_wrong(grid, answer),
        "program": "" if guess is None else guess.reason,
    }
