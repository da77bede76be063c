"""Many games at once, as pure JAX functions: click tiles until every red one is face up."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, NamedTuple

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int, UInt8

from metamer.core.play import GameView
from metamer.paradigms.tiles.distributions.distribution import Distribution
from metamer.paradigms.tiles.distributions.draw import alias
from metamer.paradigms.tiles.game.boards import Boards
from metamer.paradigms.tiles.game.rewards import Rewards

PAPER_REWARDS = Rewards()


class GameState(NamedTuple):
    """Several games in play; the first axis is the game."""

    red: Bool[Array, "game tile"]
    revealed: Bool[Array, "game tile"]
    clicks: Int[Array, " game"]
    actions: tuple[Int[Array, " game"], ...]
    """The last click, and with a lag those before it; -1 before the first."""
    rewards: tuple[Float[Array, " game"], ...]
    """What each of these clicks earned."""


class TileGame(eqx.Module):
    """Boards with their probabilities, and how the game is played on them.

    Nothing in here draws random numbers: the caller passes uniform numbers as `chance`.
    A board is found by Walker's alias method, so a game begins at the same cost with 200
    boards and with 200,000.

    Source: kumar2022, Methods, "Training Meta-Learning Agents on the Tile-revealing Task";
    the authors' code for the limits.
    """

    ranks: UInt8[Array, "board tile"]
    """0 for blue tiles; the red tiles of each board are numbered from 1."""
    threshold: Float[Array, " board"]
    other: Int[Array, " board"]
    limit: int = eqx.field(static=True, default=60)
    """Clicks after which a board is given up. Source: kumar2022, the authors' code."""
    lag: int = eqx.field(static=True, default=0)
    """How many clicks the action and the reward that a player sees are behind the board.

    Source: kumar2022, Methods: none.
    Unclear: in the authors' code they are one click behind, and carry over to the next
    board; 1 does that.
    """
    rewards: Rewards = eqx.field(static=True, default=PAPER_REWARDS)

    @classmethod
    def on(
        cls,
        distribution: Distribution,
        slots: int,
        limit: int = 60,
        lag: int = 0,
        rewards: Rewards = PAPER_REWARDS,
    ) -> TileGame:
        """The game on these boards.

        The table is padded to `slots` boards, which are never dealt, so that games of all
        rules have one shape and share one compiled program.
        """
        ranks, threshold, other = map(jnp.asarray, _deck(distribution, slots))
        return cls(ranks, threshold, other, limit, lag, rewards)

    chances: ClassVar[int] = 3
    """Uniform numbers that a new game takes: two for its board, one for its first tile."""

    @property
    def actions(self) -> int:
        """The tiles of a board, each of which can be clicked."""
        return self.ranks.shape[1]

    def deal(self, chance: Float[Array, "game 3"]) -> GameState:
        """New games on boards drawn by their probability, each with one red tile shown."""
        size = len(self.ranks)
        slot = jnp.minimum((chance[:, 0] * size).astype(int), size - 1)
        slot = jnp.where(chance[:, 1] < self.threshold[slot], slot, self.other[slot])
        ranks = self.ranks[slot]
        reds = jnp.max(ranks, axis=1)
        shown = jnp.minimum(1 + (chance[:, 2] * reds).astype(jnp.uint8), reds)
        return self.place(Boards(ranks > 0, ranks == shown[:, None]))

    def place(self, start: Boards) -> GameState:
        """Games on these boards."""
        red, shown = start
        no_click, no_reward = jnp.full(len(red), -1, int), jnp.zeros(len(red))
        many = self.lag + 1
        clicks = jnp.zeros(len(red), int)
        return GameState(red, shown, clicks, (no_click,) * many, (no_reward,) * many)

    def view(self, state: GameState) -> GameView:
        """What a player sees."""
        board = jnp.where(state.revealed, state.red.astype(jnp.float32), -1.0)
        return GameView(board, state.actions[-1], state.rewards[-1])

    def untried(self, view: GameView) -> Bool[Array, "game tile"]:
        """Which tiles are hidden."""
        return view.observation < 0

    def step(
        self, state: GameState, tile: Int[Array, " game"]
    ) -> tuple[GameState, Float[Array, " game"]]:
        """Turn up one tile in each game; return the new state and the rewards.

        A finished game is not replaced in here: `renew` deals the next board.
        """
        here = self._mark(tile)
        red, again = (
            jnp.any(here & tiles, axis=1) for tiles in (state.red, state.revealed)
        )
        state = state._replace(revealed=state.revealed | here)
        last = red & self.solved(state)
        pay = self.rewards
        earned = jnp.where(red, jnp.where(last, pay.last_red, pay.red), pay.blue)
        # A weakly typed reward would give the state another type after the first click.
        earned = jnp.where(again, pay.again, earned).astype(jnp.float32)
        return state._replace(
            clicks=state.clicks + 1,
            actions=(tile, *state.actions[:-1]),
            rewards=(earned, *state.rewards[:-1]),
        ), earned

    def wrong(
        self, state: GameState, tile: Int[Array, " game"]
    ) -> Bool[Array, " game"]:
        """Whether a click would turn up a new blue tile."""
        here = self._mark(tile)
        return jnp.any(here & ~state.revealed & ~state.red, axis=1)

    def solved(self, state: GameState) -> Bool[Array, " game"]:
        """Whether every red tile is face up."""
        return ~jnp.any(state.red & ~state.revealed, axis=1)

    def over(self, state: GameState) -> Bool[Array, " game"]:
        """Whether all red tiles are face up, or the limit is reached."""
        return self.solved(state) | (state.clicks >= self.limit)

    def renew(
        self,
        state: GameState,
        over: Bool[Array, " game"],
        chance: Float[Array, "game 3"],
    ) -> GameState:
        """The same games, with a new board where the old one is over."""
        fresh = self.deal(chance)
        if self.lag:
            # The last click is seen twice: with the new board, and after its first click.
            many = self.lag + 1
            fresh = fresh._replace(
                actions=state.actions[:1] * many, rewards=state.rewards[:1] * many
            )
        return GameState(
            _where(over, fresh.red, state.red),
            _where(over, fresh.revealed, state.revealed),
            _where(over, fresh.clicks, state.clicks),
            tuple(map(partial(_where, over), fresh.actions, state.actions)),
            tuple(map(partial(_where, over), fresh.rewards, state.rewards)),
        )

    def _mark(self, tile: Int[Array, " game"]) -> Bool[Array, "game tile"]:
        """True at one tile of each game."""
        return tile[:, None] == jnp.arange(self.actions)


def _where(over: Bool[Array, " game"], new: Array, old: Array) -> Array:
    """`new` in the games that are over, `old` in the others."""
    wide = over if new.ndim == 1 else over[:, None]
    return jnp.where(wide, new, old)


def _deck(
    distribution: Distribution, slots: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What a game deals from: the ranks of red tiles, and the two alias arrays."""
    threshold, other = alias(distribution, slots)
    boards = distribution.boards
    ranks = (np.cumsum(boards, axis=1) * boards).astype(np.uint8)
    padding = np.zeros((slots - len(ranks), ranks.shape[1]), np.uint8)
    return np.concatenate([ranks, padding]), threshold, other
