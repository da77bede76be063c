"""Programs that draw a bar for each colour or object, as long as there is of it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.scene import Object
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import LARGEST, Grid, same


class Bar(NamedTuple):
    """A row of one colour."""

    length: int
    colour: int
    top: int
    """The first row of what it stands for."""
    left: int


ORDERS: dict[str, Callable[[Bar], int]] = {
    "longest first": lambda bar: -bar.length,
    "shortest first": lambda bar: bar.length,
    "from the top": lambda bar: bar.top,
    "from the left": lambda bar: bar.left,
    "by their colours": lambda bar: bar.colour,
}
"""In which order the bars stand."""

AS_WIDE_AS_LONGEST = 0
"""Stands for the width of an output that is as wide as its longest bar."""


def bars(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """One bar for each colour or object, in one of the orders."""
    view, kind = segmentation.view, segmentation.kind
    shown = {output.shape[1] for output in view.outputs}
    widths = [AS_WIDE_AS_LONGEST, *(shown if len(shown) == 1 else ())]
    for counted, count in COUNTS.items():
        bars_of_scenes = [count(objects) for objects in segmentation.objects]
        # As many bars as the output has rows, or no order of them can be right.
        if any(
            len(row_bars) != len(grid)
            for row_bars, grid in zip(bars_of_scenes, view.outputs, strict=False)
        ):
            continue
        for words, key in ORDERS.items():
            for width in widths:
                budget.spend(view.known)
                grids = [
                    _draw(sorted(row_bars, key=key), scene.background, width)
                    for row_bars, scene in zip(bars_of_scenes, view.scenes, strict=True)
                ]
                if all(map(same, grids, view.outputs)):
                    yield Program(
                        f"draw a bar for {counted.format(kind.plural)}, {words}",
                        2.0 + kind.cost,
                        tuple(grids[view.known :]),
                    )


def _by_colour(
    objects: list[Object], length: Callable[[list[Object]], int]
) -> list[Bar]:
    """A bar for each colour, from the objects that have it."""
    result = []
    for colour in dict.fromkeys(obj.colour for obj in objects):
        group = [obj for obj in objects if obj.colour == colour]
        top, left = min(obj.top for obj in group), min(obj.left for obj in group)
        result.append(Bar(length(group), colour, top, left))
    return result


def _by_object(objects: list[Object], length: Callable[[Object], int]) -> list[Bar]:
    return [Bar(length(obj), obj.colour, obj.top, obj.left) for obj in objects]


COUNTS: dict[str, Callable[[list[Object]], list[Bar]]] = {
    "each colour, as long as it has {}": lambda objects: _by_colour(objects, len),
    "each colour, as long as the {} of it have cells": lambda objects: _by_colour(
        objects, lambda some: sum(obj.size for obj in some)
    ),
    "each of the {}, as long as it has cells": lambda objects: _by_object(
        objects, lambda obj: obj.size
    ),
    "each of the {}, as long as its longer side": lambda objects: _by_object(
        objects, lambda obj: max(obj.mask.shape)
    ),
}
"""What a bar stands for, and how long it is; `{}` stands for the kind of objects."""


def _draw(row_bars: list[Bar], background: int, width: int) -> Grid | None:
    """The bars as rows that begin at the left."""
    longest = max((bar.length for bar in row_bars), default=0)
    width = width or longest
    if not 0 < longest <= width <= LARGEST:
        return None
    grid = np.full((len(row_bars), width), background, np.uint8)
    for row, bar in enumerate(row_bars):
        grid[row, : bar.length] = bar.colour
    return grid
