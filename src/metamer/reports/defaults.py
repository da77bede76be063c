"""What a study without figures of its own shows: each measure, drawn and in numbers."""

from __future__ import annotations

from metamer.core.study import Figure, Study
from metamer.reports.figures import ByLearner
from metamer.reports.findings import first_line
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH


def figures_of(study: Study) -> tuple[Figure, ...]:
    """The study's figures, or one for each measure and a table of them all."""
    if study.figures or not study.measures:
        return study.figures
    drawn = (
        ByLearner(name, _title(name), f"{first_line(name)} {MARKS}")
        for name in study.measures
    )
    table = Means(study.measures, "All measures in numbers", f"{HALF_WIDTH}.")
    return (*drawn, table)


MARKS = (
    "Learners are ranked. Black: mean and 95 % confidence interval over units, from three "
    "units on; blue: single units."
)


def _title(name: str) -> str:
    words = name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]} by learner"
