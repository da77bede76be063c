"""Inputs put in order before another program looks at them.

Adding a cleaning is adding one function below; it gets a scene and gives a grid.
"""

from collections.abc import Callable, Iterator

import numpy as np

from metamer.programs.making.looks import opened
from metamer.programs.making.rectangles import rectangles
from metamer.programs.making.splits import at_dividers
from metamer.programs.scene import How, Scene
from metamer.programs.task import Grid, Pair, Task, same
from metamer.programs.view import View

Cleaning = Callable[[Scene], Grid]

CLEANINGS: dict[str, Cleaning] = {}


def cleaning(words: str) -> Callable[[Cleaning], Cleaning]:
    """Keep a function of one scene."""

    def keep(function: Cleaning) -> Cleaning:
        CLEANINGS[words] = function
        return function

    return keep


def cleaned(view: View) -> Iterator[tuple[str, View]]:
    """The task with cleaned inputs, for each cleaning that changes every demonstration."""
    for words, function in [*CLEANINGS.items(), *_colours(view)]:
        grids = [function(scene) for scene in view.scenes]
        if not any(map(same, grids[: view.known], view.task.seen)):
            pairs = zip(grids, view.outputs, strict=False)
            demonstrations = tuple(Pair(*pair) for pair in pairs)
            yield words, View(Task(demonstrations, tuple(grids[view.known :])))


def _colours(view: View) -> Iterator[tuple[str, Cleaning]]:
    """Taking away one colour that every demonstration shows."""
    shown = [set(np.unique(scene.grid[scene.figure])) for scene in view.scenes]
    for colour in sorted(set.intersection(*shown[: view.known])):
        yield f"take colour {colour} away", _without(int(colour))


def _without(colour: int) -> Cleaning:
    return lambda scene: np.where(
        scene.grid == colour, np.uint8(scene.background), scene.grid
    )


def _erased(scene: Scene, how: How, gone: Callable[[list], list]) -> Grid:
    grid = scene.grid.copy()
    for it in gone(scene.things(how)):
        grid[it.place][it.mask] = scene.background
    return grid


@cleaning("take single cells away")
def _without_cells(scene: Scene) -> Grid:
    return _erased(
        scene, "colour8", lambda things: [it for it in things if it.size < 2]
    )


@cleaning("give single cells the colour around them")
def _blended(scene: Scene) -> Grid:
    grid = scene.grid.copy()
    for it in scene.things("regions"):
        if it.size == 1:
            around = scene.grid[
                max(it.top - 1, 0) : it.top + 2, max(it.left - 1, 0) : it.left + 2
            ]
            counts = np.bincount(around.ravel(), minlength=10)
            counts[it.colour] = 0
            grid[it.top, it.left] = counts.argmax()
    return grid


@cleaning("take away what is thinner than two cells")
def _thick(scene: Scene) -> Grid:
    kept = np.zeros_like(scene.figure)
    for colour in np.unique(scene.grid[scene.figure]):
        kept |= opened(scene.grid == colour)
    return np.where(kept, scene.grid, np.uint8(scene.background))


@cleaning("take the largest object away")
def _without_largest(scene: Scene) -> Grid:
    return _erased(
        scene,
        "colour8",
        lambda things: sorted(things, key=lambda it: it.size)[-1:],
    )


@cleaning("take away what touches the edge")
def _without_edges(scene: Scene) -> Grid:
    height, width = scene.grid.shape
    return _erased(
        scene,
        "any8",
        lambda things: [
            it
            for it in things
            if min(it.top, it.left) == 0
            or it.bottom == height - 1
            or it.right == width - 1
        ],
    )


@cleaning("look only into the largest rectangle")
def _inside(scene: Scene) -> Grid:
    boxes = [it for it in rectangles(scene) if min(it.mask.shape) > 2]
    if not boxes:
        return scene.grid
    largest = max(boxes, key=lambda it: it.mask.size)
    return largest.box[1:-1, 1:-1]


def _panel(place: int) -> Cleaning:
    def look(scene: Scene) -> Grid:
        panels = at_dividers(scene)
        return panels.boxes(scene.grid)[place] if panels else scene.grid

    return look


cleaning("look only at the first part before a line")(_panel(0))
cleaning("look only at the last part after a line")(_panel(-1))


@cleaning("take the dividing lines out")
def _without_lines(scene: Scene) -> Grid:
    panels = at_dividers(scene)
    return panels.joined(scene.grid) if panels else scene.grid


@cleaning("take away what lies in the largest rectangle")
def _outside(scene: Scene) -> Grid:
    boxes = rectangles(scene)
    if not boxes:
        return scene.grid
    grid = scene.grid.copy()
    grid[max(boxes, key=lambda it: it.mask.size).place] = scene.background
    return grid
