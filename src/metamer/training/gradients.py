"""One gradient step, the optimisers that take it, and the learning rate's schedule."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, PyTree

Params = TypeVar("Params")

EPSILON = 1e-8
"""Adam's guard against division by 0. Source: kingma2015, Alg. 1."""


def step(
    objective: Callable[[Params], tuple[Float[Array, ""], Any]],
    optimiser: optax.GradientTransformation,
    params: Params,
    opt_state: optax.OptState,
) -> tuple[Params, optax.OptState, Float[Array, ""], Any]:
    """Parameters and optimiser state after one update; the loss before it, and the rest.

    `objective` returns the loss and whatever else the caller wants to know.
    """
    (loss, rest), grads = jax.value_and_grad(objective, has_aux=True)(params)
    updates, opt_state = optimiser.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss, rest


def make_optimiser(
    name: str,
    rate: Any,
    *,
    momentum: float = 0.9,
    decay: Any = None,
    max_norm: Any = None,
    epsilon: float = EPSILON,
) -> optax.GradientTransformation:
    """The optimiser of this name; None leaves out weight decay or clipping.

    Numbers may be traced: an optimiser made inside a compiled step follows a learning
    rate that changes, and its state does not depend on them.
    """
    clip = [] if max_norm is None else [clip_by_norm(max_norm)]
    shrink = [] if decay is None else [optax.add_decayed_weights(decay)]
    scale = {
        "sgd": lambda: optax.trace(momentum),
        "adam": lambda: optax.scale_by_adam(eps=epsilon),
        "adamw": lambda: optax.scale_by_adam(eps=epsilon),
        # As in kumar2022's library: epsilon inside the root, mean squares from 1.
        "rmsprop": lambda: optax.scale_by_rms(0.99, 1e-5, initial_scale=1.0),
    }[name]()
    # Before the scaling, decay is a part of the gradient, whose size Adam evens out;
    # after it, all weights shrink alike.
    decoupled = name == "adamw"
    order = [scale, *shrink] if decoupled else [*shrink, scale]
    return optax.chain(*clip, *order, optax.scale_by_learning_rate(rate))


def clip_by_norm(max_norm: Any) -> optax.GradientTransformation:
    """Gradients whose global norm is larger are scaled down to it.

    Differs: Optax's own compares first and divides by the bare norm, which rounds
    otherwise; trainings would then not repeat to the last digit.
    """

    def update(
        grads: PyTree, state: optax.OptState, params: PyTree = None
    ) -> tuple[PyTree, optax.OptState]:
        norm = jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(grads)))
        share = jnp.minimum(1.0, max_norm / (norm + 1e-9))
        return jax.tree.map(lambda leaf: leaf * share, grads), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)


class Schedule(NamedTuple):
    """A learning rate over a training, as numbers that a compiled program is given.

    Times are in whatever the training counts: updates, or boards played.
    """

    rate: Any
    """At its height."""
    warm_up: Any
    """It rises before this."""
    fall: Any
    """It falls from here on."""
    span: Any
    """For this long."""
    drop: Any = 1.0
    """The share of it that falling in a line takes: 1, or 0 for a constant rate."""


def learning_rate(
    schedule: Schedule, done: Any, falls: str = "linear"
) -> Float[Array, ""]:
    """The learning rate when `done` is behind: up in a line, level, then down.

    Source: zhang2021, App. A, for falling along a cosine.
    """
    up = (done + 1) / jnp.maximum(schedule.warm_up, 1)
    gone = jnp.maximum(done - schedule.fall, 0) / schedule.span
    down = 1 - schedule.drop * gone
    if falls == "cosine":
        down = 0.5 * (1 + jnp.cos(jnp.pi * gone))
    return schedule.rate * jnp.where(done < schedule.warm_up, up, down)
