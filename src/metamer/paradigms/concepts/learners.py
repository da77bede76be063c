"""The learner that searches for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from metamer.core.errors import Refusal, at_least
from metamer.core.registry import learner
from metamer.core.solve import Guess, TaskView
from metamer.paradigms.concepts.tasks import Task

Guesses = tuple[tuple[Guess, ...], ...]


class Outcome(NamedTuple):
    """What a search found, and how it ended."""

    guesses: Guesses
    """For each asked input, the best one first."""
    ended: str
    """`time`, `memory` or `steps` if that limit cut it short, else `finished`."""


@learner.add("program-search")
@dataclass(frozen=True)
class ProgramSearch:
    """Finds programs that explain all demonstrations; guesses what most of them say.

    Source: ours; moskvichev2023, Sec. 5, has the winners of a contest on ARC, which search
    too.
    """

    seconds: float = 0.0
    """How long it may search on one task; 0 sets no limit. With a limit in seconds the
    answers depend on the machine, and on how busy it is. Source: ours."""
    steps: int = 10_000_000
    """How many programs it may run on a grid, for all of a task; 0 sets no limit. With a
    limit in steps alone the answers are the same on every machine. Source: ours."""
    gigabytes: float = 8.0
    """How much memory it may use beyond what its process had. The default number of steps
    fills 2 at most, so that memory changes no answer. Source: ours."""
    label: str = ""
    """Its name in tables, if several with different limits are compared. Source: ours."""
    block: ClassVar[int] = 1

    def __post_init__(self) -> None:
        at_least("program-search: steps", self.steps, 0)
        at_least("program-search: seconds", self.seconds, 0)
        if not self.gigabytes > 0:
            raise Refusal(
                f"program-search: gigabytes must be more than 0, not {self.gigabytes:g}"
            )
        if not (self.steps or self.seconds):
            raise Refusal(
                "program-search needs a limit: steps or seconds must be more than 0"
            )

    @property
    def name(self) -> str:
        return self.label or "program-search"

    def solve(self, shown: TaskView, guesses: int, key: Any) -> Guesses:
        return self.search(shown.task, guesses).guesses

    def search(self, task: Task, guesses: int) -> Outcome:
        """The best guesses at each asked input, and how the search ended."""
        from metamer.paradigms.concepts.search.budget import Budget
        from metamer.paradigms.concepts.search.search import search

        none = float("inf")
        budget = Budget(self.steps or none, self.seconds or none, self.gigabytes)
        answers = search(task, budget)
        best = tuple(
            tuple(Guess(answer.grid, answer.words) for answer in each[:guesses])
            for each in answers
        )
        return Outcome(best, budget.ended)
