"""`metamer people import`, `export` and `delete`: people's data to run folders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import metamer
from metamer.core.commands import (
    Folder,
    Json,
    completion,
    out_option,
    people,
    print_json,
    print_outcome,
)
from metamer.core.counting import are, count
from metamer.core.errors import Refusal
from metamer.core.progress import stages

if TYPE_CHECKING:
    from metamer.core.responses import Responses

Db = Annotated[
    str, typer.Option(help="A file for SQLite, or postgresql://user@host/name.")
]

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


@contextmanager
def app_installed(command: str) -> Iterator[None]:
    """Turn a package that the people app lacks into one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Refusal(
            f"`{command}` needs {error.name}: `pip install 'metamer[people]'`"
        ) from error


def export(
    db: Db,
    out: Annotated[Path, out_option("The run folder to write.")],
    clear_ids: Annotated[
        bool,
        typer.Option("--clear-ids", help="Participants by name, and not as hashes."),
    ] = False,
    json: Json = False,
) -> None:
    """Write what a study has collected as a run folder, and its report.

    The database is only read, also while the study is online; the same command brings a
    folder up to date. `codebook.md` in the folder explains every column.
    """
    with app_installed("metamer people export"):
        from metamer.app.export import export as write
        from metamer.app.stored import stored_database
    with stages("reading the database"), stored_database(db) as database:
        responses = write(database, out, clear_ids)
    print_exported(responses, json)


def print_exported(responses: Responses, json: bool, **more: Any) -> None:
    """Write the report of an exported run, and print who took part and where it is."""
    from metamer.reports.participants import flow, read_participants

    page = metamer.report(responses)
    steps = flow(read_participants(responses.folder))
    outcome = {
        "folder": str(responses.folder),
        "report": str(page),
        "responses": len(responses.table),
        "flow": steps,
        **more,
    }
    many = len(responses.table)
    print_outcome(
        outcome,
        f"{', '.join(f'{number} {step}' for step, number in steps.items())}\n"
        f"{count(many, 'response')} {are(many)} in {responses.folder}\n"
        f"The report is {page}",
        json,
    )


def delete(
    db: Db,
    participant: Annotated[
        str, typer.Option(help="The recruiting platform's name for the person.")
    ],
    json: Json = False,
) -> None:
    """Delete everything that is stored of one participant; this cannot be undone."""
    with app_installed("metamer people delete"):
        from metamer.app.deletion import delete_participant
        from metamer.app.stored import stored_database
    with stored_database(db) as database:
        many = delete_participant(database, participant)
    print_outcome(
        {"participant": participant, "events": many},
        f"{participant} and {count(many, 'event')} are deleted; export again to bring run "
        "folders up to date, and think of backups",
        json,
    )
