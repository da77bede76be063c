"""The published results of people, Kaggle's programs and GPT-4, as a run of their own."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.core.study import Condition, Study
from metamer.measures.concepts import PEOPLE
from metamer.paradigms.concepts.people import read_items
from metamer.reports.concepts import ERRATA, Table2, in_order
from metamer.statistics.subsets import Only
from metamer.studies.moskvichev2023.shared import (
    GUESSING,
    MEASURES,
    TASKS_BY_CONCEPT,
    TESTS,
    figures,
)

if TYPE_CHECKING:
    import pandas as pd

ABOUT = {
    PEOPLE: "responses of participants, each within three tries; nobody can be followed",
    "kaggle-first": "items of the 2020 ARC competition's first place, three guesses",
    "kaggle-second": "items of its second place, three guesses",
    "gpt-4 T=0": "items of GPT-4 at temperature 0, one answer",
    "gpt-4 T=0.5": "items of GPT-4 at temperature 0.5, three answers",
}
"""Who they are. Source: moskvichev2023, and the released data.xlsx."""

WHOLE = 480
"""Test inputs: 16 concepts, 10 tasks of each, 3 inputs of each. Source: moskvichev2023."""


@dataclass(frozen=True)
class PublishedItems:
    """Test inputs that were answered elsewhere, and of which only the results are here.

    Source: moskvichev2023, the released data.xlsx.
    """

    shape: ClassVar[str] = "solve"
    demo: ClassVar[tuple[str, ...]] = ()
    command: ClassVar[str] = "metamer people import concepts PATH"
    """How such a run is made, for its report."""

    inputs: tuple[tuple[str, int], ...]
    """Concepts, and how many test inputs each has, but for those of minimal tasks."""

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {"conditions": []}

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(Condition(name) for name, _ in self.inputs)

    def lesson(self, *_: Any) -> NoReturn:
        raise Refusal(
            "published results cannot be run again; see `metamer people import`"
        )

    score = lesson

    def items(self, *_: Any) -> dict[str, Any]:
        return {}

    def pictures(self, *_: Any) -> list[tuple[str, Any]]:
        return []

    def description(self) -> list[dict[str, str]]:
        return [{"concept": it, "test inputs": str(many)} for it, many in self.inputs]


def take(path: str | Path, out: str | Path) -> Responses:
    """Write the published results in the table `path` as a run folder."""
    started = time.monotonic()
    file = Path(path)
    table = read_items(file)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    study = plan(table, file.name, digest)
    return Run(Path(out)).take(study, table, {}, time.monotonic() - started)


def plan(table: pd.DataFrame, source: str, digest: str) -> Study:
    """The study that published results are recorded as, with the paper's analysis."""
    counts = table["learner"].value_counts()
    learners = tuple(
        Imported(name, f"{counts[name]} {about}", source, digest)
        for name, about in ABOUT.items()
    )
    solvers = tuple(name for name in ABOUT if name != PEOPLE)
    items = table[~table["minimal"]].drop_duplicates("item")["condition"].value_counts()
    inputs = tuple((it, int(items[it])) for it in in_order(items[items > 0].index))
    return Study(
        paradigm=PublishedItems(inputs),
        learners=learners,
        measures=MEASURES,
        units=int(table["unit"].max()) + 1,
        name="concepts-people",
        title="People, programs and GPT-4 on sixteen concepts, as published",
        question="Tasks of one concept vary it in many ways: do people, the programs that "
        "won a competition, and a chat model solve them all?",
        tests=(*TESTS, Only("learner", solvers, TASKS_BY_CONCEPT)),
        figures=(*figures(), AS_PRINTED),
        scale="paper",
        remarks=(GUESSING, *_part(sum(many for _, many in inputs)), *ERRATA),
    )


def _part(inputs: int) -> tuple[str, ...]:
    """What to say where these are not all test inputs of the paper."""
    if inputs == WHOLE:
        return ()
    return (
        f"These are {inputs} of the paper's {WHOLE} test inputs, so that their numbers are "
        "not the printed ones. What follows was found in the whole file.",
    )


AS_PRINTED = Table2(
    "Table 2 as the paper counts people",
    "The same intervals with 240 responses of people for every concept, of which the "
    "accuracy at two decimals gives the right ones: so they were printed.",
    people="printed",
)
