"""Matrices with what networks never had in training: are they harder for people, too?"""

from __future__ import annotations

from metamer.core.people import Exclusion, People, Question, TrialBlock
from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.accuracy import Regimes
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.studies.regimes import FINDING
from metamer.paradigms.matrices.studies.remarks import CEILING, NO_NETWORK
from metamer.paradigms.matrices.studies.scales import (
    SIZES_AND_COLOURS,
    counts,
    network,
    solver,
)
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import TTest

UNITS = {"demo": 5, "small": 4, "paper": 10}
QUOTAS = {"demo": 10, "small": 20, "paper": 50}
SIZES = {"demo": 1000, "small": 100_000, "paper": 1_200_000}

PRACTICE = 4
"""Taught matrices that people practise with, and that are asked again. Source: ours."""

MEASURES = (
    "test_accuracy",
    "validation_accuracy",
    "generalisation_gap",
    "taught_accuracy",
)

QUESTIONS = (
    Question(
        "What do you look for?",
        (
            "The panel that completes the grid",
            "The panel that looks best",
            "The panel that is already in the grid",
        ),
        "The panel that completes the grid",
    ),
    Question(
        "How many of the eight candidates are right?",
        ("One", "Two", "As many as I like"),
        "One",
    ),
)

BLOCKS = (
    TrialBlock(
        "practice",
        "learning",
        count=PRACTICE,
        pick="listed",
        feedback=True,
        scored=False,
        text=f"## Practice\n\n{PRACTICE} grids to practise with. You are told after each "
        "which panel was right.",
    ),
    TrialBlock(
        "test",
        "test",
        text="## Now it counts\n\nFrom now on you are not told whether you were right. "
        "Take as much time as you need.",
    ),
)

EXCLUSIONS = (
    Exclusion("too fast to look", "fast", 2.0),
    Exclusion("no practice grid right", "wrong", PRACTICE, block="practice"),
)


def _paradigm(scale: Scale) -> Matrices:
    if scale == "paper":
        return Matrices(
            regimes=("neutral", "interpolation", "extrapolation"),
            mixture="uniform",
            asked=12,
            again=PRACTICE,
        )
    return Matrices(
        regimes=("interpolation", "extrapolation"),
        mixture="one",
        distractions=(0.0,),
        sizes=(SIZES[scale],),
        asked=12,
        again=PRACTICE,
        triples=SIZES_AND_COLOURS,
    )


def _learners(scale: Scale) -> tuple[Learner, ...]:
    if scale == "demo":
        return counts(), solver()
    networks = ("wren",) if scale == "small" else ("wren", "predrnet")
    return (*(network(scale, name) for name in networks), solver())


@study.add("matrices-people")
def people(scale: Scale = "small") -> Study:
    """Do people, who are taught hardly anything, fail where trained networks do?

    Source: ours.
    """
    return Study(
        paradigm=_paradigm(scale),
        learners=_learners(scale),
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-people",
        title="People and networks on matrices with what training never had",
        question="Some values never occur in training, and all test items have them. A "
        "network may fail there because they are new to it, or because such items are "
        "hard. Are they harder than the others for people, to whom all are new?",
        findings=(FINDING,),
        tests=(
            TTest("generalisation_gap"),
            TTest("test_accuracy", against=CHANCE),
            Interval("validation_accuracy"),
        ),
        figures=(
            Regimes(
                "Items like those of training, and items with what was held out",
                "Accuracy on validation items, which are like those that networks are "
                "trained with, and on test items. The grey line between them is the cost "
                "of holding something out; a learner that goes by the rule has none. Means "
                "over units with 95 % intervals; small points are units. Dashed line: "
                "chance.",
            ),
            Means(
                MEASURES,
                "All learners in numbers",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=(*REMARKS, *((NO_NETWORK,) if scale == "demo" else ()), CEILING),
        people=People(
            title="Pictures with one missing",
            blocks=BLOCKS,
            quota=QUOTAS[scale],
            sets=UNITS[scale],
            questions=QUESTIONS,
            exclusions=EXCLUSIONS,
        ),
    )


REMARKS = (
    "The procedure is ours: barrett2018 asks no people.",
    f"People are taught {PRACTICE} matrices, networks all of `paradigm.sizes`. "
    f"`taught_accuracy` is about the same {PRACTICE} matrices for both, asked again.",
    "Each participant is in one regime, and answers its validation and its test items. "
    "There is no time limit; `people.blocks` can set one (`seconds`).",
    "A unit is asked few items, so single values of measures are coarse.",
)
