"""How many blue tiles the neighbour player and an ideal player turn up in whole games."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.observers.bayes import (
    EXACT_SLIP,
    Observer,
    observer,
    probability_of_red,
)
from metamer.paradigms.tiles.observers.clicks import best

if TYPE_CHECKING:
    from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray, UInt8

GAMES_AT_ONCE = 8192
"""Games that the neighbour player plays side by side: their state stays in the cache."""

FACE_UP = 99.0
"""Stands for the distance of a tile that cannot be clicked any more."""


def distances(tiles: int) -> Float[np.ndarray, "tile tile"]:
    """How many rings apart two tiles of a square board are (Chebyshev distance)."""
    rows, columns = np.divmod(np.arange(tiles), isqrt(tiles))
    apart = [abs(axis[:, None] - axis) for axis in (rows, columns)]
    return np.maximum(*apart).astype(np.float32)


def neighbour_blues(
    boards: Bool[np.ndarray, "board tile"],
    starts: Int[np.ndarray, " board"],
    trials: int,
    key: Key,
) -> tuple[Float[np.ndarray, " board"], Float[np.ndarray, " board"]]:
    """Mean and SD of the blue tiles that the neighbour player turns up on each board.

    It clicks a hidden tile at the smallest Chebyshev distance from any revealed red tile,
    each such tile with the same probability, until all red tiles are face up.

    Source: kumar2022, Results, "Human versus Machine Performance" (1,000 trials).
    Unstated: which tiles are neighbours, and what happens if none of them is hidden.
    Rings of eight, then sixteen, and so on: of a dozen variants only this gives the scores
    that the released data hold for games that were never finished.
    """
    import jax

    at_least("trials", trials, 2)
    _check(boards, starts)
    at_once = max(1, GAMES_AT_ONCE // len(boards))
    keys = jax.random.split(key.jax, -(-trials // at_once))
    played = jax.jit(_rounds, static_argnums=2)(boards, starts, at_once, keys)
    counts = np.asarray(played).reshape(-1, len(boards))[:trials].T
    # Row by row: the deviations of all games at once would fill the memory.
    return counts.mean(axis=1), np.array([row.std(ddof=1) for row in counts])


def ideal_blues(
    distribution: Distribution,
    boards: Bool[np.ndarray, "board tile"],
    starts: Int[np.ndarray, " board"],
    plays: int,
    key: Key,
    slip: float = EXACT_SLIP,
) -> Float[np.ndarray, " board"]:
    """Mean blue tiles, on each board, of a greedy player who knows the distribution.

    It clicks the hidden tile that is most probably red, or one of several at random.

    Source: ours; the floor for fraction-of-ideal scores.
    """
    import jax

    at_least("plays", plays, 1)
    _check(boards, starts)
    games = np.tile(boards, (plays, 1)), np.tile(starts, plays)
    played = jax.jit(_observe)(observer(distribution, slip), *games, key.jax)
    return np.asarray(played).reshape(plays, -1).mean(axis=0)


def _check(boards: np.ndarray, starts: np.ndarray) -> None:
    if not boards[np.arange(len(boards)), starts].all():
        raise Refusal("every game must start with a red tile; some start tile is blue")


def _rounds(
    boards: Bool[Array, "board tile"],
    starts: Int[Array, " board"],
    at_once: int,
    keys: PRNGKeyArray,
) -> UInt8[Array, "round game"]:
    """Blue tiles of the neighbour player, `at_once` games per board in each round."""
    import jax
    import jax.numpy as jnp

    games = jnp.tile(boards, (at_once, 1)), jnp.tile(starts, at_once)
    return jax.lax.map(lambda key: _neighbours(*games, key), keys)


def _neighbours(
    boards: Bool[Array, "game tile"], starts: Int[Array, " game"], key: PRNGKeyArray
) -> UInt8[Array, " game"]:
    """Blue tiles of the neighbour player in one game on each board.

    The state keeps each tile's distance to the nearest revealed red tile, so that a click
    costs one minimum instead of a search over all pairs of tiles. Games that are over go
    on clicking, without being counted, until the last one is over.
    """
    import jax
    import jax.numpy as jnp

    apart = jnp.asarray(distances(boards.shape[1]))

    def step(state: tuple) -> tuple:
        near, left, blue, key = state
        key, draw_key = jax.random.split(key)
        # Tiles that are face up are at the largest distance, so that a hidden tile is
        # drawn as long as there is one.
        tile = _one_of(near == near.min(axis=1, keepdims=True), draw_key)
        here = _mark(tile, boards)
        red = (here & boards).any(axis=1)
        closer = jnp.where(red[:, None], jnp.minimum(near, apart[tile]), near)
        near = jnp.where(here | (near == FACE_UP), FACE_UP, closer)
        return near, left - red, blue + (~red & (left > 0)), key

    state = (
        jnp.where(_mark(starts, boards), FACE_UP, apart[starts]),
        boards.sum(axis=1) - 1,
        jnp.zeros(len(boards), jnp.uint8),
        key,
    )
    return jax.lax.while_loop(lambda state: (state[1] > 0).any(), step, state)[2]


def _observe(
    observer: Observer,
    boards: Bool[Array, "game tile"],
    starts: Int[Array, " game"],
    key: PRNGKeyArray,
) -> Int[Array, " game"]:
    """Blue tiles of the greedy observer in one game on each board."""
    import jax
    import jax.numpy as jnp

    def step(state: tuple) -> tuple:
        shown, key = state
        key, draw_key = jax.random.split(key)
        view = jnp.where(shown, boards.astype(jnp.float32), -1.0)
        p = probability_of_red(observer, view)
        tile = _one_of(best(p, ~shown) > -jnp.inf, draw_key)
        # A game that is over turns up nothing more while others go on: every tile that
        # is shown in the end is counted.
        playing = (boards & ~shown).any(axis=1, keepdims=True)
        return shown | (playing & _mark(tile, boards)), key

    shown, _ = jax.lax.while_loop(
        lambda state: (boards & ~state[0]).any(), step, (_mark(starts, boards), key)
    )
    return (shown & ~boards).sum(axis=1)


def _one_of(tiles: Bool[Array, "game tile"], key: PRNGKeyArray) -> Int[Array, " game"]:
    """One of these tiles of each game, drawn uniformly.

    Their ranks come from a product with a triangle of ones, which is much faster than a
    cumulative sum; they are whole numbers, so nothing is rounded.
    """
    import jax
    import jax.numpy as jnp

    size = tiles.shape[1]
    rank = tiles.astype(jnp.float32) @ jnp.triu(jnp.ones((size, size)))
    chosen = jax.random.uniform(key, (len(tiles), 1)) * rank[:, -1:]
    return (rank <= chosen).sum(axis=1)


def _mark(
    tile: Int[Array, " game"], boards: Bool[Array, "game tile"]
) -> Bool[Array, "game tile"]:
    """True at one tile of each board."""
    import jax.numpy as jnp

    return tile[:, None] == jnp.arange(boards.shape[1])
