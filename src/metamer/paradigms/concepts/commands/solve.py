"""`metamer solve`: the program search on ARC tasks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.core.commands import Json, command, out_option, print_json
from metamer.core.errors import Refusal, at_least
from metamer.core.progress import bar

if TYPE_CHECKING:
    from metamer.paradigms.concepts.learners import ProgramSearch
    from metamer.paradigms.concepts.part_file import Solution
    from metamer.paradigms.concepts.tasks import NamedTask

    Solved = tuple[NamedTask, Solution]


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
    gigabytes: Annotated[
        float | None,
        typer.Option(help="Memory for one task. Default: 1.5; with --steps, 8."),
    ] = None,
    cores: Annotated[
        int, typer.Option(help="Processes at a time; -1: one for each core.")
    ] = -1,
    out: Annotated[Path | None, out_option("A json file for all guesses.")] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Show the first guess of each input.")
    ] = False,
    json: Json = False,
) -> None:
    """Search for programs that explain each task; print the program and the guesses.

    If a file has the outputs of its test pairs, they are only used to say whether a
    guess is right. Stopped, the same command with --out goes on where it stopped.
    """
    from metamer.paradigms.concepts.part_file import open_part
    from metamer.paradigms.concepts.solutions import grids, solve_tasks
    from metamer.paradigms.concepts.submissions import write_submission

    at_least("--guesses", guesses, 1)
    if cores == 0 or cores < -1:
        raise Refusal(f"--cores must be -1 or at least 1, not {cores}")
    learner = _learner(seconds, steps, gigabytes)
    named = _read(tasks)
    _check_out(out, tasks)
    part = open_part(out, learner, guesses)
    _compile(steps, cores)
    done: dict[str, Solved] = {}
    with bar("solving", len(named)) as advance:
        for task, solution in solve_tasks(named, learner, guesses, part, cores):
            done[task.name] = task, solution
            advance(1)
    ordered = [done[task.name] for task in named]
    if out is not None:
        answers = {task.name: grids(solution) for task, solution in ordered}
        with part.kept():
            write_submission(answers, out)
        part.remove()
    print_json(_plain(ordered)) if json else _print(
        ordered, learner, guesses, show, out
    )


SECONDS, GIGABYTES = 8.0, 1.5
"""The limits of one task, if none in steps is given. Source: ours."""


def _learner(
    seconds: float | None, steps: int, gigabytes: float | None
) -> ProgramSearch:
    """The search with these limits; one in steps needs neither of the others."""
    from metamer.paradigms.concepts.learners import ProgramSearch

    usual = (0.0, ProgramSearch.gigabytes) if steps else (SECONDS, GIGABYTES)
    return ProgramSearch(
        seconds=usual[0] if seconds is None else seconds,
        steps=steps,
        gigabytes=usual[1] if gigabytes is None else gigabytes,
    )


def _check_out(out: Path | None, tasks: list[Path]) -> None:
    """Refuse to write the guesses over a task."""
    if out is not None and out.resolve() in [path.resolve() for path in tasks]:
        raise Refusal(f"--out {out} is a task to solve; give another file to write")


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


def _plain(ordered: list[Solved]) -> dict[str, Any]:
    from metamer.paradigms.concepts.solutions import right_inputs

    return {
        task.name: {
            "right": right_inputs(task, solution),
            "right_at_first": right_inputs(task, solution, 1),
            "ended": solution.ended,
            "seconds": round(solution.seconds, 3),
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
    ordered: list[Solved],
    learner: ProgramSearch,
    guesses: int,
    shown: bool,
    out: Path | None,
) -> None:
    from metamer.paradigms.concepts.solutions import right_inputs, summary

    for task, solution in ordered:
        right = right_inputs(task, solution)
        scored = [correct for correct in right if correct is not None]
        score = f"{sum(scored)} of {len(scored)} right" if scored else "not scored"
        reasons = (found[0].reason for found in solution.guesses if found)
        first = next(reasons, _no_program(solution.ended, learner))
        words = f"{first[:1].upper()}{first[1:]}"
        print(f"{task.name}: {score}, {solution.seconds:.1f} s. {words}.")
        if shown:
            _show(solution)
    if len(ordered) > 1:
        print("\n".join(["", *summary(ordered, guesses)]))
    if out is not None:
        print(f"All guesses are in {out}")


def _no_program(ended: str, learner: ProgramSearch) -> str:
    """What is said of a search that found nothing: which limit ended it, if one did."""
    limits = {
        "time": f"within {learner.seconds:g} s",
        "steps": f"within {learner.steps:,} steps",
        "memory": f"within {learner.gigabytes:g} GB",
    }
    return f"no program {limits.get(ended, 'explains the demonstrations')}"


def _show(solution: Solution) -> None:
    """The first guess of each input, in colours where the terminal has them."""
    from rich.console import Console

    from metamer.paradigms.concepts.show import terminal

    console = Console()
    for guesses in solution.guesses:
        if guesses:
            console.print(terminal(guesses[0].answer))
