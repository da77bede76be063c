"""What of a study's analysis can be done with the answers that there are.

People come one by one: at first some conditions have nobody in them, and the learners that
a test compares with are in a run of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from metamer.core.capabilities import NeedsMeasures
from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.study import Study, Test
from metamer.reports.analysis import measures_table

if TYPE_CHECKING:
    import pandas as pd

Part = TypeVar("Part")


def analysable(study: Study, tables: Sequence[pd.DataFrame]) -> Study:
    """The study with the measures, tests and figures that all tables have answers for.

    A remark names what is left out.
    """
    names = tuple(
        name
        for name in study.measures
        if all(_can_be_measured(name, table) for table in tables)
    )
    measures = [measures_table(table, names) for table in tables]
    able = _with_measures(study.tests, names)
    tests = tuple(
        test for test in able if all(_applies(test, values) for values in measures)
    )
    figures = _with_measures(study.figures, names)
    return replace(
        study,
        measures=names,
        tests=tests,
        figures=figures,
        remarks=(*study.remarks, *_left_out(study, names, len(tests))),
    )


def _can_be_measured(name: str, table: pd.DataFrame) -> bool:
    try:
        measure(name)(table)
    except Refusal:
        return False
    return True


def _with_measures(parts: Sequence[Part], names: Sequence[str]) -> tuple[Part, ...]:
    """The parts of an analysis that need no other measures than these."""
    return tuple(
        part
        for part in parts
        if not isinstance(part, NeedsMeasures)
        or set(part.needed_measures) <= set(names)
    )


def _applies(test: Test, measures: pd.DataFrame) -> bool:
    """Whether a test has what it compares."""
    try:
        test(measures)
    except Refusal:
        return False
    return True


def _left_out(study: Study, names: Sequence[str], tests: int) -> list[str]:
    missing = [name for name in study.measures if name not in names]
    said = []
    if missing:
        said.append(
            f"Not measured, for lack of answers in some condition: {', '.join(missing)}."
        )
    if tests < len(study.tests):
        said.append(
            "Tests that compare with learners or conditions which are not in this run are "
            "left out; `metamer report` shows several runs on one page."
        )
    return said
