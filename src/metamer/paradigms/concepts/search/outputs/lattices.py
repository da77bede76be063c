"""Programs that show panels as cells, or put them in another order."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.outputs.orders import orders
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.scene import Object
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.tasks import Grid, same

Lattice = tuple[int, int] | None
"""In how many rows and columns objects stand."""


def as_cells(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """One cell for each object that stands in a lattice: its colour, or on or off."""
    outputs = segmentation.view.outputs
    lattices = [_lattice(objects) for objects in segmentation.objects]
    pairs = zip(lattices, outputs, strict=False)
    if any(lattice != output.shape for lattice, output in pairs):
        return
    if all(output.size == 1 for output in outputs):
        return
    budget.spend(len(segmentation.all_properties))
    yield from _in_colours(segmentation, lattices)
    yield from _on_or_off(segmentation, lattices)


def _lattice(objects: list[Object]) -> Lattice:
    """The lattice of the objects, if every place in it is taken."""
    rows = len({obj.top for obj in objects})
    columns = len({obj.left for obj in objects})
    return (rows, columns) if rows * columns == len(objects) else None


def _in_colours(
    segmentation: Segmentation, lattices: list[Lattice]
) -> Iterator[Program]:
    grids = [
        np.array([obj.colour for obj in objects], np.uint8).reshape(lattice)
        if lattice
        else None
        for objects, lattice in zip(segmentation.objects, lattices, strict=True)
    ]
    if all(map(same, grids, segmentation.view.outputs)):
        kind = segmentation.kind
        words = f"show each {kind.singular} as a cell of its colour"
        yield Program(words, 1.5 + kind.cost, tuple(grids[segmentation.known :]))


def _on_or_off(
    segmentation: Segmentation, lattices: list[Lattice]
) -> Iterator[Program]:
    """Outputs of two colours, one for the objects with a property."""
    kind, known = segmentation.kind, segmentation.known
    outputs, properties = segmentation.view.outputs, segmentation.all_properties
    colours = sorted({int(colour) for grid in outputs for colour in np.unique(grid)})
    for on, off in permutations(colours) if len(colours) == 2 else ():
        for place in _exactly(segmentation, [grid.ravel() == on for grid in outputs]):
            asked = zip(lattices[known:], properties.holds[known:], strict=True)
            answers = tuple(
                _cells(lattice, holds[:, place], on, off) for lattice, holds in asked
            )
            words = (
                f"show each {kind.singular} as a cell,"
                f" of colour {on} for one {properties.each[place].words}"
            )
            cost = float(2 + kind.cost + properties.costs[place])
            yield Program(words, cost, answers)


def _exactly(segmentation: Segmentation, right: list[np.ndarray]) -> list[int]:
    """The properties that hold of just these objects."""
    properties = segmentation.all_properties
    fits = np.ones(len(properties), bool)
    for holds, on in zip(properties.holds, right, strict=False):
        fits &= (holds == on[:, None]).all(0)
    return np.flatnonzero(fits).tolist()


def _cells(lattice: Lattice, lit: np.ndarray, on: int, off: int) -> Grid | None:
    if lattice is None:
        return None
    return np.where(lit, np.uint8(on), np.uint8(off)).reshape(lattice)


def rearrangements(segmentation: Segmentation, budget: Budget) -> Iterator[Program]:
    """Panels put back into their places in another order."""
    kind = segmentation.kind
    for order in orders(segmentation):
        budget.spend(len(segmentation.scenes))
        grids = [
            _rearrange(segmentation, place, numbers)
            for place, numbers in enumerate(order.numbers)
        ]
        if all(map(same, grids, segmentation.view.outputs)):
            words = f"put the {kind.plural} in the order of {order.words}"
            answers = tuple(grids[segmentation.known :])
            yield Program(words, 1.5 + kind.cost + order.cost, answers)


def _rearrange(
    segmentation: Segmentation, place: int, numbers: np.ndarray
) -> Grid | None:
    panels = segmentation.objects[place]
    if len({panel.box.shape for panel in panels}) != 1:
        return None
    rearranged = segmentation.scenes[place].grid.copy()
    for panel, number in zip(panels, numbers.tolist(), strict=True):
        rearranged[panel.slices] = panels[number].box
    return rearranged
