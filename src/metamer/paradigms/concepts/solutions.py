"""Many tasks solved on all cores, with finished ones recorded so that a stop loses none."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

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
    from metamer.paradigms.concepts.search.budget import clock, largest_memory

    begun = clock()
    found, ended = learner.search(task.task, guesses)
    answers = [list(each) for each in found]
    seconds = clock() - begun
    return Solution(
        task.name, digest(task.task), ended, answers, seconds, largest_memory()
    )


def right_inputs(
    task: NamedTask, solution: Solution, guesses: int | None = None
) -> list[bool | None]:
    """Whether each asked input is solved by one of the first guesses, or of all.

    None where its answer is unknown.
    """
    return [
        None
        if answer is None
        else any(same(guess.answer, answer) for guess in found[:guesses])
        for answer, found in zip(task.answers, solution.guesses, strict=True)
    ]


def grids(solution: Solution) -> list[list[Grid]]:
    """The grids of the guesses, without their reasons."""
    return [[guess.answer for guess in guesses] for guesses in solution.guesses]


def summary(
    solved: Sequence[tuple[NamedTask, Solution]], guesses: int
) -> Iterator[str]:
    """What was solved within one guess and within all, with intervals, time and memory.

    Lines of a table. A task is solved if all its inputs are; inputs and tasks without known
    answers do not count.

    Source: moskvichev2023, Sec. 4, for three guesses, and Table 2 for Wilson intervals.
    """
    yield f"{'':28}{'solved':>12}{'share':>8}   95 % interval"
    for count in dict.fromkeys((1, guesses)):
        words = "1 guess" if count == 1 else f"{count} guesses"
        found = [right_inputs(task, solution, count) for task, solution in solved]
        inputs = [right for each in found for right in each if right is not None]
        tasks = [all(each) for each in found if None not in each]
        yield _share(f"inputs, {words}", inputs)
        yield _share(f"whole tasks, {words}", tasks)
    seconds = [solution.seconds for _, solution in solved]
    memory = max(solution.gigabytes for _, solution in solved)
    yield (
        f"Seconds a task: median {np.median(seconds):.1f}, mean {np.mean(seconds):.1f}, "
        f"at most {max(seconds):.1f}. Memory of a process: at most {memory:.2f} GB."
    )


def _share(label: str, right: Sequence[bool]) -> str:
    """A row: how many were solved, their share, and its Wilson interval."""
    from metamer.statistics.intervals import wilson

    if not right:
        return f"{label:28}{'not scored':>12}"
    found = wilson(sum(right), len(right))
    count = f"{sum(right)} of {len(right)}"
    ends = f"{found.low:.3f} to {found.high:.3f}"
    return f"{label:28}{count:>12}{found.estimate:8.3f}   {ends}"
