"""Inside and outside."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    DOT,
    colours,
    edge,
    empty,
    line,
    picture_of,
    put_anywhere,
    rectangle,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    inside_of,
    is_frame,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Cues, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    keep,
    mixed,
    some,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("InsideOutside", "inside-or-single")
@dataclass(frozen=True)
class InsideOrSingle:
    """With the frame, only what is inside it stays (or only what is outside). Shortcut:
    only single cells stay (or only larger things).

    Source: ours, for moskvichev2023's concept Inside and Outside.
    """

    side: str = parameter("inside", "outside")
    size: str = parameter("single", "larger")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        around, *known = colours(rng, 4)
        inner, outer = int(rng.integers(1, 3)), int(rng.integers(2, 4))
        inside = [True] * inner + [False] * outer
        single = {
            "agree": [(one == (self.side == "inside")) for one in inside],
            "part": mixed(rng, inner + outer),
            "absent": [bool(rng.random() < 0.5)] * (inner + outer),
        }[cues]
        if cues == "agree" and self.size == "larger":
            single = [not one for one in single]
        frame = edge(rectangle(rng, 6, 9))
        grid = put_anywhere(
            rng, empty(rng, (12, 16), (12, 16)), picture_of(frame, around)
        )
        within = np.zeros_like(grid, bool)
        within[inside_of(only(things(grid)))] = True
        for one, small in zip(inside, single, strict=True):
            picture = picture_of(
                DOT if small else line(rng, 2, 3), int(rng.choice(known))
            )
            grid = put_anywhere(rng, grid, picture, within if one else ~within)
        return grid

    def answer(self, grid: Grid) -> Grid:
        frame, found = _frame_and_others(grid)
        within = np.zeros_like(grid, bool)
        within[inside_of(frame)] = True
        inside = [bool(within[thing.mask].all()) for thing in found]
        return keep(
            grid, found, some([one == (self.side == "inside") for one in inside])
        )

    def shortcut(self, grid: Grid) -> Grid:
        _, found = _frame_and_others(grid)
        single = [thing.size == 1 for thing in found]
        return keep(
            grid, found, some([one == (self.size == "single") for one in single])
        )

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()


def _frame_and_others(grid: Grid) -> tuple[Thing, list[Thing]]:
    found = things(grid)
    frame = only([thing for thing in found if is_frame(thing)])
    return frame, [thing for thing in found if thing is not frame]
