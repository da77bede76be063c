"""Windows that were never taught (Fig. 13 and 16)."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.accuracy import ErrorKinds
from metamer.paradigms.pointers.figures.holdout import HoldoutByCount, SpeedAgainst
from metamer.paradigms.pointers.learners import Encoder, Mixer, TokenMlp
from metamer.paradigms.pointers.references import Constant, Induction, Lookup
from metamer.paradigms.pointers.studies.by_size import TINY
from metamer.paradigms.pointers.studies.remarks import ALL_UNITS, WRAP, remarks
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.reports.item_findings import LeftOut
from metamer.reports.tables import Means
from metamer.statistics.correlation import Correlation
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import TTest
from metamer.training.settings import Training

SHORT = TokenMlp(
    widths=(256, 256),
    embedding=16,
    training=Training(epochs=20, least_steps=300, batch=128, warm_up=2),
)
"""A network that trains in minutes. Source: ours; it learns rows of five values from
80,000 items."""

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (TINY, Induction(), Lookup(), Constant(1)),
    "small": (SHORT, Induction(), Lookup(), Constant(1), Constant(3)),
    "paper": (
        TokenMlp(),
        Encoder(),
        Mixer(),
        Induction(),
        Lookup(),
        Constant(1),
        Constant(3),
        Constant(6),
    ),
}
"""The constants are the sums of 0, ..., m for m = 1, 2 and 3.

Unstated: which networks zhang2021 trains for Fig. 13; it says "neural networks".
"""

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
    """Does the rule extend to windows that training never pointed at (Fig. 13, 16)?"""
    speed = ("fitted_after", "holdout_accuracy")
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-holdout",
        title="Windows that were never taught",
        question="In training the pointer never points at some windows of digits. Does a "
        "network that has learned all others give the right answer to them, and are units "
        "that learn sooner better at it?",
        findings=(replace(FINDING, chance=CHANCE[scale]),),
        reproduces="zhang2021, Fig. 13",
        printed="If training succeeds, networks are right on 100 % of the items whose "
        "windows were left out, however many permutations were (m = 1 and 2; of m = 3, "
        "runs below 60 % of the training items are left out).",
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
                "Windows left out, beside taught windows with the same labels",
                "Means over units, with the half width of their 95 % intervals. Gap: "
                "taught windows with the same labels minus those left out; 0 is by rule.",
            ),
            Means(
                ("iid_accuracy", "fitted", "holdout_accuracy_of_fitted"),
                "Which learners learned at all",
                "Fitted: the share of units that get 60 % of their taught items right; "
                "the paper shows only these.",
            ),
            ErrorKinds(),
        ),
        scale=scale,
        remarks=remarks(scale, *REMARKS[scale == "paper" :], WRAP, ALL_UNITS),
    )


CHANCE = {"demo": 0.2, "small": 0.1, "paper": 0.1}
"""One in five digits, or one in ten."""

FINDING = LeftOut(
    rest="matched",
    left_out="holdout",
    chance=0.1,
    label="windows that were left out",
    least=0.6,
    taught="iid",
)

REMARKS = (
    "Rows are shorter than the paper's at this scale (and in the demo there are only five "
    "digits), so that a small network learns them in time. As there are few windows, each "
    "one left out is a large share of them.",
    "Not reproduced in general: the paper's networks are right on left-out windows "
    "whenever training succeeds. With its MLP and training we found this for one window "
    "of a thousand (m = 2, 10^6 items), and only in few runs for one of a hundred (m = 1, "
    "10^5 items) or for all orders of 0, 1, 2.",
    "The paper's test has a single label: all permutations of (0, ..., m) have the same "
    "sum, so a learner that always answers 1 (m = 1), 3 (m = 2) or 6 (m = 3) is perfect. "
    "As controls of our own there are taught windows with this label (`matched`), how "
    "often a unit gives it to other items (`base_rate`), and families of windows with "
    "various labels (`multisets-4`: all orders of four sets of digits; `windows-10`: ten "
    "random windows).",
    "Unclear: whether holdout-i leaves out i permutations, or i besides (0, ..., m). As "
    "holdout-1 leaves out (0, ..., m) alone and Fig. 13 goes up to (m+1)!, i counts them "
    "all, in lexicographic order.",
    "Unstated: how rows are kept out of training. Here they are drawn anew, which leaves "
    "the distribution of all others as it is.",
    "`fitted_after` is the share of training after which 90 % of the training items were "
    "right; the paper shows learning curves (Fig. 16) and has no measure of speed.",
)
