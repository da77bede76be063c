"""`metamer import inspect`: logs of other programs as run folders."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

import metamer
from metamer.core.commands import Folder, Json, print_outcome
from metamer.core.counting import are, count
from metamer.core.errors import Refusal
from metamer.core.progress import stages


def inspect(
    logs: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOG...",
            help="Logs of `inspect eval metamer/...`, or folders of them.",
            show_default=False,
        ),
    ],
    out: Folder = None,
    json: Json = False,
) -> None:
    """Write logs of Inspect AI as one run folder, and its report; nothing is asked again.

    Each model is a learner. Samples that are not finished are left out. Without --out the
    folder is runs/inspect.
    """
    if find_spec("inspect_ai") is None:
        raise Refusal(
            "`metamer import inspect` needs inspect_ai: `pip install 'metamer[inspect]'`"
        )
    from metamer.inspect.imports import import_logs

    with stages("reading the logs"):
        responses, missing = import_logs(logs, out or Path("runs") / "inspect")
    page = metamer.report(responses)
    counts = responses.table["learner"].value_counts().to_dict()
    outcome = {
        "folder": str(responses.folder),
        "report": str(page),
        "responses": len(responses.table),
        "learners": counts,
        "missing": missing,
    }
    print_outcome(outcome, _told(outcome), json)


def _told(outcome: dict[str, Any]) -> str:
    who = ", ".join(
        f"{number} of {name}" for name, number in outcome["learners"].items()
    )
    many = outcome["responses"]
    return "\n".join(
        [
            f"{count(many, 'response')} ({who}) {are(many)} in {outcome['folder']}",
            *outcome["missing"],
            f"The report is {outcome['report']}",
        ]
    )
