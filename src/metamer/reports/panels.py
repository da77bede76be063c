"""Figures in panels: one for each combination of what varies and is no axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from metamer.reports.drawing import look
from metamer.reports.finding import Finding

if TYPE_CHECKING:
    import pandas as pd

ACROSS = 4
"""Panels in a row, at most, unless they are wide."""

SIGNS = {"complexity": "m", "size": "n"}
"""Columns whose numbers would say nothing alone."""


def called(column: str, level: object) -> str:
    """A level as a heading has it: `m = 2`, `n = 10,000`, or its own name."""
    return f"{SIGNS[column]} = {level:,}" if column in SIGNS else str(level)


def levels(run: Finding, values: pd.DataFrame, column: str) -> list[Any]:
    """What a column holds: learners as in the study, the rest from low to high."""
    found = set(values[column])
    if column == "learner":
        return [name for name in run.learners if name in found]
    return sorted(found)


def varying(run: Finding, values: pd.DataFrame, apart: Sequence[str]) -> list[str]:
    """The columns, but for these, that tell rows apart."""
    known = [
        it for it in ("part", "learner", "condition", *run.details) if it in values
    ]
    return [it for it in known if it not in apart and values[it].nunique() > 1]


def panels(
    run: Finding, values: pd.DataFrame, apart: Sequence[str]
) -> Iterator[tuple[str, pd.DataFrame]]:
    """A heading and the rows of each combination of all columns but these.

    So nothing is averaged over in silence.
    """
    columns = varying(run, values, apart)
    if not columns:
        yield "", values
        return
    groups = dict(iter(values.groupby(columns, observed=True)))
    order = [levels(run, values, column) for column in columns]

    def place(where: tuple[Any, ...]) -> list[int]:
        return [known.index(it) for known, it in zip(order, where, strict=True)]

    for where in sorted(groups, key=place):
        named = zip(columns, where, strict=True)
        yield ", ".join(called(*pair) for pair in named), groups[where]


def grid(many: int, across: int = ACROSS) -> tuple[int, int]:
    """Rows and columns for so many panels, rows as equal as can be."""
    rows = max(-(-many // across), 1)
    return rows, max(-(-many // rows), 1)


def finish(axes: Any, many: int, across: str, up: str = "") -> None:
    """Name the outer axes of so many panels, and hide what has no panel."""
    columns = axes.shape[1]
    for place, axis in enumerate(axes.flat):
        axis.set_visible(place < many)
        axis.set_ylabel("" if place % columns else up)
        if place + columns >= many:  # nothing below it
            axis.set_xlabel(across)
            axis.tick_params(labelbottom=True)


def legend(drawing: Any, names: Sequence[str]) -> None:
    """At the right, names in the order of their looks."""
    from matplotlib.lines import Line2D

    marks = [Line2D([], [], markersize=4, **look(place)) for place in range(len(names))]
    drawing.legend(marks, names, loc="outside right center", fontsize=8)
