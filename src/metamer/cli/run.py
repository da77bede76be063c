"""`metamer run`, `metamer report` and `metamer demo`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

import metamer
from metamer.cli import tables
from metamer.cli.plan import print_plan
from metamer.core.commands import (
    Budget,
    Folder,
    Json,
    Set,
    assignments,
    completion,
    out_option,
    print_json,
)
from metamer.core.engine import find_engine
from metamer.core.plans import find_study
from metamer.core.progress import stages
from metamer.core.registry import engine as engines_known
from metamer.core.settings import with_settings
from metamer.core.study import SCALES
from metamer.engines.forecast import WORKERS
from metamer.learners.chat import limit_spending

if TYPE_CHECKING:
    import pandas as pd

    from metamer.core.responses import Responses
    from metamer.core.study import Study

Scale = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(SCALES),
        help="How large.",
        autocompletion=completion(lambda: SCALES),
    ),
]

study_names = completion(lambda: metamer.study)
"""What the shell offers after `metamer run`: the built-in studies."""


def run(
    name: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="A study by name (see `metamer catalog`), or a TOML file.",
            autocompletion=study_names,
        ),
    ],
    out: Folder = None,
    units: Annotated[int | None, typer.Option(help="Units of each learner.")] = None,
    scale: Scale = None,
    engine: Annotated[
        str,
        typer.Option(
            help="Where it runs.", autocompletion=completion(lambda: engines_known)
        ),
    ] = "local",
    budget: Budget = None,
    plan: Annotated[
        bool,
        typer.Option(
            "--plan", help="Only say how long it will take; time a bit of it."
        ),
    ] = False,
    workers: Annotated[
        int, typer.Option(help="With --plan: also for N workers of a cluster.")
    ] = WORKERS,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Run a study and write its report; the same command goes on where it stopped.

    Without --out the folder is runs/STUDY-SCALE; of a TOML file that names no study,
    STUDY is the name of the file. At most one folder above --out is made. Settings that
    begin with `engine.`, as engine.cpus=2, are those of the engine.
    """
    own = [pair for pair in settings if not pair.startswith(ENGINE)]
    places = [pair.removeprefix(ENGINE) for pair in settings if pair.startswith(ENGINE)]
    where = find_engine(engine, assignments(places))
    study = planned(name, scale, units, own)
    folder = out or Path("runs") / f"{study.name}-{study.scale}"
    if plan:
        print_plan(study, folder, workers, json)
        return
    if budget is not None:
        study = replace(study, learners=limit_spending(study.learners, budget))
    _report([metamer.run(study, folder, where)], "", json)


ENGINE = "engine."
"""How settings begin that say where a study runs; they are no part of the study."""


def planned(
    name: str, scale: str | None, units: int | None, settings: list[str]
) -> Study:
    """The study that the options of a command describe."""
    changes = assignments(settings)
    plan = find_study(name, scale or "", changes)
    if units is not None:
        plan = replace(plan, units=units)
    return with_settings(plan, changes) if changes else plan


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN...", help="Run folders.", show_default=False),
    ],
    out: Annotated[
        Path | None, out_option("The page to write; else in the first run.")
    ] = None,
    json: Json = False,
) -> None:
    """Make the page again from one or more run folders; nothing is run again."""
    _report([metamer.load(folder) for folder in runs], out or "", json)


def demo(
    out: Annotated[Path, out_option("The folder to write to.")] = Path("demo"),
    json: Json = False,
) -> None:
    """Profile some learners, run small studies of every paradigm, and write one page."""
    from metamer.reports.profile_page import opening

    print("profile ...", file=sys.stderr)
    profile = metamer.profile(PROFILED, "demo", out / "profile")
    names = [name for kind in metamer.paradigm for name in metamer.paradigm(kind).demo]
    responses = []
    for name in names:
        print(f"{name} ...", file=sys.stderr)
        plan = metamer.study(name)(scale="demo")
        responses.append(metamer.run(plan, out / name))
    first = opening(profile, "profile/report.html")
    _report(responses, out / "report.html", json, into_runs=True, opening=first)


PROFILED = ("rule", "nearest", "mlp", "search", "statistics")
"""Whom the demo's page begins with: the two references, and learners of three kinds."""


def _report(
    runs: list[Responses],
    out: str | Path,
    json: bool,
    into_runs: bool = False,
    opening: str = "",
) -> None:
    """Write the page; print each run's numbers and its answer, and where the page is."""
    from metamer.reports.analysis import analyse
    from metamer.reports.page import write_report
    from metamer.reports.verdict import verdict

    # Analysed here, and not by `metamer.report`: large runs take a while to measure, and
    # the page and the terminal show the same numbers.
    with stages() as begin:
        analyses = []
        for run in runs:
            begin(f"{run.study.name}: measuring and testing")
            analyses.append(analyse(run))
        begin("drawing figures and writing the page")
        page = write_report(analyses, out, into_runs, opening)
        answers = [verdict(analysis) for analysis in analyses]
    found = {
        analysis.responses.folder: (
            tables.means(analysis.measures, analysis.responses.table),
            answer,
        )
        for analysis, answer in zip(analyses, answers, strict=True)
    }
    if json:
        told = {str(folder): _rows(means) for folder, (means, _) in found.items()}
        said = {str(folder): answer for folder, (_, answer) in found.items()}
        print_json({"report": str(page), "runs": told, "answers": said})
        return
    for folder, (means, answer) in found.items():
        print("\n".join(["", str(folder), *tables.lines(means)]))
        print("\n".join(["", *(_filled(sentence) for sentence in answer)]))
    print(f"\nThe report is {page}")


def _filled(sentence: str) -> str:
    """A sentence in lines of the terminal's width, which break no name."""
    return fill(sentence, tables.width(), break_on_hyphens=False)


def _rows(means: pd.DataFrame) -> list[dict[str, object]]:
    """Means for a program to read: what is missing is null."""
    rows = means.astype(object)
    names = [str(name) for name in rows]
    whole = rows.where(rows.notna(), None).to_numpy()
    return [dict(zip(names, row, strict=True)) for row in whole]
