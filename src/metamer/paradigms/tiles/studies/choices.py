"""Single choices on part-revealed boards (Fig. 3B), compared with two ideal observers."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.clicks import Choices
from metamer.paradigms.tiles.findings import ByRuleOrStatistics
from metamer.paradigms.tiles.studies.shared import (
    EVIDENCE,
    LSTM_AND_REFERENCES,
)
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH
from metamer.statistics.t_test import Pairwise, TTest

PAPER_RULES = ("copy", "symmetry", "connected", "pyramid")
"""Source: kumar2022, Fig. 3B."""


@study.add("tiles-choices")
def choices(scale: Scale = "small") -> Study:
    """Which tile is clicked next: by the rule, or by the statistics (Fig. 3B)?"""
    paradigm = {
        "demo": Tiles(("rectangle",), boards=40, pool=4096, shown=6, asked_limit=1),
        "small": Tiles(("rectangle",), shown=6, asked_limit=1),
        "paper": Tiles(PAPER_RULES, shown=6, asked_limit=1),
    }[scale]
    paradigm = replace(paradigm, policy=True)
    return Study(
        paradigm=paradigm,
        learners=LSTM_AND_REFERENCES[scale],
        measures=("rule_evidence",),
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-choices",
        title="One click on a part-revealed board",
        question="All learners see the same part-revealed boards and click one tile. Is it "
        "the tile that the rule suggests, or the one that the statistics suggest?",
        findings=(ByRuleOrStatistics(),),
        reproduces="kumar2022, Fig. 3B",
        printed="On the boards shown, the agent chose a tile that violates the rule, and "
        "most people one that is consistent with it (Fig. 3B, caption).",
        tests=(
            TTest("rule_evidence"),
            Pairwise("rule_evidence", "welch", to="rule-observer"),
        ),
        figures=(
            EVIDENCE,
            Choices(),
            Means(("rule_evidence",), "In numbers", f"Means over units; {HALF_WIDTH}."),
        ),
        scale=scale,
        remarks=(
            "The paper's part-revealed boards and people's answers to them were not "
            "released. Here boards are drawn at random, with the usual red tile and as "
            "many others face up as `paradigm.shown` says.",
            "All units see the same boards, so intervals over units do not say how results "
            "would vary with other boards.",
        ),
    )
