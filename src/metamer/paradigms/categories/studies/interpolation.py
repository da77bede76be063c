"""Is it the correlation? (App. C.3)"""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.learners.exemplars import Exemplars
from metamer.learners.linear import Glm
from metamer.learners.perceptron import Perceptron
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.controls import (
    SHARES,
    equal_correlation,
    towards_full,
    towards_zero_shot,
)
from metamer.paradigms.categories.figures import Interpolation
from metamer.paradigms.categories.findings import SameCorrelation
from metamer.paradigms.categories.references import Rule
from metamer.reports.tables import Means
from metamer.statistics.anova import Anova
from metamer.statistics.summaries import HALF_WIDTH


@study.add("categories-interpolation")
def interpolation(scale: Scale = "small") -> Study:
    """Does the correlation of label and distractor explain the errors (App. C.3)?"""
    paths = paths_by(SHARES[:2] if scale != "paper" else SHARES)
    trainings = tuple(dict.fromkeys(step for _, steps in paths for step in steps))
    return Study(
        paradigm=Categories(trainings=trainings),
        learners=(Rule(), Glm(), Perceptron(16, 1), Exemplars()),
        measures=("held_out_accuracy", "familiar_accuracy", "taught_accuracy"),
        units={"demo": 5, "small": 20, "paper": 200}[scale],
        name="categories-interpolation",
        title="Is it the correlation?",
        question="Very different training items can have the same correlation of label and "
        "distractor. Does this correlation predict the errors in the held-out corner?",
        findings=(SameCorrelation(equal_correlation(SHARES[1])),),
        reproduces="dasgupta2022, App. C.3, Fig. 10b",
        printed="At an unchanged correlation the effective EVR of a network (NN:16h1d) "
        "dropped drastically (App. C.3; a figure without numbers).",
        tests=TESTS,
        figures=(Interpolation(paths, published=_REPLICATED), HELD_OUT),
        scale=scale,
        remarks=(
            "App. C.2 prints the nearest points of a grid (.481, .519, .661, .825); here "
            "the exact solutions of Eq. 3 are used (.4802, .5194, .6606, .8257).",
            "The paper's equal-correlation figure for CelebA keeps only runs that do well "
            "on the outcome itself; nothing is selected here.",
        ),
    )


TESTS = (Anova("held_out_accuracy", "value ~ C(learner) * C(condition)"),)

HELD_OUT = Means(
    ("held_out_accuracy",),
    "Accuracy in the held-out corner",
    f"Means over units; {HALF_WIDTH}. Conditions are named by the share of items with the "
    "distractor in class 0 and in class 1.",
)


def paths_by(shares: tuple[float, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The three ways from partial exposure, and the training conditions on each."""
    start = "partial_exposure"
    return (
        (
            "(C)I towards zero shot",
            (start, *map(towards_zero_shot, shares), "zero_shot"),
        ),
        (
            "(C)II towards full exposure",
            (start, *map(towards_full, shares), "full_exposure"),
        ),
        ("(C)III at equal correlation", (start, *map(equal_correlation, shares))),
    )


_REPLICATED = tuple(
    ("nn:16h1d", condition, value)
    for condition, value in (
        ("zero_shot", 0.908),
        ("partial_exposure", 0.507),
        (towards_zero_shot(0.01), 0.516),
        (towards_zero_shot(0.1), 0.570),
        (towards_full(0.01), 0.796),
        (towards_full(0.1), 0.992),
        (equal_correlation(0.01), 0.824),
        (equal_correlation(0.1), 0.990),
        ("full_exposure", 0.999),
    )
)
"""Accuracy in the held-out corner. Source: ours, an earlier replication with 20 units; its
standard error under partial exposure is 0.07."""
