"""Above and below."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    picture_of,
    put_anywhere,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    dividing_row,
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    colours_by,
    keep,
    mixed,
    others_than,
    some,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("AboveBelow", "above-or-coloured")
@dataclass(frozen=True)
class AboveOrColoured:
    """Only things above the line stay (or only those below it), with the line. Shortcut:
    only things of one colour stay.

    Source: ours, for moskvichev2023's concept Above and Below.
    """

    side: str = parameter("above", "below")
    colour: int = parameter(1, 3, 6, 7)

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        grid = empty(rng, (9, 15), (8, 15))
        row = int(rng.integers(4, len(grid) - 4))
        grid[row] = colours(rng, 1, self.colour, *others_than(self.colour))[0]
        above = mixed(rng, int(rng.integers(3, 6)))
        targets = [up == (self.side == "above") for up in above]
        paints = colours_by(rng, cues, targets, self.colour)
        for up, paint in zip(above, paints, strict=True):
            area = np.zeros_like(grid, bool)
            area[slice(row) if up else slice(row + 1, None)] = True
            grid = put_anywhere(rng, grid, picture_of(shape(rng, 3), paint), area)
        return grid

    def answer(self, grid: Grid) -> Grid:
        row, found = _line_and_others(grid)
        above = [thing.box[0].stop <= row for thing in found]
        return keep(grid, found, some([up == (self.side == "above") for up in above]))

    def shortcut(self, grid: Grid) -> Grid:
        _, found = _line_and_others(grid)
        return keep(grid, found, some([thing.colour == self.colour for thing in found]))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()


def _line_and_others(grid: Grid) -> tuple[int, list[Thing]]:
    """The row of the line, and all other things."""
    row = dividing_row(grid)
    found = [thing for thing in things(grid) if not thing.mask[row].any()]
    if len(found) < 2:
        raise Unfit
    return row, found
