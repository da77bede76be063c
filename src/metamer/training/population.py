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
from jaxtyping import Array, Key, PRNGKeyArray, PyTree

from metamer.core.checkpoints import Place
from metamer.core.play import Game
from metamer.training.actor_critic import (
    Learning,
    Numbers,
    Tally,
    advance,
    begin,
    numbers,
)
from metamer.training.recipes import Recipe
from metamer.training.windows import UNITS, Course, finished, mesh, padded

WINDOW = 200_000
"""Clicks of each player between two points of its curve; a player can stop there."""

CURVE = ("unit", "steps", "episodes", "solved", "blue", "earned")
"""Columns of a curve; the last three are means over the boards since the row before."""

Build = Callable[[PRNGKeyArray], Any]
"""Makes a network from a key."""


def train(
    build: Build,
    game: Game,
    recipe: Recipe,
    keys: Key[Array, " unit"],
    place: Place,
) -> PyTree:
    """One trained network for each key; the first axis of its weights is the unit.

    Each player has a key of its own: who else is trained, and on how many devices,
    changes nothing but the last digit of its sums, which a long training can make grow.
    """
    units = len(keys)
    plain = _shape_of(recipe)
    program, given = _program(build, plain), numbers(recipe)
    # A short training is one window, or a few.
    clicks = min(WINDOW, recipe.length)
    window = jnp.asarray(-(-clicks // (recipe.games * recipe.steps)))
    course = Course(
        more=lambda learning: program(learning, game, given, window),
        share=lambda learning: _share(learning.tally, recipe),
        tally=lambda learning: _tallied(learning.tally),
        points=lambda before, after: _points(before, after, units, place.first),
        columns=CURVE,
    )
    begun = _begin(build, game, plain, padded(keys))
    learning, _ = finished(begun, course, place)
    weights = jax.tree.map(lambda leaf: leaf[:units], learning.weights)
    shape = eqx.filter_eval_shape(build, jax.random.key(0))
    return eqx.combine(weights, eqx.filter(shape, _is_weight, inverse=True))


def _is_weight(leaf: Any) -> bool:
    return isinstance(leaf, jax.ShapeDtypeStruct)


def _shape_of(recipe: Recipe) -> Recipe:
    """The recipe with everything at its default that one compiled program can vary."""
    plain = Recipe()
    varied = {
        name: getattr(plain, name) for name in Numbers._fields if name != "linear"
    }
    return replace(recipe, **varied, schedule=plain.schedule)


@functools.lru_cache(maxsize=16)
def _program(build: Build, shape: Recipe) -> Callable[..., Learning]:
    """Some more updates of all players, divided over devices."""
    net = build(jax.random.key(0))
    # On a GPU small steps wait for one another; written out, they wait half as long.
    unroll = 1 if jax.default_backend() == "cpu" else shape.steps

    def more(learning: Learning, game: Game, given: Numbers, updates: Any) -> Learning:
        return jax.vmap(
            lambda one: advance(one, net, game, shape, given, updates, unroll)
        )(learning)

    same = PartitionSpec()
    divided = jax.shard_map(
        more,
        mesh=mesh(),
        in_specs=(UNITS, same, same, same),
        out_specs=UNITS,
        check_vma=False,
    )
    return jax.jit(divided, donate_argnums=0)


def _begin(
    build: Build, game: Game, shape: Recipe, keys: Key[Array, " unit"]
) -> Learning:
    """All players before their first update.

    Outside the large program: orthogonal weights take longer to compile than to draw.
    """
    begun = [_beginner(build, shape)(key, game) for key in keys]
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *begun)


@functools.lru_cache(maxsize=16)
def _beginner(build: Build, shape: Recipe) -> Callable[..., Learning]:
    def one(key: PRNGKeyArray, game: Game) -> Learning:
        born, taught = jax.random.split(key)
        return begin(build(born), game, shape, taught)

    return jax.jit(one)


def _share(tally: Tally, recipe: Recipe) -> float:
    """How much of its length the slowest player has behind it."""
    counted = tally.episodes if recipe.counted_in == "episodes" else tally.steps
    return float(np.min(np.asarray(counted))) / recipe.length


def _tallied(tally: Tally) -> np.ndarray:
    return np.stack([np.asarray(column, float) for column in tally], axis=1)


def _points(
    before: np.ndarray, after: np.ndarray, units: int, first: int
) -> list[list[float]]:
    """A point of the curve of each unit that finished a board since the last one."""
    points = []
    for unit in range(units):
        steps, episodes, solved, blue, _ = after[unit] - before[unit]
        if steps and episodes:
            sums = np.array([solved, blue, after[unit][-1]])
            points.append([first + unit, *after[unit][:2], *sums / max(episodes, 1.0)])
    return points
