"""Who learns from demonstrations: a search for programs, and classifiers of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from metamer.core.errors import Refusal, at_least
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.core.solve import Guess, TaskView
from metamer.learners.scikit import Estimator, ask, teach
from metamer.paradigms.concepts.neighbourhoods import (
    cells,
    colours_of,
    labels,
    output_shape,
)
from metamer.paradigms.concepts.tasks import LARGEST, Grid, Task

Guesses = tuple[tuple[Guess, ...], ...]

MAX_SIZE = 2 * LARGEST - 1
"""The longest side of a neighbourhood: from any cell of the largest grid to any other."""


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
        odd = all(size % 2 and 1 <= size <= MAX_SIZE for size in self.sizes)
        if not self.sizes or not odd:
            raise Refusal(
                f"sklearn-solver: sizes must be odd numbers from 1 to {MAX_SIZE}, at least "
                f"one, not {list(self.sizes)}"
            )

    @property
    def name(self) -> str:
        return self.label or self.title("sklearn-solver")

    def solve(self, shown: TaskView, guesses: int, key: Key) -> Guesses:
        found: tuple[dict[bytes, Guess], ...] = tuple({} for _ in shown.task.inputs)
        for size in self.sizes[:guesses]:
            grids = self._answers(shown.task, size, key.stream("size", size))
            for each, grid in zip(found, grids, strict=False):
                why = f"from neighbourhoods of {size} x {size} cells"
                each.setdefault(grid.tobytes(), Guess(grid, why))
        return tuple(tuple(each.values()) for each in found)

    def _answers(self, task: Task, size: int, key: Key) -> list[Grid]:
        """The output of each asked input; none if the classifier cannot be taught."""
        try:
            fitted = self._fit(task, size, key)
            return [self._answer(fitted, task, grid, size) for grid in task.inputs]
        except (ValueError, IndexError) as error:
            # What scikit-learn says of a wrong setting is a `TypeError` as well, and holds
            # for every task.
            if isinstance(error, TypeError):
                raise
            return []

    def _fit(self, task: Task, size: int, key: Key) -> Any:
        pairs = task.demonstrations
        seen = [cells(pair.input, pair.output.shape, size) for pair in pairs]
        said = [
            labels(each.colours, pair.output)
            for each, pair in zip(seen, pairs, strict=True)
        ]
        inputs = np.concatenate([each.features for each in seen])
        return teach(self.model(key), inputs, np.concatenate(said))

    def _answer(self, fitted: Any, task: Task, grid: Grid, size: int) -> Grid:
        shape = output_shape(task.demonstrations, grid)
        asked = cells(grid, shape, size)
        colours = colours_of(ask(fitted, asked.features), asked.colours)
        return colours.reshape(shape).astype(np.uint8)
