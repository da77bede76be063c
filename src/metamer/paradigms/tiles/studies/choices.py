"""Single choices on part-revealed boards (Fig. 3B), compared with two ideal observers."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.by_rule import ByRule
from metamer.paradigms.tiles.figures.clicks import Choices
from metamer.paradigms.tiles.learners import LstmPlayer
from metamer.paradigms.tiles.studies.shared import (
    DEMO_REFERENCES,
    LAPTOP,
    LARGE,
    REFERENCES,
)
from metamer.reports.tables import Means
from metamer.statistics.t_test import Pairwise, TTest

PAPER_RULES = ("copy", "symmetry", "connected", "pyramid")
"""Source: kumar2022, Fig. 3B."""


@study.add("tiles-choices")
def choices(scale: Scale = "small") -> Study:
    """Which tile is clicked next: by the rule, or by the statistics (Fig. 3B)?"""
    paradigm = {
        "demo": Tiles(("rectangle",), boards=10, pool=4096, shown=6, asked_limit=1),
        "small": Tiles(("rectangle",), shown=6, asked_limit=1),
        "paper": Tiles(PAPER_RULES, shown=6, asked_limit=1),
    }[scale]
    learners = {
        "demo": DEMO_REFERENCES,
        "small": (LstmPlayer(training=LAPTOP), *REFERENCES),
        "paper": (LstmPlayer(training=LARGE), *REFERENCES),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=learners,
        measures=("rule_evidence",),
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-choices",
        title="One click on a part-revealed board",
        question="All learners see the same part-revealed boards and click one tile. Is it "
        "the tile that the rule suggests, or the one that the statistics suggest?",
        tests=(
            TTest("rule_evidence"),
            Pairwise("rule_evidence", "welch", to="rule-observer"),
        ),
        figures=(
            Choices(),
            ByRule(
                "rule_evidence",
                "By the rule, or by the statistics",
                "Log-likelihood ratio of the click: above 0 it is more probable for an "
                "observer who knows the rule, below 0 for one who knows metamer boards.",
            ),
            Means(
                ("rule_evidence",),
                "In numbers",
                "Means over units, with the half width of their 95 % confidence intervals.",
            ),
        ),
        scale=scale,
        remarks=(
            "The paper's part-revealed boards and people's answers to them were not "
            "released. Here boards are drawn at random, with the usual red tile and as "
            "many others face up as `paradigm.shown` says.",
        ),
    )
