"""`metamer data`: outside data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from metamer.core.commands import Json, print_json


def data(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Which one; without a name, list them."),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--from", help="A local copy to take it from.")
    ] = None,
    json: Json = False,
) -> None:
    """Fetch an outside data set, check it, and keep it where studies find it."""
    from metamer.data import describe, find
    from metamer.data.catalogue import dataset

    if name:
        find(name, source)
    chosen = [name] if name else list(dataset)
    found = [describe(entry) for entry in chosen]
    if json:
        print_json(found)
        return
    for entry in found:
        print("\n".join(f"{key:<9} {value}" for key, value in entry.items()) + "\n")
