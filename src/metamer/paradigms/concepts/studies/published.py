"""The published results of people, Kaggle's programs and GPT-4, as a run of their own."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from metamer.core.counting import count
from metamer.core.imported import AskedElsewhere, Imported
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.core.study import Condition, Study
from metamer.paradigms.concepts.figures.tables import Table2
from metamer.paradigms.concepts.findings import ConceptsSolved
from metamer.paradigms.concepts.measures import PEOPLE
from metamer.paradigms.concepts.people import read_items
from metamer.paradigms.concepts.rules import in_table_order
from metamer.paradigms.concepts.studies.printed import ERRATA, TABLE_1, TEST_INPUTS
from metamer.paradigms.concepts.studies.shared import (
    AMBIGUOUS,
    GUESSING,
    MEASURES,
    PROGRAMS,
    TASKS_BY_CONCEPT,
    TESTS,
    figures,
)
from metamer.statistics.subsets import Only

if TYPE_CHECKING:
    import pandas as pd

ABOUT = {
    PEOPLE: "responses of participants, with three tries each; the file does not say "
    "which responses belong to the same person",
    "kaggle-first": "items of the 2020 ARC competition's first place, three guesses",
    "kaggle-second": "items of its second place, three guesses",
    "gpt-4 T=0": "items of GPT-4 at temperature 0, one answer",
    "gpt-4 T=0.5": "items of GPT-4 at temperature 0.5, three answers",
}
"""What each of them is. Source: moskvichev2023, and the released data.xlsx."""


@dataclass(frozen=True)
class PublishedItems(AskedElsewhere):
    """Test inputs that were answered elsewhere, of which only the results are known.

    Source: moskvichev2023, the released data.xlsx.
    """

    shape: ClassVar[str] = "solve"
    command: ClassVar[str] = "metamer people import concepts PATH"
    """How such a run is made, for its report."""

    inputs: tuple[tuple[str, int], ...]
    """Concepts, and how many test inputs each has, without those of minimal tasks."""

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": []}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(Condition(name) for name, _ in self.inputs)

    def description(self) -> list[dict[str, str]]:
        return [
            {"concept": name, "test inputs": str(asked)} for name, asked in self.inputs
        ]


def take(path: str | Path, out: str | Path) -> Responses:
    """Write the published results in the table `path` as a run folder."""
    started = time.monotonic()
    file = Path(path)
    table = read_items(file)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    study = plan(table, file.name, digest)
    return Run(Path(out)).import_responses(study, table, {}, time.monotonic() - started)


def plan(table: pd.DataFrame, source: str, digest: str) -> Study:
    """The study that published results are recorded as, with the paper's analysis."""
    counts = table["learner"].value_counts()
    learners = tuple(
        Imported(name, f"{counts[name]} {about}", source, digest)
        for name, about in ABOUT.items()
    )
    solvers = tuple(name for name in ABOUT if name != PEOPLE)
    items = table[~table["minimal"]].drop_duplicates("item")["condition"].value_counts()
    concepts = in_table_order(items[items > 0].index)
    inputs = tuple((concept, int(items[concept])) for concept in concepts)
    number = count(len(inputs), "concept")
    return Study(
        paradigm=PublishedItems(inputs),
        learners=learners,
        measures=MEASURES,
        units=int(table["unit"].max()) + 1,
        name="concepts-published",
        title=f"People, programs and GPT-4 on {number}, as published",
        question="Tasks of one concept vary it in many ways: do people, the programs that "
        "won a competition, and a chat model solve them all?",
        findings=(ConceptsSolved(),),
        reproduces="moskvichev2023, Tables 1 and 2",
        printed=TABLE_1,
        tests=(*TESTS, Only("learner", solvers, TASKS_BY_CONCEPT)),
        figures=(*figures(), AS_PRINTED),
        scale="paper",
        remarks=(
            GUESSING,
            *_if_partial(sum(dict(inputs).values())),
            PROGRAMS,
            AMBIGUOUS,
            *ERRATA,
        ),
    )


def _if_partial(inputs: int) -> tuple[str, ...]:
    """A remark if these are not all test inputs of the paper."""
    if inputs == TEST_INPUTS:
        return ()
    return (
        f"These are {inputs} of the paper's {TEST_INPUTS} test inputs, so the numbers "
        "differ from the printed ones. The following remarks are about the whole file.",
    )


AS_PRINTED = Table2(
    "Table 2 as the paper counts people",
    "The same intervals as the paper computes them: with 240 responses of people for every "
    "concept, of which as many are right as the accuracy at two decimals says.",
    people="printed",
)
