"""Programs that show a number: bars, squares, and cells lit in a fixed frame."""

from collections.abc import Callable, Iterator

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.making.amounts import Amount
from metamer.programs.making.elements import Elements
from metamer.programs.making.options import (
    colour_options,
    number_options,
    together,
)
from metamer.programs.program import Program
from metamer.programs.task import Grid, same
from metamer.programs.view import View


def solids(
    view: View, kinds: list[Elements], found: list[Amount], budget: Budget
) -> Iterator[Program]:
    """A rectangle of one colour whose sides are numbers of the scene."""
    if any((output != output[0, 0]).any() for output in view.outputs):
        return
    asked = len(view.scenes) - view.known
    heights = number_options([len(it) for it in view.outputs], found, asked)
    widths = number_options([it.shape[1] for it in view.outputs], found, asked)
    budget.spend(len(found) * view.known)
    colours = colour_options([int(it[0, 0]) for it in view.outputs], kinds, asked)
    shapes = {it.shape for it in view.outputs}
    if len(shapes) > 1 and all(height == width for height, width in shapes):
        yield from together(_square, (heights, colours), "a square of side {} in {}")
    yield from together(
        _solid, (heights, widths, colours), "a rectangle of {} by {} in {}"
    )


def diagonals(
    view: View, kinds: list[Elements], found: list[Amount], budget: Budget
) -> Iterator[Program]:
    """A diagonal on a black square whose side is a number of the scene."""
    if any(not same(it, _diagonal(len(it), int(it[0, 0]))) for it in view.outputs):
        return
    if all(it.size == 1 for it in view.outputs):
        return
    asked = len(view.scenes) - view.known
    budget.spend(len(found) * view.known)
    sides = number_options([len(it) for it in view.outputs], found, asked)
    colours = colour_options([int(it[0, 0]) for it in view.outputs], kinds, asked)
    yield from together(_diagonal, (sides, colours), "a diagonal of {} cells in {}")


def _diagonal(side: int, colour: int) -> Grid:
    return np.eye(side, dtype=np.uint8) * np.uint8(colour)


def _square(side: int, colour: int) -> Grid:
    return np.full((side, side), colour, np.uint8)


def _solid(height: int, width: int, colour: int) -> Grid:
    return np.full((height, width), colour, np.uint8)


Order = Callable[[int, int], np.ndarray]

ORDERS: dict[str, Order] = {
    "row by row": lambda height, width: np.arange(height * width),
    "column by column": lambda height, width: (
        np.arange(height * width).reshape(height, width).T.ravel()
    ),
    "down the diagonal": lambda height, width: (
        np.arange(min(height, width)) * (width + 1)
    ),
}
"""Which cells of a frame are lit first."""


def lit(
    view: View, kinds: list[Elements], found: list[Amount], budget: Budget
) -> Iterator[Program]:
    """So many cells lit, in an order, in a frame of fixed size and colour."""
    if len({it.shape for it in view.outputs}) > 1:
        return
    asked = len(view.scenes) - view.known
    for words, order in ORDERS.items():
        for off in {int(output[-1, -1]) for output in view.outputs}:
            read = [_lit(output, order, off) for output in view.outputs]
            if any(it is None for it in read):
                continue
            budget.spend(len(found) * view.known)
            options = number_options([it[0] for it in read if it], found, asked)
            colours = colour_options([it[1] for it in read if it], kinds, asked)
            make = _lighter(view.outputs[0].shape, order, off)
            yield from together(make, (options, colours), f"{{}} lit {words} in {{}}")


def _lit(output: Grid, order: Order, off: int) -> tuple[int, int] | None:
    """How many cells are lit in that order and in which colour."""
    places = order(*output.shape)
    on = int(output.ravel()[places[0]])
    many = int((output != off).sum())
    drawn = np.full(output.size, off)
    drawn[places[:many]] = on
    return (many, on) if many and np.array_equal(drawn, output.ravel()) else None


def _lighter(
    shape: tuple[int, ...], order: Order, off: int
) -> Callable[[int, int], Grid]:
    def make(many: int, colour: int) -> Grid:
        drawn = np.full(shape, off, np.uint8)
        drawn.ravel()[order(*shape)[:many]] = colour
        return drawn

    return make
