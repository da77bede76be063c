"""Figures in facets: one panel for each combination of levels that no axis shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from metamer.core.ranges import range_of
from metamer.reports.analysis import Analysis
from metamer.reports.drawing import canvas

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ACROSS = 4
"""Panels in a row, at most, unless they are wide."""

SYMBOLS = {"complexity": "m", "size": "n"}
"""Columns whose numbers need a name to be understood."""


def level_label(column: str, level: object) -> str:
    """A level as a heading has it: `m = 2`, `n = 10,000`, or its own name."""
    return f"{SYMBOLS[column]} = {level:,}" if column in SYMBOLS else str(level)


def ordered_levels(run: Analysis, values: pd.DataFrame, column: str) -> list[Any]:
    """What a column holds: learners as in the study, the rest from low to high."""
    found = set(values[column])
    if column == "learner":
        return [name for name in run.learners if name in found]
    return sorted(found)


def ranked_learners(run: Analysis, values: pd.DataFrame) -> list[str]:
    """Learners that have a value, the best first, or the highest if neither is better."""
    means = values.groupby("learner", observed=True)["value"].mean()
    better = range_of(str(values["measure"].iloc[0])).better
    means = means.reindex([name for name in run.learners if name in means.index])
    return list(means.sort_values(ascending=better == "lower", kind="stable").index)


def varying_columns(
    run: Analysis, values: pd.DataFrame, within: Sequence[str]
) -> list[str]:
    """The columns that tell rows apart, except those shown within a panel."""
    known = ("part", "learner", "condition", *run.details)
    outside = [name for name in known if name in values and name not in within]
    return [name for name in outside if values[name].nunique() > 1]


def facets(
    run: Analysis, values: pd.DataFrame, within: Sequence[str]
) -> Iterator[tuple[str, pd.DataFrame]]:
    """A heading and the rows of each panel.

    Every combination of columns that are not shown `within` a panel has a panel of its
    own, so that nothing is averaged over without being said. Panels of learners come
    ranked by their values.
    """
    columns = varying_columns(run, values, within)
    if not columns:
        yield "", values
        return
    groups = dict(iter(values.groupby(columns, observed=True)))
    order = [_panel_order(run, values, column) for column in columns]

    def place(levels: tuple[Any, ...]) -> list[int]:
        return [known.index(level) for known, level in zip(order, levels, strict=True)]

    for levels in sorted(groups, key=place):
        pairs = zip(columns, levels, strict=True)
        yield ", ".join(level_label(*pair) for pair in pairs), groups[levels]


def _panel_order(run: Analysis, values: pd.DataFrame, column: str) -> list[Any]:
    if column == "learner" and "value" in values:
        return ranked_learners(run, values)
    return ordered_levels(run, values, column)


def grid_shape(count: int, across: int = ACROSS) -> tuple[int, int]:
    """Rows and columns for `count` panels, with rows as equally full as possible."""
    rows = max(-(-count // across), 1)
    return rows, max(-(-count // rows), 1)


def label_outer_axes(axes: Any, count: int, across: str, up: str = "") -> None:
    """Name the outer axes of `count` panels, and hide axes that have no panel."""
    columns = axes.shape[1]
    for place, axis in enumerate(axes.flat):
        axis.set_visible(place < count)
        axis.set_ylabel("" if place % columns else up)
        if place + columns >= count:  # nothing below it
            axis.set_xlabel(across)
            axis.tick_params(labelbottom=True)


@contextmanager
def facet_axes(
    count: int,
    margin: tuple[float, float],
    panel: tuple[float, float],
    labels: tuple[str, str],
    across: int = ACROSS,
    **shared: Any,
) -> Iterator[tuple[Figure, list[Any]]]:
    """A figure and the axes of its `count` panels; `labels` name the outer axes.

    It is as large as `margin` and, for each column and row, one `panel` (widths and heights
    in inches).
    """
    rows, columns = grid_shape(count, across)
    width, height = margin[0] + panel[0] * columns, margin[1] + panel[1] * rows
    with canvas(width, height, rows, columns, **shared) as (drawing, axes):
        yield drawing, list(axes.flat[:count])
        label_outer_axes(axes, count, *labels)
