"""`metamer people`: people's data to run folders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.cli.options import Json, print_json
from metamer.core.errors import one_of

if TYPE_CHECKING:
    from metamer.core.responses import Responses

people = typer.Typer(
    name="people",
    help="Take people's data into run folders.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

PARADIGMS = ("concepts", "tiles")
"""Those of which there are published data to import."""


@people.callback()
def _group() -> None:
    """Take people's data into run folders."""


@people.command("import")
def take(
    paradigm: Annotated[str, typer.Argument(help=f"One of: {', '.join(PARADIGMS)}.")],
    path: Annotated[
        Path, typer.Argument(help="The folder of published data, or its csv.")
    ],
    out: Annotated[Path | None, typer.Option(help="The run folder.")] = None,
    json: Json = False,
) -> None:
    """Write published scores as a run folder, with the paper's analysis as its report.

    For tiles, people and the LSTM agent on boards; for concepts, people, GPT-4 and the
    winners of a contest on each test input.
    """
    one_of("paradigm with published data", paradigm, PARADIGMS)
    import metamer
    from metamer.studies.kumar2022 import people as boards
    from metamer.studies.moskvichev2023 import people as grids

    take = {"tiles": boards.take, "concepts": grids.take}[paradigm]
    responses = take(path, out or Path("runs") / f"{paradigm}-people")
    page = metamer.report(responses)
    told = {"folder": str(responses.folder), "report": str(page), **_counts(responses)}
    print_json(told) if json else _tell(told)


def _counts(responses: Responses) -> dict[str, Any]:
    """How many rows there are of whom, and which finished no board."""
    from metamer.paradigms.tiles.people import unfinished_cells

    table = responses.table
    unfinished = unfinished_cells(table) if "finished" in table else []
    return {
        "responses": len(table),
        "learners": table["learner"].value_counts().to_dict(),
        "unfinished": unfinished,
    }


def _tell(told: dict[str, Any]) -> None:
    who = ", ".join(f"{many} of {name}" for name, many in told["learners"].items())
    print(f"{told['responses']} responses ({who}) are in {told['folder']}")
    for cell in told["unfinished"]:
        print(f"{cell['rule']} {cell['condition']}: {cell['rows']} finished no board")
    print(f"The report is {told['report']}")
