"""How sensitive rules are to noise (Fig. 10)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.noise import NoiseCurves, NoiseTable
from metamer.paradigms.pointers.findings import NoiseOfRules
from metamer.paradigms.pointers.learners import TokenMlp
from metamer.paradigms.pointers.references import Induction, Marginal
from metamer.paradigms.pointers.rules.noise import DELTAS
from metamer.paradigms.pointers.studies.by_size import TINY
from metamer.paradigms.pointers.studies.remarks import WRAP, remarks
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval

AGGREGATES = ("mod_sum", "median", "majority", "min", "max")
"""Source: zhang2021, Sec. 3.4."""

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (Induction(), Marginal(), TINY),
    "small": (Induction(), Marginal(), TINY),
    "paper": (Induction(), Marginal(), TokenMlp()),
}
UNITS = {"demo": 2, "small": 3, "paper": 10}


def _paradigm(scale: Scale) -> Pointers:
    return {
        "demo": Pointers(
            complexities=(0, 1),
            aggregates=("mod_sum", "max"),
            sizes=(6000,),
            asked=100,
            again=100,
            noise=DELTAS,
            pairs=100,
        ),
        "small": Pointers(
            complexities=(0, 1, 2, 3),
            aggregates=AGGREGATES,
            sizes=(10_000,),
            noise=DELTAS,
        ),
        "paper": Pointers(
            complexities=(0, 1, 2, 3, 4, 5),
            aggregates=AGGREGATES,
            sizes=(100_000,),
            noise=DELTAS,
        ),
    }[scale]


@study.add("pointers-noise")
def noise(scale: Scale = "small") -> Study:
    """How sensitive are rules and learners to noise, by size of the window (Fig. 10)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=("noise_sensitivity", "iid_accuracy", "taught_accuracy"),
        units=UNITS[scale],
        name="pointers-noise",
        title="How sensitive rules are to noise",
        question="Every digit consists of four bits, and each bit flips with some "
        "probability. How often does this change the right answer, and how often that of "
        "a learner?",
        findings=(NoiseOfRules(),),
        reproduces="zhang2021, Fig. 10",
        printed="Sums become more sensitive to noise with larger windows, minima and "
        "maxima less, and majorities do not change steadily (in words; the values are not "
        "printed).",
        tests=(Interval("noise_sensitivity"),),
        figures=(
            NoiseCurves(),
            NoiseTable(),
            Means(
                ("iid_accuracy", "taught_accuracy"),
                "Whether learners follow the rule at all",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, *REMARKS),
    )


REMARKS = (
    "Unstated: which deltas between e^-7 and e^-1 the paper uses. Here they are e^-7, "
    "e^-6, ..., e^-1. Means over delta (Fig. 10b) depend on them, so only their order can "
    "be compared.",
    "Unstated: the median of an even number of digits. Here it is the lower of the middle "
    "two; `floor_median`, their mean rounded down, gives quite another curve.",
    "Ties of the majority go to the smallest digit, so with two digits, majority, minimum "
    "and median are the same rule.",
    "Digits are four bits modulo 10, so 0 to 5 are twice as frequent as 6 to 9.",
)
