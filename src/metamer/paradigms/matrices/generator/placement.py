"""Panels that show given sets of values: which cells and lines they fill, with what."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, UInt32

from metamer.paradigms.matrices.generator.candidates import Candidates
from metamer.paradigms.matrices.generator.dice import Dice, below, ranks
from metamer.paradigms.matrices.generator.distribution import Distribution
from metamer.paradigms.matrices.generator.sets import nth_member
from metamer.paradigms.matrices.generator.structure import PER_SHAPE, Structure
from metamer.paradigms.matrices.rules.vocabulary import (
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

CELL, LINE = (np.arange(many, dtype=np.int32) for many in (CELLS, len(LINES)))

PanelSets = Int[Array, "panel attribute"]


class Blueprint(NamedTuple):
    """What all panels of a matrix have in common."""

    distribution: Distribution
    structure: Structure
    candidates: Candidates
    cell_order: UInt32[Array, " cell"]
    """Decides which cells are filled where positions stay the same."""


def draw_panels(
    blueprint: Blueprint, sets: PanelSets, dice: Dice
) -> Int[Array, "panel slot"]:
    """The codes of panels that show `sets` (of ranks) of all that does not distract."""
    sizes = jnp.bitwise_count(sets).astype(int)
    shapes = _draw_shapes(blueprint, sets, sizes, dice)
    lines = _draw_lines(blueprint, sets, sizes, dice)
    return jnp.concatenate([shapes, lines], axis=1).astype(jnp.int16)


def _draw_shapes(
    blueprint: Blueprint, sets: PanelSets, sizes: PanelSets, dice: Dice
) -> Array:
    occupied = _draw_cells(blueprint, sets, sizes, dice)
    size, colour, kind = (
        _draw_values(blueprint, attribute, sets, sizes, occupied, dice)
        for attribute in (SIZE, COLOUR, TYPE)
    )
    return jnp.where(occupied, 1 + 100 * kind + 10 * size + colour, 0)


def _draw_cells(
    blueprint: Blueprint, sets: PanelSets, sizes: PanelSets, dice: Dice
) -> Bool[Array, "panel cell"]:
    """Which cells have a shape."""
    structure, candidates = blueprint.structure, blueprint.candidates
    keys, bits = dice.roll(len(sets), CELLS), dice.roll(len(sets))
    # A panel needs as many shapes as the largest set has values.
    per_shape = jnp.array(PER_SHAPE)
    needed = jnp.where(structure.has_sets[per_shape], sizes[:, per_shape], 0)
    fewest = jnp.maximum(needed.max(axis=1), candidates.fewest)
    any_count = fewest + below(bits, CELLS + 1 - fewest)
    # The set {n} of numbers is the bit 2^n; below it lie n ones.
    own_count = jnp.bitwise_count(sets[:, NUMBER] - 1).astype(int)
    count = jnp.where(candidates.distracts[NUMBER], any_count, own_count)
    # With one order of cells for all panels, equally many shapes always fill the same
    # cells: positions are then constant.
    keys = jnp.where(candidates.distracts[POSITION], keys, blueprint.cell_order)
    counted = ranks(keys, jnp.ones_like(keys, bool)) < count[:, None]
    positioned = (sets[:, POSITION, None] >> CELL) & 1 == 1
    cells = jnp.where(structure.has_rule[POSITION], positioned, counted)
    return candidates.present[NUMBER] & cells


def _draw_lines(
    blueprint: Blueprint, sets: PanelSets, sizes: PanelSets, dice: Dice
) -> Array:
    structure, candidates = blueprint.structure, blueprint.candidates
    keys, bits = dice.roll(len(sets), len(LINES)), dice.roll(len(sets))
    fewest = jnp.where(structure.has_sets[LINE_COLOUR], sizes[:, LINE_COLOUR], 1)
    count = fewest + below(bits, jnp.maximum(5 - fewest, 1))
    any_lines = ranks(keys, jnp.ones_like(keys, bool)) < count[:, None]
    own_lines = (sets[:, LINE_TYPE, None] >> LINE) & 1 == 1
    lines = jnp.where(candidates.distracts[LINE_TYPE], any_lines, own_lines)
    lines = candidates.present[LINE_TYPE] & lines
    colour = _draw_values(blueprint, LINE_COLOUR, sets, sizes, lines, dice)
    return jnp.where(lines, 1 + colour, 0)


def _draw_values(
    blueprint: Blueprint,
    attribute: int,
    sets: PanelSets,
    sizes: PanelSets,
    occupied: Bool[Array, "panel place"],
    dice: Dice,
) -> Int[Array, "panel place"]:
    """The value of each object: all values of a set occur; any value where it distracts."""
    # One roll decides both the order and the values: an order hangs on the upper bits,
    # a remainder hardly on them.
    bits, distribution = dice.roll(*occupied.shape), blueprint.distribution
    size = sizes[:, attribute, None]
    # The first objects, in random order, show one value each; the others repeat any.
    rank = ranks(bits, occupied)
    wanted = jnp.where(rank < size, rank, below(bits, jnp.maximum(size, 1)))
    own = nth_member(sets[:, attribute, None], wanted)
    anything = below(bits, distribution.counts[attribute])
    distracts = blueprint.candidates.distracts[attribute]
    return distribution.values[attribute][jnp.where(distracts, anything, own)]
