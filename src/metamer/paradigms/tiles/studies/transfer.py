"""Taught one kind of board, asked both (Fig. S5)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.curves import Curves
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
from metamer.paradigms.tiles.learners import LstmPlayer
from metamer.paradigms.tiles.references import RuleObserver, StatisticsObserver
from metamer.paradigms.tiles.studies.shared import (
    DEMO_REFERENCES,
    LAPTOP,
    LARGE,
    MEASURES,
)
from metamer.reports.tables import Means
from metamer.statistics.t_test import Pairwise


@study.add("tiles-transfer")
def transfer(scale: Scale = "small") -> Study:
    """What a learner of a rule's boards does on metamers, and vice versa (Fig. S5)."""
    paradigm = {
        "demo": Tiles(rules=("rectangle",), boards=10, pool=4096, asked="all"),
        "small": Tiles(rules=("rectangle",), asked="all"),
        "paper": Tiles(asked="all", trials=100_000),
    }[scale]
    observers = (RuleObserver(), StatisticsObserver())
    learners = {
        "demo": DEMO_REFERENCES,
        "small": (LstmPlayer(training=LAPTOP), *observers),
        "paper": (LstmPlayer(training=LARGE), *observers),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=learners,
        measures=MEASURES,
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-transfer",
        title="Taught one kind of board, asked both",
        question="A player learned on boards that follow a rule, or on metamers of them. "
        "How does it play boards of the other kind?",
        tests=(
            Pairwise("z", "paired", by="boards"),
            Pairwise("z", "welch", by="condition"),
        ),
        figures=(
            Means(
                ("z", "finished_share", "rule_evidence"),
                "Taught and asked",
                "Means over units, with the half width of their 95 % confidence "
                "intervals. Rows say which boards were asked, columns which were taught.",
            ),
            UnfinishedBoards(),
            Curves(),
        ),
        scale=scale,
        remarks=("All asked boards, of both kinds, are held out of both trainings.",),
    )
