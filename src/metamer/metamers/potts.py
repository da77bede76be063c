"""Pairwise maximum entropy: the least structured rows with given pair statistics.

A variable with K values is K - 1 units, which are 1 where it has value 1, 2 ...; a row's
log probability is a sum of fields of units and couplings between pairs of units. With
two values this is the Boltzmann machine (Ising model), with more the Potts model.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jaxtyping import Array, Float, Int, PRNGKeyArray, UInt8

from metamer.metamers.filling import choose

LEARNING, MEASURING = 200, 50
"""Sweeps in a round while the model changes, and then while it is measured."""


MIN_SHARE = 1e-4
"""The smallest share with which a value begins, so that none is impossible."""
ADAM = optax.scale_by_adam()


@dataclass(frozen=True)
class PottsFit:
    """How a model is fitted."""

    chains: int
    rounds: int
    rate: float
    penalty: float
    tolerance: float


class Potts(eqx.Module):
    """Fields and couplings, for units from which their means are taken.

    Taking the means keeps fields and couplings from pulling against each other.

    Source: Montavon and Mueller (2012), Deep Boltzmann machines and the centering trick.
    """

    fields: Float[Array, "variable unit"]
    couplings: Float[Array, "variable unit variable unit"]
    means: Float[Array, "variable unit"]


class Targets(NamedTuple):
    """How often each unit, and each pair of units, is 1 in the rows of a source."""

    means: Float[Array, "variable unit"]
    pairs: Float[Array, "variable unit variable unit"]
    """How often both units are 1."""


class Round(NamedTuple):
    """The model, its chains and its error after some rounds of the fit."""

    model: Potts
    chains: Float[Array, "row variable unit"]
    opt_state: Any
    """Adam's."""
    rounds: Int[Array, ""]
    error: Float[Array, ""]
    """The largest difference between the model and its targets."""


def units(
    rows: UInt8[Array, "row variable"] | UInt8[np.ndarray, "row variable"], values: int
) -> Float[Array, "row variable unit"]:
    """Rows as units: all units of a variable with value 0 are 0."""
    return jax.nn.one_hot(rows, values)[..., 1:]


def rows_of(units: Float[Array, "row variable unit"]) -> UInt8[Array, "row variable"]:
    """Rows of values from their units."""
    numbers = jnp.arange(1, units.shape[-1] + 1)
    return (units @ numbers).astype(jnp.uint8)


def targets(
    rows: UInt8[np.ndarray, "row variable"], weights: np.ndarray, values: int
) -> Targets:
    """First and pair marginals, exactly."""
    ones = (rows[..., None] == np.arange(1, values)).astype(np.float64)
    flat = ones.reshape(len(rows), -1)
    pairs = (flat * weights[:, None]).T @ flat
    means = (weights @ flat).reshape(ones.shape[1:])
    shape = means.shape * 2
    return Targets(
        jnp.asarray(means, jnp.float32), jnp.asarray(pairs.reshape(shape), jnp.float32)
    )


def sweep(
    model: Potts, chains: Float[Array, "row variable unit"], key: PRNGKeyArray
) -> Float[Array, "row variable unit"]:
    """Draw each variable anew, given all the others; one order for all rows."""
    first, second = jax.random.split(key)
    rows, variables, size = chains.shape
    order = jax.random.permutation(first, variables)
    chances = jax.random.uniform(second, (variables, rows))
    # Units count less their means: (x - m) J is x J less a constant, which is worked
    # out once for the whole sweep.
    shifts = jnp.tensordot(model.means, model.couplings, 2)

    def redraw(chains: Array, entry: tuple[Array, Array]) -> tuple[Array, None]:
        # Gibbs: given all the others, the log odds of a variable's values are linear in
        # them. Value 0 has no unit, so its logit is the 0 that is padded.
        place, chance = entry
        # A variable has no coupling with itself (see `gradients`), so that its old
        # value has no pull on the new one.
        pulls = chains.reshape(rows, -1) @ model.couplings[:, :, place].reshape(
            -1, size
        )
        logits = pulls + model.fields[place] - shifts[place]
        logits = jnp.pad(logits, ((0, 0), (1, 0)))
        new = jax.nn.one_hot(choose(logits, chance), size + 1)[:, 1:]
        return chains.at[:, place].set(new), None

    return jax.lax.scan(redraw, chains, (order, chances))[0]


@jax.jit
def sweeps(
    model: Potts,
    chains: Float[Array, "row variable unit"],
    many: int | Int[Array, ""],
    key: PRNGKeyArray,
) -> Float[Array, "row variable unit"]:
    """Chains after `many` more sweeps."""

    def sweep_once(count: Int[Array, ""], chains: Array) -> Array:
        return sweep(model, chains, jax.random.fold_in(key, count))

    return jax.lax.fori_loop(0, many, sweep_once, chains)


@jax.jit
def given_others(
    model: Potts, chains: Float[Array, "row variable unit"]
) -> Float[Array, "row variable value"]:
    """The probability of each value of each variable, given all the others."""
    pulls = jnp.tensordot(chains - model.means, model.couplings, 2)
    logits = jnp.pad(pulls + model.fields, ((0, 0), (0, 0), (1, 0)))
    return jax.nn.softmax(logits)


