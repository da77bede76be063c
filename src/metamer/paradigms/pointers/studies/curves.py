"""Fast and slow learning: curves of units that differ in their seed alone (Fig. 16)."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.curves import LearningCurves
from metamer.paradigms.pointers.figures.holdout import SpeedAgainst
from metamer.paradigms.pointers.findings import FastAndSlow
from metamer.paradigms.pointers.learners import ROWS, Encoder, Mixer, TokenMlp
from metamer.paradigms.pointers.studies.by_size import TINY
from metamer.paradigms.pointers.studies.holdout import SHORT
from metamer.paradigms.pointers.studies.remarks import ALL_UNITS, WRAP, remarks
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.reports.tables import Means
from metamer.statistics.correlation import Correlation
from metamer.statistics.intervals import Interval
from metamer.training.settings import Training

WATCHED = replace(ROWS, evaluate_every=2000, evaluate_items=2000)
"""The paper's training, with an evaluation every 2,000 updates. Source: zhang2021, App. A,
for the training."""

FAST = Training(
    rate=0.2, epochs=60, least_steps=300, batch=128, warm_up=3, evaluate_every=50
)
"""Training in which units of one condition differ much. Source: ours, chosen for that."""

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (replace(TINY, training=FAST),),
    "small": (replace(SHORT, training=replace(SHORT.training, evaluate_every=100)),),
    "paper": (
        TokenMlp(training=WATCHED),
        Encoder(training=WATCHED),
        Mixer(training=WATCHED),
    ),
}
UNITS = {"demo": 8, "small": 8, "paper": 5}


def _paradigm(scale: Scale) -> Pointers:
    return {
        "demo": Pointers(
            Vectors(length=4, alphabet=7),
            complexities=(2,),
            sizes=(3000,),
            asked=300,
            again=300,
        ),
        "small": Pointers(Vectors(length=5), complexities=(1,), sizes=(4000, 8000)),
        "paper": Pointers(
            complexities=(1, 2, 3),
            sizes=(10_000, 100_000, 1_000_000),
            asked=2000,
            again=2000,
        ),
    }[scale]


@study.add("pointers-curves")
def curves(scale: Scale = "small") -> Study:
    """Do units that learn sooner generalise better (App. D, Fig. 16)?"""
    speed = ("fitted_after", "iid_accuracy")
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=(*speed, "taught_accuracy", "fitted"),
        units=UNITS[scale],
        name="pointers-curves",
        title="Fast and slow learning",
        question="Networks that differ in their seed alone all get the items of training "
        "right. Are those that do so sooner also right on new items?",
        findings=(FastAndSlow(),),
        reproduces="zhang2021, Fig. 16",
        printed="Networks that converge rapidly on the training set usually generalise "
        "well, and those that converge slowly and smoothly usually poorly (App. D, in "
        "words).",
        tests=(
            Interval("iid_accuracy"),
            Correlation(*speed, "within"),
            Correlation(*speed, "spearman", by="size"),
        ),
        figures=(
            LearningCurves(),
            SpeedAgainst(*speed),
            Means(
                ("iid_accuracy", "taught_accuracy", "fitted", "fitted_after"),
                "All learners in numbers",
                "Means over units, with the half width of their 95 % intervals. Fitted "
                "after: the share of training after which 90 % of its items were right.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *REMARKS[scale == "paper" :], WRAP, ALL_UNITS),
    )


REMARKS = (
    "Rows are shorter than the paper's at this scale (and in the demo there are only seven "
    "digits), so that a small network learns them in time. Sizes here, and the rate of "
    "the demo, were chosen after others had been tried, because their units differ.",
    "Unstated: which networks, rules and sizes the curves of Fig. 16 belong to; it shows "
    "four pairs of runs without a number. Here the sizes are those at which units of one "
    "condition can differ.",
    "Both runs of a pair of Fig. 16 that fit the training items differ in speed and in "
    "generalisation. Here all units of a condition are compared, by a correlation.",
)
