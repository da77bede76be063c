"""`metamer make concepts` and `metamer show concepts`."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from metamer.core.commands import (
    Json,
    Picture,
    Seed,
    check_format,
    completion,
    make,
    out_option,
    print_json,
    print_outcome,
    save_picture,
    show,
    where_made,
)
from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.progress import bar
from metamer.paradigms.concepts.rules import CONCEPTS

if TYPE_CHECKING:
    from metamer.paradigms.concepts.tasks import NamedTask

Concept = Annotated[
    str | None,
    typer.Option(
        help="AboveBelow, Center ...; without it, all 16 in turn.",
        autocompletion=completion(lambda: CONCEPTS),
    ),
]
Family = Annotated[
    str | None,
    typer.Option(help="One family of the concept; without it, all in turn."),
]
Demonstrations = Annotated[int, typer.Option(help="Demonstrations of each task.")]


@make.add("concepts")
def make_tasks(
    out: Annotated[Path, out_option("The folder to write.")],
    n: Annotated[int, typer.Option("-n", help="How many tasks.")],
    concept: Concept = None,
    family: Family = None,
    demonstrations: Demonstrations = 3,
    asked: Annotated[int, typer.Option(help="Test pairs of each task.")] = 3,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Write tasks as ARC json, one file each, in one folder for each concept.

    Stopped, the same command goes on where it stopped.
    """
    from metamer.paradigms.concepts.generated import write_tasks

    with bar("tasks", n) as advance:
        paths = write_tasks(
            out, concept, family, n, seed, demonstrations, asked, advance
        )
    outcome = {"folder": str(out), "tasks": len(paths), "seed": seed}
    print_outcome(outcome, where_made(len(paths), "task", out), json)


@show.add("concepts")
def show_task(
    file: Annotated[
        Path | None,
        typer.Argument(help="An ARC json file; without it, a generated task."),
    ] = None,
    concept: Concept = None,
    family: Family = None,
    training: Annotated[
        str | None,
        typer.Option(
            help="A task that a shortcut explains, too: cue_conflict, zero_shot or "
            "partial_exposure."
        ),
    ] = None,
    demonstrations: Demonstrations = 3,
    seed: Seed = 0,
    out: Picture = None,
    json: Json = False,
) -> None:
    """Show a task: its demonstrations, and its test inputs with their answers."""
    from metamer.paradigms.concepts import show
    from metamer.paradigms.concepts.files import as_json

    check_format(out)
    named = _shown_task(file, concept, family, training, seed, demonstrations)
    if out is None and json:
        print_json({"name": named.name, **loads(as_json(named))})
    elif out is None:
        from rich.console import Console

        console = Console()
        print(named.name)
        console.print(show.terminal_task(named.task, named.answers, console.width))
    elif out.suffix == ".svg":
        write_text(out, show.svg(named.task, named.answers))
        print_outcome({"picture": str(out)}, f"The picture is {out}", json)
    else:
        save_picture(out, show.picture(named.task, named.answers), json)


def _shown_task(
    file: Path | None,
    concept: str | None,
    family: str | None,
    training: str | None,
    seed: int,
    demonstrations: int,
) -> NamedTask:
    """The task of a file, or one that is drawn."""
    from metamer.paradigms.concepts.files import read_task
    from metamer.paradigms.concepts.generated import one_task, one_with_shortcut

    if file and (concept or family or training):
        raise Refusal(
            "give either a file, or --concept, --family and --training, not both"
        )
    if family and training:
        raise Refusal("--family has no shortcut; give either it or --training")
    if file:
        return read_task(file)
    if training:
        return one_with_shortcut(concept, training, seed, demonstrations)
    return one_task(concept, family, seed, demonstrations)
