"""Many tasks solved on all cores, with finished ones recorded so that a stop loses none."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.keys import root
from metamer.core.learner import Solver
from metamer.core.settings import to_plain
from metamer.core.solve import Guess, TaskView
from metamer.engines.workers import map_unordered
from metamer.paradigms.concepts.tasks import Grid, NamedTask, same


class Solution(NamedTuple):
    """The guesses at one task."""

    name: str
    guesses: list[list[Guess]]
    """For each asked input, the best one first."""


class PartFile:
    """The file beside `--out` that holds finished tasks until all are finished."""

    def __init__(self, out: Path | None, learner: Solver, guesses: int):
        self.path = None if out is None else out.with_name(f"{out.name}.part")
        self.settings = {"guesses": guesses, **to_plain(learner)}

    def read(self) -> dict[str, Solution]:
        """Solutions of an earlier, interrupted command; refuses other settings."""
        if self.path is None or not self.path.exists():
            return {}
        # The last line may be incomplete if the machine stopped while writing: drop it.
        lines = self.path.read_text().split("\n")[:-1]
        write_text(self.path, "".join(f"{line}\n" for line in lines))
        if not lines or json.loads(lines[0]) != self.settings:
            raise Refusal(
                f"{self.path} was begun with other settings; delete it to start again, "
                "or use those settings to continue"
            )
        solutions = [_from_plain(json.loads(line)) for line in lines[1:]]
        return {solution.name: solution for solution in solutions}

    def add(self, solution: Solution) -> None:
        """Record one task."""
        if self.path is None:
            return
        begun = self.path.exists()
        with self.path.open("a") as file:
            if not begun:
                file.write(json.dumps(self.settings) + "\n")
            file.write(json.dumps(_to_plain(solution)) + "\n")

    def remove(self) -> None:
        """Delete the file, once everything is written elsewhere."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def solve_tasks(
    tasks: Sequence[NamedTask],
    learner: Solver,
    guesses: int,
    part: PartFile,
    cores: int,
) -> Iterator[tuple[NamedTask, Solution]]:
    """Each task with its solution, as soon as it is there; recorded ones come first."""
    recorded = part.read()
    by_name = {task.name: task for task in tasks}
    for name, solution in recorded.items():
        if name in by_name:
            yield by_name[name], solution
    left = [task for task in tasks if task.name not in recorded]
    solve = functools.partial(_solve, learner=learner, guesses=guesses)
    for solution in map_unordered(solve, left, cores):
        part.add(solution)
        yield by_name[solution.name], solution


def _solve(task: NamedTask, learner: Solver, guesses: int) -> Solution:
    answers = learner.solve(TaskView(task.task), guesses, root(0))
    return Solution(task.name, [list(each) for each in answers])


def right_inputs(task: NamedTask, solution: Solution) -> list[bool | None]:
    """Whether each asked input is solved; None where its answer is unknown."""
    return [
        None if answer is None else any(same(guess.answer, answer) for guess in guesses)
        for answer, guesses in zip(task.answers, solution.guesses, strict=True)
    ]


def grids(solution: Solution) -> list[list[Grid]]:
    """The grids of the guesses, without their reasons."""
    return [[guess.answer for guess in guesses] for guesses in solution.guesses]


def _to_plain(solution: Solution) -> dict[str, Any]:
    guesses = [
        [[guess.answer.tolist(), guess.reason] for guess in each]
        for each in solution.guesses
    ]
    return {"name": solution.name, "guesses": guesses}


def _from_plain(plain: dict[str, Any]) -> Solution:
    guesses = [
        [Guess(np.array(rows, np.uint8), why) for rows, why in each]
        for each in plain["guesses"]
    ]
    return Solution(plain["name"], guesses)
