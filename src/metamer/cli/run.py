"""`metamer run`, `metamer report` and `metamer demo`."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import metamer
from metamer.core.commands import Json, Set, assignments, print_json
from metamer.core.plans import find_study
from metamer.core.settings import with_settings

if TYPE_CHECKING:
    import pandas as pd

    from metamer.core.responses import Responses

Scale = Annotated[
    str | None, typer.Option(metavar="demo|small|paper", help="How large.")
]
Folder = Annotated[Path | None, typer.Option("--out", help="The run folder.")]


def study_names(incomplete: str) -> list[str]:
    """What the shell offers after `metamer run`: the built-in studies."""
    return [name for name in metamer.study if name.startswith(incomplete)]


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
    engine: Annotated[str, typer.Option(help="Where it runs.")] = "local",
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Run a study and write its report; the same command goes on where it stopped."""
    changes = assignments(settings)
    plan = find_study(name, scale or "", changes)
    if units is not None:
        plan = replace(plan, units=units)
    if changes:
        plan = with_settings(plan, changes)
    folder = out or Path("runs") / f"{plan.name}-{plan.scale}"
    _report([metamer.run(plan, folder, engine)], "", json)


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN...", help="Run folders.", show_default=False),
    ],
    out: Annotated[
        Path | None, typer.Option(help="The page to write; else in the first run.")
    ] = None,
    json: Json = False,
) -> None:
    """Make the page again from one or more run folders; nothing is run again."""
    _report([metamer.load(folder) for folder in runs], out or "", json)


def demo(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("demo"),
    json: Json = False,
) -> None:
    """Run small studies of every paradigm, and write one page of results."""
    names = [name for kind in metamer.paradigm for name in metamer.paradigm(kind).demo]
    responses = []
    for name in names:
        print(f"{name} ...", file=sys.stderr)
        plan = metamer.study(name)(scale="demo")
        responses.append(metamer.run(plan, out / name))
    _report(responses, out / "report.html", json, into_runs=True)


def _report(
    runs: list[Responses], out: str | Path, json: bool, into_runs: bool = False
) -> None:
    """Write the page; print the main numbers of each run, and where the page is."""
    from metamer.reports.analysis import analyse
    from metamer.reports.page import write_report

    # Analysed here, and not by `metamer.report`: large runs take a while to measure, and
    # the page and the terminal show the same numbers.
    analyses = [analyse(run) for run in runs]
    page = write_report(analyses, out, into_runs)
    found = {
        analysis.responses.folder: _means(
            _by_unit(analysis.measures, analysis.responses.table)
        )
        for analysis in analyses
    }
    if json:
        tables = {
            str(folder): means.to_dict("records") for folder, means in found.items()
        }
        print_json({"report": str(page), "runs": tables})
        return
    for folder, means in found.items():
        print(f"\n{folder}\n{_wide(means).to_string()}")
    print(f"\nThe report is {page}")


def _by_unit(measures: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Without what is told apart within a unit, such as its boards."""
    from metamer.core.responses import details

    known = ["measure", "learner", "condition", *details(table), "unit", "value"]
    within = [name for name in measures if name not in known]
    return measures[(measures[within] == "").all(axis=1)][known]


def _means(measures: pd.DataFrame) -> pd.DataFrame:
    """Mean and standard error over units."""
    by = [column for column in measures if column not in ("unit", "value")]
    means = measures.groupby(by, sort=False)["value"].agg(["mean", "sem", "count"])
    return means.round(4).reset_index()


def _wide(means: pd.DataFrame) -> pd.DataFrame:
    """A row per learner and a column per measure that contrasts conditions.

    Where no measure does, conditions have rows of their own.
    """
    contrasts = means[means["condition"] == ""]
    shown = means if contrasts.empty else contrasts
    numbers = zip(shown["mean"], shown["sem"], strict=True)
    shown = shown.assign(text=[_number(mean, sem) for mean, sem in numbers])
    said = {"measure", "mean", "sem", "count", "text"}
    said |= set() if contrasts.empty else {"condition"}
    rows = [name for name in shown if name not in said]
    wide = shown.pivot(index=rows, columns="measure", values="text")
    return wide.fillna("").rename_axis(columns=None)


def _number(mean: float, sem: float) -> str:
    """A mean with its standard error; a single value has none."""
    return f"{mean:.3f}" if isnan(sem) else f"{mean:.3f} ± {sem:.3f}"
