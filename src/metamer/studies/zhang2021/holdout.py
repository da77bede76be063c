"""Windows that were never taught (Fig. 13 and 16)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.retrieval import TokenMlp
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.references import Constant, Induction, Lookup
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.reports.pointers import ErrorKinds
from metamer.reports.pointers_holdout import HoldoutByCount, SpeedAgainst
from metamer.reports.tables import Means
from metamer.statistics.correlation import Correlation
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import TTest
from metamer.studies.zhang2021.shared import KEPT, TINY, WRAP, remarks
from metamer.training.recipes import Training

SHORT = TokenMlp(
    widths=(256, 256),
    embedding=16,
    training=Training(epochs=20, least_steps=300, batch=128, warm_up=2),
)
"""A network for minutes. Source: ours: it learns rows of five values from 80,000."""

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (TINY, Induction(), Lookup(), Constant(1)),
    "small": (SHORT, Induction(), Lookup(), Constant(1), Constant(3)),
    "paper": (TokenMlp(), Induction(), Lookup(), Constant(1), Constant(3), Constant(6)),
}
"""The constants are the sums of 0, ..., m for m = 1, 2 and 3."""

UNITS = {"demo": 4, "small": 4, "paper": 10}

MEASURES = (
    "holdout_accuracy",
    "others_accuracy",
    "matched_accuracy",
    "holdout_gap",
    "holdout_accuracy_of_fitted",
    "base_rate",
    "rule_position",
    "iid_accuracy",
    "taught_accuracy",
    "fitted",
    "fitted_after",
    "missed_position",
    "missed_rule",
    "missed_digit",
)


def _paradigm(scale: Scale) -> Pointers:
    return {
        "demo": Pointers(
            Vectors(length=3, alphabet=5),
            trainings=("holdout-1", "holdout-2", "windows-3"),
            complexities=(1,),
            sizes=(5000,),
            asked=300,
            again=300,
        ),
        "small": Pointers(
            Vectors(length=5),
            trainings=(
                "holdout-1",
                "holdout-2",
                "holdout-6",
                "multisets-4",
                "windows-10",
            ),
            complexities=(1, 2),
            sizes=(80_000,),
        ),
        "paper": Pointers(
            trainings=(
                "holdout-1",
                "holdout-2",
                "holdout-4",
                "holdout-6",
                "holdout-12",
                "holdout-24",
                "multisets-4",
                "windows-10",
            ),
            complexities=(1, 2, 3),
            sizes=(1_000_000,),
            asked=2000,
            again=2000,
        ),
    }[scale]


@study.add("pointers-holdout")
def holdout(scale: Scale = "small") -> Study:
    """Windows that training never pointed at: does the rule reach them (Fig. 13, 16)?"""
    speed = ("fitted_after", "holdout_accuracy")
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-holdout",
        title="Windows that were never taught",
        question="Some windows of digits are never pointed at in training. Does a network "
        "that has learned all others give the right answer there, and do runs that learn "
        "sooner do better?",
        tests=(
            Interval("holdout_accuracy"),
            TTest("holdout_gap"),
            Correlation(*speed, "pearson"),
            Correlation(*speed, "within"),
            Correlation(*speed, "spearman"),
            Correlation(*speed, "spearman", by="complexity"),
        ),
        figures=(
            HoldoutByCount(),
            SpeedAgainst(*speed),
            Means(
                ("holdout_accuracy", "matched_accuracy", "holdout_gap", "base_rate"),
                "What was left out, beside taught windows with the same labels",
                "Means over units, with the half width of their 95 % intervals. Gap: "
                "taught windows with the same labels minus those left out; 0 is by rule.",
            ),
            Means(
                ("iid_accuracy", "fitted", "holdout_accuracy_of_fitted"),
                "Who had learned at all",
                "Fitted: the share of units that get 60 % of their taught items right; "
                "the paper shows only those.",
            ),
            ErrorKinds(),
        ),
        scale=scale,
        remarks=remarks(scale, *REMARKS[scale == "paper" :], WRAP, KEPT),
    )


REMARKS = (
    "Rows are shorter than the paper's at this scale (and in the demo have five digits), "
    "so that a small network learns them in time. With few windows each one left out is a "
    "large share of them.",
    "Not reproduced in general: the paper finds left-out windows right wherever training "
    "succeeds. With its MLP and training that held here for one window of a thousand "
    "(m = 2, 10^6 items), and in few runs for one of a hundred (m = 1, 10^5 items) or for "
    "all orders of 0, 1, 2.",
    "The paper's test has one single label: all permutations of (0, ..., m) have the same "
    "sum, so whoever always says 1 (m = 1), 3 (m = 2) or 6 (m = 3) is perfect. Beside it "
    "stand taught windows with that label (`matched`), how often a unit says it elsewhere "
    "(`base_rate`), and families of windows whose labels vary (`multisets-4`: all orders "
    "of four sets of digits; `windows-10`: ten random windows), which are ours.",
    "Unclear: whether holdout-i leaves out i permutations or i beside (0, ..., m). Fig. 13 "
    "goes up to (m+1)!, so i counts them all, in lexicographic order.",
    "Unstated: how rows are kept out of training. Here they are drawn anew, which leaves "
    "the law of all others as it is.",
    "`fitted_after` is the share of training after which 90 % of the items in training "
    "went right; Fig. 16 does not say how it measures speed.",
)
