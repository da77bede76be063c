"""The game: click tiles until every red one is face up."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, UInt8

from metamer.core.play import View
from metamer.games.rewards import Rewards


class State(NamedTuple):
    """Some games at once; the first axis is the game."""

    red: Bool[Array, "game tile"]
    revealed: Bool[Array, "game tile"]
    clicks: Int[Array, " game"]
    actions: tuple[Int[Array, " game"], ...]
    rewards: tuple[Float[Array, " game"], ...]
    """The last click and what it earned, and with a lag those before it."""


class Game(eqx.Module):
    """Boards with their chances, and how the game is played on them.

    Nothing here draws: whoever plays brings uniform numbers, `chance`. A board is found
    by Walker's alias method, so games begin at the same cost with 200 boards and with
    200,000.

    Source: kumar2022, Methods, "Tile-revealing task"; the authors' code for the limits.
    """

    ranks: UInt8[Array, "board tile"]
    """0 for blue tiles; the red ones of each board are numbered from 1."""
    threshold: Float[Array, " board"]
    other: Int[Array, " board"]
    limit: int = eqx.field(static=True, default=60)
    """Clicks after which a board is given up. Source: kumar2022, the authors' code."""
    lag: int = eqx.field(static=True, default=0)
    """How many clicks the action and the reward that a player sees are behind the board.

    Source: kumar2022, Methods: none.
    Unclear: in the authors' code they are one click behind, and go over to the next
    board; 1 does that.
    """
    rewards: Rewards = eqx.field(static=True, default=Rewards())

    @property
    def tiles(self) -> int:
        return self.ranks.shape[1]

    def deal(self, chance: Float[Array, "game 3"]) -> State:
        """New games on boards drawn by their probability, each with a red tile shown."""
        size = len(self.ranks)
        slot = jnp.minimum((chance[:, 0] * size).astype(int), size - 1)
        slot = jnp.where(chance[:, 1] < self.threshold[slot], slot, self.other[slot])
        ranks = self.ranks[slot]
        reds = jnp.max(ranks, axis=1)
        shown = jnp.minimum(1 + (chance[:, 2] * reds).astype(jnp.uint8), reds)
        return self.place(ranks > 0, ranks == shown[:, None])

    def place(
        self, red: Bool[Array, "game tile"], shown: Bool[Array, "game tile"]
    ) -> State:
        """Games on these boards, with some tiles of each face up."""
        none, still = jnp.full(len(red), -1, int), jnp.zeros(len(red))
        many = self.lag + 1
        clicks = jnp.zeros(len(red), int)
        return State(red, shown, clicks, (none,) * many, (still,) * many)

    def view(self, state: State) -> View:
        """What a player sees."""
        board = jnp.where(state.revealed, state.red.astype(jnp.float32), -1.0)
        return View(board, state.actions[-1], state.rewards[-1])

    def click(
        self, state: State, tile: Int[Array, " game"]
    ) -> tuple[State, Float[Array, " game"]]:
        """Turn up one tile in each game, and say what that earned.

        Nothing begins anew in here: the next board is the caller's business.
        """
        here = at(tile, self.tiles)
        red, again = (
            jnp.any(here & tiles, axis=1) for tiles in (state.red, state.revealed)
        )
        state = state._replace(revealed=state.revealed | here)
        last = red & self.solved(state)
        pay = self.rewards
        earned = jnp.where(red, jnp.where(last, pay.last_red, pay.red), pay.blue)
        # A strong type, so that a state is one before and after a click.
        earned = jnp.where(again, pay.again, earned).astype(jnp.float32)
        return state._replace(
            clicks=state.clicks + 1,
            actions=(tile, *state.actions[:-1]),
            rewards=(earned, *state.rewards[:-1]),
        ), earned

    def solved(self, state: State) -> Bool[Array, " game"]:
        """Whether every red tile is face up."""
        return ~jnp.any(state.red & ~state.revealed, axis=1)

    def over(self, state: State) -> Bool[Array, " game"]:
        """Whether all red tiles are face up, or the limit is reached."""
        return self.solved(state) | (state.clicks >= self.limit)

    def next(
        self, state: State, over: Bool[Array, " game"], chance: Float[Array, "game 3"]
    ) -> State:
        """The same games, with a new board where the old one is over."""
        fresh = self.deal(chance)
        if self.lag:
            # The last click is seen twice: with the new board, and after its first click.
            many = self.lag + 1
            fresh = fresh._replace(
                actions=state.actions[:1] * many, rewards=state.rewards[:1] * many
            )
        return State(
            _chosen(over, fresh.red, state.red),
            _chosen(over, fresh.revealed, state.revealed),
            _chosen(over, fresh.clicks, state.clicks),
            tuple(map(partial(_chosen, over), fresh.actions, state.actions)),
            tuple(map(partial(_chosen, over), fresh.rewards, state.rewards)),
        )


def at(tile: Int[Array, " game"], tiles: int) -> Bool[Array, "game tile"]:
    """True at one tile of each game."""
    return tile[:, None] == jnp.arange(tiles)


def _chosen(which: Bool[Array, " game"], new: Array, old: Array) -> Array:
    wide = which if new.ndim == 1 else which[:, None]
    return jnp.where(wide, new, old)
