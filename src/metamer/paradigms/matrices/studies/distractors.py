"""The cost of attributes that vary without a rule (Sec. 4.3)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.accuracy import Networks
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import (
    CEILING,
    NO_NETWORK,
    OTHER_ITEMS,
    TRAINING_LENGTH,
    remarks,
)
from metamer.paradigms.matrices.studies.scales import (
    SIZES_AND_COLOURS,
    TYPES,
    counts,
    network,
    solver,
)
from metamer.reports.item_findings import ItemDifference
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise

DISTRACTIONS = (0.0, 0.5)
UNITS = {"demo": 3, "small": 2, "paper": 3}
NETWORKS = {
    "demo": (),
    "small": ("cnn-mlp", "wren"),
    "paper": ("wren", "predrnet"),
}


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(
            mixture="one",
            distractions=DISTRACTIONS,
            sizes=(1000,),
            asked=200,
            again=200,
            triples=SIZES_AND_COLOURS,
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
    """How much harder are items with distractors (Sec. 4.3: 62.6 against 78.3 %)?"""
    networks = tuple(network(scale, name) for name in NETWORKS[scale])
    learners: tuple[Learner, ...] = (*(networks or (counts(),)), solver())
    return Study(
        paradigm=_paradigm(scale),
        learners=learners,
        measures=("test_accuracy", "validation_accuracy", "taught_accuracy"),
        units=UNITS[scale],
        name="matrices-distractors",
        title="What distractors cost",
        question="An attribute without a rule is either constant in all panels or varies "
        "at random. How much harder are the rules to find if attributes distract?",
        findings=(FINDING,),
        reproduces="barrett2018, Sec. 4.3",
        printed="WReN is right on 79.3 % of validation and 78.3 % of test items without "
        "distractors, and on 63.0 and 62.6 % with them.",
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


FINDING = ItemDifference(
    column="distraction",
    first="0.0",
    second="0.5",
    chance=CHANCE,
    better_first="Distractors cost",
    better_second="Distractors help",
    label="the share right without distractors less that with them",
    where=(("part", "test"),),
)

ONE_TRIPLE = ("Items have one triple each, unless `paradigm.mixture` says otherwise.",)
THREE_TRIPLES = ("At this scale only the triples listed in `paradigm.triples` occur.",)
OWN = {
    "demo": (*ONE_TRIPLE, *THREE_TRIPLES, NO_NETWORK),
    "small": (*ONE_TRIPLE, *THREE_TRIPLES),
    "paper": (),
}
FREQUENCY = (
    "Unstated: how often attributes distract in the paper's items. In the published "
    "pictures about half of them do, independently of one another."
)
