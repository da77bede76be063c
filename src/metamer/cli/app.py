"""The program `metamer`: its commands, and what happens when something goes wrong."""

from __future__ import annotations

import sys

import typer

from metamer.cli.catalog import catalog
from metamer.cli.data import data
from metamer.cli.make import make
from metamer.cli.people import people
from metamer.cli.run import demo, report, run
from metamer.cli.show import show
from metamer.cli.solve import solve
from metamer.core.errors import Refusal

STOPPED = 130
"""What Typer returns after Ctrl-C, as shells have it."""

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
app.add_typer(people)
app.command()(solve)
app.command()(data)


def main() -> None:
    """Run one command; bad input is one sentence on stderr and exit code 2."""
    try:
        code = app(standalone_mode=False)
    except Refusal as refusal:
        _say(str(refusal))
        sys.exit(2)
    except Exception as error:
        _tell_usage(error)
        sys.exit(2)
    if code == STOPPED:
        _say("stopped; the same command goes on where it stopped")
    sys.exit(code if isinstance(code, int) else 0)


def _tell_usage(error: Exception) -> None:
    """A wrong command or option in a sentence, no command as help; all else is a fault.

    Typer brings its own copy of Click, so its errors are known by what they can do.
    """
    if not hasattr(error, "format_message"):
        raise error
    message = error.format_message()
    print(message, file=sys.stderr) if "\n" in message else _say(message)


def _say(sentence: str) -> None:
    print(f"metamer: {sentence}", file=sys.stderr)
