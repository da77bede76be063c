"""What can be done to a thing: paint some cells, perhaps after erasing it."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.programs.scene import NOTHING
from metamer.programs.things.crowd import Crowd


class Layers(NamedTuple):
    """What an act does in one scene, one layer for each thing."""

    erased: np.ndarray
    """Cells that become background: [thing, row, column]."""
    painted: np.ndarray
    """Colours that are painted after that, `NOTHING` elsewhere."""


class Act(NamedTuple):
    """Something done to each of some things, and what it would do in the demonstrations.

    Where it cannot be done to a thing, that thing stays as it is.
    """

    words: str
    cost: float
    fits: np.ndarray
    """For which things of the demonstrations what it paints is right."""
    new: np.ndarray
    """For which of them that changes anything."""
    paints: tuple[int, ...]
    """The cells that it paints, for each thing of the demonstrations."""
    erases: tuple[int, ...]
    layers: Callable[[int], Layers]
    """What it does in each scene, by number."""


def pictured(
    crowd: Crowd, words: str, cost: float, layers: Callable[[int], Layers]
) -> Act:
    """An act that paints in several colours, checked against the demonstrations."""
    fits: list[bool] = []
    paints: list[int] = []
    erases: list[int] = []
    for number, (_, output) in enumerate(crowd.shown):
        erased, painted = layers(number)
        there = painted != NOTHING
        fits += (~there | (painted == output)).all((1, 2)).tolist()
        paints += crowd.cells(number, there)
        erases += crowd.cells(number, erased)
    right = np.array(fits, bool)
    new = right & np.array([bool(it & crowd.changed) for it in paints], bool)
    return Act(words, cost, right, new, tuple(paints), tuple(erases), layers)


def none_erased(painted: np.ndarray) -> Layers:
    """Layers that only paint."""
    return Layers(np.zeros(painted.shape, bool), painted)
