"""People of one's own on items with a corner that was never taught, from their choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from metamer.core.choices import Choice, parts_of, record, remarks_on, respondents
from metamer.core.responses import Responses
from metamer.core.study import Study
from metamer.paradigms.categories import people
from metamer.paradigms.categories.people import AnsweredItems
from metamer.reports.findings import RuleOrStatistics

CONTRASTS = {
    "feature_bias": {"cue_conflict"},
    "exemplar_bias": {"zero_shot", "partial_exposure"},
}
"""Measures that compare conditions, and which they need."""

FINDINGS = (RuleOrStatistics("exemplar_bias", 0.0, 1.0, "exemplar bias"),)


def take(file: Path, out: Path) -> Responses:
    """Write people's choices as a run folder."""
    return record(file, out, "categories", people.read, plan)


def plan(choices: Sequence[Choice], file: Path, units: int) -> Study:
    """The study under which choices are recorded, with what can be measured in them."""
    conditions, domains = (
        tuple(dict.fromkeys(names))
        for names in zip(
            *(
                (choice.condition.name, str(dict(choice.condition.details)["domain"]))
                for choice in choices
            ),
            strict=True,
        )
    )
    parts = parts_of(choices)
    accuracies = [
        f"{part}_accuracy" for part in ("held_out", "taught") if part in parts
    ]
    contrasts = [name for name, needs in CONTRASTS.items() if needs <= {*conditions}]
    if "held_out" not in parts:
        contrasts = []
    return Study(
        paradigm=AnsweredItems(conditions, domains),
        learners=(respondents(choices, file),),
        measures=(*contrasts, *accuracies),
        units=units,
        name="categories-choices",
        title="People and the corner that was never taught",
        question="Do people go by the feature that decides, also for values of the other "
        "feature that they have seen only with one class?",
        findings=FINDINGS if "exemplar_bias" in contrasts else (),
        remarks=remarks_on(choices),
    )
