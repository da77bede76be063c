"""Larger windows need many more items (Fig. 9)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.retrieval import TokenMlp
from metamer.paradigms.pointers import Pointers
from metamer.reports.pointers import AccuracyBySize
from metamer.statistics.t_test import Pairwise
from metamer.studies.zhang2021.shared import (
    ENDS,
    FIGURES,
    HALF,
    KEPT,
    MEASURES,
    REFERENCES,
    SENTENCES,
    TESTS,
    TINY,
    WRAP,
    new_items,
    remarks,
)

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (TINY, *REFERENCES),
    "small": (TokenMlp(training=HALF), *REFERENCES),
    "paper": (TokenMlp(), *ENDS),
}
UNITS = {"demo": 2, "small": 2, "paper": 5}


def _paradigm(scale: Scale) -> Pointers:
    return {
        "demo": Pointers(complexities=(0, 1), sizes=(500, 6000), asked=300, again=300),
        "small": Pointers(complexities=(0, 1), sizes=(1000, 10_000)),
        "paper": Pointers(
            complexities=(0, 1, 2, 3),
            sizes=(100, 1000, 10_000, 100_000, 1_000_000),
            asked=2000,
            again=2000,
        ),
    }[scale]


@study.add("pointers-complexity")
def complexity(scale: Scale = "small") -> Study:
    """Each digit more in the window takes ten times the items (Fig. 9)."""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-complexity",
        title="Larger windows need many more items",
        question="The first of eleven digits points at one of the others; the answer is "
        "the sum of that one and of m after it, modulo 10. How many items does a network "
        "need before it answers new ones, if all the while it gets taught ones right?",
        tests=(*TESTS, Pairwise("iid_accuracy", by="complexity")),
        figures=(
            new_items("Accuracy by training size and complexity"),
            AccuracyBySize(
                "taught_accuracy",
                "And on taught items",
                "The same on items that were taught: memory is not what is missing.",
            ),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, KEPT, SENTENCES),
    )
