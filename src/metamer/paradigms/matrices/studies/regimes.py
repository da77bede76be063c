"""Items with what training never had (Table 1, right)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.accuracy import Regimes
from metamer.paradigms.matrices.figures.literature import Literature
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import (
    CEILING,
    OTHER_ITEMS,
    SYMBOL_NETWORK,
    TRAINING_LENGTH,
    remarks,
)
from metamer.paradigms.matrices.studies.scales import (
    PUBLISHED,
    SIZES_AND_COLOURS,
    counts,
    network,
    rows,
    solver,
)
from metamer.reports.item_findings import LeftOut
from metamer.reports.tables import Means
from metamer.statistics.subsets import Each
from metamer.statistics.t_test import Pairwise, TTest

UNITS = {"demo": 3, "small": 2, "paper": 2}

MEASURES = (
    "test_accuracy",
    "validation_accuracy",
    "generalisation_gap",
    "taught_accuracy",
)


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(
            regimes=("interpolation", "extrapolation"),
            mixture="one",
            distractions=(0.0,),
            sizes=(2000,),
            asked=200,
            again=200,
            triples=SIZES_AND_COLOURS,
        ),
        "small": Matrices(
            regimes=("interpolation", "extrapolation"),
            mixture="one",
            distractions=(0.0,),
            sizes=(100_000,),
            asked=1000,
            again=1000,
            triples=SIZES_AND_COLOURS,
        ),
        "paper": Matrices(
            regimes=literature.COLUMNS, foils=("pgm",), asked=20_000, again=20_000
        ),
    }[scale]


def _learners(scale: Scale) -> tuple[Learner, ...]:
    if scale == "demo":
        return counts(), rows(), solver()
    plain = network(scale, "wren")
    if scale != "paper":
        return plain, solver()
    meta = network(scale, "wren", beta=10.0)
    return plain, meta, network(scale, "predrnet"), solver()


@study.add("matrices-regimes")
def regimes(scale: Scale = "small") -> Study:
    """Validation and test accuracy if something is held out (Table 1, right)."""
    return Study(
        paradigm=_paradigm(scale),
        learners=_learners(scale),
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-regimes",
        title="Matrices with what training never had",
        question="Some values, attributes or relations, or combinations of them, never "
        "occur in training, and all test items have them. Does a network that completes "
        "matrices like those of training also complete these?",
        findings=(FINDING,),
        reproduces="barrett2018, Table 1 (right)",
        printed="WReN is right on 63.0 % of validation and 62.6 % of test items if nothing "
        "is held out (neutral), on 79.0 and 64.4 % under interpolation, and on 69.3 and "
        "17.2 % under extrapolation; 12.5 % is chance.",
        tests=(
            TTest("generalisation_gap"),
            TTest("test_accuracy", against=0.125),
            Each("condition", Pairwise("test_accuracy")),
        ),
        figures=(
            Regimes(
                "Items like those of training, and items with what was held out",
                "Accuracy on validation items, which are like those of training, and on "
                "test items. The grey line between them is the cost of holding something "
                "out; a learner that goes by the rule has none. Interpolation: test items "
                "have values between those of training; extrapolation: values beyond them. "
                "Means over units with 95 % intervals; small points are units. Dashed "
                "line: chance. Hollow marks: values published for WReN on the released "
                "items, which are harder than those of demo and small.",
                literature.validation_accuracies(PUBLISHED),
                literature.test_accuracies(PUBLISHED),
            ),
            Literature(
                "Test accuracy beside published values",
                "Share of right answers to test items, the highest first. Filled marks and "
                "bold names: learners of this run, on items of this run, means over units "
                "with 95 % intervals. Hollow marks: values published for the released "
                "items, which are harder than those of demo and small. Dashed: chance.",
                literature.every_test_accuracy(),
            ),
            Means(
                ("validation_accuracy", "generalisation_gap"),
                "Validation items, and the gap to test items",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(
            scale, *OWN[scale], CEILING, LISTS, OTHER_ITEMS, TRAINING_LENGTH
        ),
    )


FINDING = LeftOut(
    rest="validation",
    left_out="test",
    chance=CHANCE,
    label="items with what training never had",
    least=2 * CHANCE,
    by="condition",
    skip=("neutral",),
)

EASY = (
    "Items are easier than the paper's: one triple each, and no attribute distracts. So "
    "the regimes about pairs of triples or attributes are missing.",
)
THREE_TRIPLES = ("At this scale only the triples listed in `paradigm.triples` occur.",)
OWN = {
    "demo": (*EASY, *THREE_TRIPLES, SYMBOL_NETWORK),
    "small": (*EASY, *THREE_TRIPLES),
    "paper": (),
}
LISTS = (
    "The paper's lists of held-out triples and pairs were never published. Here "
    "they are drawn from a fixed seed (`metamer.paradigms.matrices.controls.lists`); "
    "`--set paradigm.lists=FILE` takes others."
)
