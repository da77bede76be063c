"""Inputs that are tidied up before another program looks at them.

Adding a cleaning is adding one function below; it takes a scene and gives a grid.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.entries import Entries, Entry
from metamer.paradigms.concepts.search.outputs.pictures import thick_cells
from metamer.paradigms.concepts.search.outputs.rectangles import rectangles
from metamer.paradigms.concepts.search.panels import at_dividers
from metamer.paradigms.concepts.search.scene import Object, Scene
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import COLOURS, Grid, Pair, Task, same

Cleaning = Callable[[Scene], Grid]

COST = 1.2
"""What a cleaning costs a program."""

CLEANINGS: Entries[Cleaning] = Entries("cleaning")
cleaning = partial(CLEANINGS.add, cost=COST)


def clean(view: View) -> Iterator[tuple[str, float, View]]:
    """The task with cleaned inputs, for each cleaning that changes every demonstration."""
    for entry in [*CLEANINGS, *_without_colours(view)]:
        grids = [entry.function(scene) for scene in view.budget.each(view.scenes)]
        if not any(map(same, grids[: view.known], view.task.seen)):
            pairs = zip(grids, view.outputs, strict=False)
            demonstrations = tuple(Pair(*pair) for pair in pairs)
            task = Task(demonstrations, tuple(grids[view.known :]))
            yield entry.words, entry.cost, View(task)


def _without_colours(view: View) -> Iterator[Entry[Cleaning]]:
    """Taking away one colour that every demonstration shows."""
    shown = [set(np.unique(scene.grid[scene.figure])) for scene in view.scenes]
    for colour in sorted(set.intersection(*shown[: view.known])):
        yield Entry(f"remove colour {colour}", COST, _without(int(colour)))


def _without(colour: int) -> Cleaning:
    return lambda scene: np.where(
        scene.grid == colour, np.uint8(scene.background), scene.grid
    )


def _erase(scene: Scene, objects: list[Object]) -> Grid:
    grid = scene.grid.copy()
    for obj in objects:
        grid[obj.slices][obj.mask] = scene.background
    return grid


@cleaning("remove single cells")
def remove_cells(scene: Scene) -> Grid:
    return _erase(scene, [obj for obj in scene.objects("colour8") if obj.size == 1])


@cleaning("give single cells the colour around them")
def blend_cells(scene: Scene) -> Grid:
    grid = scene.grid.copy()
    for obj in scene.objects("regions"):
        if obj.size == 1:
            around = scene.grid[
                max(obj.top - 1, 0) : obj.top + 2, max(obj.left - 1, 0) : obj.left + 2
            ]
            counts = np.bincount(around.ravel(), minlength=COLOURS)
            counts[obj.colour] = 0
            grid[obj.top, obj.left] = counts.argmax()
    return grid


@cleaning("remove what is thinner than two cells")
def remove_thin(scene: Scene) -> Grid:
    thick = np.zeros_like(scene.figure)
    for colour in np.unique(scene.grid[scene.figure]):
        thick |= thick_cells(scene.grid == colour)
    return np.where(thick, scene.grid, np.uint8(scene.background))


@cleaning("remove the largest object")
def remove_largest(scene: Scene) -> Grid:
    return _erase(
        scene, sorted(scene.objects("colour8"), key=lambda obj: obj.size)[-1:]
    )


@cleaning("remove what touches the edge")
def remove_at_edge(scene: Scene) -> Grid:
    height, width = scene.grid.shape
    touching = [
        obj
        for obj in scene.objects("any8")
        if min(obj.top, obj.left) == 0
        or obj.bottom == height - 1
        or obj.right == width - 1
    ]
    return _erase(scene, touching)


MIN_SIDE = 3
"""Rectangles with shorter sides have no inside."""


@cleaning("take the inside of the largest rectangle")
def inside_largest(scene: Scene) -> Grid:
    boxes = [obj for obj in rectangles(scene) if min(obj.mask.shape) >= MIN_SIDE]
    if not boxes:
        return scene.grid
    largest = max(boxes, key=lambda obj: obj.mask.size)
    return largest.box[1:-1, 1:-1]


def _panel(place: int) -> Cleaning:
    def take(scene: Scene) -> Grid:
        panels = at_dividers(scene)
        return panels.boxes(scene.grid)[place] if panels else scene.grid

    return take


cleaning("take the first panel between lines")(_panel(0))
cleaning("take the last panel between lines")(_panel(-1))


@cleaning("remove the dividing lines")
def remove_lines(scene: Scene) -> Grid:
    panels = at_dividers(scene)
    return panels.join(scene.grid) if panels else scene.grid


@cleaning("remove what is in the largest rectangle")
def remove_in_largest(scene: Scene) -> Grid:
    boxes = rectangles(scene)
    if not boxes:
        return scene.grid
    grid = scene.grid.copy()
    grid[max(boxes, key=lambda obj: obj.mask.size).slices] = scene.background
    return grid
