"""Horizontal and vertical."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    Mask,
    colours,
    edge,
    empty,
    picture_of,
    put_anywhere,
    scatter,
)
from metamer.paradigms.concepts.families.things import Thing, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("HorizontalVertical", "keep-what-lies")
@dataclass(frozen=True)
class KeepWhatLies:
    """Things that are wider than high stay and those higher than wide disappear, or the
    other way round.

    Source: ours, for moskvichev2023's concept Horizontal and Vertical.
    """

    kept: str = parameter("lying", "standing")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        paints = [int(paint) for paint in rng.choice(colours(rng, 4), count)]
        grid = empty(rng, (8, 15), (8, 15))
        return scatter(rng, grid, [_bar(rng) for _ in paints], paints)

    def answer(self, grid: Grid) -> Grid:
        found = things(grid)
        if len({_lies(thing) for thing in found}) != 2:
            raise Unfit
        output = grid.copy()
        for thing in found:
            if _lies(thing) != (self.kept == "lying"):
                output[thing.mask] = 0
        return output


def _bar(rng: np.random.Generator) -> Mask:
    """A rectangle, solid or hollow, with one side two cells longer than the other."""
    thick = int(rng.integers(1, 4))
    bar = np.ones((thick, thick + int(rng.integers(2, 5))), bool)
    bar = bar if rng.random() < 0.5 else bar.T
    return bar if rng.random() < 0.5 else edge(bar)


def _lies(thing: Thing) -> bool:
    height, width = thing.shape.shape
    if height == width:
        raise Unfit
    return width > height


@family("HorizontalVertical", "turn-the-lines")
@dataclass(frozen=True)
class TurnTheLines:
    """Horizontal lines, vertical lines or all make a quarter turn about their middle.

    Source: ours, for moskvichev2023's concept Horizontal and Vertical.
    """

    turned: str = parameter("all", "lying", "standing")

    def draw(self, rng: np.random.Generator) -> Grid:
        taken = empty(rng, (7, 15), (7, 15))
        for paint in colours(rng, int(rng.integers(2, 5))):
            arm = int(rng.integers(1, 4))
            cross = np.zeros((2 * arm + 1, 2 * arm + 1), bool)
            cross[arm] = cross[:, arm] = True
            taken = put_anywhere(rng, taken, picture_of(cross, paint))
        grid = np.zeros_like(taken)
        for thing in things(taken):
            cells = np.argwhere(thing.mask)
            axis = int(rng.integers(2))
            line = cells[cells[:, axis] == cells[len(cells) // 2, axis]]
            grid[tuple(line.T)] = thing.colour
        return grid

    def answer(self, grid: Grid) -> Grid:
        turned = [thing for thing in things(grid) if self._turns(thing)]
        output = np.where(sum(thing.mask for thing in turned), 0, grid).astype(np.uint8)
        for thing in turned:
            cells = _quarter_turn(thing)
            if output[cells].any():
                raise Unfit
            output[cells] = thing.colour
        return output

    def _turns(self, thing: Thing) -> bool:
        return self.turned in ("all", "lying" if _lies(thing) else "standing")


def _quarter_turn(thing: Thing) -> tuple[np.ndarray, ...]:
    """The cells of a line of odd length after a quarter turn about its middle."""
    cells = np.argwhere(thing.mask)
    if min(thing.shape.shape) > 1 or len(cells) % 2 == 0:
        raise Unfit
    middle = cells[len(cells) // 2]
    turned = middle + (cells - middle)[:, ::-1]
    if (turned < 0).any() or (turned >= thing.mask.shape).any():
        raise Unfit
    return tuple(turned.T)
