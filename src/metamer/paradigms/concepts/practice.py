"""Tasks that anybody can solve, to get to know the screen on which grids are drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metamer.core.keys import Key
from metamer.paradigms.concepts.families.drawing import crop
from metamer.paradigms.concepts.items import digest, draw_task
from metamer.paradigms.concepts.rules import FamilyEntry, parameter
from metamer.paradigms.concepts.tasks import COLOURS, Grid, NamedTask

SIDES = range(3, 6)
"""How long the sides of practice grids are. Source: ours."""


@dataclass(frozen=True)
class TakeOneColour:
    """Every coloured cell takes one and the same colour.

    Source: ours; moskvichev2023's two training tasks were not released.
    """

    colour: int = parameter(*range(1, COLOURS))

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = np.zeros(rng.choice(SIDES, 2), np.uint8)
        cells = rng.choice(grid.size, 3, replace=False)
        others = [colour for colour in range(1, COLOURS) if colour != self.colour]
        grid.flat[cells] = rng.choice(others)
        return grid

    def answer(self, grid: Grid) -> Grid:
        return np.where(grid > 0, self.colour, 0).astype(np.uint8)


@dataclass(frozen=True)
class CutOutTheRectangle:
    """The only rectangle is cut out.

    Source: ours; moskvichev2023's two training tasks were not released.
    """

    def draw(self, rng: np.random.Generator) -> Grid:
        grid = np.zeros(rng.choice(SIDES, 2), np.uint8)
        height, width = rng.integers(1, 3, 2)
        row = rng.integers(grid.shape[0] - height + 1)
        column = rng.integers(grid.shape[1] - width + 1)
        colour = rng.integers(1, COLOURS)
        grid[row : row + height, column : column + width] = colour
        return grid

    def answer(self, grid: Grid) -> Grid:
        return crop(grid)


KINDS = {"one-colour": TakeOneColour, "cut-out": CutOutTheRectangle}
"""Between them they need painting, copying and another size."""


def practice_tasks(concept: str, key: Key) -> list[tuple[str, NamedTask]]:
    """A task of each kind, with its kind; each has one input to answer."""
    return [(kind, _draw(kind, concept, key.stream(kind))) for kind in KINDS]


def _draw(kind: str, concept: str, key: Key) -> NamedTask:
    entry = FamilyEntry("practice", kind, KINDS[kind], apart=False)
    task, answers, _ = draw_task(entry, key.numpy, demonstrations=3, asked=1)
    name = f"practice-{kind}-{digest(task)}"
    return NamedTask(name, concept, False, task, answers)
