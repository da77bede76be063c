"""Filled and not filled."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    hollow_and_filled,
    scattered,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, is_hollow, things
from metamer.programs.task import Grid


@family("FilledNotFilled", "keep-the-hollow")
@dataclass(frozen=True)
class KeepTheHollow:
    """Things that are hollow stay and filled ones go, or the other way round.

    Source: ours, for moskvichev2023's concept Filled and Not Filled.
    """

    kept: str = one_of_these("hollow", "filled")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(2, 6))
        return _some(rng, [int(it) for it in rng.choice(colours(rng, 4), many)])

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for thing in _both_kinds(grid):
            if is_hollow(thing) != (self.kept == "hollow"):
                made[thing.mask] = 0
        return made


@family("FilledNotFilled", "colour-by-filling")
@dataclass(frozen=True)
class ColourByFilling:
    """Hollow things take one colour, filled things another.

    Source: ours, for moskvichev2023's concept Filled and Not Filled.
    """

    hollow: int = one_of_these(1, 2, 8)
    filled: int = one_of_these(3, 4, 6)

    def draw(self, rng: np.random.Generator) -> Grid:
        paint = colours(rng, 1, self.hollow, self.filled)
        return _some(rng, paint * int(rng.integers(2, 6)))

    def answer(self, grid: Grid) -> Grid:
        made = grid.copy()
        for thing in _both_kinds(grid):
            made[thing.mask] = self.hollow if is_hollow(thing) else self.filled
        return made


def _some(rng: np.random.Generator, paints: list[int]) -> Grid:
    """Things of some colours, each hollow or filled by chance."""
    masks = hollow_and_filled(rng, len(paints))
    return scattered(rng, empty(rng, (8, 15), (8, 15)), masks, paints)


def _both_kinds(grid: Grid) -> list[Thing]:
    """All things; `Unfit` unless some are hollow and some are filled."""
    found = things(grid)
    if len({is_hollow(thing) for thing in found}) != 2:
        raise Unfit
    return found
