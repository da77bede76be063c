"""Copy: from frame to frame."""

from dataclasses import dataclass

import numpy as np

from metamer.paradigms.concepts.families.drawing import colours, edge, empty, painted, placed
from metamer.paradigms.concepts.families.family import Unfit, family, one_of_these
from metamer.paradigms.concepts.families.seeing import Thing, things
from metamer.programs.task import Grid


@family("Copy", "into-empty-frames")
@dataclass(frozen=True)
class IntoEmptyFrames:
    """What the one frame holds is copied into all empty frames, in its own colours or in
    theirs.

    Source: ours, after moskvichev2023's concept Copy.
    """

    colour: str = one_of_these("own", "of the frame")

    def draw(self, rng: np.random.Generator) -> Grid:
        many = int(rng.integers(2, 5))
        *paints, first, second = colours(rng, many + 2)
        if self.colour == "own" and rng.random() < 0.5:
            paints = paints[:1] * many
        sides = rng.integers(2, 5, 2)
        held = rng.choice((0, first, rng.choice((first, second))), sides)
        grid = empty(rng, (6, 15), (6, 15))
        for paint in paints:
            framed = np.pad(held, 1, constant_values=paint).astype(np.uint8)
            # The place within a frame is kept free by any colour.
            grid = placed(rng, grid, np.where(framed, framed, first).astype(np.uint8))
            held = np.full(sides, 9)
        return _emptied(grid, paints)
