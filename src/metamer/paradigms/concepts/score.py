"""Whether one guess is right, and in which way it is wrong.

Source: moskvichev2023, Table 1, for what is right; the kinds of errors are ours.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool

from metamer.core.errors import Refusal
from metamer.programs.task import COLOURS, Grid, as_grid, same

GUESSES = 3
"""How often one may guess. Source: moskvichev2023, Table 1: people and programs alike."""

NEAR_SHARE, NEAR_CELLS = 0.05, 2
"""A near miss has at most this share of its cells wrong, or this many. Source: ours."""


class Mode(NamedTuple):
    """What a learner knows when it guesses again, and what may be compared then."""

    words: str
    compares: str


MODES = {
    "ranked": Mode(
        "up to three guesses, the best one first, none of them told right or wrong",
        "the first guess with anyone's first answer, and all three with anyone's three; "
        "GPT-4 at temperature 0 has one guess only, so that its share is a first guess's",
    ),
    "samples": Mode(
        "three answers drawn independently of each other, in no order",
        "the mean over the three answers with a first guess, and one right among three "
        "with three ranked guesses; which of the answers came first means nothing",
    ),
    "interactive": Mode(
        "up to three tries, each told right or wrong before the next one, as for people",
        "the first try with anyone's first guess; later tries know that the earlier "
        "ones were wrong, so three of them are worth more than three blind guesses",
    ),
}
"""How the guesses at one item come about.

Source: moskvichev2023, Table 1: programs gave three ranked guesses, GPT-4 one answer at
temperature 0 and three at 0.5, people had three tries with feedback.
"""

ERRORS = (
    "right",
    "no guess",
    "copied input",
    "wrong size",
    "blank",
    "near miss",
    "wrong cells",
    "not scored",
)
"""What can be said of a guess; the first that holds is said, `not scored` before all."""


def right(guess: Grid | None, answer: Grid) -> bool:
    """Whether a guess equals the answer in size and every cell.

    Source: moskvichev2023, Table 1.
    """
    return same(guess, answer)


def error_kind(guess: Grid | None, given: Grid, answer: Grid | None) -> str:
    """Which of `ERRORS` a guess at the answer to an input is.

    A blank guess has one colour where the answer has several. A near miss has at most
    5 % or two of its cells wrong, and not more wrong than right, which matters in grids
    of three cells and less.

    Source: ours.
    """
    if answer is None:
        return "not scored"
    if guess is None:
        return "no guess"
    if right(guess, answer):
        return "right"
    if same(guess, given):
        return "copied input"
    if guess.shape != answer.shape:
        return "wrong size"
    if np.ptp(guess) == 0 and np.ptp(answer) > 0:
        return "blank"
    return "near miss" if _is_near(guess, answer) else "wrong cells"


def _is_near(guess: Grid, answer: Grid) -> bool:
    most = max(NEAR_SHARE * answer.size, NEAR_CELLS)
    return cells_wrong(guess, answer) <= min(most, answer.size / 2)


def cells_wrong(guess: Grid | None, answer: Grid | None) -> float:
    """How many cells of a guess are wrong; NaN if it has another size, or is none."""
    marked = None if guess is None or answer is None else wrong(guess, answer)
    return math.nan if marked is None else float(marked.sum())


def wrong(guess: Grid, answer: Grid) -> Bool[np.ndarray, "height width"] | None:
    """Which cells of a guess are wrong; None if its size is."""
    return None if guess.shape != answer.shape else guess != answer


def as_text(grid: Grid | None) -> str:
    """A grid for the table: its rows of digits, joined by /; nothing if it is none."""
    return "" if grid is None else "/".join("".join(map(str, row)) for row in grid)


def from_text(text: str) -> Grid | None:
    """The grid that `as_text` wrote."""
    if not text:
        return None
    rows = text.split("/")
    ragged = len({len(row) for row in rows}) > 1
    if ragged or not all(row.isascii() and row.isdigit() for row in rows):
        raise Refusal(
            f"no grid {text!r}; it is written as rows of digits of one length, "
            f"joined by /, with colours from 0 to {COLOURS - 1}: 030/111"
        )
    return as_grid([[int(cell) for cell in row] for row in rows])
