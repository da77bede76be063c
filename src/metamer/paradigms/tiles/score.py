"""What each click was: red or blue, new or not, by the rule or by the statistics."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.play import Played, Round
from metamer.paradigms.tiles import observers
from metamer.paradigms.tiles.controls import Control, metamers
from metamer.paradigms.tiles.tables import table

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles

CHUNK = 512
"""Clicks that are weighed together; the last chunk is filled up, so that one compiled
program serves all."""


def score(settings: Tiles, it: Round, played: Played) -> dict[str, np.ndarray]:
    """A row for every click, with all that its board's notes say."""
    board, step = np.nonzero(played.tiles >= 0)
    tile = played.tiles[board, step]
    seen = views(it, played)[board, step]
    hidden = seen[np.arange(len(tile)), tile] < 0
    red = it.red[board, tile]
    side = round(it.red.shape[1] ** 0.5)
    rows, columns = np.divmod(tile, side)
    return {
        **{name: column[board] for name, column in it.notes.items()},
        "step": step.astype(np.int16),
        "answer": np.array(
            [f"{row},{column}" for row, column in zip(rows, columns, strict=True)],
            object,
        ),
        "correct": red & hidden,
        "again": ~hidden,
        "finished": finished(it, played)[board],
        "probability": played.probability[board, step].astype(np.float32),
        **(weighed(it.taught.control, seen, tile) if settings.weigh else {}),
    }


def views(it: Round, played: Played) -> np.ndarray:
    """The board before each click: -1 hidden, 0 blue, 1 red."""
    tiles = np.arange(it.red.shape[1])
    clicked = played.tiles[:, :, None] == tiles
    before = np.cumsum(clicked, axis=1) - clicked + it.shown[:, None]
    return np.where(before > 0, it.red[:, None], -1).astype(np.float32)


def finished(it: Round, played: Played) -> np.ndarray:
    """Whether every red tile of each board was found."""
    clicked = (played.tiles[:, :, None] == np.arange(it.red.shape[1])).any(axis=1)
    return ~(it.red & ~clicked & ~it.shown).any(axis=1)


def weighed(control: Control, seen: np.ndarray, tile: np.ndarray) -> dict[str, Any]:
    """Each click beside the two ideal observers. Source: ours."""
    found = []
    for first in range(0, len(tile), CHUNK):
        part = slice(first, first + CHUNK)
        filled = CHUNK - len(tile[part])
        chunk = (
            np.pad(seen[part], [(0, filled), (0, 0)]),
            np.pad(tile[part], (0, filled)),
        )
        it = _evidence()(*_observers(control), *chunk)
        found.append([np.asarray(column)[: CHUNK - filled] for column in it])
    ratio, rule, statistics = (
        np.concatenate(columns) for columns in zip(*found, strict=True)
    )
    return {
        "rule_evidence": ratio.astype(np.float32),
        "red_by_rule": rule.astype(np.float32),
        "red_by_statistics": statistics.astype(np.float32),
    }


@functools.lru_cache(maxsize=4)
def _observers(control: Control) -> tuple[observers.Observer, observers.Observer]:
    rule = observers.observer(table(control.rule, control.reading))
    return rule, observers.observer(metamers(control), observers.SELDOM)


@functools.cache
def _evidence() -> Callable[..., observers.Evidence]:
    import jax

    return jax.jit(observers.evidence)
