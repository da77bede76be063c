"""Many tasks solved on all cores, with finished ones recorded so that a stop loses none."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from metamer.engines.workers import map_unordered
from metamer.paradigms.concepts.items import digest
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.part_file import PartFile, Solution
from metamer.paradigms.concepts.tasks import Grid, NamedTask, same


def solve_tasks(
    tasks: Sequence[NamedTask],
    learner: ProgramSearch,
    guesses: int,
    part: PartFile,
    cores: int,
) -> Iterator[tuple[NamedTask, Solution]]:
    """Each task with its solution, as soon as it is there; recorded ones come first."""
    left = []
    for task in tasks:
        solution = part.recorded.get(task.name)
        if solution is not None and _answers(solution, task):
            yield task, solution
        else:
            left.append(task)
    by_name = {task.name: task for task in left}
    solve = functools.partial(_solve, learner=learner, guesses=guesses)
    for solution in map_unordered(solve, left, cores):
        part.add(solution)
        yield by_name[solution.name], solution


def _answers(solution: Solution, task: NamedTask) -> bool:
    """Whether a recorded solution is of this very task, and not of one of its name."""
    same_inputs = len(solution.guesses) == len(task.task.inputs)
    return same_inputs and solution.task == digest(task.task)


def _solve(task: NamedTask, learner: ProgramSearch, guesses: int) -> Solution:
    found, ended = learner.search(task.task, guesses)
    return Solution(task.name, digest(task.task), ended, [list(each) for each in found])


def right_inputs(task: NamedTask, solution: Solution) -> list[bool | None]:
    """Whether each asked input is solved; None where its answer is unknown."""
    return [
        None if answer is None else any(same(guess.answer, answer) for guess in guesses)
        for answer, guesses in zip(task.answers, solution.guesses, strict=True)
    ]


def grids(solution: Solution) -> list[list[Grid]]:
    """The grids of the guesses, without their reasons."""
    return [[guess.answer for guess in guesses] for guesses in solution.guesses]
