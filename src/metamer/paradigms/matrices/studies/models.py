"""All networks in the regime in which nothing is held out (Table 1, left)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from metamer.core.registry import learner, study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.figures.accuracy import Networks
from metamer.paradigms.matrices.figures.literature import Literature
from metamer.paradigms.matrices.measures import CHANCE
from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.remarks import (
    CEILING,
    NO_NETWORK,
    OTHER_ITEMS,
    STOPPED_EARLY,
    TRAINING_LENGTH,
    remarks,
)
from metamer.paradigms.matrices.studies.scales import (
    PUBLISHED,
    TYPES,
    counts,
    network,
    solver,
    stopped_early,
)
from metamer.reports.item_findings import ItemRanking
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import Pairwise, TTest

NETWORKS = {
    "demo": (),
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
UNITS = {"demo": 3, "small": 2, "paper": 3}

RELEASED = 1_200_000
"""Items of training. Source: the released items."""

MEASURES = ("test_accuracy", "validation_accuracy", "taught_accuracy")


def _paradigm(scale: Scale) -> Matrices:
    return {
        "demo": Matrices(
            mixture="one",
            distractions=(0.0,),
            sizes=(1000,),
            asked=200,
            again=200,
            triples=TYPES,
        ),
        "small": Matrices(
            mixture="one",
            distractions=(0.0,),
            sizes=(100_000,),
            asked=1000,
            again=1000,
            triples=TYPES,
        ),
        "paper": Matrices(
            foils=("pgm",), sizes=(RELEASED,), asked=20_000, again=20_000
        ),
    }[scale]


@study.add("matrices-models")
def models(scale: Scale = "small") -> Study:
    """CNN, LSTM, ResNet, Wild-ResNet, WReN and a later network (Table 1, left)."""
    networks = _networks(scale)
    others = (counts(), learner("blind-majority")())
    learners: tuple[Learner, ...] = (*(networks or others), solver())
    return Study(
        paradigm=_paradigm(scale),
        learners=learners,
        measures=MEASURES,
        units=UNITS[scale],
        name="matrices-models",
        title="Which network completes matrices",
        question="Nine panels follow rules along rows or columns, and one is missing. "
        "Which network learns to pick it from eight candidates, if test items are like "
        "those of training?",
        findings=(FINDING,),
        reproduces="barrett2018, Table 1 (left)",
        printed="WReN is right on 62.6 % of test items, Wild-ResNet on 48.0, ResNet-50 on "
        "42.0, LSTM on 35.8, CNN-MLP on 33.0, and a ResNet that does not see the context "
        "on 22.4 %; 12.5 % is chance.",
        tests=(
            Interval("test_accuracy"),
            TTest("test_accuracy", against=0.125),
            Pairwise("test_accuracy"),
        ),
        figures=(
            Networks(
                "Accuracy by network",
                "Share of right answers to new items. Bars: means over units with 95 % "
                "intervals. Points: units. Dashed line: chance. Hollow marks: published "
                "values for a network of the same size.",
                printed=literature.test_accuracies(PUBLISHED),
            ),
            Literature(
                "Beside published values",
                "Share of right answers to test items, the highest first. Filled marks and "
                "bold names: learners of this run, on items of this run, means over units "
                "with 95 % intervals. Hollow marks: values published for the released "
                "items, which are harder than those of demo and small. Dashed: chance.",
                literature.every_test_accuracy(),
            ),
            Means(
                ("test_accuracy", "taught_accuracy"),
                "New and taught items",
                "Means over units, with the half width of their 95 % intervals.",
            ),
        ),
        scale=scale,
        remarks=remarks(scale, *OWN[scale], CEILING, OTHER_ITEMS),
    )


def _networks(scale: Scale) -> tuple[Learner, ...]:
    """Networks of the scale; at scale paper their training stops early."""
    plain: list[Any] = [network(scale, name) for name in NETWORKS[scale]]
    if scale != "paper":
        return tuple(plain)
    return tuple(
        replace(each, training=stopped_early(each.training, RELEASED)) for each in plain
    )


FINDING = ItemRanking(CHANCE, "new matrices", (("part", "test"),))

EASY = (
    "Items are easier than the paper's: one triple each, and no attribute distracts.",
)
THREE_TRIPLES = ("At this scale only the triples listed in `paradigm.triples` occur.",)
OWN = {
    "demo": (*EASY, *THREE_TRIPLES, NO_NETWORK, TRAINING_LENGTH),
    "small": (*EASY, *THREE_TRIPLES, TRAINING_LENGTH),
    "paper": (STOPPED_EARLY,),
}
