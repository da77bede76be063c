"""Learning from labelled items: mini-batches, cross-entropy, any optimiser of Optax."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int, Num, PRNGKeyArray, PyTree

from metamer.core.items import Items
from metamer.nets.layers import Net

CHUNK = 256
"""How many items are answered at a time, so that memory stays bounded."""


@dataclass(frozen=True)
class Recipe:
    """How a network is trained."""

    optimiser: optax.GradientTransformation
    epochs: int
    batch: int


class Trained(NamedTuple):
    """A network and the state that belongs to it."""

    net: Any
    state: Any


def descend(
    net: Net,
    loss: Callable[[Any, Any, Any], tuple[Float[Array, ""], Any]],
    optimiser: optax.GradientTransformation,
    steps: PyTree[Array, "..."],
) -> tuple[Trained, Float[Array, " step"]]:
    """Take a step down `loss` for each entry of `steps`; give the loss before each.

    `loss(net, state, entry)` returns its value and the state after. An entry is
    whatever the loss needs: the rows of a batch, or a key from which it draws one.
    Whatever changes is in the carry of the scan, so a whole training run compiles, and
    maps over seeds.
    """
    weights, static = eqx.partition(net, eqx.is_inexact_array)

    def objective(weights, state, entry):
        return loss(eqx.combine(weights, static), state, entry)

    def step(carry, entry):
        weights, state, memory = carry
        slope = jax.value_and_grad(objective, has_aux=True)
        (value, state), slopes = slope(weights, state, entry)
        moves, memory = optimiser.update(slopes, memory, weights)
        return (optax.apply_updates(weights, moves), state, memory), value

    start = _own((weights, net.start(), optimiser.init(weights)))
    (weights, state, _), losses = jax.lax.scan(step, start, steps)
    return Trained(eqx.combine(weights, static), state), losses


def _own(tree: PyTree) -> PyTree:
    """The same numbers, all of them different on each device if any of them is.

    Inside `shard_map` JAX takes constants (a bias that begins at 0) for shared, and
    would add up their slopes over the networks of all devices.
    """
    zeros = [jnp.zeros_like(leaf).sum() for leaf in jax.tree.leaves(tree)]
    zero = sum(zeros, start=jnp.zeros(()))
    return jax.tree.map(lambda leaf: leaf + zero.astype(leaf.dtype), tree)


def fit(
    net: Net, items: Items, recipe: Recipe, key: PRNGKeyArray
) -> tuple[Trained, Float[Array, " step"]]:
    """Train `net` on labelled items; the loss before each step."""
    inputs, labels = jnp.asarray(items.inputs), jnp.asarray(items.labels)

    def loss(net, state, rows):
        logits, state = net(inputs[rows], state, training=True)
        return cross_entropy(logits, labels[rows]), state

    rows = shuffled(len(labels), recipe, key)
    return descend(net, loss, recipe.optimiser, rows)


def cross_entropy(
    logits: Float[Array, "item label"], labels: Int[Array, " item"]
) -> Float[Array, ""]:
    """How little the right labels are expected: mean of minus their log probability."""
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, labels)
    return losses.mean()


def shuffled(items: int, recipe: Recipe, key: PRNGKeyArray) -> Int[Array, "step row"]:
    """The rows of each batch: all items in a new order in each epoch.

    What does not fill a last batch waits for the next epoch. Fewer items than a batch
    are one batch.

    Source: ours.
    """
    batch = min(recipe.batch, items)
    whole = items // batch * batch
    orders = jax.lax.map(
        lambda key: jax.random.permutation(key, items)[:whole],
        jax.random.split(key, recipe.epochs),
    )
    return orders.reshape(-1, batch)


def probabilities(
    trained: Trained, inputs: Num[Array, "item *axes"], chunk: int = CHUNK
) -> Float[Array, "item label"]:
    """What the network expects of each label, `chunk` items at a time."""

    def ask(inputs):
        logits, _ = trained.net(inputs, trained.state)
        return jax.nn.softmax(logits)

    items = len(inputs)
    chunk = min(chunk, items)
    edges = [(0, -items % chunk)] + [(0, 0)] * (inputs.ndim - 1)
    chunks = jnp.pad(inputs, edges).reshape(-1, chunk, *inputs.shape[1:])
    answers = jax.lax.map(ask, chunks)
    return answers.reshape(-1, answers.shape[-1])[:items]
