"""People of one's own on matrices, from their choices."""

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
from metamer.paradigms.matrices import people
from metamer.paradigms.matrices.measures import CHANCE
from metamer.reports.item_findings import LeftOut

PARTS = ("test", "validation", "taught")
"""Parts whose accuracy is a measure."""

FINDING = LeftOut(
    rest="validation",
    left_out="test",
    chance=CHANCE,
    label="matrices with what training never had",
    least=2 * CHANCE,
    by="condition",
    skip=("neutral",),
)


def take(file: Path, out: Path) -> Responses:
    """Write people's choices as a run folder."""
    return record(file, out, "matrices", people.read, plan)


def plan(choices: Sequence[Choice], file: Path, units: int) -> Study:
    """The study under which choices are recorded, with what can be measured in them."""
    parts = parts_of(choices)
    both = {"test", "validation"} <= parts
    measures = [f"{part}_accuracy" for part in PARTS if part in parts]
    if both:
        measures.append("generalisation_gap")
    if "test" in parts:
        measures += ["accuracy_by_triples", "accuracy_by_relation"]
    held_out = {choice.condition.name for choice in choices} - {*FINDING.skip}
    return Study(
        paradigm=asked_elsewhere("matrices", choices),
        learners=(respondents(choices, file),),
        measures=tuple(measures),
        units=units,
        name="matrices-choices",
        title="People and matrices with a missing panel",
        question="How often do people find the panel that completes a matrix, also where "
        "its rule is about values that others were never trained with?",
        findings=(FINDING,) if both and held_out else (),
        remarks=remarks_on(choices),
    )
