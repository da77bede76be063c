"""Taught one kind of board, asked both (Fig. S5)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.curves import Curves
from metamer.paradigms.tiles.figures.transfer import TaughtAndAsked
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
from metamer.paradigms.tiles.findings import Transfer
from metamer.paradigms.tiles.learners.networks import LstmPlayer
from metamer.paradigms.tiles.references import RuleObserver, StatisticsObserver
from metamer.paradigms.tiles.references.boards import ExemplarPlayer, PairPlayer
from metamer.paradigms.tiles.studies.shared import LAPTOP, LARGE, MEASURES
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH
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
        "demo": (ExemplarPlayer(), PairPlayer(), *observers),
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
        findings=(Transfer(),),
        reproduces="kumar2022, Fig. S5",
        printed="Agents trained on boards of a rule played metamers similarly well or even "
        "better than held-out boards of the rule, for some of the rules (Fig. S5; no "
        "numbers are printed).",
        tests=(
            Pairwise("z", "paired", by="boards"),
            Pairwise("z", "welch", by="condition"),
        ),
        figures=(
            TaughtAndAsked(
                "z",
                "Taught one kind of board, asked both",
                "z is the number of blue tiles turned up, in standard deviations above the "
                "neighbour player (0). The best on boards of the rule is first. Whoever "
                "learned a rule should do worse on metamers; whoever learned statistics "
                "need not. Players with a single row are taught nothing: they know the "
                "rule's boards, or the metamers, already. Faint points are units, bars "
                "95 % confidence intervals.",
            ),
            UnfinishedBoards(),
            Curves(),
            Means(
                ("z", "finished_share", "rule_evidence"),
                "In numbers",
                f"Means over units; {HALF_WIDTH}. Rows say which boards were asked, "
                "columns which were taught.",
            ),
        ),
        scale=scale,
        remarks=("All asked boards, of both kinds, are held out of both trainings.",),
    )
