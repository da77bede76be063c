"""A long training, window by window: with progress, checkpoints and a curve."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxtyping import Array, Key, PyTree

from metamer.core import files
from metamer.core.checkpoints import Place

State = TypeVar("State")

Rows = list[list[float]]
"""Of a curve, a number for each column."""

PAUSE = 20.0
"""The least seconds between two checkpoints ..."""

SPARE = 10
"""... which is also at least this many times as long as the last one took to write."""

UNITS = PartitionSpec("unit")
"""The first axis is divided over devices."""


class Loop(NamedTuple):
    """How a training goes on, and what its curve says."""

    advance: Callable[[Any], tuple[Any, Rows]]
    """Trains for another window; the state after it, and rows of the curve."""
    share: Callable[[Any], float]
    """How much of the training is done: 1 ends it."""
    columns: tuple[str, ...]
    """Of the curve."""


def train_in_windows(state: State, loop: Loop, place: Place) -> tuple[State, Rows]:
    """`state` at the end of its training, and the curve.

    A training can stop after any window, or be killed at any moment: it goes on from its
    last checkpoint to the same end.
    """
    state, curve = _restore(state, place, len(loop.columns))
    # Divided as the program leaves it; otherwise it would be compiled twice.
    state = jax.device_put(state, NamedSharding(mesh(), UNITS))
    saved, pause = time.monotonic(), PAUSE
    # Only between windows: a state is whole there, and the compiled program is never
    # interrupted.
    while (share := loop.share(state)) < 1:
        place.progress(share)
        state, rows = loop.advance(state)
        curve += rows
        if (begun := time.monotonic()) - saved > pause:
            place.save([*_leaves(state), np.array(curve)])
            files.write_text(place.curve, curve_text(curve, loop.columns, place))
            saved = time.monotonic()
            # Large states take long to write; checkpoints must not take a large part of
            # the time.
            pause = max(PAUSE, SPARE * (saved - begun))
    files.write_text(place.curve, curve_text(curve, loop.columns, place))
    return state, curve


def pad_keys(keys: Key[Array, " unit"]) -> Key[Array, " row"]:
    """The keys, with some repeated until they can be divided over all devices."""
    devices = len(jax.devices())
    return keys[jnp.arange(-(-len(keys) // devices) * devices) % len(keys)]


def mesh() -> Mesh:
    """All devices in a row."""
    return Mesh(np.array(jax.devices()), ("unit",))


def curve_text(curve: Rows, columns: tuple[str, ...], place: Place) -> str:
    """The curve as a table whose first columns say which learner and condition it is."""
    names = [name for name, _ in place.about]
    values = [value for _, value in place.about]
    rows = (",".join([*values, *(f"{value:.6g}" for value in row)]) for row in curve)
    return "\n".join([",".join([*names, *columns]), *rows, ""])


def _restore(state: State, place: Place, columns: int) -> tuple[State, Rows]:
    """Where an earlier training stopped, if there was one."""
    saved = place.restore([*_leaves(state), np.zeros((0, columns))])
    if saved is None:
        return state, []
    structure = jax.tree.structure(_without_keys(state))
    restored = jax.tree.unflatten(structure, [jnp.asarray(leaf) for leaf in saved[:-1]])
    return _with_keys(restored, state), saved[-1].reshape(-1, columns).tolist()


def _leaves(state: PyTree) -> list[np.ndarray]:
    return [np.asarray(leaf) for leaf in jax.tree.leaves(_without_keys(state))]


def _without_keys(state: PyTree) -> PyTree:
    """The same with plain numbers for random keys, which no file can hold."""
    return jax.tree.map(
        lambda leaf: jax.random.key_data(leaf) if _is_key(leaf) else leaf, state
    )


def _with_keys(plain: PyTree, state: PyTree) -> Any:
    return jax.tree.map(
        lambda leaf, like: jax.random.wrap_key_data(leaf) if _is_key(like) else leaf,
        plain,
        state,
    )


def _is_key(leaf: Any) -> bool:
    return jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)
