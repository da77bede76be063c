"""How many items windows of several digits take (Fig. 9)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.accuracy import AccuracyBySize
from metamer.paradigms.pointers.findings import RuleBySize
from metamer.paradigms.pointers.learners import TokenMlp
from metamer.paradigms.pointers.studies.by_size import (
    ENDS,
    FIGURES,
    HALF,
    MEASURES,
    REFERENCES,
    TESTS,
    TINY,
    new_items,
)
from metamer.paradigms.pointers.studies.remarks import (
    ALL_UNITS,
    SENTENCES,
    WRAP,
    remarks,
)
from metamer.statistics.t_test import Pairwise

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
    """How many more items does each additional digit of the window take (Fig. 9)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-complexity",
        title="How many items larger windows take",
        question="The first digit of a row points at one of the others; the answer is "
        "the sum of this digit and the m digits after it, modulo 10. How many items must "
        "be taught until a network is right on new ones, although it is right on taught "
        "ones from the beginning?",
        findings=(RuleBySize(),),
        reproduces="zhang2021, Fig. 9",
        printed="Taught items are always 100 % right; new items are at chance after few, "
        "and jump to 100 % after enough of them, except windows of four digits (m = 3), "
        "which are at chance after 10^6 items.",
        tests=(*TESTS, Pairwise("iid_accuracy", by="complexity")),
        figures=(
            new_items("Accuracy by training size and complexity"),
            AccuracyBySize(
                "taught_accuracy",
                "Accuracy on taught items",
                "The same for items that were taught: a learner that is right here, and "
                "not on new items, remembers.",
            ),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, ALL_UNITS, SENTENCES),
    )
