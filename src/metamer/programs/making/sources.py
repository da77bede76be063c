"""Grids to start from: the input, its figure, what is hidden in it, one of its panels."""

from collections.abc import Iterator

import numpy as np

from metamer.programs.making.mending import mended, under
from metamer.programs.making.splits import SPLITS
from metamer.programs.scene import Scene
from metamer.programs.task import Grid
from metamer.programs.view import View

Source = tuple[str, float, list[Grid | None]]


def sources(view: View) -> Iterator[Source]:
    """What a program may take from each input before it changes it."""
    yield "the grid", 0.5, [scene.grid for scene in view.scenes]
    yield "all that is drawn", 0.7, [_figure(scene) for scene in view.scenes]
    yield from _uncovered(view)
    yield from _panels(view)


def _uncovered(view: View) -> Iterator[Source]:
    """What one colour hides of a symmetric picture, and the whole picture."""
    shown = [set(np.unique(scene.grid).tolist()) for scene in view.scenes]
    for colour in sorted(set.intersection(*shown[: view.known])):
        whole = [mended(it.grid, it.grid == colour) for it in view.scenes]
        if all(it is not None for it in whole[: view.known]):
            yield f"what colour {colour} leaves of a symmetric picture", 1.2, whole
            parts = [under(scene.grid, colour) for scene in view.scenes]
            yield f"what colour {colour} hides of a symmetric picture", 1.4, parts


def _panels(view: View) -> Iterator[Source]:
    for words, (cost, cut) in SPLITS.items():
        panels = [cut(scene) for scene in view.scenes]
        boxes = [
            it.boxes(scene.grid) if it else []
            for it, scene in zip(panels, view.scenes, strict=True)
        ]
        least = min(len(it) for it in boxes[: view.known])
        if least < 2:
            continue
        if "between" in words:
            whole: list[Grid | None] = [
                it.joined(scene.grid) if it else None
                for it, scene in zip(panels, view.scenes, strict=True)
            ]
            yield f"the grid without what is between each {words}", 0.9 + cost, whole
        for place, which in ((0, "first"), (1, "second"), (-1, "last")):
            grids: list[Grid | None] = [
                it[place] if len(it) > 1 else None for it in boxes
            ]
            yield f"the {which} {words}", 0.7 + cost, grids


def _figure(scene: Scene) -> Grid | None:
    if not scene.figure.any():
        return None
    rows = np.flatnonzero(scene.figure.any(1))
    columns = np.flatnonzero(scene.figure.any(0))
    return scene.grid[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
