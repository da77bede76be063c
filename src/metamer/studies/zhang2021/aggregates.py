"""Other ways to make one digit of a window (Fig. 15)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.retrieval import TokenMlp
from metamer.paradigms.pointers import Pointers
from metamer.statistics.t_test import Pairwise
from metamer.studies.zhang2021.noise import AGGREGATES
from metamer.studies.zhang2021.shared import (
    ENDS,
    FIGURES,
    HALF,
    KEPT,
    MEASURES,
    REFERENCES,
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
        "demo": Pointers(
            complexities=(1,),
            aggregates=("mod_sum", "max"),
            sizes=(500, 6000),
            asked=300,
            again=300,
        ),
        "small": Pointers(complexities=(2,), aggregates=AGGREGATES, sizes=(1000, 5000)),
        "paper": Pointers(
            complexities=(1, 2, 3),
            aggregates=AGGREGATES,
            sizes=(1000, 10_000, 100_000, 1_000_000),
            asked=2000,
            again=2000,
        ),
    }[scale]


@study.add("pointers-aggregates")
def aggregates(scale: Scale = "small") -> Study:
    """Are rules that noise disturbs less learned from fewer items (Fig. 15)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-aggregates",
        title="Sums, medians, majorities, minima and maxima",
        question="The digits of a window can be added, or their median, most frequent, "
        "smallest or largest one be asked for. Which is learned from the fewest items, "
        "beyond what always giving the most frequent answer scores?",
        tests=(*TESTS, Pairwise("iid_accuracy", by="aggregate")),
        figures=(
            new_items("Accuracy by training size and aggregate", "aggregate"),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, KEPT, *REMARKS),
    )


REMARKS = (
    "Always giving one answer scores .10 with sums, but .19 (m = 1) to .34 (m = 3) with "
    "minima and maxima: without the dashed lines an easy rule looks like a learned one.",
    "Unstated: medians of an even number of digits (here the lower middle one) and ties of "
    "the majority (here the smallest digit). With m = 1 median, majority and minimum are "
    "one rule.",
)
