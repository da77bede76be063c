"""Which items are hard, and whether explanations go with right answers (Sec. 4.2, 4.6)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.accuracy import Networks
from metamer.paradigms.matrices.figures.explanations import (
    Certainty,
    Explanations,
    Kinds,
)
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import (
    NO_NETWORK,
    OTHER_ITEMS,
    TRAINING_LENGTH,
    remarks,
)
from metamer.paradigms.matrices.studies.scales import (
    PUBLISHED,
    TYPES,
    counts,
    network,
    solver,
)
from metamer.reports.item_findings import ItemDifference
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise, TTest

UNITS = {"demo": 3, "small": 2, "paper": 3}

MEASURES = (
    "test_accuracy",
    "accuracy_by_triples",
    "accuracy_by_relation",
    "accuracy_by_attribute",
    "accuracy_by_object",
    "accuracy_by_explanation",
    "accuracy_by_certainty",
    "accuracy_by_part_certainty",
    "certainty_correlation",
)

IN_DETAIL = {name: PUBLISHED[name] for name in ("wren", "blind-resnet-50")}
"""Networks whose accuracies by kind of item the paper prints."""


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
    if scale == "demo":
        return counts(), solver()
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
        title="Which matrices are hard, and whether explanations go with right answers",
        question="A learner also predicts which objects, attributes and relations an item "
        "is about (its explanation, or meta-target). Is it right more often on items for "
        "which this prediction is correct or certain, and which items are hard at all?",
        findings=(FINDING,),
        reproduces="barrett2018, Sec. 4.6, Fig. 5 and App. Fig. 6 to 8",
        printed="WReN trained with meta-targets is right on 87.4 % of the items whose "
        "meta-target it predicts right, and on 34.8 % of the others (relations alone: 86.8 "
        "and 32.1 %). Accuracy rises with certainty (Fig. 5), and so it does for parts of "
        "the meta-target (App. Fig. 6 to 8, in words).",
        tests=(
            Interval("accuracy_by_explanation"),
            Pairwise("accuracy_by_explanation", "paired", by="explanation"),
            TTest("certainty_correlation"),
            Pairwise("test_accuracy"),
        ),
        figures=(
            Explanations(
                "Accuracy after right and wrong explanations",
                "Accuracy on items whose meta-target was predicted right, and on the "
                "others: all twelve bits, or those of relations, attributes or objects. "
                "Bars: means over units with 95 % intervals. Dashed line: chance. Hollow "
                "marks: the paper's WReN with beta 10.",
                printed=literature.accuracies_by_explanation("wren+meta"),
            ),
            Certainty(
                "Accuracy by certainty",
                "Accuracy by how certain a network is of its explanation: the mean "
                "distance of the twelve probabilities from a half, times two. Means over "
                "units with 95 % intervals; tenths without items are omitted.",
            ),
            OF_PARTS,
            Kinds(
                "Which items are hard",
                "Accuracy by number of triples, and for items with a single triple by its "
                "relation, attribute and object. Means over units with 95 % intervals. "
                "Dashed line: chance. Hollow marks: the paper's network of the same size.",
                literature.accuracies_by_kind(IN_DETAIL),
            ),
            Networks(
                "With and without explanations",
                "Share of right answers to new items. Bars: means over units with 95 % "
                "intervals. Points: units. Dashed line: chance. Hollow marks: published "
                "values for a network of the same size.",
                printed=literature.test_accuracies(PUBLISHED),
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], *REMARKS, OTHER_ITEMS, TRAINING_LENGTH),
    )


OF_PARTS = Certainty(
    "Accuracy by certainty of each part",
    "The same for the bits of relations, of attributes and of objects.",
    "accuracy_by_part_certainty",
)
"""Source: barrett2018, App., Fig. 6 to 8."""

FINDING = ItemDifference(
    column="meta_right",
    first="1.0",
    second="0.0",
    chance=CHANCE,
    better_first="Right more often where the explanation is right",
    better_second="Right less often where the explanation is right",
    label="the share right where all twelve bits of the explanation (the meta-target: "
    "which objects, attributes and relations there are) are right, less that elsewhere",
    where=(("part", "test"),),
)

EASY = ("Items are easier than the paper's: no attribute distracts.",)
THREE_TRIPLES = (
    "Only triples of `paradigm.triples` occur at this scale; if they are few, items have "
    "one or two.",
)
OWN = {"demo": (*EASY, NO_NETWORK), "small": (*EASY, *THREE_TRIPLES), "paper": ()}
REMARKS = (
    "Certainty is twice that of the paper, so that it runs from 0 (all twelve "
    "probabilities are a half) to 1 (all are 0 or 1).",
    "The paper's appendix contradicts itself: accuracy on items with a single triple is "
    "68.5 % in Table 7, but no relation in Table 8 exceeds 64.7 %.",
)
