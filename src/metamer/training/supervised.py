"""Learning from labelled items: mini-batches, cross-entropy, any optimiser of Optax."""

from collections.abc import Callable
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int, Num, PRNGKeyArray, PyTree

from metamer.core.items import Items
from metamer.nets.layers import Net
from metamer.training.gradients import make_optimiser, step
from metamer.training.settings import Training

CHUNK = 256
"""How many items are answered at a time, so that memory stays bounded."""


class FittedNet(NamedTuple):
    """A trained network and the state that belongs to it."""

    net: Any
    state: Any


def minimise(
    net: Net,
    loss: Callable[[Any, Any, Any], tuple[Float[Array, ""], Any]],
    optimiser: optax.GradientTransformation,
    entries: PyTree[Array, "..."],
) -> tuple[FittedNet, Float[Array, " update"]]:
    """Make one update for each entry; the network after them, and the loss before each.

    `loss(net, state, entry)` returns its value and the state after. An entry is
    whatever the loss needs: the rows of a batch, or a key from which it draws one.
    Whatever changes is in the carry of the scan, so a whole training run compiles, and
    maps over seeds.
    """
    params, static = eqx.partition(net, eqx.is_inexact_array)

    def update(carry, entry):
        params, state, opt_state = carry

        def objective(params):
            return loss(eqx.combine(params, static), state, entry)

        params, opt_state, value, state = step(objective, optimiser, params, opt_state)
        return (params, state, opt_state), value

    start = _vary((params, net.start(), optimiser.init(params)))
    (params, state, _), losses = jax.lax.scan(update, start, entries)
    return FittedNet(eqx.combine(params, static), state), losses


def _vary(tree: PyTree) -> PyTree:
    """The same numbers, all of them different on each device if any of them is.

    Inside `shard_map` JAX takes constants (a bias that begins at 0) for shared, and
    would add up their gradients over the networks of all devices.
    """
    zeros = [jnp.zeros_like(leaf).sum() for leaf in jax.tree.leaves(tree)]
    zero = sum(zeros, start=jnp.zeros(()))
    return jax.tree.map(lambda leaf: leaf + zero.astype(leaf.dtype), tree)


def fit(
    net: Net, items: Items, training: Training, key: PRNGKeyArray
) -> tuple[FittedNet, Float[Array, " update"]]:
    """Train `net` on labelled items at a constant rate; the loss before each update."""
    optimiser = make_optimiser(training.optimiser, training.rate, decay=training.decay)
    inputs, labels = jnp.asarray(items.inputs), jnp.asarray(items.labels)

    def loss(net, state, rows):
        logits, state = net(inputs[rows], state, training=True)
        return cross_entropy(logits, labels[rows]), state

    rows = draw_rows(len(labels), training, key)
    return minimise(net, loss, optimiser, rows)


def cross_entropy(
    logits: Float[Array, "item label"], labels: Int[Array, " item"]
) -> Float[Array, ""]:
    """The mean of minus the log probability of the right labels."""
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, labels)
    return losses.mean()


def draw_rows(
    items: int, training: Training, key: PRNGKeyArray
) -> Int[Array, "update row"]:
    """The rows of each batch: all items in a new order in each epoch.

    What does not fill a last batch waits for the next epoch. Fewer items than a batch
    are one batch.

    Source: ours.
    """
    batch = min(training.batch, items)
    whole = items // batch * batch
    orders = jax.lax.map(
        lambda key: jax.random.permutation(key, items)[:whole],
        jax.random.split(key, training.epochs),
    )
    return orders.reshape(-1, batch)


def probabilities(
    net: Net, state: Any, inputs: Num[Array, "item *axes"], chunk: int = CHUNK
) -> Float[Array, "item label"]:
    """The probability of each label, computed for `chunk` items at a time."""

    def ask(inputs):
        logits, _ = net(inputs, state)
        return jax.nn.softmax(logits)

    items = len(inputs)
    chunk = min(chunk, items)
    # Filled up to whole chunks, which a map needs; their answers are cut off again.
    edges = [(0, -items % chunk)] + [(0, 0)] * (inputs.ndim - 1)
    chunks = jnp.pad(inputs, edges).reshape(-1, chunk, *inputs.shape[1:])
    answers = jax.lax.map(ask, chunks)
    return answers.reshape(-1, answers.shape[-1])[:items]
