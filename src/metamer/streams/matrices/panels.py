"""Panels that show given sets: shapes in cells, and lines."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, UInt32

from metamer.streams.matrices.candidates import Candidates
from metamer.streams.matrices.dice import Dice, below, ranks
from metamer.streams.matrices.law import Law
from metamer.streams.matrices.structure import LOOKS, Structure
from metamer.streams.matrices.vocabulary import (
    CELLS,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    LINES,
    NUMBER,
    POSITION,
    SIZE,
    TYPE,
)

ROLLS = (CELLS + 1 + 3 * CELLS) + (len(LINES) + 1 + len(LINES))
"""Random numbers that one panel takes."""

CELL, LINE = (np.arange(many, dtype=np.int32) for many in (CELLS, len(LINES)))

Sets = Int[Array, "panel attribute"]


class Shared(NamedTuple):
    """What all panels of a matrix have in common."""

    law: Law
    plan: Structure
    candidates: Candidates
    order: UInt32[Array, " cell"]
    """Decides which cells are taken where positions stay the same."""


def panels(shared: Shared, sets: Sets, dice: Dice) -> Int[Array, "panel slot"]:
    """The codes of panels that show `sets` (of ranks) of all that is not distracting."""
    sizes = jnp.bitwise_count(sets).astype(int)
    shapes = _shapes(shared, sets, sizes, dice)
    lines = _lines(shared, sets, sizes, dice)
    return jnp.concatenate([shapes, lines], axis=1).astype(jnp.int16)


def _shapes(shared: Shared, sets: Sets, sizes: Sets, dice: Dice) -> Array:
    taken = _taken(shared, sets, sizes, dice)
    size, colour, kind = (
        _assigned(shared, attribute, sets, sizes, taken, dice)
        for attribute in (SIZE, COLOUR, TYPE)
    )
    return jnp.where(taken, 1 + 100 * kind + 10 * size + colour, 0)


def _taken(
    shared: Shared, sets: Sets, sizes: Sets, dice: Dice
) -> Bool[Array, "panel cell"]:
    """Which cells have a shape."""
    plan, (_, _, least, present, distracts, _) = shared.plan, shared.candidates
    keys, bits = dice.roll(len(sets), CELLS), dice.roll(len(sets))
    looks = jnp.array(LOOKS)
    needed = jnp.where(plan.of_sets[looks], sizes[:, looks], 0).max(axis=1)
    fewest = jnp.maximum(needed, least)
    drawn = fewest + below(bits, CELLS + 1 - fewest)
    # A set of one rank is that number of shapes.
    given = jnp.bitwise_count(sets[:, NUMBER] - 1).astype(int)
    count = jnp.where(distracts[NUMBER], drawn, given)
    keys = jnp.where(distracts[POSITION], keys, shared.order)
    placed = ranks(keys, jnp.ones_like(keys, bool)) < count[:, None]
    ruled = (sets[:, POSITION, None] >> CELL) & 1 == 1
    return present[NUMBER] & jnp.where(plan.has_rule[POSITION], ruled, placed)


def _lines(shared: Shared, sets: Sets, sizes: Sets, dice: Dice) -> Array:
    plan, (_, _, _, present, distracts, _) = shared.plan, shared.candidates
    keys, bits = dice.roll(len(sets), len(LINES)), dice.roll(len(sets))
    fewest = jnp.where(plan.of_sets[LINE_COLOUR], sizes[:, LINE_COLOUR], 1)
    count = fewest + below(bits, jnp.maximum(5 - fewest, 1))
    drawn = ranks(keys, jnp.ones_like(keys, bool)) < count[:, None]
    given = (sets[:, LINE_TYPE, None] >> LINE) & 1 == 1
    there = present[LINE_TYPE] & jnp.where(distracts[LINE_TYPE], drawn, given)
    colour = _assigned(shared, LINE_COLOUR, sets, sizes, there, dice)
    return jnp.where(there, 1 + colour, 0)


def _assigned(
    shared: Shared,
    attribute: int,
    sets: Sets,
    sizes: Sets,
    there: Bool[Array, "panel place"],
    dice: Dice,
) -> Int[Array, "panel place"]:
    """The value of each object: all of a set occur, or any value where it distracts."""
    bits, law = dice.roll(*there.shape), shared.law
    size = sizes[:, attribute, None]
    rank = ranks(bits, there)
    wanted = jnp.where(rank < size, rank, below(bits, jnp.maximum(size, 1)))
    within = _nth_bit(sets[:, attribute, None], wanted)
    anything = below(bits, law.counts[attribute])
    distracts = shared.candidates.distracts[attribute]
    return law.values[attribute][jnp.where(distracts, anything, within)]


def _nth_bit(
    bits: Int[Array, "panel 1"], wanted: Int[Array, "panel place"]
) -> Int[Array, "panel place"]:
    """The place of the one that has `wanted` other ones below it."""
    places = jnp.arange(10)
    ones = (bits[..., None] >> places) & 1
    below_it = jnp.cumsum(ones, axis=-1) - ones
    return jnp.argmax((ones == 1) & (below_it == wanted[..., None]), axis=-1)
