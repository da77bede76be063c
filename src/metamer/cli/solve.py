"""`metamer solve`: the program search on ARC tasks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.cli.bar import bar
from metamer.cli.options import Json, print_json
from metamer.core.errors import Refusal, at_least

if TYPE_CHECKING:
    from metamer.paradigms.concepts.corpus import NamedTask
    from metamer.paradigms.concepts.solving import Found


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
    """Search for programs that explain each task; tell the program and the guesses.

    Where a file has the outputs of its test pairs, they are only used to say whether a
    guess is right. Stopped, the same command with --out goes on where it stopped.
    """
    from metamer.paradigms.concepts.search import ProgramSearch
    from metamer.paradigms.concepts.solving import Notebook, grids, solve_tasks
    from metamer.paradigms.concepts.submissions import write_submission

    at_least("--guesses", guesses, 1)
    if cores == 0 or cores < -1:
        raise Refusal(f"--cores must be -1 or at least 1, not {cores}")
    if seconds is None:
        seconds = float("inf") if steps else ProgramSearch.seconds
    learner = ProgramSearch(seconds=seconds, steps=steps, gigabytes=gigabytes)
    named = _read(tasks)
    notebook = Notebook(out, learner, guesses)
    done: dict[str, tuple[NamedTask, Found]] = {}
    with bar("solving", len(named)) as advance:
        for task, found in solve_tasks(named, learner, guesses, notebook, cores):
            done[task.name] = task, found
            advance(1)
    ordered = [done[task.name] for task in named]
    if out is not None:
        write_submission({found.name: grids(found) for _, found in ordered}, out)
        notebook.close()
    print_json(_plain(ordered)) if json else _tell(ordered, show, out)


def _read(paths: list[Path]) -> list[NamedTask]:
    """The tasks; faulty ones are told, and the rest goes on."""
    from metamer.paradigms.concepts.corpus import read_tasks

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


def _plain(ordered: list[tuple[NamedTask, Found]]) -> dict[str, Any]:
    from metamer.paradigms.concepts.solving import right_inputs

    return {
        task.name: {
            "right": right_inputs(task, found),
            "guesses": [
                [{"grid": it.answer.tolist(), "program": it.reason} for it in each]
                for each in found.guesses
            ],
        }
        for task, found in ordered
    }


def _tell(
    ordered: list[tuple[NamedTask, Found]], shown: bool, out: Path | None
) -> None:
    from metamer.paradigms.concepts.solving import right_inputs

    solved: list[bool] = []
    for task, found in ordered:
        right = right_inputs(task, found)
        scored = [it for it in right if it is not None]
        solved += scored
        score = f"{sum(scored)} of {len(scored)} right" if scored else "not scored"
        first = next((each[0].reason for each in found.guesses if each), "no program")
        print(f"{task.name}: {score}. {first[:1].upper()}{first[1:]}.")
        if shown:
            _show(found)
    if solved and len(ordered) > 1:
        share = sum(solved) / len(solved)
        print(f"{sum(solved)} of {len(solved)} inputs are right ({share:.3f})")
    if out is not None:
        print(f"All guesses are in {out}")


def _show(found: Found) -> None:
    """The first guess of each input, in colours where the terminal has them."""
    from rich.console import Console

    from metamer.paradigms.concepts.show import terminal

    console = Console()
    for each in found.guesses:
        if each:
            console.print(terminal(each[0].answer))
