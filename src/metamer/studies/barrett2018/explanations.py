"""Which items are hard, and what a right explanation is worth (Sec. 4.2 to 4.6)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.reports.matrices import Networks
from metamer.reports.matrices_explanations import Certainty, Explanations, Kinds
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise, TTest
from metamer.studies.barrett2018 import printed
from metamer.studies.barrett2018.shared import (
    BESIDE,
    EARLY,
    PUBLISHED,
    TYPES,
    network,
    remarks,
)

UNITS = {"demo": 2, "small": 2, "paper": 3}

MEASURES = (
    "test_accuracy",
    "accuracy_by_triples",
    "accuracy_by_relation",
    "accuracy_by_attribute",
    "accuracy_by_object",
    "accuracy_by_explanation",
    "accuracy_by_certainty",
    "certainty_correlation",
)

IN_DETAIL = {name: PUBLISHED[name] for name in ("wren", "blind-resnet-50")}
"""Networks of which the paper tells accuracies by kind of item."""


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(distractions=(0.0,), sizes=(2000,), asked=400, again=200),
        "small": Matrices(
            distractions=(0.0,),
            sizes=(100_000,),
            asked=4000,
            again=1000,
            triples=TYPES,
        ),
        "paper": Matrices(foils=("pgm",), asked=100_000, again=20_000),
    }[scale]


def _learners(scale: Scale) -> tuple[Learner, ...]:
    plain, meta = network(scale, "wren"), network(scale, "wren", beta=10.0)
    if scale != "paper":
        return plain, meta
    return plain, meta, network(scale, "matrix-resnet", blind=True)


@study.add("matrices-explanations")
def explanations(scale: Scale = "small") -> Study:
    """Accuracy by kind of item and by explanation (Sec. 4.2, 4.6; App. Tables 7, 8)."""
    return Study(
        paradigm=_paradigm(scale),
        learners=_learners(scale),
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-explanations",
        title="Which matrices are hard, and who can say why",
        question="A network that also says which objects, attributes and relations an "
        "item is about learns more. Is it right more often where it says so correctly, "
        "and where it is sure, and which items are hard at all?",
        tests=(
            Interval("accuracy_by_explanation"),
            Pairwise("accuracy_by_explanation", "paired", by="explanation"),
            TTest("certainty_correlation"),
            Pairwise("test_accuracy"),
        ),
        figures=(
            Explanations(
                "What a right explanation is worth",
                "Accuracy where the meta-target was told right, and where wrong: all "
                "twelve bits, or those of relations, attributes or objects. Bars are means "
                "over units with 95 % intervals; dashed is chance. Hollow: the paper's "
                "WReN with beta 10.",
                printed=printed.explained("wren+meta"),
            ),
            Certainty(
                "Accuracy by certainty",
                "Accuracy against how sure a network is of its explanation: the mean "
                "distance of the twelve probabilities from a half, times two. Means over "
                "units with 95 % intervals; tenths in which no item fell are left out.",
            ),
            Kinds(
                "Which items are hard",
                "Accuracy by number of triples, and for items with a single triple by its "
                "relation, attribute and object. Means over units with 95 % intervals; "
                "dashed is chance. Hollow: what the paper has for a network of this size.",
                printed.kinds(IN_DETAIL),
            ),
            Networks(
                "With and without explanations",
                "Share of right answers to new items. Bars are means over units with 95 % "
                "intervals; points are units; dashed is chance. Hollow: what was published "
                "for a network of this size.",
                printed=printed.test(PUBLISHED),
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], *REMARKS, BESIDE, EARLY),
    )


EASY = ("Items are easier than the paper's: no attribute distracts.",)
FEW = ("Only three of the 29 triples occur, all of types: so one or two in an item.",)
OWN = {"demo": EASY, "small": (*EASY, *FEW), "paper": ()}
REMARKS = (
    "Unstated: how the paper computes certainty. Here it is 0 where all twelve bits are "
    "even, and 1 where none is in doubt.",
    "The appendix contradicts itself: items with a single triple have 68.5 % in its Table "
    "7, and no relation in its Table 8 has more than 64.7 %.",
)
