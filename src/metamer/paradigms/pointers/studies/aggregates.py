"""Other ways to combine the digits of a window (Fig. 15)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
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
from metamer.paradigms.pointers.studies.noise import AGGREGATES
from metamer.paradigms.pointers.studies.remarks import ALL_UNITS, WRAP, remarks
from metamer.statistics.t_test import Pairwise

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
    """Are rules that are less sensitive to noise learned from fewer items (Fig. 15)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-aggregates",
        title="Sums, medians, majorities, minima and maxima",
        question="The answer is the sum of the digits of a window, or their median, or the "
        "most frequent, smallest or largest of them. Which rule is learned from the fewest "
        "items, compared with always giving the most frequent answer?",
        findings=(RuleBySize(),),
        reproduces="zhang2021, Fig. 15",
        printed="Sums modulo 10 are the hardest to learn: only with them do larger windows "
        "make the task noticeably harder (in words; the values are not printed).",
        tests=(*TESTS, Pairwise("iid_accuracy", by="aggregate")),
        figures=(
            new_items("Accuracy by training size and aggregate", "aggregate"),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, ALL_UNITS, *REMARKS),
    )


REMARKS = (
    "Always giving one answer has an accuracy of .10 with sums, but of .19 (m = 1) to .34 "
    "(m = 3) with minima and maxima: without the dashed lines an easy rule looks like a "
    "learned one.",
    "Unstated: medians of an even number of digits (here the lower of the middle two) and "
    "ties of the majority (here the smallest digit). With m = 1, median, majority and "
    "minimum are the same rule.",
)
