"""What the eight panels of the context show of attributes that follow a rule."""

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from metamer.paradigms.matrices.generator.candidates import draw_third_sets
from metamer.paradigms.matrices.generator.dice import Dice, below, ranks
from metamer.paradigms.matrices.generator.distribution import Distribution
from metamer.paradigms.matrices.generator.sets import (
    ATTRIBUTE_COUNT,
    MAX_VALUES,
    RANKS,
    Line,
    as_bits,
)
from metamer.paradigms.matrices.generator.structure import Structure
from metamer.paradigms.matrices.rules.vocabulary import (
    AND,
    CONTEXT,
    NUMBER,
    OR,
    PROGRESSION,
    UNION,
    XOR,
)

ROW = np.arange(CONTEXT) // 3
COLUMN = np.arange(CONTEXT) % 3
"""Where each panel of the context stands."""


def draw_context(
    distribution: Distribution,
    structure: Structure,
    answer: Int[Array, " attribute"],
    dice: Dice,
) -> Int[Array, "panel attribute"]:
    """Sets of ranks for the panels of the context, so that `answer` completes them.

    Every line is drawn backwards: first its third set, then two sets that lead to it.
    """
    # The same three values for all lines of a union, so they are drawn before any line.
    members = _union_members(distribution, answer, structure, dice)
    lines = [
        _draw_line(
            distribution,
            structure,
            members,
            _draw_third(distribution, structure, members, dice),
            dice,
        )
        for _ in range(2)
    ]
    last = _draw_line(distribution, structure, members, answer, dice)
    sets = jnp.stack([jnp.stack(line) for line in [*lines, last]])
    along_rows, along_columns = sets[ROW, COLUMN], sets[COLUMN, ROW]
    return jnp.where(structure.direction == 0, along_rows, along_columns)


def _union_members(
    distribution: Distribution,
    answer: Int[Array, " attribute"],
    structure: Structure,
    dice: Dice,
) -> Int[Array, "attribute 3"]:
    """The answer and two other values, which a consistent union repeats in each line."""
    lowest = jnp.zeros(ATTRIBUTE_COUNT, int).at[NUMBER].set(structure.fewest)
    fits = (lowest[:, None] <= RANKS) & (distribution.counts[:, None] > RANKS)
    fits &= (answer[:, None] >> RANKS) & 1 == 0
    keys = dice.roll(ATTRIBUTE_COUNT, MAX_VALUES)
    order = jnp.where(fits, ranks(keys, fits), MAX_VALUES)
    others = [as_bits(order == wanted) for wanted in (0, 1)]
    return jnp.stack([answer, *others], axis=1)


def _draw_third(
    distribution: Distribution,
    structure: Structure,
    members: Int[Array, "attribute 3"],
    dice: Dice,
) -> Int[Array, " attribute"]:
    """The third set of a line: any that its relation allows."""
    lowest = jnp.full(ATTRIBUTE_COUNT, 2).at[NUMBER].add(structure.fewest)
    room = distribution.counts - lowest
    end = 1 << (lowest + below(dice.roll(ATTRIBUTE_COUNT), room))
    which = below(dice.roll(ATTRIBUTE_COUNT), 3)
    member = members[jnp.arange(ATTRIBUTE_COUNT), which]
    sets = draw_third_sets(distribution, structure, dice)
    relation = structure.relation
    return jnp.select([relation == PROGRESSION, relation == UNION], [end, member], sets)


def _draw_line(
    distribution: Distribution,
    structure: Structure,
    members: Int[Array, "attribute 3"],
    third: Int[Array, " attribute"],
    dice: Dice,
) -> Line:
    """A line that ends with `third`."""
    sets = _draw_operands(distribution, structure, third, dice)
    # A union has the two members that are not the third, in either order.
    rest = jnp.where(members == third[:, None], 0, members).sum(axis=1)
    # `x & -x` is the lowest bit of x: it tells the two members apart.
    lower = rest & -rest
    swapped = below(dice.roll(ATTRIBUTE_COUNT), 2) == 1
    union = (
        jnp.where(swapped, lower, rest ^ lower),
        jnp.where(swapped, rest ^ lower, lower),
    )
    # The value v is the bit 2^v, so that the values before it are shifts.
    rising = third >> 2, third >> 1
    relation = structure.relation
    first, second = (
        jnp.select([relation == PROGRESSION, relation == UNION], [a, b], c)
        for a, b, c in zip(rising, union, sets, strict=True)
    )
    return Line(first, second, third)


def _draw_operands(
    distribution: Distribution,
    structure: Structure,
    third: Int[Array, " attribute"],
    dice: Dice,
) -> tuple[Int[Array, " attribute"], Int[Array, " attribute"]]:
    """Two sets whose XOR, OR or AND is `third`.

    A row of `Ways` says how many values are in the first set alone, in the second alone
    and in both; random ranks say which. For XOR and OR the values of a single set are
    members of the third set, and for AND they are not. Common values are the rest of the
    third set for OR, the whole of it for AND, and none of it for XOR.
    """
    relation = structure.relation
    member = (third[:, None] >> RANKS) & 1 == 1
    outside = ~member & (distribution.counts[:, None] > RANKS)
    first_count, second_count, common_count = _draw_way(
        distribution, structure, member.sum(1), dice
    )
    keys = dice.roll(ATTRIBUTE_COUNT, MAX_VALUES)
    # One roll serves both orders: members and other values are different places, so the
    # two orders are independent.
    within, beyond = ranks(keys, member), ranks(keys, outside)
    is_and, is_or = (relation == AND)[:, None], (relation == OR)[:, None]
    rank = jnp.where(is_and, beyond, within)
    pool = jnp.where(is_and, outside, member)
    first_only = pool & (rank < first_count[:, None])
    second_only = (
        pool
        & (rank >= first_count[:, None])
        & (rank < (first_count + second_count)[:, None])
    )
    common = jnp.select(
        [is_and, is_or],
        [member, member & (within >= (first_count + second_count)[:, None])],
        outside & (beyond < common_count[:, None]),
    )
    return as_bits(first_only | common), as_bits(second_only | common)


def _draw_way(
    distribution: Distribution,
    structure: Structure,
    size: Int[Array, " attribute"],
    dice: Dice,
) -> Int[Array, "3 attribute"]:
    """A random way to make a third set of this size: a row of `Ways` for each attribute."""
    index = (
        jnp.arange(ATTRIBUTE_COUNT),
        structure.crowded.astype(int),
        jnp.clip(structure.relation - XOR, 0, 2),
        size,
    )
    ways = distribution.ways
    # Attributes without a relation between sets have no ways; what they draw here is
    # never used, but 0 must not divide.
    choices = jnp.maximum(ways.counts[index], 1)
    way = ways.first[index] + below(dice.roll(ATTRIBUTE_COUNT), choices)
    return ways.rows[way].T
