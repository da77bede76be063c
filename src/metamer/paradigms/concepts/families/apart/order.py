"""Order: first, second, third ... in a row."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    blob,
    colours,
    diamond,
    picture_of,
    rectangle,
)
from metamer.paradigms.concepts.families.things import Thing, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid

LONGEST = 24
"""How long a row of things may be."""


@family("Order", "reverse-the-colours")
@dataclass(frozen=True)
class ReverseTheColours:
    """The colours of things in a row are reversed, or only the first and the last swap
    theirs.

    Source: ours, after moskvichev2023's concept Order.
    """

    change: str = parameter("all", "ends")

    def draw(self, rng: np.random.Generator) -> Grid:
        return row_of_things(rng, colours(rng, int(rng.integers(3, 7))))

    def answer(self, grid: Grid) -> Grid:
        row = in_a_row(things(grid))
        paints = [thing.colour for thing in row]
        others = paints[::-1]
        if self.change == "ends":
            others[1:-1] = paints[1:-1]
        if others == paints:
            raise Unfit
        output = grid.copy()
        for thing, paint in zip(row, others, strict=True):
            output[thing.mask] = paint
        return output


def row_of_things(rng: np.random.Generator, paints: list[int]) -> Grid:
    """A grid with small things in these colours, from left to right or downwards."""
    masks = [_small(rng) for _ in paints]
    if rng.random() < 0.4:
        masks = masks[:1] * len(masks)
    height = max(len(mask) for mask in masks) + int(rng.integers(0, 4))
    parts = [np.zeros((height, int(rng.integers(0, 3))), np.uint8)]
    for mask, paint in zip(masks, paints, strict=True):
        gap = int(rng.integers(1, 3))
        part = np.zeros((height, mask.shape[1] + gap), np.uint8)
        top = int(rng.integers(0, height - len(mask) + 1))
        part[top : top + len(mask), :-gap] = picture_of(mask, paint)
        parts.append(part)
    grid = np.hstack(parts)
    if grid.shape[1] > LONGEST:
        raise Unfit
    return grid if rng.random() < 0.5 else grid.T.copy()


def _small(rng: np.random.Generator) -> Mask:
    kind = rng.integers(3)
    if kind == 0:
        return diamond(rng, 1, 1)
    return rectangle(rng, 1, 3) if kind == 1 else blob(rng, 3, 5)


def in_a_row(found: list[Thing]) -> list[Thing]:
    """Three or more things in their order from left to right or from top to bottom.

    `Unfit` if they do neither, or both in different orders.
    """
    rows = [_along(found, axis) for axis in (0, 1)]
    orders = [[thing.colour for thing in row] for row in rows if row]
    if len(found) < 3 or not orders:
        raise Unfit
    if len(orders) == 2 and orders[0] not in (orders[1], orders[1][::-1]):
        raise Unfit
    return rows[0] or rows[1]


def _along(found: list[Thing], axis: int) -> list[Thing]:
    """The things in order along an axis; none if two of them are beside each other."""
    row = sorted(found, key=lambda thing: thing.box[axis].start)
    follow = all(
        first.box[axis].stop <= second.box[axis].start
        for first, second in pairwise(row)
    )
    return row if follow else []
