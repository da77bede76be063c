"""Networks that classify, update by update: the compiled part of their training."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax.sharding import PartitionSpec
from jaxtyping import Array, Float, Int, Key, PRNGKeyArray, PyTree

from metamer.core.items import Items
from metamer.nets.layers import HasObjective
from metamer.training import gradients
from metamer.training.batches import draw_batches
from metamer.training.gradients import Schedule, learning_rate, make_optimiser
from metamer.training.settings import Training
from metamer.training.supervised import cross_entropy
from metamer.training.windows import UNITS, mesh

PRECISION = {"tf32": "tensorfloat32", "bf16": "bfloat16", "f32": "float32"}

Build = Callable[[PRNGKeyArray], Any]
"""Makes a network from a key."""


class Numbers(NamedTuple):
    """The numbers that one compiled program can vary."""

    items: Int[Array, ""]
    """How many different ones there are."""
    per_epoch: Int[Array, ""]
    total: Int[Array, ""]
    """Updates of the whole training."""
    schedule: Schedule
    """In updates."""
    decay: Float[Array, ""]


class ClassifierState(NamedTuple):
    """One network in training, and all that going on with it needs."""

    params: PyTree
    state: Any
    """What changes in training beside the parameters, such as running statistics."""
    opt_state: Any
    updates: Int[Array, ""]
    loss: Float[Array, ""]
    right: Float[Array, ""]
    """Sums over all items seen since the last window began."""
    key: PRNGKeyArray
    """Of the order of items."""


def make_numbers(training: Training, count: int) -> Numbers:
    """The numbers of a training on `count` items."""
    per_epoch, total = training.updates_per_epoch(count), training.updates(count)
    epochs = 0 if training.schedule == "constant" else training.warm_up
    warm_up = min(epochs * per_epoch + training.warm_up_updates, total)
    fall = max(warm_up, round(total * (1 - training.cool_down)))
    if training.schedule == "constant":
        fall = total
    whole = (count, per_epoch, total, warm_up, fall, max(total - fall, 1))
    items, every, updates, *times = (jnp.asarray(number, jnp.int32) for number in whole)
    schedule = Schedule(jnp.asarray(training.rate), *times)
    return Numbers(items, every, updates, schedule, jnp.asarray(training.decay))


def shape_of(training: Training) -> Training:
    """The training with everything at its default that one compiled program can vary.

    A constant learning rate is a cosine that never begins to fall.
    """
    plain = Training()
    varied = (
        *("rate", "decay", "warm_up", "warm_up_updates", "cool_down"),
        *("epochs", "least_steps", "batch"),
        *("evaluate_every", "evaluate_items", "patience"),
    )
    same = {name: getattr(plain, name) for name in varied}
    if training.schedule == "constant":
        same["schedule"] = "cosine"
    return replace(training, **same)


def optimiser_of(
    training: Training, rate: Any = 1.0, decay: Any = 0.0
) -> optax.GradientTransformation:
    return make_optimiser(
        training.optimiser,
        rate,
        momentum=training.momentum,
        decay=decay,
        max_norm=training.max_norm or None,
    )


@functools.lru_cache(maxsize=32)
def compile_program(
    build: Build, training: Training, batch: int, ahead: int, own: bool
) -> Callable[..., ClassifierState]:
    """A compiled function: more updates of all networks, divided over devices."""
    # Only what is not trained is taken of this network, so any key will do.
    static = eqx.filter(build(jax.random.key(0)), eqx.is_inexact_array, inverse=True)
    axes = (0 if own else None, 0, 0, None)

    def more(
        state: ClassifierState, source: Any, owners: Any, numbers: Numbers, window: Any
    ) -> ClassifierState:
        def draw(state: ClassifierState, first: Int[Array, ""]) -> Items:
            def draw_unit(source: Any, owner: Any, order: Any, updates: Any) -> Items:
                sizes = (numbers.per_epoch, numbers.items, batch)
                return draw_batches(source, owner, order, updates, *sizes)

            draw_all = jax.vmap(draw_unit, in_axes=axes)
            return draw_all(source, owners, state.key, first + jnp.arange(ahead))

        def update(state: ClassifierState, items: Items, now: Any) -> ClassifierState:
            def update_unit(state: ClassifierState, items: Items) -> ClassifierState:
                rate = learning_rate(numbers.schedule, now, training.schedule)
                optimiser = optimiser_of(training, rate, numbers.decay)
                # Folded twice, because the orders of epochs fold it once.
                key = jax.random.fold_in(jax.random.fold_in(state.key, 0), now)
                return learn(state, static, items, optimiser, key, training.precision)

            return jax.vmap(update_unit)(state, items)

        return advance(state, draw, update, numbers.total, window, ahead)

    same = PartitionSpec()
    divided = jax.shard_map(
        more,
        mesh=mesh(),
        in_specs=(UNITS, UNITS if own else same, UNITS, same, same),
        out_specs=UNITS,
        check_vma=False,
    )
    return jax.jit(divided, donate_argnums=0)


def advance(
    state: ClassifierState,
    draw: Callable[[ClassifierState, Int[Array, ""]], Items],
    update: Callable[[ClassifierState, Items, Int[Array, ""]], ClassifierState],
    total: Int[Array, ""],
    window: Int[Array, ""],
    ahead: int,
) -> ClassifierState:
    """All networks after a window of updates, or after what is left of their training.

    Updates are counted here, for all networks at once: a loop that each of them counted
    for itself would copy all parameters at every update.
    """
    first = state.updates[0]
    end = jnp.minimum(first + window, total)
    none = jnp.zeros_like(state.loss)
    state = state._replace(loss=none, right=none)

    def chunk(carry: tuple[Array, ClassifierState]) -> tuple[Array, ClassifierState]:
        first, state = carry
        items = draw(state, first)

        def update_once(
            place: Int[Array, ""], state: ClassifierState
        ) -> ClassifierState:
            batch = jax.tree.map(lambda column: column[:, place], items)
            return update(state, batch, first + place)

        # `ahead` batches are always drawn, because shapes are fixed; at the end of a
        # window some of them are not used.
        count = jnp.minimum(ahead, end - first)
        return first + count, jax.lax.fori_loop(0, count, update_once, state)

    last, state = jax.lax.while_loop(
        lambda carry: carry[0] < end, chunk, (first, state)
    )
    return state._replace(updates=jnp.full_like(state.updates, last))


def learn(
    state: ClassifierState,
    static: PyTree,
    items: Items,
    optimiser: optax.GradientTransformation,
    key: PRNGKeyArray,
    precision: str,
) -> ClassifierState:
    """One network after one update on one batch; `key` is for dropout.

    A network that learns more than labels, or has dropout, has an `objective` of its own.
    """

    def objective(params: PyTree) -> tuple[Array, tuple[Array, Any]]:
        if precision == "bf16":
            params = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), params)
        net = eqx.combine(params, static)
        if isinstance(net, HasObjective):
            return net.objective(items, state.state, key)
        logits, after = net(items.inputs, state.state, training=True)
        return cross_entropy(logits, items.labels), (logits, after)

    with jax.default_matmul_precision(PRECISION[precision]):
        params, opt_state, loss, (logits, after) = gradients.step(
            objective, optimiser, state.params, state.opt_state
        )
    right = (logits.argmax(axis=-1) == items.labels).sum()
    return state._replace(
        params=params,
        state=after,
        opt_state=opt_state,
        loss=state.loss + loss * len(items.labels),
        right=state.right + right,
    )


def begin(
    build: Build, training: Training, keys: Key[Array, " row"]
) -> ClassifierState:
    """All networks before their first update; one by one, as parameters are large."""
    begun = [compile_beginner(build, training)(key) for key in keys]
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *begun)


@functools.lru_cache(maxsize=32)
def compile_beginner(
    build: Build, training: Training
) -> Callable[[PRNGKeyArray], ClassifierState]:
    def one(key: PRNGKeyArray) -> ClassifierState:
        net_key, order = jax.random.split(key)
        net = build(net_key)
        params = eqx.filter(net, eqx.is_inexact_array)
        none, opt_state = jnp.zeros(()), optimiser_of(training).init(params)
        return ClassifierState(
            params, net.start(), opt_state, jnp.zeros((), int), none, none, order
        )

    return jax.jit(one)
