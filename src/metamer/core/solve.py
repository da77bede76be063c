"""Tasks to be solved: what a learner is shown, and what it makes of it."""

from typing import Any, NamedTuple


class Guess(NamedTuple):
    """One answer to one asked input."""

    answer: Any
    """A grid, as a NumPy array."""
    reason: str = ""
    """Why, in words; empty if the learner gives no reasons."""


class TaskView(NamedTuple):
    """What a learner sees of a task."""

    task: Any
    """Demonstrations and asked inputs, without answers."""
    features: Any = None
    """What the paradigm knows about the task; only its own references look here."""


class TaskAnswer(NamedTuple):
    """What a learner made of one task."""

    guesses: tuple[tuple[Guess, ...], ...]
    """For each asked input, the best first; empty if there is none."""
    seconds: float = float("nan")
    """How long it took."""


class TaskLesson(NamedTuple):
    """The tasks that one unit meets, one after the other."""

    shown: tuple[TaskView, ...]
    known: tuple[Any, ...]
    """What only the scorer knows of each task: its answers, its name."""
    guesses: int
    """How many guesses at each asked input count."""
