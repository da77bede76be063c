"""Many networks at once that learn from labelled items, drawn as they are needed."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec
from jaxtyping import Array, Float, Int, Key, PRNGKeyArray, PyTree

from metamer.core.checkpoints import Place
from metamer.core.items import Items
from metamer.training.order import shuffled
from metamer.training.recipes import Training
from metamer.training.supervised import cross_entropy
from metamer.training.windows import UNITS, Course, finished, mesh, padded

POINTS = 50
"""Points of a curve; a training can stop at each of them."""

AHEAD = 128
"""Batches that are drawn at once: small programs wait for one another less."""

FITTED = 0.9
"""Accuracy on the items of one window from which a network has fitted them.

Source: ours.
"""

CURVE = ("unit", "steps", "epochs", "loss", "accuracy")
"""Columns of a curve; the last two are means over the items since the row before."""

PRECISION = {"tf32": "tensorfloat32", "bf16": "bfloat16", "f32": "float32"}

Build = Callable[[PRNGKeyArray], Any]
"""Makes a network from a key."""


class Kept(eqx.Module):
    """Items that are at hand, as a source of them."""

    items: Items

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The items at these places."""
        return jax.tree.map(lambda column: column[places], self.items)


class Taught(NamedTuple):
    """Trained networks, one for each unit, and how their training went."""

    net: Any
    state: Any
    fitted_after: Float[np.ndarray, " unit"]
    """The share of the training after which the network had fitted its items; NaN if it
    never had."""


class Plan(NamedTuple):
    """What one compiled program can vary."""

    items: Int[Array, ""]
    """How many different ones there are."""
    per_epoch: Int[Array, ""]
    total: Int[Array, ""]
    """Steps of the whole training."""
    warm_up: Int[Array, ""]
    """Steps in which the rate rises."""
    rate: Float[Array, ""]
    decay: Float[Array, ""]


class Learning(NamedTuple):
    """Where one network's training stands."""

    weights: PyTree
    state: Any
    memory: Any
    """Of the optimiser."""
    steps: Int[Array, ""]
    loss: Float[Array, ""]
    right: Float[Array, ""]
    """Sums over all items seen since the last window began."""
    key: PRNGKeyArray
    """Of the order of items."""


