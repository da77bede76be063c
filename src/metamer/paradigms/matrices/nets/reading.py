"""Panels as ones and zeros: which values of each attribute they show."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from metamer.paradigms.matrices.nets.panels import Reasoner
from metamer.paradigms.matrices.nets.sight import Sight
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    CELLS,
    COLOUR,
    LINE_COLOUR,
    LINE_TYPE,
    NUMBER,
    POSITION,
    SIZE,
    TYPE,
)

ORDERED = (SIZE, COLOUR, NUMBER, LINE_COLOUR)
"""Attributes whose values have an order. Source: barrett2018, App. A."""

VALUES = sum(attribute.values for attribute in ATTRIBUTES)
LADDERS = sum(ATTRIBUTES[index].values for index in ORDERED)


def features(ordered: bool) -> int:
    """How many numbers are made of a panel."""
    return VALUES + LADDERS * ordered


class SymbolSight(Sight):
    """A network for matrices that is told which values each panel shows.

    Source: ours.
    """

    def __init__(self, net: Reasoner, see: Callable[[Array], Array]):
        super().__init__(net, see, 0)

    def seen(
        self, inputs: Int[Array, "item panel slot"]
    ) -> Float[Array, "item panel feature"]:
        """Ones and zeros."""
        return self.see(inputs)


def read(
    symbols: Int[Array, "item panel slot"], ordered: bool
) -> Float[Array, "item panel feature"]:
    """1 for each value that a panel shows, else 0, attribute by attribute.

    If `ordered`, then also, for the attributes whose values have an order, 1 for each
    value up to the largest one: near values are then alike, as they are in pixels.

    Source: ours.
    """
    shown = _shown(symbols)
    known = [shown[index] for index in range(len(ATTRIBUTES))]
    if ordered:
        known += [_up_to_largest(shown[index]) for index in ORDERED]
    return jnp.concatenate(known, axis=-1)


def _shown(
    symbols: Int[Array, "item panel slot"],
) -> dict[int, Float[Array, "item panel value"]]:
    """The values of each attribute that each panel shows."""
    cells, lines = symbols[..., :CELLS].astype(int), symbols[..., CELLS:].astype(int)
    occupied, codes = cells > 0, cells - 1
    return {
        SIZE: _any(codes // 10 % 10, occupied, SIZE),
        COLOUR: _any(codes % 10, occupied, COLOUR),
        NUMBER: jax.nn.one_hot(occupied.sum(-1), ATTRIBUTES[NUMBER].values),
        POSITION: occupied.astype(float),
        TYPE: _any(codes // 100, occupied, TYPE),
        LINE_COLOUR: _any(lines - 1, lines > 0, LINE_COLOUR),
        LINE_TYPE: (lines > 0).astype(float),
    }


def _any(
    values: Int[Array, "item panel place"],
    present: Array,
    attribute: int,
) -> Float[Array, "item panel value"]:
    """Which values any of the things that are present has."""
    each = jax.nn.one_hot(values, ATTRIBUTES[attribute].values) * present[..., None]
    return each.max(axis=-2)


def _up_to_largest(
    shown: Float[Array, "item panel value"],
) -> Float[Array, "item panel value"]:
    """1 for each value that is not above the largest one shown."""
    return jax.lax.cummax(shown, axis=2, reverse=True)
