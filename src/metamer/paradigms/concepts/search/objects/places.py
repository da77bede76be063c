"""Places that an object can go to: the edge, the middle, where another object is ...

A place is the row and column of the upper left corner of the object's box; `NOWHERE` if
there is none. Adding one is adding one function.
"""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.objects.references import NONE
from metamer.paradigms.concepts.search.stack import STEPS, Stack

NOWHERE = -99

Leads = Callable[[Stack], np.ndarray]
"""[object, (row, column)]"""
Relates = Callable[[Stack, np.ndarray], np.ndarray]
"""The same for each of several references: [reference, object, (row, column)], given the
number of another object for each object: [reference, object]."""

PLACES: Entries[Leads] = Entries("place")
place = PLACES.add

RELATIVE_PLACES: Entries[Relates] = Entries("relative place")
relative = RELATIVE_PLACES.add
"""`{}` in the words stands for the other object."""


def at(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Places from their rows and columns."""
    return np.stack(np.broadcast_arrays(rows, columns), axis=-1)


def _middle(space: np.ndarray | int, length: np.ndarray) -> np.ndarray:
    """Where something begins that lies in the middle of a space."""
    return (space - length) // 2


place("the middle of the grid", 0.6)(
    lambda stack: at(
        _middle(stack.grid.shape[0], stack.heights),
        _middle(stack.grid.shape[1], stack.widths),
    )
)
place("the middle of its columns", 0.9)(
    lambda stack: at(_middle(stack.grid.shape[0], stack.heights), stack.lefts)
)
place("the middle of its rows", 0.9)(
    lambda stack: at(stack.tops, _middle(stack.grid.shape[1], stack.widths))
)
place("its mirror image, left to right", 0.8)(
    lambda stack: at(stack.tops, stack.grid.shape[1] - 1 - stack.rights)
)
place("its mirror image, top to bottom", 0.8)(
    lambda stack: at(stack.grid.shape[0] - 1 - stack.bottoms, stack.lefts)
)
place("the opposite side through the middle", 0.9)(
    lambda stack: at(
        stack.grid.shape[0] - 1 - stack.bottoms, stack.grid.shape[1] - 1 - stack.rights
    )
)
place("its own place", 0.2)(lambda stack: at(stack.tops, stack.lefts))
place("its own middle, with height and width swapped", 0.6)(
    lambda stack: at(
        stack.tops + _middle(stack.heights, stack.widths),
        stack.lefts + _middle(stack.widths, stack.heights),
    )
)


def _beside(gap: int, down: int, across: int) -> Leads:
    return lambda stack: at(
        stack.tops + down * (stack.heights + gap),
        stack.lefts + across * (stack.widths + gap),
    )


SIDES = ("above it", "below it", "to its left", "to its right")

for _gap, _distance in ((0, "just"), (1, "one cell")):
    for (_down, _across), _side in zip(STEPS, SIDES, strict=False):
        place(f"the place {_distance} {_side}", 1.2 + 0.2 * _gap)(
            _beside(_gap, _down, _across)
        )

relative("the middle of {}", 0.5)(
    lambda stack, others: at(
        stack.tops[others] + _middle(stack.heights[others], stack.heights),
        stack.lefts[others] + _middle(stack.widths[others], stack.widths),
    )
)
relative("the middle row of {}", 0.8)(
    lambda stack, others: at(
        stack.tops[others] + _middle(stack.heights[others], stack.heights), stack.lefts
    )
)
relative("the middle column of {}", 0.8)(
    lambda stack, others: at(
        stack.tops, stack.lefts[others] + _middle(stack.widths[others], stack.widths)
    )
)
relative("the place of {}", 0.7)(
    lambda stack, others: at(stack.tops[others], stack.lefts[others])
)
relative("the bottom left corner of {}", 0.9)(
    lambda stack, others: at(
        stack.bottoms[others] - stack.heights + 1, stack.lefts[others]
    )
)
relative("the top right corner of {}", 0.9)(
    lambda stack, others: at(
        stack.tops[others], stack.rights[others] - stack.widths + 1
    )
)
relative("the bottom right corner of {}", 0.9)(
    lambda stack, others: at(
        stack.bottoms[others] - stack.heights + 1,
        stack.rights[others] - stack.widths + 1,
    )
)
relative("the top row of {}", 0.9)(
    lambda stack, others: at(stack.tops[others], stack.lefts)
)
relative("the bottom row of {}", 0.9)(
    lambda stack, others: at(stack.bottoms[others] - stack.heights + 1, stack.lefts)
)
relative("the left column of {}", 0.9)(
    lambda stack, others: at(stack.tops, stack.lefts[others])
)
relative("the right column of {}", 0.9)(
    lambda stack, others: at(stack.tops, stack.rights[others] - stack.widths + 1)
)
relative("the other side of {}, top to bottom", 0.7)(
    lambda stack, others: at(
        stack.tops[others] + stack.bottoms[others] - stack.bottoms, stack.lefts
    )
)
relative("the other side of {}, left to right", 0.7)(
    lambda stack, others: at(
        stack.tops, stack.lefts[others] + stack.rights[others] - stack.rights
    )
)
relative("the opposite side of {}", 0.8)(
    lambda stack, others: at(
        stack.tops[others] + stack.bottoms[others] - stack.bottoms,
        stack.lefts[others] + stack.rights[others] - stack.rights,
    )
)
relative("the place just above {}", 0.8)(
    lambda stack, others: at(stack.tops[others] - stack.heights, stack.lefts)
)
relative("the place just below {}", 0.8)(
    lambda stack, others: at(stack.bottoms[others] + 1, stack.lefts)
)
relative("the place just to the right of {}", 0.8)(
    lambda stack, others: at(stack.tops, stack.rights[others] + 1)
)
relative("the place just to the left of {}", 0.8)(
    lambda stack, others: at(stack.tops, stack.lefts[others] - stack.widths)
)
relative("the place above the middle of {}", 0.9)(
    lambda stack, others: at(
        stack.tops[others] - stack.heights,
        stack.lefts[others] + _middle(stack.widths[others], stack.widths),
    )
)
relative("the place below the middle of {}", 0.9)(
    lambda stack, others: at(
        stack.bottoms[others] + 1,
        stack.lefts[others] + _middle(stack.widths[others], stack.widths),
    )
)
relative("the place to the right of the middle of {}", 0.9)(
    lambda stack, others: at(
        stack.tops[others] + _middle(stack.heights[others], stack.heights),
        stack.rights[others] + 1,
    )
)
relative("the place to the left of the middle of {}", 0.9)(
    lambda stack, others: at(
        stack.tops[others] + _middle(stack.heights[others], stack.heights),
        stack.lefts[others] - stack.widths,
    )
)


def relative_to(relates: Relates, stack: Stack, others: np.ndarray) -> np.ndarray:
    """Relative places; `NOWHERE` for objects without another, and for that one itself."""
    alone = (others == NONE) | (others == np.arange(len(stack)))
    # As an index `NONE` means the last object; what comes of it is ruled out here.
    return np.where(alone[..., None], NOWHERE, relates(stack, others))
