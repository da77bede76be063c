"""Programs that draw a bar for each colour or thing, as long as there is of it."""

from collections.abc import Callable, Iterator

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.making.elements import Elements
from metamer.programs.program import Program
from metamer.programs.scene import Scene, Thing
from metamer.programs.task import LARGEST, Grid, same
from metamer.programs.view import View

ORDERS = {
    "longest first": lambda bar: -bar[0],
    "shortest first": lambda bar: bar[0],
    "from the top": lambda bar: bar[2],
    "from the left": lambda bar: bar[3],
    "by their colours": lambda bar: bar[1],
}
"""In which order the bars stand."""

Bar = tuple[int, int, int, int]
"""Its length, its colour, and where the first thing of that colour is."""


def bars(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """One bar for each colour or thing, in one of the orders."""
    wide = {output.shape[1] for output in view.outputs}
    frames = [0, *wide] if len(wide) == 1 else [0]
    for counted, read in COUNTED.items():
        several = [read(things) for things in found.things]
        if not all(map(_possible, several, view.outputs)):
            continue
        for words, key in ORDERS.items():
            for frame in frames:
                budget.spend(view.known)
                grids = [
                    _drawn(sorted(some, key=key), scene, frame)
                    for some, scene in zip(several, found.scenes, strict=True)
                ]
                if all(map(same, grids, view.outputs)):
                    named = f"draw a bar for {counted} seen as {found.words}, {words}"
                    answers = tuple(grids[view.known :])
                    yield Program(named, 2.0 + found.cost, answers)


def _possible(some: list[Bar], output: Grid) -> bool:
    return len(some) == len(output)


def _of_colours(things: list[Thing], cells: bool) -> list[Bar]:
    found = []
    for colour in dict.fromkeys(it.colour for it in things):
        some = [it for it in things if it.colour == colour]
        long = sum(it.size for it in some) if cells else len(some)
        top, left = min(it.top for it in some), min(it.left for it in some)
        found.append((long, colour, top, left))
    return found


COUNTED: dict[str, Callable[[list[Thing]], list[Bar]]] = {
    "the things of each colour": lambda things: _of_colours(things, False),
    "the cells of each colour": lambda things: _of_colours(things, True),
    "the cells of each": lambda things: [
        (it.size, it.colour, it.top, it.left) for it in things
    ],
    "the longer side of each": lambda things: [
        (max(it.mask.shape), it.colour, it.top, it.left) for it in things
    ],
}
"""What a bar stands for."""


def _drawn(drawn: list[Bar], scene: Scene, frame: int) -> Grid | None:
    """The bars as rows that begin at the left, in a frame or as wide as the longest."""
    wide = frame or max((long for long, _, _, _ in drawn), default=0)
    longest = max((long for long, _, _, _ in drawn), default=0)
    if not 0 < longest <= wide <= LARGEST:
        return None
    grid = np.full((len(drawn), wide), scene.background, np.uint8)
    for row, (long, colour, _, _) in enumerate(drawn):
        grid[row, :long] = colour
    return grid
