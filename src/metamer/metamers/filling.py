"""Rows from a network that fills in: variables are hidden and refilled one by one."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, PRNGKeyArray, UInt8

from metamer.metamers.masked import Filler
from metamer.nets.layers import dense


class Fill(NamedTuple):
    """Rows in the making, and what the network's first layer makes of them."""

    states: UInt8[Array, "row variable"]
    sums: Float[Array, "row unit"]
    """Corrected variable by variable, which saves a pass through that layer."""


def choose(
    logits: Float[Array, "row value"], chances: Float[Array, " row"]
) -> UInt8[Array, " row"]:
    """The value in whose share of the line from 0 to 1 each chance falls."""
    # The last end is left out: rounding may put it below 1, and a chance beyond it
    # would be a value that does not exist.
    ends = jnp.cumsum(jax.nn.softmax(logits), axis=1)[:, :-1]
    return (chances[:, None] > ends).sum(axis=1, dtype=jnp.uint8)


def sweep(
    net: Filler,
    states: UInt8[Array, "row variable"],
    order: Int[Array, "variable ..."],
    key: PRNGKeyArray,
) -> UInt8[Array, "row variable"]:
    """Hide and refill each variable once, in one order for all rows or one for each."""
    first, second, last = net.layers
    assert last.bias is not None
    variables = states.shape[1]
    inputs = first.weight.T.reshape(variables, -1, first.weight.shape[0])
    # The sums of the first layer are linear in the states, so what each state of each
    # variable adds to them is worked out once.
    added = jnp.einsum("sn,vnu->vsu", net.codes, inputs)
    readers = last.weight.reshape(variables, -1, last.weight.shape[1])
    biases = last.bias.reshape(variables, -1)
    read = "ru,nu->rn" if order.ndim == 1 else "ru,rnu->rn"

    def refill(fill: Fill, entry: tuple[Array, Array]) -> tuple[Fill, None]:
        # Gibbs: one variable is drawn from its distribution given all the others. Only
        # one input of the first layer changes, so its sums are corrected, not computed
        # anew.
        place, chances = entry
        # A mask and not an index, because `place` is one for all rows or one for each.
        here = jnp.arange(variables) == place[..., None]
        old = jnp.where(here, fill.states, 0).sum(axis=1, dtype=jnp.uint8)
        others = fill.sums - added[place, old]
        hidden = jax.nn.relu(others + added[place, net.values])
        hidden = jax.nn.relu(dense(second, hidden))
        readouts = jnp.einsum(read, hidden, readers[place]) + biases[place]
        new = choose(net.logits(readouts), chances)
        states = jnp.where(here, new[:, None], fill.states)
        return Fill(states, others + added[place, new]), None

    # Anew in each sweep, so that the rounding of the corrections does not add up.
    sums = dense(first, net.codes[states].reshape(len(states), -1))
    chances = jax.random.uniform(key, states.T.shape)
    return jax.lax.scan(refill, Fill(states, sums), (order, chances))[0].states


@jax.jit
def sweeps(
    net: Filler,
    states: UInt8[Array, "row variable"],
    many: int | Int[Array, ""],
    key: PRNGKeyArray,
) -> UInt8[Array, "row variable"]:
    """Rows after `many` more sweeps, each in a random order that all rows share.

    Source: kumar2022, the authors' code.
    """

    def sweep_once(count: Int[Array, ""], states: Array) -> Array:
        first, second = jax.random.split(jax.random.fold_in(key, count))
        order = jax.random.permutation(first, states.shape[1])
        return sweep(net, states, order, second)

    return jax.lax.fori_loop(0, many, sweep_once, states)


@jax.jit
def one_pass(
    net: Filler, hidden: UInt8[Array, "row variable"], key: PRNGKeyArray
) -> UInt8[Array, "row variable"]:
    """Hidden rows filled in once, each in a random order of its own.

    Source: Uria et al. (2014), A deep and tractable density estimator.
    """
    first, second = jax.random.split(key)
    places = jnp.broadcast_to(jnp.arange(hidden.shape[1]), hidden.shape)
    order = jax.random.permutation(first, places, axis=1, independent=True)
    return sweep(net, hidden, order.T, second)


@jax.jit
def given_others(
    net: Filler, rows: UInt8[Array, "row variable"]
) -> Float[Array, "row variable value"]:
    """The probability of each value of each variable, given all the others."""

    def probabilities_at(place: Int[Array, ""]) -> Float[Array, "row value"]:
        here = jnp.arange(rows.shape[1]) == place
        return jnp.exp(net(jnp.where(here, jnp.uint8(net.values), rows))[:, place])

    # One variable after the other: hiding each of them at once would take as many
    # copies of the rows.
    return jnp.moveaxis(jax.lax.map(probabilities_at, jnp.arange(rows.shape[1])), 0, 1)
