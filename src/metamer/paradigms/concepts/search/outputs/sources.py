"""Grids to start from: the input, its figure, what is hidden in it, one of its panels."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.outputs.splits import SPLITS
from metamer.paradigms.concepts.search.outputs.symmetry import complete, hidden_part
from metamer.paradigms.concepts.search.scene import Scene, bounds
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Grid


class Stage(NamedTuple):
    """What every input has become at one stage of a program; None if that is nothing."""

    words: str
    cost: float
    grids: list[Grid | None]


def sources(view: View) -> Iterator[Stage]:
    """What a program may take from each input before it changes it."""
    yield Stage("the grid", 0.5, [scene.grid for scene in view.scenes])
    yield Stage("all that is drawn", 0.7, [_figure(scene) for scene in view.scenes])
    yield from _symmetric_pictures(view)
    yield from _panels(view)


def _symmetric_pictures(view: View) -> Iterator[Stage]:
    """What one colour hides of a symmetric picture, and the whole picture."""
    shown = [set(np.unique(scene.grid).tolist()) for scene in view.scenes]
    for colour in sorted(set.intersection(*shown[: view.known])):
        grids = [scene.grid for scene in view.scenes]
        whole = [complete(grid, grid == colour) for grid in view.budget.each(grids)]
        if all(grid is not None for grid in whole[: view.known]):
            words = f"the symmetric picture that colour {colour} partly hides"
            yield Stage(words, 1.2, whole)
            parts = [hidden_part(grid, colour) for grid in view.budget.each(grids)]
            words = f"what colour {colour} hides of a symmetric picture"
            yield Stage(words, 1.4, parts)


def _panels(view: View) -> Iterator[Stage]:
    """One of the panels of a grid, and all of them without what is between them."""
    for split in SPLITS:
        panels = [split.cut(scene) for scene in view.budget.each(view.scenes)]
        both = list(zip(panels, view.scenes, strict=True))
        boxes = [some.boxes(scene.grid) if some else [] for some, scene in both]
        if any(len(some) < 2 for some in boxes[: view.known]):
            continue
        if split.can_be_joined:
            whole: list[Grid | None] = [
                some.join(scene.grid) if some else None for some, scene in both
            ]
            words = f"the grid without what is between its {split.plural}"
            yield Stage(words, 0.9 + split.cost, whole)
        for place, which in ((0, "first"), (1, "second"), (-1, "last")):
            grids: list[Grid | None] = [
                some[place] if len(some) > 1 else None for some in boxes
            ]
            yield Stage(f"the {which} {split.singular}", 0.7 + split.cost, grids)


def _figure(scene: Scene) -> Grid | None:
    return scene.grid[bounds(scene.figure)] if scene.figure.any() else None
