"""Evaluation while training: when, what the curve says of it, and early stopping."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int, PyTree

from metamer.core.checkpoints import Evaluation
from metamer.core.errors import Refusal
from metamer.training.settings import Training

VALIDATION = "validation"
"""The part of the asked items whose loss can end a training."""


class Best(NamedTuple):
    """The network of each unit with the lowest validation loss so far."""

    net: PyTree
    """Its parameters and its state."""
    loss: Float[Array, " unit"]
    waited: Int[Array, " unit"]
    """Evaluations in a row without a lower one."""


def first_best(net: PyTree, units: int) -> Best:
    """The start of early stopping: a copy of `net`, because training overwrites it."""
    copy = jax.tree.map(jnp.copy, net)
    return Best(copy, jnp.full(units, jnp.inf), jnp.zeros(units, int))


def keep_best(
    best: Best, net: PyTree, loss: Float[np.ndarray, " unit"], patience: int
) -> Best:
    """The better of two networks, unit by unit; one whose loss is NaN is no better."""
    # Units are repeated until devices can divide them, in the same way as their keys.
    losses = jnp.resize(jnp.asarray(loss, best.loss.dtype), best.loss.shape)
    # A unit that has stopped stays as it is while others go on: it must not depend on
    # its companions.
    better = (losses < best.loss) & (best.waited < patience)
    return Best(
        jax.tree.map(lambda new, old: _where(better, new, old), net, best.net),
        jnp.where(better, losses, best.loss),
        jnp.where(better, 0, best.waited + 1),
    )


def has_stopped(best: Best, patience: int) -> bool:
    """Whether every unit has stopped."""
    return bool(np.min(np.asarray(best.waited)) >= patience)


def _where(which: Bool[Array, " unit"], yes: Array, no: Array) -> Array:
    return jnp.where(which.reshape(-1, *[1] * (yes.ndim - 1)), yes, no)


def columns(training: Training, evaluation: Evaluation) -> tuple[str, ...]:
    """What evaluations add to the columns of a curve; refuses what cannot be watched."""
    if training.patience and VALIDATION not in evaluation.parts:
        parts = ", ".join(evaluation.parts) or "none"
        raise Refusal(
            f"training: patience needs asked items of the part {VALIDATION!r}; "
            f"the parts here: {parts}"
        )
    if not training.evaluate_every:
        return ()
    return tuple(
        f"{part}_{what}" for part in evaluation.parts for what in ("loss", "accuracy")
    )


def next_stop(done: int, window: int, training: Training, total: int) -> int:
    """The update that ends the next window: a point of the curve, or an evaluation."""
    every = training.evaluate_every or window
    # The next multiple of each, whichever comes first; `total` has just one that is not
    # behind.
    return min((done // interval + 1) * interval for interval in (window, every, total))


def is_due(done: int, training: Training, total: int) -> bool:
    """Whether networks are evaluated after this update; the last one always is."""
    every = training.evaluate_every
    return bool(every) and (done % every == 0 or done == total)
