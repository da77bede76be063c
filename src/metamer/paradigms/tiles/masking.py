"""Boards of which some tiles are hidden, as rows of numbers: what is the asked tile?"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from jaxtyping import Bool, Float, Float32, Int
from numpy.lib.stride_tricks import sliding_window_view

from metamer.core.items import Items

if TYPE_CHECKING:
    from jaxtyping import Array

HIDDEN, BLUE, RED, OUTSIDE = -1, 0, 1, 2
"""What can be at a place of a window; the first three are as a player sees tiles."""


def masked_boards(
    game: Any, number: int, rng: np.random.Generator
) -> tuple[Bool[np.ndarray, "board tile"], Float32[np.ndarray, "board tile"]]:
    """Boards that the game deals, and what is seen of them with some tiles face up.

    Further tiles beside the usual red one are turned up at random, from none to all but
    one. Which they are says nothing about those that stay hidden; so what holds for these
    boards also holds for boards in play, whoever chooses the tiles.
    """
    import jax.numpy as jnp

    dealt = game.deal(jnp.asarray(rng.random((number, game.chances), np.float32)))
    red, start = np.asarray(dealt.red), np.asarray(dealt.revealed)
    turn = np.where(start, -1, rng.random(red.shape)).argsort(axis=1).argsort(axis=1)
    face_up = turn < rng.integers(1, red.shape[1], (number, 1))
    return red, np.where(face_up, red, HIDDEN).astype(np.float32)


def masked_examples(game: Any, number: int, rng: np.random.Generator) -> Items:
    """A hidden tile of each of some boards: what is around it, and whether it is red."""
    red, seen = masked_boards(game, number, rng)
    board = np.arange(len(red))
    asked = np.where(seen == HIDDEN, rng.random(red.shape), -1).argmax(axis=1)
    return Items(windows(seen, board, asked), red[board, asked].astype(int))


def likeliest(
    seen: Float[np.ndarray, "game tile"], ask: Callable[[np.ndarray], np.ndarray]
) -> Float[Array, "game tile"]:
    """Log probabilities that choose the hidden tile that is most probably red.

    `ask` gives, for some windows, labels or a column of probabilities for each label.
    """
    import jax.numpy as jnp

    from metamer.paradigms.tiles.observers.clicks import best

    hidden = seen == HIDDEN
    board, tile = np.nonzero(hidden)
    answer = ask(windows(seen, board, tile))
    worth = np.zeros(hidden.shape, np.float32)
    worth[board, tile] = answer[:, RED] if answer.ndim == 2 else answer == RED
    return best(jnp.asarray(worth), jnp.asarray(hidden))


def windows(
    seen: Float[np.ndarray, "board tile"],
    board: Int[np.ndarray, " row"],
    tile: Int[np.ndarray, " row"],
) -> Float32[np.ndarray, "row feature"]:
    """The board around each asked tile: 1 where a place is red, blue or outside.

    The asked tile is in the middle, and every tile of the board has a place, so that
    tiles of all positions are examples of one and the same question. What is outside
    says where on the board the asked tile is.
    """
    side = isqrt(seen.shape[1])
    padding = ((0, 0), (side - 1, side - 1), (side - 1, side - 1))
    square = seen.astype(np.int8).reshape(-1, side, side)
    padded = np.pad(square, padding, constant_values=OUTSIDE)
    around = sliding_window_view(padded, (2 * side - 1, 2 * side - 1), axis=(1, 2))
    asked = around[board, tile // side, tile % side].reshape(len(board), -1)
    kinds = np.array([RED, BLUE, OUTSIDE], np.int8)
    return (asked[:, :, None] == kinds).reshape(len(board), -1).astype(np.float32)
