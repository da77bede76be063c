"""Who learns from demonstrations: a search for programs, and who colours cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple

from metamer.core.errors import Refusal, at_least
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.core.solve import Guess, TaskView
from metamer.learners.scikit import Estimator, ask, teach
from metamer.learners.torch import TorchModule
from metamer.learners.torch.making import check_package
from metamer.paradigms.concepts.neighbourhoods import Guesses, Teach, guess, paint
from metamer.paradigms.concepts.tasks import LARGEST, Grid, Task

MAX_SIZE = 2 * LARGEST - 1
"""The longest side of a neighbourhood: from any cell of the largest grid to any other."""


def check_sizes(who: str, sizes: tuple[int, ...]) -> None:
    """Refuse neighbourhoods without a middle, and those that are too large."""
    odd = all(size % 2 and 1 <= size <= MAX_SIZE for size in sizes)
    if not sizes or not odd:
        raise Refusal(
            f"{who}: sizes must be odd numbers from 1 to {MAX_SIZE}, at least one, not "
            f"{list(sizes)}"
        )


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

    Source: ours; moskvichev2023, Sec. 6, has the winners of a contest on ARC, which search
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


@learner.add("sklearn-solver")
@dataclass(frozen=True)
class ScikitSolver(Estimator):
    """A classifier of scikit-learn says what each cell becomes, from the cells around it.

    It is taught every output cell of the demonstrations: whether it has the colour of its
    input cell, or else which one. Where outputs are larger or smaller than inputs, their
    cells are spread over the input evenly. A task with too few cells for the classifier
    is not answered.

    Source: ours.
    """

    sizes: tuple[int, ...] = (3, 5, 7)
    """How many cells wide the neighbourhood is, for each guess in turn. Source: ours."""
    label: str = ""
    """What tables call it; without one, its name and settings. Source: ours."""
    block: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_sizes("sklearn-solver", self.sizes)

    @property
    def name(self) -> str:
        return self.label or self.title("sklearn-solver")

    def solve(self, shown: TaskView, guesses: int, key: Key) -> Guesses:
        def answers(size: int) -> list[Grid]:
            """None if the classifier cannot be taught."""
            try:
                return paint(shown.task, size, teach_one(key.stream("size", size)))
            except (ValueError, IndexError) as error:
                # What scikit-learn says of a wrong setting is a `TypeError` as well, and
                # holds for every task.
                if isinstance(error, TypeError):
                    raise
                return []

        def teach_one(key: Key) -> Teach:
            return lambda seen, said: partial(ask, teach(self.model(key), seen, said))

        return guess(shown.task, self.sizes[:guesses], answers)


@learner.add("torch-solver")
@dataclass(frozen=True)
class TorchSolver(TorchModule):
    """A module of PyTorch says what each cell becomes, from the cells around it.

    It is taught as `sklearn-solver` is, anew for each task and each size: an item is the
    neighbourhood of a cell, as a row of numbers, and its label is a colour.

    Source: ours.
    """

    kind: ClassVar[str] = "torch-solver"
    sizes: tuple[int, ...] = (3, 5, 7)
    """How many cells wide the neighbourhood is, for each guess in turn. Source: ours."""
    rate: float = 3e-3
    """The learning rate. Source: ours: a task has some hundred cells."""
    block: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_sizes("torch-solver", self.sizes)

    @property
    def name(self) -> str:
        return self.title

    def solve(self, shown: TaskView, guesses: int, key: Key) -> Guesses:
        from metamer.learners.torch.loop import ask, train_on_items

        check_package(self.kind)

        def answers(size: int) -> list[Grid]:
            own = key.stream("size", size)
            return paint(
                shown.task,
                size,
                lambda seen, said: partial(
                    ask, self, train_on_items(self, Items(seen, said), own)
                ),
            )

        return guess(shown.task, self.sizes[:guesses], answers)
