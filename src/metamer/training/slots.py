"""Players with settings of their own, side by side in the slots of one program."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding
from jaxtyping import Float, PRNGKeyArray

from metamer.core.play import Game
from metamer.training.actor_critic import PlayerNumbers, PlayerState, make_numbers
from metamer.training.population import (
    Build,
    compile_beginner,
    compile_program,
    shape_of,
    sums,
)
from metamer.training.settings import PlayerTraining
from metamer.training.windows import UNITS, mesh


class Slots:
    """A population whose members come and go while the others are trained.

    All members have a network and updates of one shape; their rates, weights of the loss,
    discounts, clipping, schedules and lengths are their own.
    """

    def __init__(self, build: Build, game: Game, shape: PlayerTraining, many: int):
        devices = len(jax.devices())
        self.many = -(-many // devices) * devices
        """How many slots there are: as many on each device."""
        self._build, self._game, self._shape = build, game, shape_of(shape)
        self._state: Any = None
        self._numbers: list[PlayerNumbers] = []

    def put(self, slot: int, training: PlayerTraining, key: PRNGKeyArray) -> None:
        """Begin a player: new weights and new games, and nothing is behind it."""
        player = compile_beginner(self._build, self._shape)(key, self._game)
        if self._state is None:
            # What stands in the other slots until they are filled is never looked at.
            row = jax.tree.map(lambda leaf: jnp.stack([leaf] * self.many), player)
            self._state = jax.device_put(row, NamedSharding(mesh(), UNITS))
            self._numbers = [_idle(make_numbers(training))] * self.many
        self._state = _compile_exchange()(self._state, slot, player)
        self._numbers[slot] = make_numbers(training)

    def clear(self, slot: int) -> None:
        """End a player: what the slot does from now on changes and counts nothing."""
        self._numbers[slot] = _idle(self._numbers[slot])

    def advance(self, updates: int) -> Float[np.ndarray, "slot 5"]:
        """The tally of each slot after this number of further updates of all."""
        program = compile_program(self._build, self._shape, own=True)
        numbers = jax.tree.map(lambda *leaves: jnp.stack(leaves), *self._numbers)
        self._state = program(self._state, self._game, numbers, jnp.asarray(updates))
        return sums(self._state.tally)

    def player(self, slot: int) -> PlayerState:
        """The player in a slot as it is now."""
        return jax.tree.map(lambda leaf: leaf[slot], self._state)


def _idle(numbers: PlayerNumbers) -> PlayerNumbers:
    """A training that is over before it begins."""
    return numbers._replace(length=jnp.zeros_like(numbers.length))


@functools.cache
def _compile_exchange() -> Any:
    """A compiled function: the population with another player in one slot."""

    def exchange(population: Any, slot: Any, player: Any) -> Any:
        return jax.tree.map(
            lambda all_, one: all_.at[slot].set(one), population, player
        )

    return jax.jit(
        exchange, donate_argnums=0, out_shardings=NamedSharding(mesh(), UNITS)
    )
