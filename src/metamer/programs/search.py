"""The search: programs of all finders, in all looks, and what most of them say."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from metamer.programs import cells, making, pieces, things
from metamer.programs.budget import Budget, Spent
from metamer.programs.looks import Look, by_frequency, plain, turned
from metamer.programs.program import Program
from metamer.programs.task import Grid, Task, same
from metamer.programs.view import View

Finder = Callable[[View, Budget], list[Program]]

SHARPNESS = 1.5
"""How much more a program is believed that costs one less: e to this."""


ENOUGH = 3
"""Answers to an input that make other looks at the task unnecessary."""


class Answer(NamedTuple):
    """What the search says about one asked input, and why."""

    grid: Grid
    words: str
    """The cheapest program that says so."""
    weight: float
    """How much all programs that say so are believed."""


def search(task: Task, budget: Budget) -> list[list[Answer]]:
    """Answers to every asked input, the most believed first.

    On one core: what finders leave to linear algebra does not start threads.
    """
    ballots = [Ballot() for _ in task.inputs]
    with threadpool_limits(1):
        for look, view, finder, share in plan(task, ballots):
            part = budget.share(share)
            for program in finder(view, part):
                _count(program, look, ballots)
            try:
                budget.spend(part.spent)
            except Spent:
                break
    return [
        ballot.best(task, grid)
        for ballot, grid in zip(ballots, task.inputs, strict=True)
    ]


def plan(
    task: Task, ballots: list["Ballot"]
) -> Iterator[tuple[Look, View, Finder, float]]:
    """How to look at a task, who looks for programs then, and how long at most.

    Other looks than the plain one come only while an input has fewer than three answers.
    Each finder has the share of what is left of the budget that it may use at most.
    """
    finders = SAME if task.keeps_shape else OTHER
    for look in looks(task):
        view = View(look.task)
        for finder, share in finders:
            yield look, view, finder, share
        if all(len(ballot.votes) >= ENOUGH for ballot in ballots):
            return


def looks(task: Task) -> Iterator[Look]:
    """The task as it is, then otherwise."""
    yield plain(task)
    common = by_frequency(task)
    if common:
        yield common
    yield from turned(task)


def _count(program: Program, look: Look, ballots: list["Ballot"]) -> None:
    words = f"{program.words} ({look.words})" if look.words else program.words
    for number, grid in enumerate(program.answers):
        if grid is not None:
            back = look.back(number, grid)
            ballots[number].count(back, words, program.cost + look.cost)


def _pieces(view: View, budget: Budget) -> list[Program]:
    return pieces.find(view.task, budget)


SAME: list[tuple[Finder, float]] = [
    (things.find, 0.3),
    (cells.find, 0.35),
    (making.find, 0.3),
    (_pieces, 0.6),
]
"""Who looks for programs where outputs keep the shape of their inputs."""

OTHER: list[tuple[Finder, float]] = [(making.find, 0.5), (_pieces, 0.6)]
"""Who does elsewhere."""


class Ballot:
    """What programs say about one asked input."""

    def __init__(self) -> None:
        self.votes: dict[tuple[tuple[int, ...], bytes], list[tuple[float, str]]] = {}

    def count(self, grid: Grid, words: str, cost: float) -> None:
        """One more program says `grid`."""
        key = grid.shape, np.ascontiguousarray(grid).tobytes()
        self.votes.setdefault(key, []).append((cost, words))

    def best(self, task: Task, given: Grid) -> list[Answer]:
        """All answers, the most believed first; of equals, the one that was first."""
        found = [self._answer(*it) for it in self.votes.items()]
        unchanged = any(same(*pair) for pair in task.demonstrations)
        likely = [
            it if unchanged or not same(it.grid, given) else it._replace(weight=0.0)
            for it in found
        ]
        return sorted(likely, key=lambda it: -it.weight)

    def _answer(
        self, key: tuple[tuple[int, ...], bytes], votes: list[tuple[float, str]]
    ) -> Answer:
        shape, cells = key
        weight = sum(float(np.exp(-SHARPNESS * cost)) for cost, _ in votes)
        grid = np.frombuffer(cells, np.uint8).reshape(shape)
        return Answer(grid, min(votes)[1], weight)
