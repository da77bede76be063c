"""`metamer make study`: what a study teaches and asks, for whoever answers elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from metamer.cli.run import Scale, planned, study_names
from metamer.core.commands import (
    Json,
    Set,
    out_option,
    print_outcome,
    where_made,
)
from metamer.core.errors import MAX_COUNT, at_least, one_of
from metamer.core.progress import bar

FORMATS = ("npz", "png")


def make_study(
    name: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="A study by name (see `metamer catalog`), or a TOML file.",
            autocompletion=study_names,
        ),
    ],
    out: Annotated[Path, out_option("The folder to write.")],
    units: Annotated[int | None, typer.Option(help="Units to write.")] = None,
    scale: Scale = None,
    taught: Annotated[
        int, typer.Option(help="Taught items of a unit at most; 0 for all of them.")
    ] = 0,
    format: Annotated[
        str, typer.Option(help="npz; or png for a picture of each asked item as well.")
    ] = "npz",
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write what each unit of a study is taught and asked, to be answered elsewhere.

    The answers come back as the learner `answers`. Stopped, the same command goes on where
    it stopped.
    """
    from metamer.handouts.folder import Handing

    one_of("format", format, FORMATS)
    at_least("--taught", taught, 0)
    plan = planned(name, scale, units, settings)
    handing = Handing(plan, out, taught or MAX_COUNT, format == "png")
    with bar("units", len(handing.cells())) as advance:
        asked = handing.write(advance)
    outcome = {"folder": str(out), "items": asked, "units": plan.units}
    print_outcome(outcome, where_made(asked, "item", out), json)
