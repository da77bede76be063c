"""New boards on request, for files and pictures."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import MAX_HELD, at_least, one_of
from metamer.core.keys import Key, root
from metamer.metamers.recipe import draw
from metamer.paradigms.tiles.controls import CONDITIONS, fit
from metamer.paradigms.tiles.distributions.draw import sample
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items.asked import Deal
from metamer.paradigms.tiles.rules import are_playable

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles


def draw_boards(
    settings: Tiles, rule: str, condition: str, number: int, seed: int
) -> Deal:
    """New boards of one condition, drawn by their probability, so some may be equal.

    Metamers are fresh ones, not those of the pool that players learn on.
    """
    one_of("condition", condition, CONDITIONS)
    at_least("-n", number, 1, MAX_HELD)
    key = root(seed).stream("make", rule, condition)
    boards = _boards(settings, rule, condition, number, key.stream("boards"))
    starts = _starts(boards, key.stream("starts").numpy.random(number))
    return Deal(boards, starts, np.arange(boards.shape[1]) == starts[:, None])


def _boards(
    settings: Tiles, rule: str, condition: str, number: int, key: Key
) -> Bool[np.ndarray, "board tile"]:
    if condition == "abstract":
        return sample(distribution_of(rule, settings.reading), number, key.numpy)
    learned = fit(settings.control(rule))
    return draw(learned, number, key, are_playable)[0].astype(bool)


def _starts(
    boards: Bool[np.ndarray, "board tile"], chance: np.ndarray
) -> Int[np.ndarray, " board"]:
    """A red tile of each board, drawn uniformly by a number from 0 to 1.

    The number is scaled to the red tiles of the board; the start is the first tile whose
    rank exceeds it.
    """
    ranks = np.cumsum(boards, axis=1)
    return np.argmax(ranks > (chance * ranks[:, -1])[:, None], axis=1)


def arrays(deal: Deal) -> dict[str, np.ndarray]:
    """Boards for a file: `boards`, where 1 is red, and `starts`, row and column."""
    side = isqrt(deal.boards.shape[1])
    return {
        "boards": deal.boards.reshape(-1, side, side).astype(np.uint8),
        "starts": np.stack(np.divmod(deal.starts, side), axis=1),
    }
