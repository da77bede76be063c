"""`metamer solve`: the program search on ARC tasks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.core.commands import Json, command, print_json
from metamer.core.errors import Refusal, at_least
from metamer.core.progress import bar

if TYPE_CHECKING:
    from metamer.paradigms.concepts.solutions import Solution
    from metamer.paradigms.concepts.tasks import NamedTask


@command.add("solve")
def solve(
    tasks: Annotated[
        list[Path], typer.Argument(help="ARC json files, or folders of them.")
    ],
    guesses: Annotated[int, typer.Option(help="Guesses for each asked input.")] = 3,
    seconds: Annotated[
        float | None,
        typer.Option(help="Time for one task. Default: 8; with --steps, no limit."),
    ] = None,
    steps: Annotated[
        int,
        typer.Option(
            help="Programs tried for one task: a limit that gives the same answers "
            "everywhere. 0: as many as there is time for."
        ),
    ] = 0,
    gigabytes: Annotated[float, typer.Option(help="Memory for one task.")] = 1.5,
    cores: Annotated[
        int, typer.Option(help="Processes at a time; -1: one for each core.")
    ] = -1,
    out: Annotated[
        Path | None, typer.Option(help="A json file for all guesses.")
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Show the first guess of each input.")
    ] = False,
    json: Json = False,
) -> None:
    """Search for programs that explain each task; print the program and the guesses.

    If a file has the outputs of its test pairs, they are only used to say whether a
    guess is right. Stopped, the same command with --out goes on where it stopped.
    """
    from metamer.paradigms.concepts.learners import ProgramSearch
    from metamer.paradigms.concepts.solutions import PartFile, grids, solve_tasks
    from metamer.paradigms.concepts.submissions import write_submission

    at_least("--guesses", guesses, 1)
    if cores == 0 or cores < -1:
        raise Refusal(f"--cores must be -1 or at least 1, not {cores}")
    if seconds is None:
        seconds = float("inf") if steps else ProgramSearch.seconds
    learner = ProgramSearch(seconds=seconds, steps=steps, gigabytes=gigabytes)
    named = _read(tasks)
    _compile(steps, cores)
    part = PartFile(out, learner, guesses)
    done: dict[str, tuple[NamedTask, Solution]] = {}
    with bar("solving", len(named)) as advance:
        for task, solution in solve_tasks(named, learner, guesses, part, cores):
            done[task.name] = task, solution
            advance(1)
    ordered = [done[task.name] for task in named]
    if out is not None:
        write_submission(
            {task.name: grids(solution) for task, solution in ordered}, out
        )
        part.remove()
    print_json(_plain(ordered)) if json else _print(ordered, show, out)


def _compile(steps: int, cores: int) -> None:
    """Compile the operations of the search on all cores, if nobody has on this machine."""
    from metamer.paradigms.concepts.search.prepare import MIN_STEPS, prepare, unprepared

    if cores == 1 or 0 < steps < MIN_STEPS:
        return
    if modules := unprepared():
        with bar("compiling", len(modules)) as advance:
            for _ in prepare(modules, cores):
                advance(1)


def _read(paths: list[Path]) -> list[NamedTask]:
    """The tasks; faulty files are named on stderr and left out."""
    from metamer.paradigms.concepts.files import read_tasks

    found, faults = read_tasks(paths)
    for fault in faults:
        print(f"metamer: {fault}", file=sys.stderr)
    if not found:
        raise Refusal(
            f"there is no task to solve in {', '.join(str(path) for path in paths)}; "
            "give ARC json files or folders of them"
        )
    names = [task.name for task in found]
    for name in names:
        if names.count(name) > 1:
            raise Refusal(f"two tasks are called {name!r}; solve them one by one")
    return found


def _plain(ordered: list[tuple[NamedTask, Solution]]) -> dict[str, Any]:
    from metamer.paradigms.concepts.solutions import right_inputs

    return {
        task.name: {
            "right": right_inputs(task, solution),
            "guesses": [
                [
                    {"grid": guess.answer.tolist(), "program": guess.reason}
                    for guess in guesses
                ]
                for guesses in solution.guesses
            ],
        }
        for task, solution in ordered
    }


def _print(
    ordered: list[tuple[NamedTask, Solution]], shown: bool, out: Path | None
) -> None:
    from metamer.paradigms.concepts.solutions import right_inputs

    solved: list[bool] = []
    for task, solution in ordered:
        right = right_inputs(task, solution)
        scored = [correct for correct in right if correct is not None]
        solved += scored
        score = f"{sum(scored)} of {len(scored)} right" if scored else "not scored"
        reasons = (guesses[0].reason for guesses in solution.guesses if guesses)
        first = next(reasons, "no program")
        print(f"{task.name}: {score}. {first[:1].upper()}{first[1:]}.")
        if shown:
            _show(solution)
    if solved and len(ordered) > 1:
        share = sum(solved) / len(solved)
        print(f"{sum(solved)} of {len(solved)} inputs are right ({share:.3f})")
    if out is not None:
        print(f"All guesses are in {out}")


def _show(solution: Solution) -> None:
    """The first guess of each input, in colours where the terminal has them."""
    from rich.console import Console

    from metamer.paradigms.concepts.show import terminal

    console = Console()
    for guesses in solution.guesses:
        if guesses:
            console.print(terminal(guesses[0].answer))
