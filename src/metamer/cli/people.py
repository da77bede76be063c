"""`metamer people`: people's data to run folders."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import metamer
from metamer.core.commands import Folder, Json, completion, people, print_json
from metamer.core.counting import are, count

ABOUT = "Write answers of people, published or your own, as a run folder with a report."


def take(
    paradigm: Annotated[
        str,
        typer.Argument(
            help="One of those that are listed above.",
            autocompletion=completion(lambda: people),
        ),
    ],
    path: Annotated[
        Path,
        typer.Argument(help="The folder of published data, or a csv file."),
    ],
    out: Folder = None,
    json: Json = False,
) -> None:
    """Write answers of people as a run folder, and its report."""
    folder = out or Path("runs") / f"{paradigm}-people"
    responses, unfinished = people(paradigm)(path, folder)
    page = metamer.report(responses)
    outcome = {
        "folder": str(responses.folder),
        "report": str(page),
        "responses": len(responses.table),
        "learners": responses.table["learner"].value_counts().to_dict(),
        "unfinished": unfinished,
    }
    print_json(outcome) if json else _print(outcome)


def take_help() -> str:
    """What can be taken, one line for each paradigm that has any."""
    lines = [f"{name}: {people(name).__doc__}" for name in people]
    return "\n\n".join([ABOUT, *lines])


def _print(outcome: dict[str, Any]) -> None:
    counts = outcome["learners"].items()
    who = ", ".join(f"{number} of {name}" for name, number in counts)
    many = outcome["responses"]
    print(f"{count(many, 'response')} ({who}) {are(many)} in {outcome['folder']}")
    for group in outcome["unfinished"]:
        named = " ".join(str(group[name]) for name in group if name != "rows")
        print(f"{named}: {group['rows']} finished no item")
    print(f"The report is {outcome['report']}")
