"""Taught one kind of boards, asked both (Fig. S5)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.learners.players import LstmPlayer
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.references import RuleObserver, StatisticsObserver
from metamer.reports.tables import Means
from metamer.reports.tiles import Curves, Finished
from metamer.statistics.t_test import Pairwise
from metamer.studies.kumar2022.players import FEW, LAPTOP, LARGE
from metamer.studies.kumar2022.shared import MEASURES


@study.add("tiles-transfer")
def transfer(scale: Scale = "small") -> Study:
    """What a player of a rule's boards does on metamers, and back (Fig. S5)."""
    paradigm = {
        "demo": Tiles(rules=("rectangle",), boards=10, pool=4096, asked="all"),
        "small": Tiles(rules=("rectangle",), asked="all"),
        "paper": Tiles(asked="all", trials=100_000),
    }[scale]
    observers = (RuleObserver(), StatisticsObserver())
    learners = {
        "demo": FEW,
        "small": (LstmPlayer(recipe=LAPTOP), *observers),
        "paper": (LstmPlayer(recipe=LARGE), *observers),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=learners,
        measures=MEASURES,
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-transfer",
        title="Taught one kind of boards, asked both",
        question="A player learned on boards that follow a rule, or on metamers of them. "
        "What does it do on boards of the other kind?",
        tests=(
            Pairwise("z", "paired", by="boards"),
            Pairwise("z", "welch", by="condition"),
        ),
        figures=(
            Means(
                ("z", "finished_share", "rule_evidence"),
                "Taught and asked",
                "Means over units, with the half width of their 95 % intervals. Rows say "
                "which boards were asked, columns which were taught.",
            ),
            Finished(),
            Curves(),
        ),
        scale=scale,
        remarks=("Asked boards of both kinds are held out of both kinds of training.",),
    )
