"""Horizontal and vertical."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    picture_of,
    put_anywhere,
)
from metamer.paradigms.concepts.families.things import (
    Thing,
    things,
)
from metamer.paradigms.concepts.rules import Cues, Unfit, parameter, shortcut
from metamer.paradigms.concepts.shortcuts.choosing import (
    keep,
    mixed,
    some,
)
from metamer.paradigms.concepts.tasks import Grid


@shortcut("HorizontalVertical", "lying-or-upper")
@dataclass(frozen=True)
class LyingOrUpper:
    """Only lines that lie stay (or only those that stand). Shortcut: only lines in the
    upper half stay (or in the lower half).

    Source: ours, for moskvichev2023's concept Horizontal and Vertical.
    """

    kept: str = parameter("lying", "standing")
    half: str = parameter("upper", "lower")

    def draw(self, rng: np.random.Generator, cues: Cues) -> Grid:
        grid = empty(rng, (10, 15), (10, 15))
        middle = len(grid) // 2
        lying = mixed(rng, int(rng.integers(3, 6)))
        targets = [one == (self.kept == "lying") for one in lying]
        upper = {
            "agree": [one == (self.half == "upper") for one in targets],
            "part": mixed(rng, len(lying)),
            "absent": [bool(rng.random() < 0.5)] * len(lying),
        }[cues]
        paints = colours(rng, 4)
        for flat, high in zip(lying, upper, strict=True):
            mask = np.ones((1, int(rng.integers(2, 5))), bool)
            picture = picture_of(mask if flat else mask.T, int(rng.choice(paints)))
            area = np.zeros_like(grid, bool)
            area[slice(middle) if high else slice(len(grid) - middle, None)] = True
            grid = put_anywhere(rng, grid, picture, area)
        return grid

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        sides = [thing.shape.shape for thing in found]
        if any(height == width for height, width in sides):
            raise Unfit
        lying = [height < width for height, width in sides]
        return keep(grid, found, some([one == (self.kept == "lying") for one in lying]))

    def shortcut(self, grid: Grid) -> Grid:
        found = things(grid)
        upper = [_is_upper(thing, len(grid)) for thing in found]
        return keep(grid, found, some([one == (self.half == "upper") for one in upper]))

    def others(self) -> Iterable[Callable[[Grid], Grid]]:
        return ()


def _is_upper(thing: Thing, height: int) -> bool:
    """Whether it is in the upper half; `Unfit` if it is in neither half."""
    rows = thing.box[0]
    if 2 * rows.stop > height > 2 * rows.start:
        raise Unfit
    return 2 * rows.stop <= height
