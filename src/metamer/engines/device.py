"""All units of a block in one compiled program, on every device there is."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from metamer.core.items import Items, Lesson


def use_all_cores() -> None:
    """Make each processor core a JAX device, unless JAX is already at work.

    XLA runs one small program on one core; a block of units divided over as many
    devices as there are cores keeps them all busy.
    """
    import jax

    try:
        jax.config.update("jax_num_cpu_devices", os.cpu_count() or 1)
    except RuntimeError:  # JAX has started: what it has is what we use
        return


def teach_and_ask(
    learner: Any, lessons: Sequence[Lesson], keys: Sequence[Any]
) -> np.ndarray:
    """What every unit answers; the first axis is the unit."""
    import jax
    import jax.numpy as jnp

    devices = len(jax.devices())
    padded = [
        index % len(lessons) for index in range(-(-len(lessons) // devices) * devices)
    ]
    taught, asked = (
        jax.tree.map(
            lambda *leaves: np.stack(leaves), *[parts[index] for index in padded]
        )
        for parts in (
            [lesson.taught for lesson in lessons],
            [lesson.asked.blind() for lesson in lessons],
        )
    )
    answers = _program(learner)(taught, asked, jnp.stack([keys[i] for i in padded]))
    return np.asarray(answers)[: len(lessons)]


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
    """What each unit of a learner that has been taught answers."""
    return _each(_compiled(learner, "answer"), fitted, asked)


def ask_why(
    learner: Any, fitted: Any, asked: Sequence[Items]
) -> Sequence[np.ndarray | None]:
    """Why each unit answers so; None from a learner that cannot say."""
    if not hasattr(learner, "explain"):
        return [None] * len(asked)
    return _each(_compiled(learner, "explain"), fitted, asked)


def _each(program: Callable[..., Any], fitted: Any, asked: Sequence[Items]) -> list:
    said = [program(_of(fitted, unit), items) for unit, items in enumerate(asked)]
    return [None if it is None else np.asarray(it) for it in said]


def _of(fitted: Any, unit: int) -> Any:
    import jax

    return jax.tree.map(lambda leaf: leaf[unit], fitted)


@functools.lru_cache(maxsize=64)
def _compiled(learner: Any, method: str) -> Callable[..., Any]:
    import jax

    return jax.jit(getattr(learner, method))
