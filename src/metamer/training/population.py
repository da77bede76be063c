"""Many players at once: one compiled program, checkpoints, and curves."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec
from jaxtyping import Array, Float, Key, PRNGKeyArray, PyTree

from metamer.core.checkpoints import Place
from metamer.core.play import Game
from metamer.training.actor_critic import (
    PlayerNumbers,
    PlayerState,
    Tally,
    advance,
    begin,
    make_numbers,
)
from metamer.training.settings import PlayerTraining
from metamer.training.windows import (
    UNITS,
    Loop,
    Rows,
    mesh,
    pad_keys,
    train_in_windows,
)

WINDOW = 200_000
"""Clicks of each player between two points of its curve; a player can stop there."""

CURVE = ("unit", "steps", "episodes", "solved", "blue", "earned")
"""Columns of a curve; the last three are means over the boards since the row before."""

Build = Callable[[PRNGKeyArray], Any]
"""Makes a network from a key."""


def train(
    build: Build,
    game: Game,
    training: PlayerTraining,
    keys: Key[Array, " unit"],
    place: Place,
) -> PyTree:
    """One trained network for each key; the first axis of its parameters is the unit.

    Each player has a key of its own: who else is trained, and on how many devices,
    changes nothing but the last digit of its sums, which a long training can make grow.
    """
    units = len(keys)
    shape = shape_of(training)
    program, numbers = compile_program(build, shape), make_numbers(training)
    # A short training is one window, or a few.
    clicks = min(WINDOW, training.length)
    window = jnp.asarray(-(-clicks // (training.games * training.steps)))

    def advance_all(state: PlayerState) -> tuple[PlayerState, Rows]:
        before = sums(state.tally)
        state = program(state, game, numbers, window)
        return state, _points(before, sums(state.tally), units, place.first)

    loop = Loop(advance_all, lambda state: _share(state.tally, training), CURVE)
    begun = begin_all(build, game, shape, pad_keys(keys))
    last, _ = train_in_windows(begun, loop, place)
    params = jax.tree.map(lambda leaf: leaf[:units], last.params)
    net = eqx.filter_eval_shape(build, jax.random.key(0))
    return eqx.combine(params, eqx.filter(net, _is_array, inverse=True))


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, jax.ShapeDtypeStruct)


VARIED = ("rate", "entropy", "value", "gamma", "max_norm", "length", "schedule")
"""Settings of a training that one compiled program can vary."""


def shape_of(training: PlayerTraining) -> PlayerTraining:
    """The training with everything at its default that one compiled program can vary."""
    plain = PlayerTraining()
    return replace(training, **{name: getattr(plain, name) for name in VARIED})


@functools.lru_cache(maxsize=16)
def compile_program(
    build: Build, shape: PlayerTraining, own: bool = False
) -> Callable[..., PlayerState]:
    """A compiled function: more updates of all players, divided over devices.

    All are trained with the same numbers; or, if `own`, each with its own.
    """
    net = build(jax.random.key(0))
    # On a GPU small steps wait for one another; unrolled, they wait half as long.
    unroll = 1 if jax.default_backend() == "cpu" else shape.steps

    def more(
        state: PlayerState, game: Game, numbers: PlayerNumbers, updates: Any
    ) -> PlayerState:
        def one(player: PlayerState, numbers: PlayerNumbers) -> PlayerState:
            return advance(player, net, game, shape, numbers, updates, unroll)

        return jax.vmap(one, in_axes=(0, 0 if own else None))(state, numbers)

    same = PartitionSpec()
    divided = jax.shard_map(
        more,
        mesh=mesh(),
        in_specs=(UNITS, same, UNITS if own else same, same),
        out_specs=UNITS,
        check_vma=False,
    )
    return jax.jit(divided, donate_argnums=0)


def begin_all(
    build: Build, game: Game, shape: PlayerTraining, keys: Key[Array, " unit"]
) -> PlayerState:
    """All players before their first update.

    Outside the large program: orthogonal weights take longer to compile than to draw.
    """
    begun = [compile_beginner(build, shape)(key, game) for key in keys]
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *begun)


@functools.lru_cache(maxsize=16)
def compile_beginner(build: Build, shape: PlayerTraining) -> Callable[..., PlayerState]:
    def one(key: PRNGKeyArray, game: Game) -> PlayerState:
        net_key, play_key = jax.random.split(key)
        return begin(build(net_key), game, shape, play_key)

    return jax.jit(one)


def _share(tally: Tally, training: PlayerTraining) -> float:
    """How much of its length the slowest player has behind it."""
    counted = tally.episodes if training.counted_in == "episodes" else tally.steps
    return float(np.min(np.asarray(counted))) / training.length


def sums(tally: Tally) -> Float[np.ndarray, "unit 5"]:
    """The tally of each player as a row."""
    return np.stack([np.asarray(column, float) for column in tally], axis=1)


def _points(before: np.ndarray, after: np.ndarray, units: int, first: int) -> Rows:
    """A point of the curve of each unit that finished a board since the last one."""
    points = []
    for unit in range(units):
        steps, episodes, solved, blue, _ = after[unit] - before[unit]
        if steps and episodes:
            # `earned` begins at 0 with each window, so it is no difference.
            sums = np.array([solved, blue, after[unit][-1]])
            points.append([first + unit, *after[unit][:2], *sums / max(episodes, 1.0)])
    return points