def train(
    build: Build,
    source: Any,
    count: int,
    training: Training,
    keys: Key[Array, " unit"],
    owners: Key[Array, " unit"],
    place: Place,
) -> Taught:
    """One trained network for each of `keys`; the first axis of its weights is the unit.

    Each unit is taught `count` items of the sequence of `source` that belongs to its key
    among `owners`. A `Kept` source has the items of each unit along its first axis.
    """
    units = len(keys)
    plan = planned(training, count)
    window = -(-int(plan.total) // POINTS)
    batch = min(training.batch, count)
    program = _program(
        build, _shape_of(training), batch, min(window, AHEAD), isinstance(source, Kept)
    )
    whose = padded(owners)
    seen = _spread(source, len(whose)) if isinstance(source, Kept) else source

    def points(before: np.ndarray, after: np.ndarray) -> list[list[float]]:
        epochs = after[:, 0] / float(plan.per_epoch)
        items = (after[:, 0] - before[:, 0]) * batch
        rows = np.column_stack([after[:, 0], epochs, after[:, 1:] / items[:, None]])
        return [[place.first + unit, *rows[unit]] for unit in range(units)]

    course = Course(
        more=lambda learning: program(learning, seen, whose, plan, jnp.array(window)),
        share=lambda learning: share_done(learning.steps, plan.total),
        tally=_tallied,
        points=points,
        columns=CURVE,
    )
    begun = _begin(build, _shape_of(training), padded(keys))
    learning, curve = finished(begun, course, place)
    weights, state = jax.tree.map(
        lambda leaf: leaf[:units], (learning.weights, learning.state)
    )
    shape = eqx.filter_eval_shape(build, jax.random.key(0))
    net = eqx.combine(weights, eqx.filter(shape, _is_weight, inverse=True))
    return Taught(net, state, fitted_after(curve, units, int(plan.total)))


def share_done(steps: Any, total: Any) -> float:
    """How much of the training is behind all networks.

    Divided here and not on the device: a GPU makes a little less than 1 of 28122 / 28122,
    and such a training would never end.
    """
    return int(np.asarray(steps).min()) / int(total)


def planned(training: Training, count: int) -> Plan:
    """The numbers of a training."""
    per_epoch = training.per_epoch(count)
    warm = training.warm_up * per_epoch if training.schedule == "cosine" else 0
    total = training.steps(count)
    whole = (count, per_epoch, total, min(warm, total))
    items, every, steps, rising = (jnp.asarray(it, jnp.int32) for it in whole)
    rate, decay = jnp.asarray(training.rate), jnp.asarray(training.decay)
    return Plan(items, every, steps, rising, rate, decay)


def rate_at(step: Int[Array, ""], plan: Plan, schedule: str) -> Float[Array, ""]:
    """The rate of one step: up in a line, then down along a cosine.

    Source: zhang2021, App. A.
    """
    if schedule == "constant":
        return plan.rate
    up = (step + 1) / jnp.maximum(plan.warm_up, 1)
    gone = (step - plan.warm_up) / jnp.maximum(plan.total - plan.warm_up, 1)
    down = 0.5 * (1 + jnp.cos(jnp.pi * gone))
    return plan.rate * jnp.where(step < plan.warm_up, up, down)


def fitted_after(
    curve: list[list[float]], units: int, total: int
) -> Float[np.ndarray, " unit"]:
    """The share of the training after which each unit first had `FITTED`.

    Between two points of the curve accuracy is taken to grow in a line.
    """
    table = np.array(curve).reshape(-1, units, len(CURVE))
    # Before the first step nothing is right.
    before = np.concatenate([np.zeros_like(table[:1]), table[:-1]])
    reached = table[..., 4] >= FITTED
    first = reached.argmax(axis=0), np.arange(units)
    (step, high), (start, low) = (it[first][:, [1, 4]].T for it in (table, before))
    share = (FITTED - low) / np.maximum(high - low, 1e-9)
    return np.where(
        reached.any(axis=0), (start + share * (step - start)) / total, np.nan
    )


def _shape_of(training: Training) -> Training:
    """The training with everything at its default that one compiled program can vary."""
    plain = Training()
    varied = ("rate", "decay", "warm_up", "epochs", "least_steps", "batch")
    return replace(training, **{name: getattr(plain, name) for name in varied})


def _optimiser(training: Training) -> optax.GradientTransformation:
    """Moves before they are multiplied by the rate."""
    if training.optimiser == "adam":
        return optax.scale_by_adam()
    return optax.trace(training.momentum)


@functools.lru_cache(maxsize=32)
def _program(
    build: Build, training: Training, batch: int, ahead: int, own: bool
) -> Callable[..., Learning]:
    """Some more steps of all networks, divided over devices."""
    static = eqx.filter(build(jax.random.key(0)), eqx.is_inexact_array, inverse=True)
    axes = (0 if own else None, 0, 0, None, None)

    def more(
        learning: Learning, source: Any, owners: Any, plan: Plan, window: Any
    ) -> Learning:
        def draw(learning: Learning, first: Int[Array, ""]) -> Items:
            def one(source: Any, owner: Any, key: Any, first: Any, plan: Plan) -> Items:
                return drawn(source, owner, key, first, plan, batch, ahead)

            every = jax.vmap(one, in_axes=axes)
            return every(source, owners, learning.key, first, plan)

        def descend(learning: Learning, items: Items, step: Any) -> Learning:
            def one(learning: Learning, items: Items) -> Learning:
                rate = rate_at(step, plan, training.schedule)
                chance = jax.random.fold_in(jax.random.fold_in(learning.key, 0), step)
                moves = (rate, plan.decay, chance)
                return descended(learning, static, items, *moves, training)

            return jax.vmap(one)(learning, items)

        return advanced(learning, draw, descend, plan.total, window, ahead)

    same = PartitionSpec()
    divided = jax.shard_map(
        more,
        mesh=mesh(),
        in_specs=(UNITS, UNITS if own else same, UNITS, same, same),
        out_specs=UNITS,
        check_vma=False,
    )
    return jax.jit(divided, donate_argnums=0)


def advanced(
    learning: Learning,
    draw: Callable[[Learning, Int[Array, ""]], Items],
    descend: Callable[[Learning, Items, Int[Array, ""]], Learning],
    total: Int[Array, ""],
    window: Int[Array, ""],
    ahead: int,
) -> Learning:
    """All networks after a window of steps, or after what is left of their training.

    The steps are counted here, for all networks at once: a loop that each of them
    counted for itself would copy all weights at every step.
    """
    first = learning.steps[0]
    end = jnp.minimum(first + window, total)
    none = jnp.zeros_like(learning.loss)
    learning = learning._replace(loss=none, right=none)

    def chunk(carry: tuple[Array, Learning]) -> tuple[Array, Learning]:
        first, learning = carry
        items = draw(learning, first)

        def step(place: Int[Array, ""], learning: Learning) -> Learning:
            seen = jax.tree.map(lambda column: column[:, place], items)
            return descend(learning, seen, first + place)

        many = jnp.minimum(ahead, end - first)
        return first + many, jax.lax.fori_loop(0, many, step, learning)

    last, learning = jax.lax.while_loop(
        lambda carry: carry[0] < end, chunk, (first, learning)
    )
    return learning._replace(steps=jnp.full_like(learning.steps, last))


def drawn(
    source: Any,
    owner: PRNGKeyArray,
    order: PRNGKeyArray,
    first: Int[Array, ""],
    plan: Plan,
    batch: int,
    ahead: int,
) -> Items:
    """The items of the next `ahead` batches: all in a new order in each epoch.

    What does not fill a last batch waits for another epoch. Source: ours.
    """

    def places(step: Int[Array, ""]) -> Int[Array, " item"]:
        epoch, within = step // plan.per_epoch, step % plan.per_epoch
        key = jax.random.fold_in(order, epoch)
        return shuffled(within * batch + jnp.arange(batch), plan.items, key)

    whole = jax.vmap(places)(first + jnp.arange(ahead))
    items = source.draw(owner, whole.reshape(-1))
    shown = Items(items.inputs, items.labels, hints=items.hints)
    return jax.tree.map(
        lambda column: column.reshape(ahead, batch, *column.shape[1:]), shown
    )


def descended(
    learning: Learning,
    static: PyTree,
    items: Items,
    rate: Float[Array, ""],
    decay: Float[Array, ""],
    chance: PRNGKeyArray,
    training: Training,
) -> Learning:
    """One network after a step down the loss on one batch.

    A network that learns more than labels, or leaves out units by chance, has an
    `objective` of its own.
    """

    def objective(weights: PyTree) -> tuple[Array, tuple[Array, Any]]:
        if training.precision == "bf16":
            weights = jax.tree.map(lambda it: it.astype(jnp.bfloat16), weights)
        net = eqx.combine(weights, static)
        if hasattr(net, "objective"):
            return net.objective(items, learning.state, chance)
        logits, state = net(items.inputs, learning.state, training=True)
        return cross_entropy(logits, items.labels), (logits, state)

    with jax.default_matmul_precision(PRECISION[training.precision]):
        slope = jax.value_and_grad(objective, has_aux=True)
        (loss, (logits, state)), slopes = slope(learning.weights)
    slopes = jax.tree.map(
        lambda slope, weight: slope + decay * weight, slopes, learning.weights
    )
    moves, memory = _optimiser(training).update(slopes, learning.memory)
    weights = jax.tree.map(lambda it, move: it - rate * move, learning.weights, moves)
    right = (logits.argmax(axis=-1) == items.labels).sum()
    return learning._replace(
        weights=weights,
        state=state,
        memory=memory,
        loss=learning.loss + loss * len(items.labels),
        right=learning.right + right,
    )


def _begin(build: Build, training: Training, keys: Key[Array, " unit"]) -> Learning:
    """All networks before their first step; drawn one by one, as weights are large."""
    begun = [_beginner(build, training)(key) for key in keys]
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *begun)


@functools.lru_cache(maxsize=32)
def _beginner(build: Build, training: Training) -> Callable[[PRNGKeyArray], Learning]:
    def one(key: PRNGKeyArray) -> Learning:
        born, order = jax.random.split(key)
        net = build(born)
        weights = eqx.filter(net, eqx.is_inexact_array)
        none, memory = jnp.zeros(()), _optimiser(training).init(weights)
        return Learning(
            weights, net.start(), memory, jnp.zeros((), int), none, none, order
        )

    return jax.jit(one)


def _spread(source: Kept, units: int) -> Kept:
    """The items of each unit, and of some again until devices can divide them."""
    return jax.tree.map(lambda it: it[jnp.arange(units) % len(it)], source)


def _tallied(learning: Learning) -> np.ndarray:
    columns = (learning.steps, learning.loss, learning.right)
    return np.stack([np.asarray(column, float) for column in columns], axis=1)


def _is_weight(leaf: Any) -> bool:
    return isinstance(leaf, jax.ShapeDtypeStruct)
