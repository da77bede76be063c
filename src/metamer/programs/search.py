"""The search: programs of all finders, in all looks, and what most of them say."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from metamer.programs import cells, making, pieces, things
from metamer.programs.budget import Budget, Spent
from metamer.programs.looks import Look, by_frequency, closed, plain, turned
from metamer.programs.program import Program
from metamer.programs.task import Grid, Task, same
from metamer.programs.view import View

Finder = Callable[[View, Budget], list[Program]]

SHARPNESS = 1.0
"""How much more a program is believed that costs one less: e to this."""


class Answer(NamedTuple):
    """What the search says about one asked input, and why."""

    grid: Grid
    words: str
    """The cheapest program that says so."""
    weight: float
    """How much all programs that say so are believed."""


def search(task: Task, budget: Budget) -> list[list[Answer]]:
    """Answers to every asked input, the most believed first."""
    ballots = [Ballot() for _ in task.inputs]
    for look, program in found(task, budget):
        for number, grid in enumerate(program.answers):
            if grid is not None:
                back = look.back(number, grid)
                ballots[number].count(back, told(program, look), cost(program, look))
    return [
        ballot.best(task, grid)
        for ballot, grid in zip(ballots, task.inputs, strict=True)
    ]


def found(task: Task, budget: Budget) -> Iterator[tuple[Look, Program]]:
    """Programs of all finders in all looks, as long as the budget lasts."""
    for look, shares in plan(task):
        view = View(look.task)
        for finder, share in shares:
            part = budget.share(share)
            for program in finder(view, part):
                yield look, program
            try:
                budget.spend(part.spent)
            except Spent:
                return


def plan(task: Task) -> Iterator[tuple[Look, list[tuple[Finder, float]]]]:
    """How to look at a task, and who looks for programs then.

    Each finder has the share of what is left that it may use at most.
    """
    finders = SAME if task.keeps_shape else OTHER
    yield plain(task), finders
    common = by_frequency(task)
    if common:
        yield common, finders
    for look in [*turned(task), *closed(task)]:
        yield look, finders


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


def told(program: Program, look: Look) -> str:
    """A program's words, with how the task was looked at."""
    return f"{program.words} ({look.words})" if look.words else program.words


def cost(program: Program, look: Look) -> float:
    return program.cost + look.cost


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
