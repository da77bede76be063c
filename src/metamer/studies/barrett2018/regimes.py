"""What training never had (Table 1, right)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.controls import REGIMES
from metamer.reports.matrices import Literature, Regimes
from metamer.reports.tables import Means
from metamer.statistics.subsets import Each
from metamer.statistics.t_test import Pairwise, TTest
from metamer.studies.barrett2018 import printed
from metamer.studies.barrett2018.shared import (
    BESIDE,
    CEILING,
    EARLY,
    PUBLISHED,
    RAMPS,
    network,
    remarks,
    solver,
)

UNITS = {"demo": 2, "small": 2, "paper": 2}

MEASURES = (
    "test_accuracy",
    "validation_accuracy",
    "generalisation_gap",
    "taught_accuracy",
)


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(
            regimes=("neutral", "extrapolation"),
            mixture="one",
            distractions=(0.0,),
            sizes=(2000,),
            asked=200,
            again=200,
        ),
        "small": Matrices(
            regimes=("interpolation", "extrapolation"),
            mixture="one",
            distractions=(0.0,),
            sizes=(100_000,),
            asked=1000,
            again=1000,
            triples=RAMPS,
        ),
        "paper": Matrices(
            regimes=tuple(REGIMES), foils=("pgm",), asked=20_000, again=20_000
        ),
    }[scale]


def _learners(scale: Scale) -> tuple[Learner, ...]:
    plain = network(scale, "wren")
    if scale != "paper":
        return plain, solver()
    meta = network(scale, "wren", beta=10.0)
    return plain, meta, network(scale, "predrnet"), solver()


@study.add("matrices-regimes")
def regimes(scale: Scale = "small") -> Study:
    """Validation and test accuracy where something was held out (Table 1, right)."""
    return Study(
        paradigm=_paradigm(scale),
        learners=_learners(scale),
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-regimes",
        title="Matrices with what training never had",
        question="In training some values, attributes or relations, or some that stand "
        "together, never occur, and in the test all items have them. Does a network that "
        "completes matrices like those of training complete these, too?",
        tests=(
            TTest("generalisation_gap"),
            TTest("test_accuracy", against=0.125),
            Each("condition", Pairwise("test_accuracy")),
        ),
        figures=(
            Regimes(
                "Items as in training, and with what was held out",
                "Accuracy on validation items, which are like those of training, and on "
                "test items. The grey line between them is what it costs that something "
                "was held out: by rule there is none. Means over units with 95 % "
                "intervals; dashed is chance. Hollow: what was published for a network of "
                "this size.",
                printed.validation(PUBLISHED),
                printed.test(PUBLISHED),
            ),
            Literature(
                "Test accuracy beside what others found",
                "Of learners here the mean over units and the half width of its 95 % "
                "interval; of others what they published, on the released items.",
                printed.literature(),
            ),
            Means(
                ("validation_accuracy", "generalisation_gap"),
                "Validation items, and the gap to test items",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], CEILING, HELD, BESIDE, EARLY),
    )


EASY = (
    "Items are easier than the paper's: one triple each, and no attribute distracts. So "
    "the regimes about pairs of triples or attributes are not among these.",
)
FEW = ("Only three of the 29 triples occur: consistent unions of sizes and colours.",)
OWN = {"demo": EASY, "small": (*EASY, *FEW), "paper": ()}
HELD = (
    "The paper's lists of triples and pairs that are held out were never published. Here "
    "they are drawn from a seed that is told (`metamer.paradigms.matrices.lists`); "
    "`--set paradigm.lists=FILE` takes others."
)
