"""People of one's own on rows or pictures of digits, from their choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from metamer.core.choices import (
    Choice,
    asked_elsewhere,
    parts_of,
    record,
    remarks_on,
    respondents,
)
from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.paradigms.pointers import people
from metamer.reports.item_findings import LeftOut

PARTS = ("holdout", "others", "matched", "dshift", "iid", "taught")
"""Parts whose accuracy is a measure."""

CONTRASTS = {
    "rule_position": {"holdout", "iid"},
    "holdout_gap": {"holdout", "matched"},
}
"""Measures that compare parts, and which they need."""

ERRORS = ("missed_position", "missed_rule", "missed_digit")

FINDING = LeftOut(
    rest="iid",
    left_out="holdout",
    chance=0.1,
    label="items that point at what training left out",
)


def take(file: Path, out: Path) -> Responses:
    """Write people's choices as a run folder."""
    return record(file, out, "pointers", people.read, plan)


def plan(choices: Sequence[Choice], file: Path, units: int) -> Study:
    """The study under which choices are recorded, with what can be measured in them."""
    parts = parts_of(choices)
    accuracies = [f"{part}_accuracy" for part in PARTS if part in parts]
    contrasts = [name for name, needs in CONTRASTS.items() if needs <= parts]
    errors = ERRORS if parts & {"iid", "holdout"} else ()
    return Study(
        paradigm=asked_elsewhere("pointers", choices),
        learners=(respondents(choices, file),),
        measures=(*accuracies, *contrasts, *errors),
        units=units,
        name="pointers-choices",
        title="People and what a digit points at",
        question="Do people follow the pointer, also to what they were never taught?",
        findings=(FINDING,) if {"holdout", "iid"} <= parts else (),
        remarks=remarks_on(choices),
    )
