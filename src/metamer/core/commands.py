"""What paradigms add to the command line, and the options that commands share.

A paradigm adds its part in `commands.py` of its folder. Its parameters and docstring are
the options and the help of the command, so imports that take long stand in its body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
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

people: Registry = Registry("paradigm with data of people", COMMANDS)
"""`metamer people import NAME`: takes the data at one path, published or one's own, and
writes a run folder at another. Returns the responses, and which groups finished no item:
a table each, with their number as `rows`."""

command: Registry = Registry("command", COMMANDS)
"""`metamer NAME`."""

FORMATS = ("png", "svg", "pdf")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Budget = Annotated[
    float | None,
    typer.Option(
        metavar="DOLLARS", help="What each chat model may spend at most, in all."
    ),
]
Seed = Annotated[int, typer.Option(help="The seed that everything is drawn from.")]
Set = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a setting; can be repeated."
    ),
]


def check_place(context: Any, path: Path | None) -> Path | None:
    """Refuse a path whose folder cannot be meant: one in a folder that does not exist.

    At most one folder above what is written is made, as `runs` for `runs/plane`; more than
    that is taken for a slip.
    """
    if path is None or context.resilient_parsing:
        return path
    above = path.absolute().parent
    if not above.exists() and not above.parent.exists():
        raise Refusal(
            f"--out {path}: there is no folder {path.parent.parent}; at most one new "
            "folder is made for what is written, so make that one first if it is meant"
        )
    return path


def out_option(words: str) -> Any:
    """`--out`, which is the same everywhere: it is refused where no folder can be meant."""
    return typer.Option("--out", help=words, callback=check_place)


Picture = Annotated[
    Path | None, out_option(f"A picture to write ({', '.join(FORMATS)}).")
]
NpzFile = Annotated[Path, out_option("The npz file to write.")]
Folder = Annotated[Path | None, out_option("The run folder.")]


def completion(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What the shell offers for the value of an option: the names that begin so."""

    def begin(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return begin


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

    print(json.dumps(value, indent=2, default=_plain))


def _plain(value: Any) -> Any:
    """Arrays as lists, and all else that JSON does not know as text."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else str(value)


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


def save_picture(path: Path, figure: Figure, json: bool = False) -> None:
    """Write a figure in the format of its file name, and print where it is."""
    from matplotlib.text import Text

    from metamer.core.files import write

    kind = path.suffix.removeprefix(".")
    for text in figure.findobj(Text):  # names from outside are no mathematics
        text.set_text(text.get_text().replace("$", r"\$"))
    write(path, lambda temporary: figure.savefig(temporary, format=kind, dpi=144))
    print_outcome({"picture": str(path)}, f"The picture is {path}", json)
