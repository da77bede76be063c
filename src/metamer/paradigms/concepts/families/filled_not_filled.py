"""Filled and not filled."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    hollow_and_filled,
    scatter,
)
from metamer.paradigms.concepts.families.things import Thing, is_hollow, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("FilledNotFilled", "keep-the-hollow")
@dataclass(frozen=True)
class KeepTheHollow:
    """Hollow things stay and filled ones disappear, or the other way round.

    Source: ours, for moskvichev2023's concept Filled and Not Filled.
    """

    kept: str = parameter("hollow", "filled")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 6))
        return _some(rng, [int(paint) for paint in rng.choice(colours(rng, 4), count)])

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for thing in _both_kinds(grid):
            if is_hollow(thing) != (self.kept == "hollow"):
                output[thing.mask] = 0
        return output


@family("FilledNotFilled", "colour-by-filling")
@dataclass(frozen=True)
class ColourByFilling:
    """Hollow things take one colour, filled things another.

    Source: ours, for moskvichev2023's concept Filled and Not Filled.
    """

    hollow: int = parameter(1, 2, 8)
    filled: int = parameter(3, 4, 6)

    def draw(self, rng: np.random.Generator) -> Grid:
        paint = colours(rng, 1, self.hollow, self.filled)
        return _some(rng, paint * int(rng.integers(2, 6)))

    def answer(self, grid: Grid) -> Grid:
        output = grid.copy()
        for thing in _both_kinds(grid):
            output[thing.mask] = self.hollow if is_hollow(thing) else self.filled
        return output


def _some(rng: np.random.Generator, paints: list[int]) -> Grid:
    """Things in these colours, each hollow or filled at random."""
    masks = hollow_and_filled(rng, len(paints))
    return scatter(rng, empty(rng, (8, 15), (8, 15)), masks, paints)


def _both_kinds(grid: Grid) -> list[Thing]:
    """All things; `Unfit` unless some are hollow and some are filled."""
    found = things(grid)
    if len({is_hollow(thing) for thing in found}) != 2:
        raise Unfit
    return found
