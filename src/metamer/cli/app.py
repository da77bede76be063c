"""The program `metamer`: its commands, and what happens when something goes wrong."""

from __future__ import annotations

import sys

import typer

from metamer.cli.catalog import catalog
from metamer.cli.data import data
from metamer.cli.make import make
from metamer.cli.run import demo, report, run
from metamer.cli.show import show
from metamer.core.errors import Refusal

app = typer.Typer(
    name="metamer",
    help="Did it learn the rule, or only the statistics that the rule leaves behind?",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(demo)
app.command()(catalog)
app.command()(run)
app.command()(report)
app.add_typer(make)
app.add_typer(show)
app.command()(data)


def main() -> None:
    """Run one command; bad input is one sentence on stderr and exit code 2."""
    try:
        app()
    except Refusal as refusal:
        print(f"metamer: {refusal}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(
            "metamer: stopped; the same command goes on where it stopped",
            file=sys.stderr,
        )
        sys.exit(130)
