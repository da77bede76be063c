"""Networks that fill in hidden variables, and how they learn it.

A row's state is its values, 0 to K - 1, with K for a hidden variable.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray, UInt8, UInt32

from metamer.core.keys import Key
from metamer.metamers.source import Source
from metamer.nets.layers import dense, dense_layers
from metamer.training import gradients
from metamer.training.gradients import make_optimiser

BLOCK = 5
"""Epochs whose accuracies are averaged; the epoch after them looks at the mean.

Source: kumar2022, the authors' code.
"""
VALIDATION_ROWS, VALIDATE_EVERY, PATIENCE = 4000, 50, 10
"""Rows of a validation, updates between two of them, and how many in a row may pass
without a lower loss. Source: ours."""
MIN_TABLE_ROWS = 4096
"""Small tables are filled up to one length, so that they share a compiled program."""


def numbers(variables: int, values: int) -> int:
    """How many inputs a row has for a network, which are also its outputs."""
    return variables * (1 if values == 2 else values)


class Filler(eqx.Module):
    """Relu layers from a row with hidden variables to the logits of their values.

    With two values a variable is one number (-1 where it is hidden) and one logit; with
    more it is one-hot (zeros where it is hidden) and has a logit for each value.

    Source: kumar2022, Methods (three layers of 49 units), and the authors' code; more
    values are ours.
    Unstated: the initial weights. Theirs come from PyTorch: uniform within
    1 / sqrt(inputs of the layer), biases too.
    """

    layers: tuple[eqx.nn.Linear, ...]
    values: int = eqx.field(static=True)

    def __init__(self, variables: int, width: int, values: int, *, key: PRNGKeyArray):
        seen = numbers(variables, values)
        self.layers = dense_layers((seen, width, width, seen), key)
        self.values = values

    @property
    def codes(self) -> Float[Array, "state number"]:
        """The numbers by which the network sees each state of a variable."""
        if self.values == 2:
            return jnp.array([[0.0], [1.0], [-1.0]])
        return jnp.eye(self.values + 1, self.values)

    def logits(
        self, readouts: Float[Array, "*axes number"]
    ) -> Float[Array, "*axes value"]:
        """A logit for each value, also where the network gives one for both."""
        if self.values > 2:
            return readouts
        return jnp.concatenate([jnp.zeros_like(readouts), readouts], axis=-1)

    def __call__(
        self, states: UInt8[Array, "row variable"]
    ) -> Float[Array, "row variable value"]:
        """The log probability of each value of each variable."""
        hidden = self.codes[states].reshape(len(states), -1)
        for layer in self.layers[:-1]:
            hidden = jax.nn.relu(dense(layer, hidden))
        readouts = dense(self.layers[-1], hidden).reshape(*states.shape, -1)
        return jax.nn.log_softmax(self.logits(readouts))


class WeightedRows(NamedTuple):
    """Rows on the device, and where each ends on the line from 0 to 2^32."""

    rows: UInt8[Array, "row variable"]
    edges: UInt32[Array, " row"]


@dataclass(frozen=True)
class FillerTraining:
    """How a network learns to fill in."""

    masks: Literal["one", "any"]
    """Hide one variable of each row, or any number of them."""
    stop: Literal["accuracy", "validation"]
    updates: int
    batch: int
    rate: float
    enough: float = 1.0
    """The accuracy at which learning stops."""


class FillerState(NamedTuple):
    """A network in training, and what decides when it stops."""

    net: Any
    opt_state: Any
    updates: Int[Array, ""]
    hits: Int[Array, ""]
    """Right guesses in this block of epochs."""
    best: Any
    """The network to return."""
    lowest: Float[Array, ""]
    waited: Int[Array, ""]
    done: Bool[Array, ""]
    accuracy: Float[Array, " update"]
    """The share of right guesses in each update so far."""


def table(rows: UInt8[np.ndarray, "row variable"], weights: np.ndarray) -> WeightedRows:
    """A table from which the device draws, each row exactly as often as it should be.

    To 2^-32, which is finer than 32-bit probabilities are when summed. The last row is
    repeated up to a power of two; the repetitions have no share of their own.
    """
    ends = np.cumsum(weights / weights.sum())
    # 2^32 itself does not fit into 32 bits.
    edges = np.minimum(np.round(ends * 2.0**32), 2.0**32 - 1).astype(np.uint32)
    length = max(MIN_TABLE_ROWS, 2 ** (len(rows) - 1).bit_length())
    more = length - len(rows)
    rows = np.pad(rows, ((0, more), (0, 0)), mode="edge")
    return WeightedRows(
        jnp.asarray(rows), jnp.asarray(np.pad(edges, (0, more), mode="edge"))
    )


def draw_rows(
    table: WeightedRows, many: int, key: PRNGKeyArray
) -> UInt8[Array, "{many} variable"]:
    """Rows drawn from a table."""
    # 32 random bits are a point on the line from 0 to 2^32, and each row owns the stretch
    # up to its edge. Cumulative sums of 32-bit floats would have 24 bits at most.
    bits = jax.random.bits(key, (many,), jnp.uint32)
    # Without the last edge no draw can fall beyond the last row.
    return table.rows[jnp.searchsorted(table.edges[:-1], bits, side="right")]


def masks(
    which: str, shape: tuple[int, ...], key: PRNGKeyArray
) -> Bool[Array, "row variable"]:
    """Which variables are hidden: one of each row, or each number of them as often.

    Hiding all variables of a row with one probability, itself uniform, hides each
    number of them equally often, and each choice of that many as well.
    """
    rows, variables = shape
    if which == "one":
        places = jax.random.randint(key, (rows, 1), 0, variables)
        return jnp.arange(variables) == places
    first, second = jax.random.split(key)
    return jax.random.uniform(first, shape) < jax.random.uniform(second, (rows, 1))


def loss(
    net: Filler, rows: UInt8[Array, "row variable"], hidden: Bool[Array, "row variable"]
) -> tuple[Float[Array, ""], Int[Array, ""]]:
    """Mean cross-entropy of a row's hidden variables, and how many are guessed right.

    A row counts the same however many are hidden: then the sum over the numbers that
    can be hidden is a bound on the probability of whole rows.

    Source: kumar2022, the authors' code, for one hidden variable; for more, Hoogeboom
    et al. (2022), Autoregressive diffusion models.
    """
    expected = net(jnp.where(hidden, jnp.uint8(net.values), rows))
    surprise = -jnp.take_along_axis(expected, rows[..., None].astype(int), -1)[..., 0]
    # Where any number may be hidden, none may be, and 0 would be divided by 0.
    hidden_count = jnp.maximum(hidden.sum(axis=1), 1)
    hits = hidden & (expected.argmax(axis=-1) == rows)
    return ((surprise * hidden).sum(axis=1) / hidden_count).mean(), hits.sum()


def learn(
    source: Source, widening: float, training: FillerTraining, key: Key
) -> FillerState:
    """A network that has learned to fill in the rows of a source.

    `widening` is how many units its hidden layers have for each number of a row.
    """
    taught = validation = np.arange(len(source.rows))
    if training.stop == "validation":
        taught, validation = source.split(key.stream("split").numpy)
    rows, weights = source.flat, source.weights
    width = max(1, round(widening * numbers(rows.shape[1], source.values)))
    net = Filler(rows.shape[1], width, source.values, key=key.stream("net").jax)
    return train(
        net,
        table(rows[taught], weights[taught]),
        table(rows[validation], weights[validation]),
        training,
        key.stream("updates").jax,
    )


@partial(jax.jit, static_argnames="training")
def train(
    net: Filler,
    taught: WeightedRows,
    validation: WeightedRows,
    training: FillerTraining,
    key: PRNGKeyArray,
) -> FillerState:
    """Learn from fresh rows until it is time to stop."""
    adam = make_optimiser("adam", training.rate)
    fresh, fixed = jax.random.split(key)

    def draw_masked(
        table: WeightedRows, many: int, key: PRNGKeyArray
    ) -> tuple[Array, Array]:
        first, second = jax.random.split(key)
        rows = draw_rows(table, many, first)
        return rows, masks(training.masks, rows.shape, second)

    def step(state: FillerState) -> FillerState:
        batch = draw_masked(
            taught, training.batch, jax.random.fold_in(fresh, state.updates)
        )
        net, opt_state, _, hits = gradients.step(
            lambda net: loss(net, *batch), adam, state.net, state.opt_state
        )
        share = hits / batch[1].sum()
        state = state._replace(accuracy=state.accuracy.at[state.updates].set(share))
        updates = state.updates + 1
        state = state._replace(net=net, opt_state=opt_state, updates=updates)
        if training.stop == "accuracy":
            return by_accuracy(state, hits, training)
        return by_validation(state, check, training)

    # Drawn once: on other rows each time, a lower loss could be mere luck.
    check = draw_masked(validation, VALIDATION_ROWS, fixed)
    zero = jnp.zeros((), int)
    start = FillerState(
        net,
        adam.init(net),
        zero,
        zero,
        net,
        jnp.array(jnp.inf),
        zero,
        jnp.array(False),
        jnp.zeros(training.updates),
    )
    return jax.lax.while_loop(
        lambda state: ~state.done & (state.updates < training.updates), step, start
    )


def by_accuracy(
    state: FillerState, hits: Int[Array, ""], training: FillerTraining
) -> FillerState:
    """Stop when a block of five epochs was accurate enough.

    Source: kumar2022, the authors' code: at every sixth epoch the mean accuracy of the
    five before is looked at, and the block emptied.
    Differs: the paper says that the average is taken across 5 epochs.
    Unstated: whether exactly enough is enough. It is not.
    """
    look = state.updates % (BLOCK + 1) == 0
    enough = state.hits > training.enough * BLOCK * training.batch
    hits = jnp.where(look, 0, state.hits + hits)
    return state._replace(best=state.net, hits=hits, done=look & enough)


def by_validation(
    state: FillerState, check: tuple[Array, Array], training: FillerTraining
) -> FillerState:
    """Keep the network with the lowest validation loss; stop when no lower one comes.

    Source: ours.
    """

    def look(state: FillerState) -> FillerState:
        value, _ = loss(state.net, *check)
        better = value < state.lowest
        best = jax.tree.map(partial(jnp.where, better), state.net, state.best)
        waited = jnp.where(better, 0, state.waited + 1)
        lowest = jnp.minimum(value, state.lowest)
        return state._replace(
            best=best, lowest=lowest, waited=waited, done=waited >= PATIENCE
        )

    # Also after the last update: a training that is shorter than one interval would
    # otherwise give back the network that it began with.
    due = (state.updates % VALIDATE_EVERY == 0) | (state.updates == training.updates)
    return jax.lax.cond(due, look, lambda state: state, state)
