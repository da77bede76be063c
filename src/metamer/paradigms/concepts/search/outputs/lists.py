"""Programs that put pictures of objects side by side, in an order."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.outputs.orders import orders
from metamer.paradigms.concepts.search.outputs.pictures import (
    PICTURES,
    box,
    cell,
    enclosed,
    own,
    solid,
    thick,
)
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.scene import Object
from metamer.paradigms.concepts.search.selection import Selection
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import COLOURS, LARGEST, Grid, same

LISTED = (own, box, cell, thick, solid, enclosed)
"""The pictures that are put side by side."""

GAPS = (0, 1)
"""How many cells are left between pictures."""
COST_OF_GAP = 0.4
COST_OF_DECREASING = 0.3

AXES = {
    "in a row": 0.2,
    "in a column": 0.2,
    "along the line they are on": 0.4,
    "across the line they are on": 0.8,
}
"""How pictures are put together, with costs."""

IMPOSSIBLE = 9999
"""More cells than any grid has: a missing picture makes every sum of cells wrong."""


class Arrangement(NamedTuple):
    """Pictures of the objects of every scene, and how they are put together."""

    words: str
    cost: float
    pictures: list[list[Grid | None]]
    axis: str
    gap: int


def lists(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """Pictures of all objects, or of those with a property, joined in an order."""
    for picture in LISTED:
        entry = PICTURES.entry(picture)
        pictures = segmentation.pictures(picture)
        selections = list(_selections(segmentation, pictures, budget))
        for axis, cost in AXES.items() if selections else ():
            for gap in GAPS:
                words = f"{entry.words} {axis}{' with gaps' * gap}"
                price = (
                    1.0 + segmentation.kind.cost + entry.cost + cost + COST_OF_GAP * gap
                )
                arrangement = Arrangement(words, price, pictures, axis, gap)
                for selection in selections:
                    yield from _in_orders(segmentation, arrangement, selection, budget)


def _selections(
    segmentation: Segmentation, pictures: list[list[Grid | None]], budget: Budget
) -> Iterator[Selection]:
    """Selections of two or more objects with as many cells of each colour as the outputs.

    Sums of cells are worked out for all properties at once; only those that are right
    in every demonstration are put together at all.
    """
    properties, known = segmentation.all_properties, segmentation.known
    budget.spend(1 + len(properties))
    # The first column holds of all objects, whatever their properties.
    holds = [
        np.pad(scene, ((0, 0), (1, 0)), constant_values=True)
        for scene in properties.holds
    ]
    fits = np.ones(1 + len(properties), bool)
    for place, output in enumerate(segmentation.view.outputs):
        background = segmentation.scenes[place].background
        cells = np.array([_colour_counts(grid, background) for grid in pictures[place]])
        sums = cells.T @ holds[place]
        fits &= (sums == _colour_counts(output, background)[:, None]).all(0)
        fits &= holds[place].sum(0) > 1
    words, costs = ["", *properties.words], [0.0, *properties.costs.tolist()]
    for place in np.flatnonzero(fits).tolist():
        chosen = [scene[:, place] for scene in holds]
        yield Selection(words[place], costs[place], chosen, known)


def _colour_counts(grid: Grid | None, background: int) -> np.ndarray:
    """How many cells a picture has of each colour but the background."""
    if grid is None:
        return np.full(COLOURS, IMPOSSIBLE)
    counts = np.bincount(grid.ravel(), minlength=COLOURS)
    counts[background] = 0
    return counts


def _in_orders(
    segmentation: Segmentation,
    arrangement: Arrangement,
    selection: Selection,
    budget: Budget,
) -> Iterator[Program]:
    """A program for each different order in which the outputs come out right."""
    seen: set[bytes] = set()
    for order in orders(segmentation):
        pairs = zip(order.numbers, selection.chosen, strict=True)
        numbers = [all_objects[chosen[all_objects]] for all_objects, chosen in pairs]
        key = b"".join(scene.tobytes() for scene in numbers)
        if key in seen:
            continue
        seen.add(key)
        budget.spend(segmentation.known)
        answers = _answers(segmentation, arrangement, numbers)
        if answers is not None:
            plural = segmentation.kind.plural
            named = (
                f"the {plural} {selection.words}"
                if selection.words
                else f"all {plural}"
            )
            cost = order.cost + COST_OF_DECREASING * order.decreasing
            yield Program(
                f"join {named}: {arrangement.words}, in the order of {order.words}",
                arrangement.cost + selection.cost + cost,
                answers,
            )


def _answers(
    segmentation: Segmentation, arrangement: Arrangement, numbers: list[np.ndarray]
) -> tuple[Grid | None, ...] | None:
    """The answers if every demonstration comes out right, or else None."""
    answers: list[Grid | None] = []
    for place, order in enumerate(numbers):
        pictures = [arrangement.pictures[place][number] for number in order.tolist()]
        in_row = _is_in_row(arrangement.axis, segmentation.objects[place])
        background = segmentation.scenes[place].background
        joined = join(pictures, in_row, arrangement.gap, background)
        if place < segmentation.known:
            if not same(joined, segmentation.view.outputs[place]):
                return None
        else:
            answers.append(joined)
    return tuple(answers)


def _is_in_row(axis: str, objects: list[Object]) -> bool:
    """Whether pictures stand beside each other rather than one below the other."""
    if axis in ("in a row", "in a column") or not objects:
        return axis == "in a row"
    down = np.ptp([obj.top + obj.bottom for obj in objects])
    across = np.ptp([obj.left + obj.right for obj in objects])
    return bool(across > down) == (axis == "along the line they are on")


def join(
    pictures: list[Grid | None], in_row: bool, gap: int, background: int
) -> Grid | None:
    """Pictures side by side (or one below the other), lower ones filled up below."""
    grids = [grid if in_row else grid.T for grid in pictures if grid is not None]
    if not grids or len(grids) < len(pictures):
        return None
    height = max(len(grid) for grid in grids)
    parts = []
    for grid in grids:
        parts.append(np.full((height, gap), background, np.uint8))
        part = np.full((height, grid.shape[1]), background, np.uint8)
        part[: len(grid)] = grid
        parts.append(part)
    whole = np.hstack(parts[1:])
    if whole.shape[1] > LARGEST:
        return None
    return whole if in_row else whole.T
