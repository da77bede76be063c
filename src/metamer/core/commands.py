"""What paradigms add to the command line, and the options that commands share.

A paradigm adds its part in `commands.py` of its folder. Its parameters and docstring are
the options and the help of the command, so imports that take long stand in its body.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.core.counting import are, count
from metamer.core.errors import Refusal, one_of
from metamer.core.registry import PARADIGMS, Registry

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COMMANDS = f"{PARADIGMS}.*.commands"

make: Registry = Registry("kind of items", COMMANDS, "metamer.metamers.commands")
"""`metamer make NAME`: writes items as files."""

show: Registry = Registry("kind of items", COMMANDS)
"""`metamer show NAME`: shows items in the terminal, or as a picture."""

people: Registry = Registry("paradigm with published data", COMMANDS)
"""`metamer people import NAME`: takes the published data at one path and writes a run
folder at another. Returns the responses, and which groups finished no item: a table each,
with their number as `rows`."""

command: Registry = Registry("command", COMMANDS)
"""`metamer NAME`."""

FORMATS = ("png", "svg", "pdf")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Seed = Annotated[int, typer.Option(help="The seed that everything is drawn from.")]
Set = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a setting; can be repeated."
    ),
]
Picture = Annotated[
    Path | None, typer.Option(help=f"A picture to write ({', '.join(FORMATS)}).")
]
NpzFile = Annotated[Path, typer.Option(help="The npz file to write.")]


def assignments(pairs: list[str]) -> dict[str, str]:
    """`key=value` texts as a table."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise Refusal(f"--set takes key=value, not {pair!r}")
        found[key] = value
    return found


def print_json(value: Any) -> None:
    """Print `value` for a program to read."""
    import json

    print(json.dumps(value, indent=2, default=str))


def where_made(n: int, noun: str, out: Path) -> str:
    """What a command made, and where: `30 boards are in a.npz`."""
    return f"{count(n, noun)} {are(n)} in {out}"


def print_outcome(outcome: dict[str, Any], sentence: str, json: bool) -> None:
    """Print what a command did: one sentence, or all of it as JSON."""
    print_json(outcome) if json else print(sentence)


def check_format(path: Path | None) -> None:
    """Refuse a picture that cannot be written, before anything is drawn."""
    if path is not None:
        one_of("picture format", path.suffix.removeprefix("."), FORMATS)


def save_picture(path: Path, figure: Figure) -> None:
    """Write a figure in the format of its file name, and print where it is."""
    from matplotlib.text import Text

    from metamer.core.files import write

    kind = path.suffix.removeprefix(".")
    for text in figure.findobj(Text):  # names from outside are no mathematics
        text.set_text(text.get_text().replace("$", r"\$"))
    write(path, lambda temporary: figure.savefig(temporary, format=kind, dpi=144))
    print(f"The picture is {path}")
