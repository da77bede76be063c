"""Several runs on shared axes: one measure of all learners, wherever they took part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from metamer.core.capabilities import NeedsMeasures
from metamer.core.counting import are, count
from metamer.core.participants import EXCLUDED
from metamer.core.ranges import range_of
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import canvas, legend, list_downwards, series_style
from metamer.reports.facets import label_outer_axes
from metamer.reports.figures import (
    MAX_PANELS,
    axis_label,
    panels_of,
    show_all_shares,
)
from metamer.reports.findings import first_line
from metamer.statistics.summaries import summary

if TYPE_CHECKING:
    import pandas as pd

MAX_COMPARED = 4
"""Measures that are compared; each run's own part of the page has the others."""


def compared(analyses: Sequence[Analysis]) -> list[Exhibit]:
    """A figure for each measure that several runs of one paradigm have."""
    by_paradigm: dict[str, list[Analysis]] = {}
    for run in analyses:
        paradigm = str(run.responses.table["paradigm"].iloc[0])
        by_paradigm.setdefault(paradigm, []).append(run)
    return [
        exhibit
        for paradigm, runs in by_paradigm.items()
        if len(runs) > 1
        for exhibit in _of_paradigm(paradigm, runs)
    ]


def _of_paradigm(paradigm: str, runs: Sequence[Analysis]) -> list[Exhibit]:
    measures = [name for run in runs for name in run.study.measures]
    order = dict.fromkeys([*_leading(runs), *measures])
    shared = [name for name in order if measures.count(name) > 1]
    exhibits = (_exhibit(paradigm, name, runs) for name in shared)
    return [exhibit for exhibit in exhibits if exhibit][:MAX_COMPARED]


def _leading(runs: Sequence[Analysis]) -> list[str]:
    """The measures that the runs' answers come from."""
    findings = [each for run in runs for each in run.study.findings]
    return [
        name
        for finding in findings
        if isinstance(finding, NeedsMeasures)
        for name in finding.needed_measures
    ]


def _exhibit(paradigm: str, name: str, runs: Sequence[Analysis]) -> Exhibit | None:
    """All learners of all runs by one measure; none if it has too many panels."""
    values = _values(name, runs)
    panels = list(panels_of(values.drop(columns="run")))
    if values["run"].nunique() < 2 or len(panels) > MAX_PANELS:
        return None
    labels = _labels(runs)
    names = _ranked(values, name)
    columns = min(len(panels), 2)
    rows = -(-len(panels) // columns)
    height = 0.7 + rows * (0.55 + 0.2 * len(names))
    shared = {"sharex": True, "sharey": True}
    with canvas(2.4 + 2.3 * columns, height, rows, columns, **shared) as (
        drawing,
        axes,
    ):
        for axis, (heading, cell) in zip(axes.flat, panels, strict=False):
            _draw(axis, values.loc[cell.index], names, list(labels))
            axis.set_title(heading, loc="left")
        show_all_shares(axes, name)
        label_outer_axes(axes, len(panels), axis_label(name))
        entries = [
            (label, {**series_style(place), "markersize": 4})
            for place, label in enumerate(labels)
        ]
        legend(drawing, entries, below=True)
    words = name.replace("_", " ")
    return Exhibit(f"{paradigm}: {words} in all runs", _caption(name, runs), drawing)


def _caption(name: str, runs: Sequence[Analysis]) -> str:
    return (
        f"{first_line(name)} Learners are ranked; each run has a colour and a mark. Means "
        "and 95 % confidence intervals over units, from three units on. "
        f"{_shared_items(runs)}"
    )


def _shared_items(runs: Sequence[Analysis]) -> str:
    """How many of the items that people answered here were put to learners as well."""
    tables = [run.responses.table for run in runs]
    people, learners = (
        {
            item
            for table in tables
            if (EXCLUDED in table) is of
            for item in table["item"]
        }
        for of in (True, False)
    )
    if not people or not learners:
        return "Runs may have asked other items: what each asked is below."
    both = len(people & learners)
    return (
        f"{both:,} of the {count(len(people), 'item')} that participants answered "
        f"{are(both)} also among those of the other runs."
    )


def _labels(runs: Sequence[Analysis]) -> list[str]:
    """What each run is called: its study, with its folder or number where that is not one.

    Two runs of one study may be in folders of the same name.
    """
    names = [run.study.name for run in runs]
    folders = [
        f"{name}, {run.responses.folder.name}"
        for name, run in zip(names, runs, strict=True)
    ]
    numbered = [f"{name}, run {place}" for place, name in enumerate(names, 1)]
    choices = (names, folders, numbered)
    return next(found for found in choices if len(set(found)) == len(runs))


def _values(name: str, runs: Sequence[Analysis]) -> pd.DataFrame:
    """The rows of a measure in all runs, with what each run is called."""
    import pandas as pd

    frames = [
        run.values(name).assign(run=label)
        for run, label in zip(runs, _labels(runs), strict=True)
        if name in run.study.measures
    ]
    whole = pd.concat(frames, ignore_index=True).dropna(subset=["value"])
    texts = whole.columns.difference(["unit", "value"])
    whole[texts] = whole[texts].astype("object").where(whole[texts].notna(), "")
    return whole


def _ranked(values: pd.DataFrame, name: str) -> list[str]:
    means = values.groupby("learner", observed=True, sort=False)["value"].mean()
    lower = range_of(name).better == "lower"
    return [str(each) for each in means.sort_values(ascending=lower).index]


def _draw(axis: Any, cell: pd.DataFrame, names: list[str], labels: list[str]) -> None:
    step = 0.6 / max(len(labels), 1)
    for place, label in enumerate(labels):
        found = summary(cell[cell["run"] == label], ["learner"])
        for name, row in found.iterrows():
            y = names.index(str(name)) + step * (place - (len(labels) - 1) / 2)
            style = series_style(place)
            axis.plot(
                [row["low"], row["high"]], [y, y], color=style["color"], linewidth=1
            )
            axis.plot(row["mean"], y, markersize=4, **style)
    list_downwards(axis, names)
