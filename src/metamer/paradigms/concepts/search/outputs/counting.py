"""Programs that show a number: bars, squares, and cells lit in a fixed frame."""

from collections.abc import Callable, Iterator

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.outputs.amounts import Amount
from metamer.paradigms.concepts.search.outputs.options import (
    colour_options,
    combine,
    number_options,
)
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import Segmentation, View
from metamer.paradigms.concepts.tasks import Grid, same


def solids(
    view: View, segmentations: list[Segmentation], amounts: list[Amount], budget: Budget
) -> Iterator[Program]:
    """A rectangle of one colour whose sides are numbers of the scene."""
    outputs = view.outputs
    if any((output != output[0, 0]).any() for output in outputs):
        return
    asked = len(view.task.inputs)
    heights = number_options([len(output) for output in outputs], amounts, asked)
    widths = number_options([output.shape[1] for output in outputs], amounts, asked)
    budget.spend(len(amounts) * view.known)
    wanted = [int(output[0, 0]) for output in outputs]
    colours = colour_options(wanted, segmentations, asked)
    shapes = {output.shape for output in outputs}
    if len(shapes) > 1 and all(height == width for height, width in shapes):
        yield from combine(
            _square, (heights, colours), "a square in {1} whose side is {0}"
        )
    words = "a rectangle in {2} whose height is {0} and whose width is {1}"
    yield from combine(_rectangle, (heights, widths, colours), words)


def diagonals(
    view: View, segmentations: list[Segmentation], amounts: list[Amount], budget: Budget
) -> Iterator[Program]:
    """A diagonal on a black square whose side is a number of the scene."""
    outputs = view.outputs
    wanted = [int(output[0, 0]) for output in outputs]
    if any(
        not same(output, _diagonal(len(output), colour))
        for output, colour in zip(outputs, wanted, strict=True)
    ):
        return
    if all(output.size == 1 for output in outputs):
        return
    asked = len(view.task.inputs)
    budget.spend(len(amounts) * view.known)
    sides = number_options([len(output) for output in outputs], amounts, asked)
    colours = colour_options(wanted, segmentations, asked)
    yield from combine(
        _diagonal, (sides, colours), "a diagonal in {1} with as many cells as {0}"
    )


def _diagonal(side: int, colour: int) -> Grid:
    return np.eye(side, dtype=np.uint8) * np.uint8(colour)


def _square(side: int, colour: int) -> Grid:
    return np.full((side, side), colour, np.uint8)


def _rectangle(height: int, width: int, colour: int) -> Grid:
    return np.full((height, width), colour, np.uint8)


Path = Callable[[int, int], np.ndarray]
"""The cells of a frame of some height and width in an order, as numbers."""

PATHS: dict[str, Path] = {
    "row by row": lambda height, width: np.arange(height * width),
    "column by column": lambda height, width: (
        np.arange(height * width).reshape(height, width).T.ravel()
    ),
    "down the diagonal": lambda height, width: (
        np.arange(min(height, width)) * (width + 1)
    ),
}
"""Which cells of a frame are lit first."""


def lit_cells(
    view: View, segmentations: list[Segmentation], amounts: list[Amount], budget: Budget
) -> Iterator[Program]:
    """A number of cells lit, in an order, in a frame of fixed size and colour."""
    if len({output.shape for output in view.outputs}) > 1:
        return
    asked = len(view.task.inputs)
    for words, path in PATHS.items():
        # Cells are lit from the first one on, so the last is dark unless all are lit.
        for off in {int(output[-1, -1]) for output in view.outputs}:
            lit = [_read(output, path, off) for output in view.outputs]
            read = [one for one in lit if one is not None]
            if len(read) < len(lit):
                continue
            budget.spend(len(amounts) * view.known)
            numbers = number_options([count for count, _ in read], amounts, asked)
            wanted = [colour for _, colour in read]
            colours = colour_options(wanted, segmentations, asked)
            draw = _lighting(view.outputs[0].shape, path, off)
            named = f"cells lit {words} in {{1}}, as many as {{0}}"
            yield from combine(draw, (numbers, colours), named)


def _read(output: Grid, path: Path, off: int) -> tuple[int, int] | None:
    """How many cells are lit along a path and in which colour; None if others are lit."""
    places = path(*output.shape)
    on = int(output.ravel()[places[0]])
    count = int((output != off).sum())
    drawn = np.full(output.size, off)
    drawn[places[:count]] = on
    return (count, on) if count and np.array_equal(drawn, output.ravel()) else None


def _lighting(
    shape: tuple[int, ...], path: Path, off: int
) -> Callable[[int, int], Grid]:
    def draw(count: int, colour: int) -> Grid:
        drawn = np.full(shape, off, np.uint8)
        drawn.ravel()[path(*shape)[:count]] = colour
        return drawn

    return draw
