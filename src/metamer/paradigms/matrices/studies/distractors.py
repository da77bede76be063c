"""The cost of attributes that vary without a rule (Sec. 4.3)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.accuracy import Networks
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import (
    CEILING,
    OTHER_ITEMS,
    TRAINING_LENGTH,
    remarks,
)
from metamer.paradigms.matrices.studies.scales import TYPES, network, solver
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise

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
        question="An attribute without a rule is either constant in all panels or varies "
        "at random. How much harder are the rules to find if attributes distract?",
        tests=(
            Interval("test_accuracy"),
            Pairwise("test_accuracy", by="distraction"),
        ),
        figures=(
            Networks(
                "Accuracy with and without distractors",
                "Share of right answers to new items, by the probability that an attribute "
                "without a rule varies. Bars: means over units with 95 % intervals. "
                "Points: units. Dashed line: chance. Hollow marks: the paper's WReN.",
                bars="distraction",
                printed=tuple(
                    ("wren", level, literature.share(percent))
                    for level, percent in literature.DISTRACTION.items()
                ),
            ),
            Means(
                ("test_accuracy", "taught_accuracy"),
                "All learners in numbers",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(
            scale, *OWN[scale], FREQUENCY, CEILING, OTHER_ITEMS, TRAINING_LENGTH
        ),
    )


ONE_TRIPLE = ("Items have one triple each, unless `paradigm.mixture` says otherwise.",)
THREE_TRIPLES = ("At this scale only the triples listed in `paradigm.triples` occur.",)
OWN = {"demo": ONE_TRIPLE, "small": (*ONE_TRIPLE, *THREE_TRIPLES), "paper": ()}
FREQUENCY = (
    "Unstated: how often attributes distract in the paper's items. In the published "
    "pictures about half of them do, independently of one another."
)
