"""What the eight panels of the context show of attributes that follow a rule."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from metamer.streams.matrices.candidates import MANY, third_sets
from metamer.streams.matrices.dice import Dice, below, ranks
from metamer.streams.matrices.law import WIDEST, Law
from metamer.streams.matrices.structure import Structure
from metamer.streams.matrices.vocabulary import (
    AND,
    CONTEXT,
    NUMBER,
    OR,
    PROGRESSION,
    UNION,
    XOR,
)

RANKS = np.arange(WIDEST, dtype=np.int32)

LINE = np.arange(CONTEXT) // 3
PLACE = np.arange(CONTEXT) % 3


class Line(NamedTuple):
    """The three sets of one line, for each attribute."""

    first: Int[Array, " attribute"]
    second: Int[Array, " attribute"]
    third: Int[Array, " attribute"]


def context(
    law: Law, plan: Structure, answer: Int[Array, " attribute"], dice: Dice
) -> Int[Array, "panel attribute"]:
    """Sets of ranks for the panels of the context, so that `answer` completes them."""
    others = _others(law, answer, plan, dice)
    lines = [
        _line(law, plan, others, _third(law, plan, others, dice), dice)
        for _ in range(2)
    ]
    last = _line(law, plan, others, answer, dice)
    sets = jnp.stack([jnp.stack(line) for line in [*lines, last]])
    along = sets[LINE, PLACE], sets[PLACE, LINE]
    return jnp.where(plan.direction == 0, *along)


def _others(
    law: Law, answer: Int[Array, " attribute"], plan: Structure, dice: Dice
) -> Int[Array, "attribute 3"]:
    """The answer and two other values, for unions."""
    lowest = jnp.zeros(MANY, int).at[NUMBER].set(plan.fewest)
    fits = (lowest[:, None] <= RANKS) & (law.counts[:, None] > RANKS)
    fits &= (answer[:, None] >> RANKS) & 1 == 0
    order = jnp.where(fits, ranks(dice.roll(MANY, WIDEST), fits), WIDEST)
    two = [_as_bits(order == place) for place in (0, 1)]
    return jnp.stack([answer, *two], axis=1)


def _third(
    law: Law, plan: Structure, others: Int[Array, "attribute 3"], dice: Dice
) -> Int[Array, " attribute"]:
    """Where a line ends: anywhere that its relation allows."""
    lowest = jnp.full(MANY, 2).at[NUMBER].add(plan.fewest)
    risen = 1 << (lowest + below(dice.roll(MANY), law.counts - lowest))
    one = others[jnp.arange(MANY), below(dice.roll(MANY), 3)]
    sets = third_sets(law, plan, dice)
    return jnp.select(
        [plan.relation == PROGRESSION, plan.relation == UNION], [risen, one], sets
    )


def _line(
    law: Law,
    plan: Structure,
    others: Int[Array, "attribute 3"],
    third: Int[Array, " attribute"],
    dice: Dice,
) -> Line:
    """A line that ends with `third`."""
    sets = _first_sets(law, plan, third, dice)
    # Of a union the two that are not the third, in either order.
    rest = jnp.where(others == third[:, None], 0, others).sum(axis=1)
    lower = rest & -rest
    swapped = below(dice.roll(MANY), 2) == 1
    union = (
        jnp.where(swapped, lower, rest ^ lower),
        jnp.where(swapped, rest ^ lower, lower),
    )
    risen = third >> 2, third >> 1
    is_rise, is_union = plan.relation == PROGRESSION, plan.relation == UNION
    first, second = (
        jnp.select([is_rise, is_union], [a, b], c)
        for a, b, c in zip(risen, union, sets, strict=True)
    )
    return Line(first, second, third)


def _first_sets(
    law: Law, plan: Structure, third: Int[Array, " attribute"], dice: Dice
) -> tuple[Int[Array, " attribute"], Int[Array, " attribute"]]:
    """Two sets whose XOR, OR or AND is `third`, in one of the ways there are."""
    attribute, relation = jnp.arange(MANY), plan.relation
    member = (third[:, None] >> RANKS) & 1 == 1
    outside = ~member & (law.counts[:, None] > RANKS)
    at = (
        attribute,
        plan.crowded.astype(int),
        jnp.clip(relation - XOR, 0, 2),
        member.sum(1),
    )
    way = law.ways.first[at] + below(dice.roll(MANY), jnp.maximum(law.ways.many[at], 1))
    one, other, both = law.ways.rows[way].T
    keys = dice.roll(MANY, WIDEST)
    within, beyond = ranks(keys, member), ranks(keys, outside)
    is_and, is_or = (relation == AND)[:, None], (relation == OR)[:, None]
    rank, some = jnp.where(is_and, beyond, within), jnp.where(is_and, outside, member)
    # In the order of their ranks: those of the first set alone, of the second, of both.
    alone = some & (rank < one[:, None])
    second = some & (rank >= one[:, None]) & (rank < (one + other)[:, None])
    common = jnp.select(
        [is_and, is_or],
        [member, member & (within >= (one + other)[:, None])],
        outside & (beyond < both[:, None]),
    )
    return _as_bits(alone | common), _as_bits(second | common)


def _as_bits(members: Bool[Array, "attribute rank"]) -> Int[Array, " attribute"]:
    return jnp.where(members, 1 << RANKS, 0).sum(axis=1)
