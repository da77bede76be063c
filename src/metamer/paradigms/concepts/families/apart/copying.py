"""Copy: from frame to frame."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import (
    colours,
    empty,
    picture_of,
    put_anywhere,
)
from metamer.paradigms.concepts.families.things import inside_of, is_frame, things
from metamer.paradigms.concepts.rules import Unfit, family, parameter
from metamer.paradigms.concepts.tasks import Grid


@family("Copy", "into-empty-frames")
@dataclass(frozen=True)
class IntoEmptyFrames:
    """What one frame holds is copied into all empty frames, in its own colours or in
    theirs.

    Source: ours, after moskvichev2023's concept Copy.
    """

    colour: str = parameter("own", "of the frame")

    def draw(self, rng: np.random.Generator) -> Grid:
        count = int(rng.integers(2, 5))
        *frames, first, second = colours(rng, count + 2)
        if self.colour == "own" and rng.random() < 0.5:
            frames = frames[:1] * count
        shown = (0, first, first if rng.random() < 0.5 else second)
        held = rng.choice(shown, rng.integers(2, 5, 2)).astype(np.uint8)
        grid = empty(rng, (6, 15), (6, 15))
        for paint in frames:
            grid = put_anywhere(rng, grid, np.pad(held, 1, constant_values=paint))
            held = np.zeros_like(held)
        return grid

    def answer(self, grid: Grid) -> Grid:
        frames = [thing for thing in things(grid) if is_frame(thing)]
        full = [frame for frame in frames if grid[inside_of(frame)].any()]
        if len(full) != 1 or len(frames) < 2:
            raise Unfit
        held = grid[inside_of(full[0])]
        output = grid.copy()
        for frame in frames:
            if frame is full[0]:
                continue
            if frame.shape.shape != full[0].shape.shape:
                raise Unfit
            own = self.colour == "own"
            output[inside_of(frame)] = (
                held if own else picture_of(held > 0, frame.colour)
            )
        return output
