"""Copy: from frame to frame."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    edge,
    empty,
    painted,
    placed,
)
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, things
from metamer.programs.task import Grid


@family("Copy", "into-empty-frames")
@dataclass(frozen=True)
class IntoEmptyFrames:
    """What one frame holds is copied into all empty frames, in its own colours or in
    theirs.

    Source: ours, after moskvichev2023's concept Copy.
    """

    colour: str = one_of_these("own", "of the frame")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(2, 5))
        *frames, first, second = colours(rng, many + 2)
        if self.colour == "own" and rng.random() < 0.5:
            frames = frames[:1] * many
        shown = (0, first, first if rng.random() < 0.5 else second)
        held = rng.choice(shown, rng.integers(2, 5, 2)).astype(np.uint8)
        grid = empty(rng, (6, 15), (6, 15))
        for paint in frames:
            grid = placed(rng, grid, np.pad(held, 1, constant_values=paint))
            held = np.zeros_like(held)
        return grid

    def answer(self, grid: Grid) -> Grid:
        frames = [it for it in things(grid) if _is_frame(it)]
        full = [it for it in frames if grid[_inside(it)].any()]
        if len(full) != 1 or len(frames) < 2:
            raise Unfit
        held = grid[_inside(full[0])]
        made = grid.copy()
        for frame in [it for it in frames if it is not full[0]]:
            if frame.shape.shape != full[0].shape.shape:
                raise Unfit
            own = self.colour == "own"
            made[_inside(frame)] = held if own else painted(held > 0, frame.colour)
        return made


def _is_frame(thing: Thing) -> bool:
    """Whether it is the outline of a rectangle with room for something."""
    whole = np.ones_like(thing.shape)
    return min(whole.shape) > 2 and bool((thing.shape == edge(whole)).all())


def _inside(frame: Thing) -> tuple[slice, slice]:
    rows, columns = frame.box
    return (
        slice(rows.start + 1, rows.stop - 1),
        slice(columns.start + 1, columns.stop - 1),
    )
