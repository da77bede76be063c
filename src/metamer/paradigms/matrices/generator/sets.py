"""Sets of values as the bits of one number, for all attributes at once.

The value v is in a set if bit v is 1. While a matrix is drawn, sets are of ranks: the
rank of a value is its index among the values that the distribution allows.
"""

from functools import reduce
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from metamer.paradigms.matrices.rules.vocabulary import ATTRIBUTES, CELLS, LINES

ATTRIBUTE_COUNT = len(ATTRIBUTES)

MAX_VALUES = 10
"""Values that any attribute has, at most."""

RANKS = np.arange(MAX_VALUES, dtype=np.int32)

Sets = Int[Array, "... attribute"]


class Line(NamedTuple):
    """The three sets along a row or column, for every attribute."""

    first: Sets
    second: Sets
    third: Sets


def value_sets(panels: Int[Array, "panel slot"]) -> Int[Array, "panel attribute"]:
    """The set of values of each attribute in each panel."""
    shapes, lines = panels[:, :CELLS].astype(int), panels[:, CELLS:].astype(int)
    code, occupied = jnp.maximum(shapes - 1, 0), shapes > 0
    number = 1 << occupied.sum(axis=1)
    position = (occupied << jnp.arange(CELLS)).sum(axis=1)
    size, colour, kind = (
        union(jnp.where(occupied, 1 << value, 0))
        for value in (code // 10 % 10, code % 10, code // 100)
    )
    line_colour = union(jnp.where(lines > 0, 1 << jnp.maximum(lines - 1, 0), 0))
    line_type = ((lines > 0) << jnp.arange(len(LINES))).sum(axis=1)
    sets = [size, colour, number, position, kind, line_colour, line_type]
    return jnp.stack(sets, axis=1)


def union(sets: Int[Array, "... part"]) -> Int[Array, "..."]:
    """All values that occur in any part."""
    parts = [sets[..., part] for part in range(sets.shape[-1])]
    return reduce(jnp.bitwise_or, parts)


def is_single(sets: Sets) -> Bool[Array, "... attribute"]:
    """Whether a set has exactly one value."""
    # Subtracting 1 changes the lowest bit and those below it, so nothing is left of a
    # single bit.
    return (sets != 0) & (sets & (sets - 1) == 0)


def as_bits(members: Bool[Array, "attribute rank"]) -> Int[Array, " attribute"]:
    """Sets given by which ranks are in them."""
    return jnp.where(members, 1 << RANKS, 0).sum(axis=1)


def nth_member(
    sets: Int[Array, "panel 1"], wanted: Int[Array, "panel place"]
) -> Int[Array, "panel place"]:
    """The member of each set that has `wanted` smaller members."""
    members = (sets[..., None] >> jnp.arange(MAX_VALUES)) & 1
    smaller = jnp.cumsum(members, axis=-1) - members
    return jnp.argmax((members == 1) & (smaller == wanted[..., None]), axis=-1)
