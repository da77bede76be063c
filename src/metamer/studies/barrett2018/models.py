"""All networks where nothing is held out (Table 1, left)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.reports.matrices import Literature, Networks
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise, TTest
from metamer.studies.barrett2018 import printed
from metamer.studies.barrett2018.shared import (
    BESIDE,
    CEILING,
    EARLY,
    PUBLISHED,
    TYPES,
    network,
    remarks,
    solver,
)

NETWORKS = {
    "demo": ("cnn-mlp", "wren"),
    "small": ("cnn-mlp", "wren"),
    "paper": (
        "cnn-mlp",
        "panel-lstm",
        "matrix-resnet",
        "wild-resnet",
        "wren",
        "predrnet",
    ),
}
UNITS = {"demo": 2, "small": 2, "paper": 3}

MEASURES = ("test_accuracy", "validation_accuracy", "taught_accuracy")


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(
            mixture="one", distractions=(0.0,), sizes=(2000,), asked=200, again=200
        ),
        "small": Matrices(
            mixture="one",
            distractions=(0.0,),
            sizes=(100_000,),
            asked=1000,
            again=1000,
            triples=TYPES,
        ),
        "paper": Matrices(foils=("pgm",), asked=20_000, again=20_000),
    }[scale]


@study.add("matrices-models")
def models(scale: Scale = "small") -> Study:
    """CNN, LSTM, ResNet, Wild-ResNet, WReN and a later network (Table 1, left)."""
    networks = tuple(network(scale, name) for name in NETWORKS[scale])
    learners: tuple[Learner, ...] = (*networks, solver())
    return Study(
        paradigm=_paradigm(scale),
        learners=learners,
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-models",
        title="Which network completes matrices",
        question="Nine panels follow rules along rows or columns, and one is missing: "
        "which network learns to pick it from eight candidates, where test items are like "
        "those of training?",
        tests=(
            Interval("test_accuracy"),
            TTest("test_accuracy", against=0.125),
            Pairwise("test_accuracy"),
        ),
        figures=(
            Networks(
                "Accuracy by network",
                "Share of right answers to new items. Bars are means over units with 95 % "
                "intervals; points are units; dashed is chance. Hollow: what was published "
                "for a network of this size.",
                printed=printed.test(PUBLISHED),
            ),
            Literature(
                "Beside what others found",
                "Test accuracy on neutral; of those here the mean over units and the half "
                "width of its 95 % interval, of others what they published, on the "
                "released items.",
                printed.literature(),
            ),
            Means(
                ("test_accuracy", "taught_accuracy"),
                "New items and taught ones",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], CEILING, BESIDE, EARLY),
    )


EASY = (
    "Items are easier than the paper's: one triple each, and no attribute distracts.",
)
FEW = ("Only three of the 29 triples occur, all of types; see `paradigm.triples`.",)
OWN = {"demo": EASY, "small": (*EASY, *FEW), "paper": ()}
