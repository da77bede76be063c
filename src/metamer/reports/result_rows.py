"""Tests as rows of one table, which readers can sort and filter."""

from __future__ import annotations

from math import isnan
from typing import Any

from metamer.core.result import Result
from metamer.statistics.wording import degrees, number

RESULT_COLUMNS = (
    "measure",
    "effect",
    "estimate",
    "95 % interval",
    "test",
    "p",
    "effect size",
    "n",
)


def result_row(result: Result) -> dict[str, Any]:
    """The cells of a test, in the order of `RESULT_COLUMNS`, and the test in words."""
    cells = (
        result.measure.replace("_", " "),
        result.effect,
        _number(result.estimate),
        "" if isnan(result.low) else f"{number(result.low)} to {number(result.high)}",
        _statistic(result),
        p_text(result),
        _size(result),
        str(result.n),
    )
    return {"cells": cells, "words": result.words}


def _number(value: float) -> str:
    return "" if isnan(value) else number(value)


def _statistic(result: Result) -> str:
    """`Welch t(31.2) = 4.10`, or the name of what has no statistic."""
    if isnan(result.statistic):
        return result.test
    known = [degrees(df) for df in (result.df, result.df_error) if not isnan(df)]
    freedom = f"({', '.join(known)})" if known else ""
    return f"{result.test}{freedom} = {number(result.statistic)}"


def p_text(result: Result) -> str:
    """A p value, with the corrected one in brackets if there is one."""
    if isnan(result.p):
        return ""
    corrected = "" if isnan(result.p_adjusted) else f" [{result.p_adjusted:.3g}]"
    return f"{result.p:.3g}{corrected}"


def _size(result: Result) -> str:
    if isnan(result.effect_size):
        return ""
    return f"{result.size_name} = {number(result.effect_size)}"
