"""What can be done to a thing: paint some cells, perhaps after erasing it."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.programs.scene import NOTHING
from metamer.programs.things.crowd import Crowd, number_of


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
    fits: int
    """The things of the demonstrations for which what it paints is right."""
    paints: tuple[int, ...]
    """The cells that it paints, for each thing of the demonstrations."""
    erases: tuple[int, ...]
    layers: Callable[[int], Layers]
    """What it does in each scene, by number."""

    @property
    def useful(self) -> bool:
        """Whether it does anything where it fits."""
        cells = zip(self.paints, self.erases, strict=True)
        return any(
            (paint | erase) and self.fits >> number & 1
            for number, (paint, erase) in enumerate(cells)
        )


def act(crowd: Crowd, words: str, cost: float, layers: list[Layers]) -> Act:
    """An act from all its layers, checked against the demonstrated outputs."""
    fits: list[bool] = []
    paints: list[int] = []
    erases: list[int] = []
    for number, (_, output) in enumerate(crowd.shown):
        erased, painted = layers[number]
        there = painted != NOTHING
        fits += (~there | (painted == output)).all((1, 2)).tolist()
        paints += crowd.cells(number, there)
        erases += crowd.cells(number, erased)
    told = number_of(np.array(fits, bool))
    return Act(words, cost, told, tuple(paints), tuple(erases), layers.__getitem__)


def none_erased(painted: np.ndarray) -> Layers:
    """Layers that only paint."""
    return Layers(np.zeros(painted.shape, bool), painted)
