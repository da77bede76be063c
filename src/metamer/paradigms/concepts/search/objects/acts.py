"""What can be done to an object: paint some cells, perhaps after erasing it."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.view import Segmentation


class ObjectLayers(NamedTuple):
    """What an act does in one scene, one layer for each object."""

    erased: np.ndarray
    """Cells that become background: [object, row, column]."""
    painted: np.ndarray
    """Colours that are painted after that, `NOTHING` elsewhere."""


class Act(NamedTuple):
    """Something done to each of some objects, and what it would do in the demonstrations.

    An object to which it cannot be done stays as it is.
    """

    words: str
    cost: float
    fits: np.ndarray
    """For which objects of the demonstrations what it paints is right."""
    new: np.ndarray
    """For which of them that changes anything."""
    paints: tuple[int, ...]
    """The set of cells that it paints, for each object of the demonstrations."""
    erases: tuple[int, ...]
    layers: Callable[[int], ObjectLayers]
    """What it does in each scene, by number."""


def act_from_layers(
    segmentation: Segmentation,
    words: str,
    cost: float,
    layers: Callable[[int], ObjectLayers],
) -> Act:
    """An act that paints in several colours, compared with the demonstrations."""
    view = segmentation.view
    fits: list[bool] = []
    paints: list[int] = []
    erases: list[int] = []
    for number, output in view.budget.each(enumerate(view.outputs)):
        erased, painted = layers(number)
        there = painted != NOTHING
        fits += (~there | (painted == output)).all((1, 2)).tolist()
        paints += view.cell_sets.of_each(number, there)
        erases += view.cell_sets.of_each(number, erased)
    right = np.array(fits, bool)
    new = right & changes(segmentation, paints)
    return Act(words, cost, right, new, tuple(paints), tuple(erases), layers)


def changes(segmentation: Segmentation, sets: list[int]) -> np.ndarray:
    """Which of some sets of cells have a cell that the demonstrations change."""
    return np.array([bool(cells & segmentation.view.changed) for cells in sets], bool)


def own_cells(segmentation: Segmentation) -> list[int]:
    """The set of cells of every object of the demonstrations."""
    return sets_of(segmentation, [stack.masks for stack in segmentation.stacks])


def sets_of(segmentation: Segmentation, masks: list[np.ndarray]) -> list[int]:
    """A set of cells for every object of the demonstrations, given masks by scene."""
    return [
        cells
        for number in range(segmentation.known)
        for cells in segmentation.view.cell_sets.of_each(number, masks[number])
    ]


def without_erasing(painted: np.ndarray) -> ObjectLayers:
    """Layers that only paint."""
    return ObjectLayers(np.zeros(painted.shape, bool), painted)
