"""Studies of which only a part was asked: what can still be measured in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metamer.core.capabilities import NeedsMeasures
from metamer.core.errors import Refusal
from metamer.core.registry import measure
from metamer.core.study import Study

if TYPE_CHECKING:
    import pandas as pd


def measurable(study: Study, table: pd.DataFrame) -> Study:
    """The study without what these responses are too few for; remarks say why."""
    reasons = {name: _reason(name, table) for name in study.measures}
    left = tuple(name for name in study.measures if not reasons[name])
    remarks = [
        f"Left out is the measure {name}: {reason}."
        for name, reason in reasons.items()
        if reason
    ]
    return replace(
        study,
        measures=left,
        tests=tuple(each for each in study.tests if _has_all(each, left)),
        figures=tuple(each for each in study.figures if _has_all(each, left)),
        remarks=(*study.remarks, *remarks),
    )


def _reason(name: str, table: pd.DataFrame) -> str:
    """Why there is no such measure of these responses; empty if there is."""
    try:
        measure(name)(table)
    except Refusal as refusal:
        return str(refusal)
    return ""


def _has_all(part: object, measures: tuple[str, ...]) -> bool:
    return not isinstance(part, NeedsMeasures) or set(part.needed_measures) <= {
        *measures
    }
