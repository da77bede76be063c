"""Tasks to be solved: what is shown, and what a learner that solves must be able to do."""

from typing import Any, NamedTuple, Protocol, runtime_checkable

from metamer.core.study import Learner


class Guess(NamedTuple):
    """One answer to one asked input."""

    answer: Any
    """A grid, as a NumPy array."""
    reason: str = ""
    """Why, in words; empty from those who do not say."""


class Shown(NamedTuple):
    """A task as a learner meets it."""

    task: Any
    """Demonstrations and asked inputs, without answers."""
    features: Any = None
    """What the paradigm knows about it; only its own references look here."""


class Solved(NamedTuple):
    """What a learner made of one task."""

    guesses: tuple[tuple[Guess, ...], ...]
    """For each asked input, the best first; empty where it has nothing to say."""
    seconds: float = float("nan")
    """How long it took."""


class Sitting(NamedTuple):
    """The tasks that one unit meets, one after the other."""

    shown: tuple[Shown, ...]
    known: tuple[Any, ...]
    """What only the scorer knows of each task: its answers, its name."""
    guesses: int
    """How many answers count for each asked input."""


@runtime_checkable
class Solver(Learner, Protocol):
    """Answers whole tasks, one at a time; what it learns, it learns from the task.

    `mode` says what its guesses are to one another (`ranked` where it says nothing).
    """

    def solve(
        self, shown: Shown, guesses: int, key: Any
    ) -> tuple[tuple[Guess, ...], ...]: ...
