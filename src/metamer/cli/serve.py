"""`metamer serve`: a study online, for people."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

import metamer
from metamer.cli.run import Scale, study_names
from metamer.core.commands import Set, assignments
from metamer.core.errors import Refusal
from metamer.core.plans import find_study
from metamer.core.settings import with_settings

if TYPE_CHECKING:
    from metamer.app.opening import Opened


def serve(
    name: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="A study by name (see `metamer catalog`), or a TOML file.",
            autocompletion=study_names,
        ),
    ],
    db: Annotated[
        str, typer.Option(help="A file for SQLite, or postgresql://user@host/name.")
    ] = "",
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 for other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 for any free port.")] = 8000,
    base_url: Annotated[
        str, typer.Option(help="The address that participants use, if it is another.")
    ] = "",
    workers: Annotated[int, typer.Option(help="Server processes.")] = 1,
    new_token: Annotated[
        bool,
        typer.Option("--new-token", help="Make a new token for the researcher's page."),
    ] = False,
    scale: Scale = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
) -> None:
    """Put a study online for people; the same command goes on where it stopped.

    A built-in study is as large as printed unless --scale says otherwise. Without --db
    the answers are in STUDY.db in this folder. The researcher's token is
    printed once, when the database is made.
    """
    changes = assignments(settings)
    printed = "paper" if name in metamer.study else ""
    plan = find_study(name, scale or printed, changes)
    plan = with_settings(plan, changes) if changes else plan
    place = db or f"{plan.name}.db"
    try:
        from metamer.app.serve import serve as serve_study
    except ImportError as error:
        raise Refusal(
            f"`metamer serve` needs {error.name}: `pip install 'metamer[people]'`"
        ) from error

    def ready(opened: Opened, port: int) -> None:
        address = base_url.rstrip("/") or f"http://{host}:{port}"
        print(f"{plan.name} is at {address}/ ; answers are in {place}")
        if opened.token:
            page = f"{address}/researcher#{opened.token}"
            print(f"The researcher's page (kept nowhere, so note it down): {page}")
        sys.stdout.flush()

    serve_study(plan, place, host, port, workers, new_token, ready)
