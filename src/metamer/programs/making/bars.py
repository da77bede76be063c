"""Programs that draw a bar for each colour, as long as there are things of it."""

from collections.abc import Iterator

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
}
"""In which order the bars stand."""

Bar = tuple[int, int, int, int]
"""Its length, its colour, and where the first thing of that colour is."""


def bars(view: View, found: Elements, budget: Budget) -> Iterator[Program]:
    """One bar for each colour, for its things or its cells, in one of the orders."""
    wide = {output.shape[1] for output in view.outputs}
    frames = [0, *wide] if len(wide) == 1 else [0]
    for counted in ("thing", "cell"):
        for words, key in ORDERS.items():
            for frame in frames:
                budget.spend(view.known)
                grids = [
                    _drawn(sorted(_bars(things, counted), key=key), scene, frame)
                    for things, scene in zip(found.things, found.scenes, strict=True)
                ]
                if all(map(same, grids, view.outputs)):
                    named = f"draw a bar for each colour of {found.words}, a cell for "
                    yield Program(
                        f"{named} each {counted}, {words}",
                        2.0 + found.cost,
                        tuple(grids[view.known :]),
                    )


def _bars(things: list[Thing], counted: str) -> list[Bar]:
    colours = dict.fromkeys(it.colour for it in things)
    found = []
    for colour in colours:
        some = [it for it in things if it.colour == colour]
        long = len(some) if counted == "thing" else sum(it.size for it in some)
        top, left = min(it.top for it in some), min(it.left for it in some)
        found.append((long, colour, top, left))
    return found


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