def moments(chains: Float[Array, "row variable unit"]) -> Targets:
    """How often each unit, and each pair of units, is 1 in the chains."""
    flat = chains.reshape(len(chains), -1)
    pairs = flat.T @ flat / len(flat)
    return Targets(chains.mean(axis=0), pairs.reshape(chains.shape[1:] * 2))


def apart(variables: int) -> Float[Array, "variable 1 variable 1"]:
    """1 for units of two variables, 0 for units of one."""
    return (1 - jnp.eye(variables))[:, None, :, None]


def gradients(model: Potts, seen: Targets, wanted: Targets, penalty: float) -> Potts:
    """Gradients of the fit: the model's moments less those of the data, and the penalty."""
    fields = seen.means - wanted.means
    # Couplings belong to products of units less their means, (x - m)(y - m). Written
    # out, the difference of these products is that of the pairs, less the means times
    # the excess of the other unit, both ways round.
    excess = jnp.tensordot(model.means, fields, 0)
    pairs = seen.pairs - wanted.pairs - excess - jnp.moveaxis(excess, (0, 1), (2, 3))
    couplings = (pairs + penalty * model.couplings) * apart(len(fields))
    return Potts(fields, couplings, jnp.zeros_like(fields))


def largest_error(seen: Targets, wanted: Targets) -> Float[Array, ""]:
    """The largest difference of any mean or pair."""
    pairs = abs(seen.pairs - wanted.pairs) * apart(len(seen.means))
    return jnp.maximum(abs(seen.means - wanted.means).max(), pairs.max())


def begin(wanted: Targets, plan: PottsFit, key: PRNGKeyArray) -> Round:
    """Variables that know nothing of each other, and chains drawn from them."""
    # Without couplings this is already the model of largest entropy that has the right
    # means, so that only the pairs are left to learn.
    rest = 1 - wanted.means.sum(axis=1, keepdims=True)
    shares = jnp.maximum(jnp.concatenate([rest, wanted.means], axis=1), MIN_SHARE)
    logits = jnp.log(shares)
    model = Potts(
        logits[:, 1:] - logits[:, :1], jnp.zeros_like(wanted.pairs), wanted.means
    )
    rows = jax.random.categorical(key, logits, shape=(plan.chains, len(logits)))
    chains = units(rows.astype(jnp.uint8), logits.shape[1])
    zero = jnp.zeros((), int)
    return Round(model, chains, ADAM.init(model), zero, jnp.array(jnp.inf))


def learn(
    now: Round, wanted: Targets, plan: PottsFit, key: PRNGKeyArray
) -> tuple[Round, Potts]:
    """A round of gradient steps, each after one sweep of the chains.

    Gives the state after the last step, and the average model of all steps.
    """
    rate = plan.rate / (1 + now.rounds)

    def step(count: Array, carry: tuple[Round, Potts]) -> tuple[Round, Potts]:
        now, total = carry
        chains = sweep(now.model, now.chains, jax.random.fold_in(key, count))
        grads = gradients(now.model, moments(chains), wanted, plan.penalty)
        updates, opt_state = ADAM.update(grads, now.opt_state)
        model = jax.tree.map(
            lambda old, update: old - rate * update, now.model, updates
        )
        now = now._replace(model=model, chains=chains, opt_state=opt_state)
        return now, jax.tree.map(jnp.add, total, model)

    # Steps follow the noise of the chains; their average lies closer to the optimum
    # than the last of them (Polyak averaging).
    zeros = jax.tree.map(jnp.zeros_like, now.model)
    now, total = jax.lax.fori_loop(0, LEARNING, step, (now, zeros))
    return now, jax.tree.map(lambda sums: sums / LEARNING, total)


def measure(
    model: Potts, chains: Float[Array, "row variable unit"], key: PRNGKeyArray
) -> tuple[Float[Array, "row variable unit"], Targets]:
    """The chains of a fixed model after more sweeps, and their moments on average."""

    def step(count: Array, carry: tuple[Array, Targets]) -> tuple[Array, Targets]:
        chains = sweep(model, carry[0], jax.random.fold_in(key, count))
        return chains, jax.tree.map(jnp.add, carry[1], moments(chains))

    zeros = jax.tree.map(jnp.zeros_like, moments(chains))
    chains, total = jax.lax.fori_loop(0, MEASURING, step, (chains, zeros))
    return chains, jax.tree.map(lambda sums: sums / MEASURING, total)


@partial(jax.jit, static_argnames="plan")
def fit(wanted: Targets, plan: PottsFit, key: PRNGKeyArray) -> Round:
    """Learn in rounds, with smaller steps in each, until the error is tolerable.

    The chains go on from step to step; the model after a round is the average over its
    steps, and is measured as it is.

    Source: Tieleman (2008), Training restricted Boltzmann machines using approximations
    to the likelihood gradient (persistent chains); the rounds are ours.
    """
    start, more = jax.random.split(key)

    def train_round(now: Round) -> Round:
        first, second = jax.random.split(jax.random.fold_in(more, now.rounds))
        now, model = learn(now, wanted, plan, first)
        # Measured at rest: chains lag behind a model that moves, so their moments while
        # learning are not the model's own.
        chains, seen = measure(model, now.chains, second)
        error = largest_error(seen, wanted)
        return Round(model, chains, now.opt_state, now.rounds + 1, error)

    return jax.lax.while_loop(
        lambda now: (now.rounds < plan.rounds) & (now.error > plan.tolerance),
        train_round,
        begin(wanted, plan, start),
    )
