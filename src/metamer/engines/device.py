"""All units of a block in one compiled program, on every device there is."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from metamer.core.capabilities import Explains
from metamer.core.items import Items, Lesson


def use_all_cores() -> None:
    """Make each processor core a JAX device, unless JAX is already at work.

    XLA runs one small program on one core; a block of units divided over as many
    devices as there are cores keeps them all busy.
    """
    import jax

    try:
        jax.config.update("jax_num_cpu_devices", os.cpu_count() or 1)
    except RuntimeError:  # JAX has started: we use the devices that it has
        return


def teach_and_ask(
    learner: Any, lessons: Sequence[Lesson], keys: Sequence[Any]
) -> np.ndarray:
    """The answers of every unit; the first axis is the unit."""
    import jax
    import jax.numpy as jnp

    # Every device needs as many units: the first ones are repeated to fill up the last.
    devices = len(jax.devices())
    units = [
        unit % len(lessons) for unit in range(-(-len(lessons) // devices) * devices)
    ]
    taught = _stack([lessons[unit].taught for unit in units])
    asked = _stack([lessons[unit].asked.blind() for unit in units])
    answers = _program(learner)(
        taught, asked, jnp.stack([keys[unit] for unit in units])
    )
    return np.asarray(answers)[: len(lessons)]


def _stack(trees: Sequence[Any]) -> Any:
    """One tree whose first axis is the unit."""
    import jax

    return jax.tree.map(lambda *leaves: np.stack(leaves), *trees)


@functools.lru_cache(maxsize=64)
def _program(learner: Any) -> Callable[..., Any]:
    """Teach and ask one unit; mapped over units, divided over devices, and compiled."""
    import jax
    from jax.sharding import Mesh, PartitionSpec

    def one(taught: Any, asked: Any, key: Any) -> Any:
        return learner.answer(learner.fit(taught, key), asked)

    mesh = Mesh(np.array(jax.devices()), ("unit",))
    by_unit = PartitionSpec("unit")
    divided = jax.shard_map(
        jax.vmap(one), mesh=mesh, in_specs=by_unit, out_specs=by_unit, check_vma=False
    )
    return jax.jit(divided)


def ask(learner: Any, fitted: Any, asked: Sequence[Items]) -> list[np.ndarray]:
    """The answers of each unit of a learner that has been taught."""
    return _each(_answer(learner), fitted, asked)


def ask_reasons(
    learner: Any, fitted: Any, asked: Sequence[Items]
) -> Sequence[np.ndarray | None]:
    """The reasons each unit gives for its answers; None from a learner that gives none."""
    if not isinstance(learner, Explains):
        return [None] * len(asked)
    return _each(_explain(learner), fitted, asked)


def _each(program: Callable[..., Any], fitted: Any, asked: Sequence[Items]) -> list:
    units = units_of(fitted, len(asked))
    outputs = [program(unit, items) for unit, items in zip(units, asked, strict=True)]
    return [None if output is None else np.asarray(output) for output in outputs]


def units_of(fitted: Any, count: int) -> list[Any]:
    """Each unit of a tree whose first axis is the unit, on one device.

    Programs given slices of divided arrays would run on all devices, which wait for each
    other at every slice: twice the work on two cores, and XLA ends the process where a
    busy machine keeps one of them waiting for long.
    """
    import jax

    here, kind = jax.tree.flatten(jax.device_put(fitted, jax.devices()[0]))
    return [
        jax.tree.unflatten(kind, [leaf[unit] for leaf in here]) for unit in range(count)
    ]


@functools.lru_cache(maxsize=64)
def _answer(learner: Any) -> Callable[..., Any]:
    import jax

    return jax.jit(learner.answer)


@functools.lru_cache(maxsize=64)
def _explain(learner: Any) -> Callable[..., Any]:
    import jax

    return jax.jit(learner.explain)
