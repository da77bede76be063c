"""The search: the programs of all finders, from all perspectives, and how they vote."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from metamer.paradigms.concepts.search import cells, compositions, objects, outputs
from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.perspectives import Perspective, perspectives
from metamer.paradigms.concepts.search.program import Program
from metamer.paradigms.concepts.search.view import View
from metamer.paradigms.concepts.tasks import Grid, Task, same

Finder = Callable[[View, Budget], list[Program]]

SHARPNESS = 1.5
"""A program that costs one less is believed e to this times as much."""
ENOUGH_ANSWERS = 3
"""If every input has this many answers, no other perspective is tried."""


class Answer(NamedTuple):
    """What the search answers to one asked input, and why."""

    grid: Grid
    words: str
    """The cheapest program that gives it."""
    weight: float
    """How much all programs that give it are believed."""


def search(task: Task, budget: Budget) -> list[list[Answer]]:
    """Answers to every asked input, the most believed first.

    On one core: linear algebra in the finders does not start threads.
    """
    ballots = [Ballot() for _ in task.inputs]
    with threadpool_limits(1):
        for perspective, view, finder, share in schedule(task, ballots):
            # A share of what is left: what one finder does not use goes to the later
            # ones.
            part = view.budget = budget.share(share)
            for program in finder(view, part):
                _vote(program, perspective, ballots)
            try:
                # After the votes: what a finder found before the limit counts.
                budget.spend(part.spent)
            except Spent:
                break
    return [
        ballot.answers(task, grid)
        for ballot, grid in zip(ballots, task.inputs, strict=True)
    ]


def schedule(
    task: Task, ballots: list["Ballot"]
) -> Iterator[tuple[Perspective, View, Finder, float]]:
    """From which perspective which finder looks for programs, and its share of the budget.

    Further perspectives are tried only while an input has fewer than `ENOUGH_ANSWERS`.
    Each finder may use at most its share of what is left of the budget.
    """
    finders = SAME_SHAPE if task.keeps_shape else OTHER_SHAPE
    for perspective in perspectives(task):
        view = View(perspective.task)
        for finder, share in finders:
            yield perspective, view, finder, share
        if all(len(ballot.votes) >= ENOUGH_ANSWERS for ballot in ballots):
            return


def _vote(program: Program, perspective: Perspective, ballots: list["Ballot"]) -> None:
    words = program.words
    if perspective.words:
        words = f"{words} (in the task {perspective.words})"
    for number, grid in enumerate(program.answers):
        if grid is not None:
            back = perspective.back(number, grid)
            ballots[number].count(back, words, program.cost + perspective.cost)


def _compositions(view: View, budget: Budget) -> list[Program]:
    return compositions.find(view.task, budget)


SAME_SHAPE: list[tuple[Finder, float]] = [
    (objects.find, 0.3),
    (cells.find, 0.35),
    (outputs.find, 0.3),
    (_compositions, 0.6),
]
"""The finders, with their shares, if outputs keep the shape of their inputs."""

OTHER_SHAPE: list[tuple[Finder, float]] = [(outputs.find, 0.5), (_compositions, 0.6)]
"""The finders if outputs have another shape."""


class Ballot:
    """The answers of all programs to one asked input, with their votes."""

    def __init__(self) -> None:
        self.votes: dict[tuple[tuple[int, ...], bytes], list[tuple[float, str]]] = {}

    def count(self, grid: Grid, words: str, cost: float) -> None:
        """One more program gives `grid`."""
        key = grid.shape, np.ascontiguousarray(grid).tobytes()
        self.votes.setdefault(key, []).append((cost, words))

    def answers(self, task: Task, given: Grid) -> list[Answer]:
        """All answers, the most believed first; of equals, the one that was first.

        The input itself has no weight unless a demonstration leaves its input unchanged.
        """
        may_stay = any(same(*pair) for pair in task.demonstrations)
        answers = [self._answer(*votes) for votes in self.votes.items()]
        weighed = [
            answer
            if may_stay or not same(answer.grid, given)
            else answer._replace(weight=0.0)
            for answer in answers
        ]
        return sorted(weighed, key=lambda answer: -answer.weight)

    def _answer(
        self, key: tuple[tuple[int, ...], bytes], votes: list[tuple[float, str]]
    ) -> Answer:
        shape, cells = key
        # Many programs that agree can outweigh a cheaper one: what follows from many
        # explanations is less likely an accident of one.
        weight = sum(float(np.exp(-SHARPNESS * cost)) for cost, _ in votes)
        grid = np.frombuffer(cells, np.uint8).reshape(shape)
        return Answer(grid, min(votes)[1], weight)
