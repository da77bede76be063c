"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from metamer.core.errors import Refusal


def assignments(pairs: list[str]) -> dict[str, str]:
    """`key=value` texts as a table."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise Refusal(f"--set takes key=value, not {pair!r}")
        found[key] = value
    return found


def study_names(incomplete: str) -> list[str]:
    """What the shell offers after `metamer run`: the built-in studies."""
    from metamer.core.registry import study

    return [name for name in study if name.startswith(incomplete)]


def learner_names(incomplete: str) -> list[str]:
    """What the shell offers where a learner is wanted."""
    from metamer.core.registry import learner

    return [name for name in learner if name.startswith(incomplete)]


def print_json(value: Any) -> None:
    """`value` for a program to read."""
    import json

    print(json.dumps(value, indent=2, default=str))


Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Seed = Annotated[int, typer.Option(help="The seed that everything is drawn from.")]
Set = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a setting; can be repeated."
    ),
]
Out = Annotated[Path, typer.Option(help="Where to write.")]
