"""What a search finds: a program with its words, its cost and its answers."""

from typing import NamedTuple

from metamer.programs.task import Grid


class Program(NamedTuple):
    """A rule that explains every demonstration of a task.

    Whoever finds one has made sure that it turns every demonstrated input into its output.
    """

    words: str
    """What it does, in a sentence without a full stop: `crop the largest object`."""
    cost: float
    """How much there is to say, in units of about one choice: operations, and every
    property or colour that had to be named. The cheapest programs are believed most."""
    answers: tuple[Grid | None, ...]
    """What it makes of each asked input; None where it cannot be applied."""
