"""Copy."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    blob,
    colours,
    empty,
    picture_of,
    put,
    put_anywhere,
    scatter,
    shape,
)
from metamer.paradigms.concepts.families.things import (
    clumps,
    middle_line_stands,
    only,
    things,
)
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Copy", "copy-onto-dots")
@dataclass(frozen=True)
class CopyOntoDots:
    """The only thing larger than a dot is copied onto every dot, centred on it.

    Source: ours, for moskvichev2023's concept Copy.
    """

    colour: str = parameter("own", "of the dot")

    def draw(self, rng: np.random.Generator) -> Grid:
        mask = blob(rng, 4, 8)
        if not all(side % 2 for side in mask.shape):
            raise Unfit
        count = int(rng.integers(1, 4))
        *dots, first, second = colours(rng, count + 2)
        paints = [first, first if self.colour == "of the dot" else second]
        picture = picture_of(mask, 1) * rng.choice(paints, mask.shape).astype(np.uint8)
        grid = taken = put_anywhere(rng, empty(rng, (8, 15), (8, 15)), picture)
        for dot in dots:
            taken = put_anywhere(rng, taken, picture_of(mask, dot))
        for copy in things(taken):
            if copy.colour in dots:
                grid[tuple((side.start + side.stop) // 2 for side in copy.box)] = (
                    copy.colour
                )
        return grid

    def answer(self, grid: Grid) -> Grid:
        found = clumps(grid)
        thing = only([clump for clump in found if clump.size > 1])
        picture = np.where(thing.mask, grid, 0)[thing.box]
        output = grid.copy()
        for dot in [clump for clump in found if clump.size == 1]:
            copy = (
                picture if self.colour == "own" else picture_of(thing.shape, dot.colour)
            )
            output = _put_centred(
                np.where(dot.mask, 0, output).astype(np.uint8), copy, dot.box
            )
        return output


def _put_centred(grid: Grid, picture: Grid, box: tuple[slice, slice]) -> Grid:
    """The grid with a picture whose middle is at a cell, on black cells only."""
    height, width = picture.shape
    if height % 2 == 0 or width % 2 == 0:
        raise Unfit
    top, left = box[0].start - height // 2, box[1].start - width // 2
    below = grid[max(top, 0) : top + height, max(left, 0) : left + width]
    if below.shape != picture.shape or below[picture > 0].any():
        raise Unfit
    return put(grid, picture, top, left)


@family("Copy", "copy-across-the-line")
@dataclass(frozen=True)
class CopyAcrossTheLine:
    """What is on one side of a line is copied to the other, unchanged or mirrored.

    Source: ours, for moskvichev2023's concept Copy.
    """

    manner: str = parameter("as it is", "mirrored")

    def draw(self, rng: np.random.Generator) -> Grid:
        panel = empty(rng, (5, 12), (4, 7))
        count = int(rng.integers(1, 4))
        between, *paints = colours(rng, count + 1)
        panel = scatter(rng, panel, [shape(rng) for _ in range(count)], paints)
        line = np.full((len(panel), 1), between, np.uint8)
        grid = np.hstack([panel, line, np.zeros_like(panel)])
        if rng.random() < 0.5:
            grid = np.hstack([np.zeros_like(panel), line, panel])
        return grid if rng.random() < 0.5 else grid.T.copy()

    def answer(self, grid: Grid) -> Grid:
        if middle_line_stands(grid):
            return self._across(grid)
        return self._across(grid.T).T.copy()

    def _across(self, grid: Grid) -> Grid:
        """The answer where the line stands."""
        half = grid.shape[1] // 2
        left, line, right = np.split(grid, [half, half + 1], axis=1)
        if left.any() == right.any():
            raise Unfit
        whole = left if left.any() else right
        copy = np.fliplr(whole) if self.manner == "mirrored" else whole
        return np.hstack([whole, line, copy] if left.any() else [copy, line, whole])
