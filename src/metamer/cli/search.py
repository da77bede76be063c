"""`metamer search`."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.cli import tables
from metamer.cli.run import Scale, planned
from metamer.cli.simulate import LearnerName, StudyName
from metamer.core.commands import (
    Json,
    Set,
    assignments,
    out_option,
    print_json,
)
from metamer.core.errors import Refusal, at_least
from metamer.core.plans import find_learner
from metamer.core.progress import stages

if TYPE_CHECKING:
    from metamer.search.outcome import SearchOutcome
    from metamer.search.plan import Search

OWN = "space."
"""How settings of the space begin that `--set` changes."""


def search(
    name: StudyName,
    learner: LearnerName,
    trials: Annotated[
        int, typer.Option(help="Trials; for players, in each condition.")
    ] = 600,
    space: Annotated[
        Path | None,
        typer.Option(help="What may vary; else the space that comes with the learner."),
    ] = None,
    storage: Annotated[
        str,
        typer.Option(
            metavar="FILE|URL",
            help="Where trials are kept; several processes can share it.",
        ),
    ] = "",
    out: Annotated[Path | None, out_option("The folder to write to.")] = None,
    scale: Scale = None,
    together: Annotated[
        int, typer.Option(help="Players that are trained side by side.")
    ] = 8,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Search for the best settings of a learner; the same command goes on where it stopped.

    Optuna proposes trials (tree-structured Parzen estimator, median pruning). Writes
    best.toml (`metamer run STUDY --set learners=best.toml`), trials.csv and report.html.
    Without --out the folder is runs/search-STUDY-SCALE-LEARNER. `--set space.length=N`
    and `space.report=N` change how long a trial is, other settings the study.
    """
    at_least("--trials", trials, 1)
    at_least("--together", together, 1, 4096)
    if find_spec("optuna") is None:
        raise Refusal("`metamer search` needs optuna: `pip install 'metamer[search]'`")
    from metamer.search.page import write_page
    from metamer.search.run import search as run

    plan = _plan(name, learner, space, scale, settings)
    folder = (
        out or Path("runs") / f"search-{plan.study.name}-{plan.study.scale}-{learner}"
    )
    outcome = run(plan, trials, folder, storage, together)
    with stages("timing one trial by itself, and writing the page"):
        command = shlex.join(["metamer", *sys.argv[1:]])
        page = write_page(outcome, folder, command, _run(name, scale, settings, folder))
    _tell(outcome, folder, page, json)


def _plan(
    name: str, learner: str, path: Path | None, scale: str | None, settings: list[str]
) -> Search:
    """What is searched; refuses a space that does not fit its learner."""
    from metamer.search.plan import Search
    from metamer.search.space import own_space, read_space, with_conduct

    own = [pair for pair in settings if pair.startswith(OWN)]
    study = planned(name, scale, None, [pair for pair in settings if pair not in own])
    found = find_learner(study, learner)
    space = read_space(path) if path else own_space(study.paradigm, found)
    changes = assignments([pair.removeprefix(OWN) for pair in own])
    space = with_conduct(space, changes) if changes else space
    made = Search(replace(study, learners=(found,)), found, space)
    space.check(found, str(path) if path else f"the space of {learner}")
    return made


def _run(name: str, scale: str | None, settings: list[str], folder: Path) -> str:
    """The command that runs the study with what was found."""
    own = [f"--set={pair}" for pair in settings if not _is_about_learners(pair)]
    wide = ["--scale", scale] if scale else []
    best = f"--set=learners={folder / 'best.toml'}"
    return shlex.join(["metamer", "run", name, *wide, *own, best])


def _is_about_learners(pair: str) -> bool:
    return pair.startswith((OWN, "learners"))


def _tell(outcome: SearchOutcome, folder: Path, page: Path, json: bool) -> None:
    from metamer.search.cost import cost
    from metamer.search.page import answers

    best: dict[str, Any] = {
        cell: {"trial": each.number, "value": each.value, "settings": each.values}
        for cell, each in outcome.found.items()
    }
    if json:
        spent = cost(outcome)
        told = {"seconds": outcome.seconds, **(vars(spent) if spent else {})}
        print_json({"report": str(page), "best": best, "cost": told})
        return
    for sentence in answers(outcome, cost(outcome)):
        print(fill(sentence.replace("`", ""), tables.width(), break_on_hyphens=False))
    print(f"\nThe best settings are in {folder / 'best.toml'}\nThe report is {page}")
