"""What each click was: red or blue, new or repeated, by the rule or by the statistics."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.play import GameLesson, Trajectories
from metamer.paradigms.tiles.controls import Control, metamers
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.observers.bayes import SAMPLE_SLIP, Observer, observer
from metamer.paradigms.tiles.observers.clicks import Evidence, evidence

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles

CHUNK = 512
"""Clicks that are weighed together. The last chunk is padded, so that one compiled program
serves all."""


def score(
    settings: Tiles, lesson: GameLesson, played: Trajectories
) -> dict[str, np.ndarray]:
    """A row for every click, with all that is noted of its board."""
    columns = clicks(lesson, played)
    if settings.policy:
        columns |= policy(lesson, played)
    if not settings.weigh:
        return columns
    board, step = np.nonzero(played.actions >= 0)
    tile = played.actions[board, step]
    seen = views(lesson.start, played)[board, step]
    return {**columns, **weigh(lesson.taught.control, seen, tile)}


def clicks(lesson: GameLesson, played: Trajectories) -> dict[str, np.ndarray]:
    """A row for every click, without the weighed evidence."""
    boards: Boards = lesson.start
    board, step = np.nonzero(played.actions >= 0)
    tile = played.actions[board, step]
    seen = views(boards, played)[board, step]
    hidden = seen[np.arange(len(tile)), tile] < 0
    red = boards.red[board, tile]
    side = round(boards.red.shape[1] ** 0.5)
    rows, columns = np.divmod(tile, side)
    return {
        **{name: column[board] for name, column in lesson.notes.items()},
        "step": step.astype(np.int16),
        "answer": np.array(
            [f"{row},{column}" for row, column in zip(rows, columns, strict=True)],
            object,
        ),
        "correct": red & hidden,
        "again": ~hidden,
        "finished": all_found(boards, played)[board],
        "probability": played.probability[board, step].astype(np.float32),
    }


def policy(lesson: GameLesson, played: Trajectories) -> dict[str, np.ndarray]:
    """The probability of each tile before the first click; NaN in rows of later clicks.

    Source: kumar2022, Fig. 3B.
    """
    boards: Boards = lesson.start
    board, step = np.nonzero(played.actions >= 0)
    tiles = boards.red.shape[1]
    known = played.first if played.first is not None else np.full((1, tiles), np.nan)
    known = np.broadcast_to(known, boards.red.shape)[board].astype(np.float32)
    known = np.where(step[:, None] == 0, known, np.nan)
    side = round(tiles**0.5)
    return {policy_column(*divmod(tile, side)): known[:, tile] for tile in range(tiles)}


def policy_column(row: int, column: int) -> str:
    """The column that has the probability of one tile before the first click."""
    return f"first_{row}_{column}"


def read_tile(text: str, side: int) -> int:
    """A tile by its number, row by row from 0, or as `row,column`."""
    parts = [part.strip() for part in text.split(",")]
    numbers = [int(part[:9]) for part in parts if part.isascii() and part.isdecimal()]
    if len(numbers) == len(parts) == 1 and numbers[0] < side**2:
        return numbers[0]
    if len(numbers) == len(parts) == 2 and max(numbers) < side:
        return numbers[0] * side + numbers[1]
    raise Refusal(
        f"must be a number from 0 to {side**2 - 1}, or row,column from 0 to {side - 1} "
        f"each, not {text!r:.40}"
    )


def views(boards: Boards, played: Trajectories) -> np.ndarray:
    """The board before each click: -1 hidden, 0 blue, 1 red."""
    tiles = np.arange(boards.red.shape[1])
    clicked = played.actions[:, :, None] == tiles
    # Clicks up to and including this one, minus this one, and what was face up before.
    before = np.cumsum(clicked, axis=1) - clicked + boards.shown[:, None]
    return np.where(before > 0, boards.red[:, None], -1).astype(np.float32)


def all_found(boards: Boards, played: Trajectories) -> np.ndarray:
    """Whether every red tile of each board was found."""
    tiles = np.arange(boards.red.shape[1])
    clicked = (played.actions[:, :, None] == tiles).any(axis=1)
    return ~(boards.red & ~clicked & ~boards.shown).any(axis=1)


def weigh(
    control: Control, seen: np.ndarray, tile: np.ndarray
) -> dict[str, np.ndarray]:
    """Each click beside the two ideal observers. Source: ours."""
    chunks = [
        _weigh_chunk(control, seen[first : first + CHUNK], tile[first : first + CHUNK])
        for first in range(0, len(tile), CHUNK)
    ]
    ratio, rule, statistics = (
        np.concatenate(columns).astype(np.float32)
        for columns in zip(*chunks, strict=True)
    )
    return {
        "rule_evidence": ratio,
        "red_by_rule": rule,
        "red_by_statistics": statistics,
    }


def _weigh_chunk(
    control: Control, seen: np.ndarray, tile: np.ndarray
) -> list[np.ndarray]:
    """The evidence of up to `CHUNK` clicks, computed on exactly `CHUNK`."""
    missing = CHUNK - len(tile)
    padded = (np.pad(seen, [(0, missing), (0, 0)]), np.pad(tile, (0, missing)))
    found = _compiled_evidence()(*_observers(control), *padded)
    return [np.asarray(column)[: len(tile)] for column in found]


@functools.lru_cache(maxsize=4)
def _observers(control: Control) -> tuple[Observer, Observer]:
    rule = observer(distribution_of(control.rule, control.reading))
    return rule, observer(metamers(control), SAMPLE_SLIP)


@functools.cache
def _compiled_evidence() -> Callable[..., Evidence]:
    import jax

    return jax.jit(evidence)
