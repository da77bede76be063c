"""What a search finds: a program with its words, its cost and its answers."""

from collections.abc import Iterable
from typing import NamedTuple

from metamer.paradigms.concepts.tasks import Grid


class Program(NamedTuple):
    """A rule that explains every demonstration of a task.

    A finder has made sure that it turns every demonstrated input into its output.
    """

    words: str
    """What it does, in a sentence without a full stop: `crop the largest object`."""
    cost: float
    """How much there is to say, in units of about one choice: operations, and every
    property or colour that had to be named. The cheapest programs are believed most."""
    answers: tuple[Grid | None, ...]
    """What it makes of each asked input; None if it cannot be applied."""


def grids_key(grids: Iterable[Grid | None]) -> bytes:
    """A key that is equal for equal lists of grids."""
    # With shapes, because the same bytes can be grids of different shapes.
    return b"|".join(
        b"" if grid is None else bytes(grid.shape) + grid.tobytes() for grid in grids
    )
