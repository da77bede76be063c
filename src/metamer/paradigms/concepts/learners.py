"""The learner that searches for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from metamer.core.errors import Refusal, at_least
from metamer.core.registry import learner
from metamer.core.solve import Guess, TaskView


@learner.add("program-search")
@dataclass(frozen=True)
class ProgramSearch:
    """Finds programs that explain all demonstrations; guesses what most of them say.

    Source: ours; moskvichev2023, Sec. 5, has the winners of a contest on ARC, which search
    too.
    """

    seconds: float = 8.0
    """How long it may search on one task. Source: ours."""
    steps: int = 0
    """How many programs it may run on a grid, for all of a task; 0 sets no limit but the
    time. With a limit in steps alone the answers are the same on every machine. Source:
    ours."""
    gigabytes: float = 1.5
    """How much memory it may use beyond what its process had. Source: ours."""
    label: str = ""
    """Its name in tables, if several with different limits are compared. Source: ours."""
    block: ClassVar[int] = 1

    def __post_init__(self) -> None:
        at_least("program-search: steps", self.steps, 0)
        for name in ("seconds", "gigabytes"):
            if not getattr(self, name) > 0:
                raise Refusal(
                    f"program-search: {name} must be more than 0, not "
                    f"{getattr(self, name):g}"
                )

    @property
    def name(self) -> str:
        return self.label or "program-search"

    def solve(
        self, shown: TaskView, guesses: int, key: Any
    ) -> tuple[tuple[Guess, ...], ...]:
        from metamer.paradigms.concepts.search.budget import Budget
        from metamer.paradigms.concepts.search.search import search

        budget = Budget(self.steps or float("inf"), self.seconds, self.gigabytes)
        return tuple(
            tuple(Guess(answer.grid, answer.words) for answer in answers[:guesses])
            for answers in search(shown.task, budget)
        )
