"""The program `metamer`: its commands, and what happens when something goes wrong."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated, Any, Protocol, runtime_checkable

import typer

import metamer
from metamer.cli.catalog import catalog
from metamer.cli.data import data
from metamer.cli.handout import make_study
from metamer.cli.imports import inspect
from metamer.cli.items import maker, shower
from metamer.cli.people import delete, export, take, take_help
from metamer.cli.play import play
from metamer.cli.profile import profile
from metamer.cli.run import demo, report, run
from metamer.cli.search import search
from metamer.cli.serve import serve
from metamer.cli.simulate import simulate
from metamer.core.commands import command, make, show
from metamer.core.compiled import keep_compiled
from metamer.core.errors import Refusal
from metamer.core.registry import Registry

STOPPED = 130
"""What Typer returns after Ctrl-C, as shells have it."""

SPELLED_OUT = {"±": "+-", "→": "->", "×": "x", "·": "-"}
"""Signs as they are printed where a terminal's encoding lacks them."""


def _print_version(wanted: bool) -> bool:
    if wanted:
        from importlib.metadata import version

        print(f"metamer {version('metamer')}")
        raise typer.Exit
    return False


def program() -> typer.Typer:
    """All commands: those of every study, and those that paradigms bring."""
    app = typer.Typer(
        name="metamer",
        help="Did it learn the rule, or only the statistics that the rule leaves behind?",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    for function in (demo, catalog, run, report, search, profile, play, serve):
        app.command()(function)
    for name in command:
        app.command(name)(command(name))
    app.command()(data)
    making = _of_paradigms("make", "Write items as files.", make, maker)
    making.command("study")(make_study)
    app.add_typer(making)
    words = "Show items as a picture, or in the terminal."
    app.add_typer(_of_paradigms("show", words, show, shower))
    imports = _group("import", "Logs of other programs as run folders.")
    imports.command()(inspect)
    app.add_typer(imports)
    people = _group("people", "People's data as run folders, and simulated people.")
    people.command("import", help=take_help())(take)
    people.command()(export)
    people.command()(simulate)
    people.command()(delete)
    app.add_typer(people)
    return app


def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_print_version,
            help="Print the version, and stop.",
        ),
    ] = False,
) -> None:
    """Take the options that come before a command."""


def _group(name: str, words: str) -> typer.Typer:
    group = typer.Typer(
        name=name, help=words, no_args_is_help=True, rich_markup_mode=None
    )
    # Without a callback, Typer makes a group of one command into that command.
    group.callback()(lambda: None)
    return group


def _of_paradigms(
    name: str, words: str, brought: Registry, general: Callable[[str], Any]
) -> typer.Typer:
    """A group with the commands that were added, and one for each other paradigm."""
    group = _group(name, words)
    for entry in brought:
        group.command(entry)(brought(entry))
    for entry in metamer.paradigm:
        if entry not in brought:
            group.command(entry)(general(entry))
    return group


def main() -> None:
    """Run one command; bad input is one sentence on stderr and exit code 2."""
    print_any_text()
    keep_compiled()
    try:
        code = program()(standalone_mode=False)
    except Refusal as refusal:
        _complain(str(refusal))
        sys.exit(2)
    except Exception as error:
        _complain_of_usage(error)
        sys.exit(2)
    if code == STOPPED:
        _complain("stopped; the same command goes on where it stopped")
    sys.exit(code if isinstance(code, int) else 0)


def print_any_text() -> None:
    """Let stdout and stderr take any text, whatever their encoding.

    A sign that the encoding lacks is spelled out, or printed as its number.
    """
    codecs.register_error("metamer", _spell_out)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="metamer")


def _spell_out(error: UnicodeError) -> tuple[str | bytes, int]:
    """What Python prints in place of the signs that it could not encode."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    sign = error.object[error.start]
    if sign in SPELLED_OUT:
        return SPELLED_OUT[sign], error.start + 1
    return codecs.backslashreplace_errors(error)


@runtime_checkable
class UsageError(Protocol):
    """What Click raises for a wrong command or option."""

    def format_message(self) -> str: ...


def _complain_of_usage(error: Exception) -> None:
    """Print a wrong command or option as a sentence; raise anything else again.

    Typer brings its own copy of Click, so its errors are known by what they can do.
    """
    if not isinstance(error, UsageError):
        raise error
    message = error.format_message()
    print(message, file=sys.stderr) if "\n" in message else _complain(message)


def _complain(sentence: str) -> None:
    print(f"metamer: {sentence}", file=sys.stderr)
