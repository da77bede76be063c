"""A long training, window by window: told, kept now and then, and written as a curve."""

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

T = TypeVar("T")

PAUSE = 20.0
"""Seconds between two checkpoints, at least."""

SPARE = 10
"""And at least so many times as long as the last one took to write."""

UNITS = PartitionSpec("unit")
"""The first axis is divided over devices."""


class Course(NamedTuple):
    """How a training goes on, and what is told of it."""

    more: Callable[[Any], Any]
    """Trains for another window."""
    share: Callable[[Any], float]
    """How much of the training is done."""
    tally: Callable[[Any], np.ndarray]
    """What has been counted so far, a row for each unit."""
    points: Callable[[np.ndarray, np.ndarray], list[list[float]]]
    """Points of the curve, from the tallies before and after a window."""
    columns: tuple[str, ...]
    """What a point tells."""


def finished(learning: T, course: Course, place: Place) -> tuple[T, list[list[float]]]:
    """`learning` at the end of its training, and its curve.

    Stops and goes on at any window; how often it stopped changes nothing.
    """
    learning, curve = _restored(learning, place, len(course.columns))
    # Divided as the program leaves it, which otherwise would be compiled twice.
    learning = jax.device_put(learning, NamedSharding(mesh(), UNITS))
    saved, pause = time.monotonic(), PAUSE
    while (share := course.share(learning)) < 1:
        place.tell(share)
        before = course.tally(learning)
        learning = course.more(learning)
        curve += course.points(before, course.tally(learning))
        if (begun := time.monotonic()) - saved > pause:
            place.save([*_leaves(learning), np.array(curve)])
            saved = time.monotonic()
            pause = max(PAUSE, SPARE * (saved - begun))
    files.write_text(place.curve, _text(curve, course.columns, place))
    return learning, curve


def padded(keys: Key[Array, " unit"]) -> Key[Array, " row"]:
    """The keys, and some of them again until they can be divided over all devices."""
    devices = len(jax.devices())
    return keys[jnp.arange(-(-len(keys) // devices) * devices) % len(keys)]


def mesh() -> Mesh:
    """All devices in a row."""
    return Mesh(np.array(jax.devices()), ("unit",))


def _text(curve: list[list[float]], columns: tuple[str, ...], place: Place) -> str:
    """The curve as a table that says whose it is."""
    names = [name for name, _ in place.about]
    whose = [value for _, value in place.about]
    rows = (",".join([*whose, *(f"{it:.6g}" for it in point)]) for point in curve)
    return "\n".join([",".join([*names, *columns]), *rows, ""])


def _restored(learning: T, place: Place, columns: int) -> tuple[T, list[list[float]]]:
    """Where an earlier training stopped, if there was one."""
    kept = place.restore([*_leaves(learning), np.zeros((0, columns))])
    if kept is None:
        return learning, []
    plain = jax.tree.structure(_plain(learning))
    restored = jax.tree.unflatten(plain, [jnp.asarray(leaf) for leaf in kept[:-1]])
    return _as_keys(restored, learning), kept[-1].reshape(-1, columns).tolist()


def _leaves(learning: PyTree) -> list[np.ndarray]:
    return [np.asarray(leaf) for leaf in jax.tree.leaves(_plain(learning))]


def _plain(learning: PyTree) -> PyTree:
    """The same with the numbers of keys in their place."""
    return jax.tree.map(
        lambda leaf: jax.random.key_data(leaf) if _is_key(leaf) else leaf, learning
    )


def _as_keys(plain: PyTree, learning: PyTree) -> Any:
    return jax.tree.map(
        lambda leaf, like: jax.random.wrap_key_data(leaf) if _is_key(like) else leaf,
        plain,
        learning,
    )


def _is_key(leaf: Any) -> bool:
    return jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)
