"""Which triples a matrix follows, along rows or columns, and which attributes distract."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, UInt32

from metamer.paradigms.matrices.generator.dice import Dice, below, chance
from metamer.paradigms.matrices.generator.distribution import CROWD, Distribution
from metamer.paradigms.matrices.generator.sets import ATTRIBUTE_COUNT
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    MAX_TRIPLES,
    NUMBER,
    POSITION,
    PROGRESSION,
    SIZE,
    TRIPLES,
    TYPE,
    UNION,
)

PER_SHAPE = (SIZE, COLOUR, TYPE)
"""Attributes of each single shape, unlike the number of shapes and their positions."""

OF_SHAPES = np.array([attribute.kind == "shape" for attribute in ATTRIBUTES])


class Structure(NamedTuple):
    """The rules of a matrix, and what its other attributes do."""

    triples: Int[Array, " 4"]
    """Indices into `TRIPLES`; -1 where there are fewer."""
    directions: Int[Array, " 4"]
    """0 along rows, 1 along columns; -1 where there are fewer triples."""
    relation: Int[Array, " attribute"]
    """Of each attribute; -1 without a rule."""
    direction: Int[Array, " attribute"]
    """Of each attribute; 0 without a rule."""
    distracts: Bool[Array, " attribute"]
    """Whether it varies without a rule."""
    present: Bool[Array, " attribute"]
    """Whether there are objects that have it."""
    keys: UInt32[Array, " attribute"]
    """A random order of attributes, for later choices among them."""

    @property
    def has_rule(self) -> Bool[Array, " attribute"]:
        return self.relation >= 0

    @property
    def has_sets(self) -> Bool[Array, " attribute"]:
        """Whether it follows a relation between sets; panels show all their values."""
        return self.has_rule & (self.relation != PROGRESSION) & (self.relation != UNION)

    @property
    def crowded(self) -> Bool[Array, " attribute"]:
        """Whether another attribute of the same objects has sets; see `BOUNDS`."""
        shapes = self.has_sets[jnp.array(PER_SHAPE)].any()
        lines = self.has_sets[LINE_COLOUR] & self.has_sets[LINE_TYPE]
        none = jnp.zeros(ATTRIBUTE_COUNT, bool)
        return (
            none.at[POSITION]
            .set(shapes)
            .at[jnp.array((LINE_COLOUR, LINE_TYPE))]
            .set(lines)
        )

    @property
    def fewest(self) -> Int[Array, ""]:
        """The fewest shapes of a panel where their number is constant or has a rule."""
        per_shape = jnp.array(PER_SHAPE)
        some = self.has_rule[per_shape].any()
        return jnp.where(self.has_sets[per_shape].any(), CROWD, some.astype(int))


def draw_structure(distribution: Distribution, dice: Dice) -> Structure:
    """A random structure of the distribution."""
    triples = _draw_triples(distribution, dice)
    directions = jnp.where(triples >= 0, below(dice.roll(MAX_TRIPLES), 2), -1)
    relation, direction = _by_attribute(triples, directions)
    ruled = relation >= 0
    needed = jnp.stack([ruled[:LINE_COLOUR].any(), ruled[LINE_COLOUR:].any()])
    kinds = needed | ~chance(dice.roll(2), distribution.absent)
    present = jnp.where(OF_SHAPES, kinds[0], kinds[1])
    varies = chance(dice.roll(ATTRIBUTE_COUNT), distribution.distraction)
    varies = varies & ~ruled & present
    # If the number of shapes varies, so must their positions; and if positions have a
    # rule, the rule decides how many shapes there are.
    number = varies[NUMBER] & ~ruled[POSITION]
    position = (varies[POSITION] | number | ruled[NUMBER]) & ~ruled[POSITION]
    distracts = varies.at[NUMBER].set(number).at[POSITION].set(position)
    keys = dice.roll(ATTRIBUTE_COUNT)
    return Structure(triples, directions, relation, direction, distracts, present, keys)


def _draw_triples(distribution: Distribution, dice: Dice) -> Int[Array, " 4"]:
    """One triple or two to start from, then any that are compatible with them."""
    count = 1 + (dice.fraction() > distribution.mixture[: MAX_TRIPLES - 1]).sum()
    # A regime that holds out pairs of triples needs both of a pair together, so that a
    # start may be two.
    start = distribution.starts[below(dice.roll(), distribution.start_count)]
    chosen = jnp.full(MAX_TRIPLES, -1).at[:2].set(start)
    for index in range(1, MAX_TRIPLES):
        taken = (distribution.excluded[chosen] & (chosen >= 0)[:, None]).any(axis=0)
        # The largest random key wins; the key 0 is left for triples that cannot join.
        free = distribution.allowed & ~taken
        keys = jnp.where(free, dice.roll(len(TRIPLES)) | 1, 0)
        wanted = (chosen[index] < 0) & (index < count) & (keys.max() > 0)
        chosen = chosen.at[index].set(
            jnp.where(wanted, keys.argmax(), chosen[index]).astype(chosen.dtype)
        )
    return chosen


def _by_attribute(
    triples: Int[Array, " 4"], directions: Int[Array, " 4"]
) -> tuple[Int[Array, " attribute"], Int[Array, " attribute"]]:
    """The relation and the direction of each attribute."""
    attribute = jnp.array([triple.attribute for triple in TRIPLES])[triples]
    relation = jnp.array([triple.relation for triple in TRIPLES])[triples]
    # At most one triple has an attribute (see `conflicts`), so that the maximum picks
    # it.
    own = (attribute == jnp.arange(ATTRIBUTE_COUNT)[:, None]) & (triples >= 0)
    return (
        jnp.where(own, relation, -1).max(axis=1),
        jnp.where(own, directions, 0).max(axis=1),
    )
