"""What it costs that attributes vary without a rule (Sec. 4.3)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.reports.matrices import Networks
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise
from metamer.studies.barrett2018 import printed
from metamer.studies.barrett2018.shared import (
    BESIDE,
    CEILING,
    EARLY,
    TYPES,
    network,
    remarks,
    solver,
)

DISTRACTIONS = (0.0, 0.5)
UNITS = {"demo": 2, "small": 2, "paper": 3}
NETWORKS = {
    "demo": ("wren",),
    "small": ("cnn-mlp", "wren"),
    "paper": ("wren", "predrnet"),
}


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(
            mixture="one",
            distractions=DISTRACTIONS,
            sizes=(2000,),
            asked=200,
            again=200,
        ),
        "small": Matrices(
            mixture="one",
            distractions=DISTRACTIONS,
            sizes=(100_000,),
            asked=1000,
            again=1000,
            triples=TYPES,
        ),
        "paper": Matrices(
            foils=("pgm",), distractions=DISTRACTIONS, asked=20_000, again=20_000
        ),
    }[scale]


@study.add("matrices-distractors")
def distractors(scale: Scale = "small") -> Study:
    """Items without distractors are easier: 78.3 against 62.6 % (Sec. 4.3)."""
    networks = tuple(network(scale, name) for name in NETWORKS[scale])
    learners: tuple[Learner, ...] = (*networks, solver())
    return Study(
        paradigm=_paradigm(scale),
        learners=learners,
        measures=("test_accuracy", "validation_accuracy", "taught_accuracy"),
        units=UNITS[scale],
        name="matrices-distractors",
        title="What distractors cost",
        question="An attribute without a rule is either the same in all panels or varies "
        "at random. How much harder is it to find the rules where attributes distract?",
        tests=(
            Interval("test_accuracy"),
            Pairwise("test_accuracy", by="distraction"),
        ),
        figures=(
            Networks(
                "Accuracy with and without distractors",
                "Share of right answers to new items, by the probability that an attribute "
                "without a rule varies. Bars are means over units with 95 % intervals; "
                "points are units; dashed is chance. Hollow: the paper's WReN.",
                bars="distraction",
                printed=tuple(
                    ("wren", level, printed.share(percent))
                    for level, percent in printed.DISTRACTION.items()
                ),
            ),
            Means(
                ("test_accuracy", "taught_accuracy"),
                "All learners in numbers",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], HALF, CEILING, BESIDE, EARLY),
    )


ONE = ("Items have one triple each at this scale.",)
FEW = ("Only three of the 29 triples occur, all of types.",)
OWN = {"demo": ONE, "small": (*ONE, *FEW), "paper": ()}
HALF = (
    "Unstated: how often attributes distract in the paper's items. In those that can be "
    "seen about half of them do, each by itself."
)
