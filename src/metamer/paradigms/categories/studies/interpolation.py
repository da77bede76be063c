"""Is it the correlation? (App. C.3)"""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Figure, Scale, Study
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
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import REPLICATION
from metamer.reports.tables import Means, Published
from metamer.statistics.anova import Anova


@study.add("categories-interpolation")
def interpolation(scale: Scale = "small") -> Study:
    """At equal correlation the outcome goes from chance to perfect (App. C.3)."""
    paths = _paths(SHARES[:2] if scale != "paper" else SHARES)
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
        tests=(Anova("held_out_accuracy", "value ~ C(learner) * C(condition)"),),
        figures=(
            Interpolation(paths),
            Means(
                ("held_out_accuracy",),
                "Accuracy in the held-out corner",
                "Conditions are named by the share of items with the distractor in class 0 "
                "and in class 1.",
            ),
            _references(),
        ),
        scale=scale,
        remarks=(
            "App. C.2 prints the nearest points of a grid (.481, .519, .661, .825); here "
            "the exact solutions of Eq. 3 are used (.4802, .5194, .6606, .8257).",
            "The paper's equal-correlation figure for CelebA keeps only runs that do well "
            "on the outcome itself; nothing is selected here.",
        ),
    )


def _paths(shares: tuple[float, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
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


def _references() -> Figure:
    values = {
        "zero_shot": 0.908,
        "partial_exposure": 0.507,
        towards_zero_shot(0.01): 0.516,
        towards_zero_shot(0.1): 0.570,
        towards_full(0.01): 0.796,
        towards_full(0.1): 0.992,
        equal_correlation(0.01): 0.824,
        equal_correlation(0.1): 0.990,
        "full_exposure": 0.999,
    }
    return Published(
        tuple(
            ("nn:16h1d", "held_out_accuracy", condition, value, 0.0, REPLICATION)
            for condition, value in values.items()
        ),
        (("domain", "plane"), ("arrangement", "printed")),
        "Compared with earlier numbers",
        "With 20 units, accuracy under partial exposure has a standard error of 0.07.",
    )
