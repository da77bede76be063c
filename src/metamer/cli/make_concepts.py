"""`metamer make concepts`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from metamer.cli.bar import bar
from metamer.cli.options import Json, Seed, print_json

Concept = Annotated[
    str | None,
    typer.Option(help="AboveBelow, Center ...; without it, all 16 in turn."),
]
Family = Annotated[
    str | None,
    typer.Option(help="One family of the concept; without it, all in turn."),
]
Demonstrations = Annotated[int, typer.Option(help="Demonstrations of each task.")]


def concepts(
    out: Annotated[Path, typer.Option(help="The folder to write.")],
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
    from metamer.paradigms.concepts.make import write_tasks

    with bar("tasks", n) as advance:
        paths = write_tasks(
            out, concept, family, n, seed, demonstrations, asked, advance
        )
    told = {"folder": str(out), "tasks": len(paths), "seed": seed}
    print_json(told) if json else print(f"{len(paths)} tasks are in {out}")
