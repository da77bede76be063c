"""Which triples a matrix follows, along rows or columns, and what its other attributes
do."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, UInt32

from metamer.streams.matrices.dice import Dice, below, chance
from metamer.streams.matrices.law import CROWD, Law
from metamer.streams.matrices.vocabulary import (
    ATTRIBUTES,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    MOST,
    NUMBER,
    POSITION,
    PROGRESSION,
    SIZE,
    TRIPLES,
    TYPE,
    UNION,
)

LOOKS = (SIZE, COLOUR, TYPE)
"""What each shape of a panel has, as opposed to how many there are, and where."""

SHAPE = np.array([attribute.kind == "shape" for attribute in ATTRIBUTES])


class Structure(NamedTuple):
    """What a matrix follows."""

    triples: Int[Array, " 4"]
    """Places in `TRIPLES`; -1 where there are fewer."""
    directions: Int[Array, " 4"]
    """0 along rows, 1 along columns; -1 where there are fewer triples."""
    relation: Int[Array, " attribute"]
    """Of each attribute; -1 without a rule."""
    direction: Int[Array, " attribute"]
    """Of each attribute; 0 without a rule."""
    distracts: Bool[Array, " attribute"]
    """Varies without a rule."""
    present: Bool[Array, " attribute"]
    """Whether there are objects that have it."""
    keys: UInt32[Array, " attribute"]
    """A random order of attributes, for what is chosen among them later."""

    @property
    def has_rule(self) -> Bool[Array, " attribute"]:
        return self.relation >= 0

    @property
    def of_sets(self) -> Bool[Array, " attribute"]:
        """Follows a relation of sets, of which panels show all values."""
        return self.has_rule & (self.relation != PROGRESSION) & (self.relation != UNION)

    @property
    def crowded(self) -> Bool[Array, " attribute"]:
        """Whether sets have the bounds for company; see `law.BOUNDS`."""
        sets = self.of_sets
        shapes = sets[jnp.array(LOOKS)].any()
        both = sets[LINE_COLOUR] & sets[LINE_TYPE]
        none = jnp.zeros(len(ATTRIBUTES), bool)
        return (
            none.at[POSITION]
            .set(shapes)
            .at[jnp.array((LINE_COLOUR, LINE_TYPE))]
            .set(both)
        )

    @property
    def fewest(self) -> Int[Array, ""]:
        """The fewest shapes of a panel where their number is the same for all, or has a
        rule."""
        looks = jnp.array(LOOKS)
        some = self.has_rule[looks].any()
        return jnp.where(self.of_sets[looks].any(), CROWD, some.astype(int))


def structure(law: Law, dice: Dice) -> Structure:
    """Draw what a matrix follows."""
    triples = _triples(law, dice)
    there = triples >= 0
    directions = jnp.where(there, below(dice.roll(MOST), 2), -1)
    relation, direction = _by_attribute(triples, directions)
    ruled = relation >= 0
    kinds = jnp.stack([ruled[:LINE_COLOUR].any(), ruled[LINE_COLOUR:].any()])
    shown = kinds | ~chance(dice.roll(2), law.absent)
    present = jnp.where(SHAPE, shown[0], shown[1])
    varies = chance(dice.roll(len(ATTRIBUTES)), law.distraction) & ~ruled & present
    # Where numbers vary, positions must, and positions with a rule say how many.
    number = varies[NUMBER] & ~ruled[POSITION]
    position = (varies[POSITION] | number | ruled[NUMBER]) & ~ruled[POSITION]
    distracts = varies.at[NUMBER].set(number).at[POSITION].set(position)
    keys = dice.roll(len(ATTRIBUTES))
    return Structure(triples, directions, relation, direction, distracts, present, keys)


def _triples(law: Law, dice: Dice) -> Int[Array, " 4"]:
    """One triple or two to begin with, then any that can join them."""
    many = 1 + (dice.fraction() > law.mixture[: MOST - 1]).sum()
    begun = law.starts[below(dice.roll(), law.start_count)]
    chosen = jnp.full(MOST, -1).at[:2].set(begun)
    for place in range(1, MOST):
        taken = (law.excluded[chosen] & (chosen >= 0)[:, None]).any(axis=0)
        keys = jnp.where(law.allowed & ~taken, dice.roll(len(TRIPLES)) | 1, 0)
        wanted = (chosen[place] < 0) & (place < many) & (keys.max() > 0)
        chosen = chosen.at[place].set(
            jnp.where(wanted, keys.argmax(), chosen[place]).astype(chosen.dtype)
        )
    return chosen


def _by_attribute(
    triples: Int[Array, " 4"], directions: Int[Array, " 4"]
) -> tuple[Int[Array, " attribute"], Int[Array, " attribute"]]:
    """The relation and the direction of each attribute."""
    attribute = jnp.array([it.attribute for it in TRIPLES])[triples]
    relation = jnp.array([it.relation for it in TRIPLES])[triples]
    of = (attribute == jnp.arange(len(ATTRIBUTES))[:, None]) & (triples >= 0)
    return (
        jnp.where(of, relation, -1).max(axis=1),
        jnp.where(of, directions, 0).max(axis=1),
    )
