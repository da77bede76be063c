"""`metamer play`: be the learner yourself."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

import metamer
from metamer.cli.people import app_installed
from metamer.core.commands import Folder, completion


def play(
    paradigm: Annotated[
        str,
        typer.Argument(
            help="tiles, categories, pointers, matrices or concepts.",
            autocompletion=completion(lambda: metamer.paradigm),
        ),
    ],
    condition: Annotated[
        str,
        typer.Option(help="A condition of the paradigm; without it, the first one."),
    ] = "",
    beside: Annotated[
        list[Path],
        typer.Option(help="A run folder to show beside, such as published people's."),
    ] = [],  # noqa: B006 (typer reads the default, nobody changes it)
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address.")
    ] = False,
    out: Folder = None,
) -> None:
    """Answer a dozen items in the browser, and see your result beside learners'.

    Everything stays on this computer. Without --out, nothing is left when Ctrl-C ends it.
    """
    with app_installed("metamer play"):
        from metamer.app.play import Play, own_study
    plan = own_study(paradigm, condition)
    for folder in beside:
        metamer.load(folder)
    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory()))

        def ready(url: str) -> None:
            print(f"Play at {url} ; Ctrl-C ends it", flush=True)
            if not no_browser:
                open_browser(url)

        Play(plan, folder, tuple(beside)).serve(ready)
    if out:
        print(f"Your answers are in {out}", file=sys.stderr)


def open_browser(url: str) -> None:
    """Show a page in the browser, if there is one."""
    import webbrowser

    webbrowser.open(url)
