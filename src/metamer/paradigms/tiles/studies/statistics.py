"""Statistics of boards and of their metamers (Fig. 2C), and who makes them (Fig. S2)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.metamers import FillerAccuracy
from metamer.paradigms.tiles.figures.orders import Orders
from metamer.paradigms.tiles.findings import SameStatistics
from metamer.paradigms.tiles.references import Neighbour
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH
from metamer.statistics.t_test import Pairwise

ORDERS = ("order_1", "order_2", "order_3")


@study.add("tiles-statistics")
def statistics(scale: Scale = "small") -> Study:
    """Do metamers have the statistics of the rule's boards (Fig. 2C)?"""
    paradigm = {
        "demo": Tiles(rules=("rectangle", "pyramid"), pool=2048, weigh=False),
        "small": Tiles(pool=4096, weigh=False),
        "paper": Tiles(weigh=False),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=(Neighbour(),),
        measures=(*ORDERS, "legal_share"),
        units=1,
        name="tiles-statistics",
        title="Statistics of boards and metamers",
        question="Metamers should share the statistics of a rule's boards. Do they?",
        findings=(SameStatistics(),),
        reproduces="kumar2022, Fig. 2C and Fig. S2",
        printed="The statistics were not significantly different, except those of orders 2 "
        "and 3 of pyramid and symmetry (Fig. 2C, caption). The networks that make metamers "
        "typically guessed 95 to 99 % of hidden tiles (Methods).",
        tests=tuple(
            Pairwise(order, test, by="condition")
            for order in ORDERS
            for test in ("student", "welch")
        ),
        figures=(
            Orders(),
            FillerAccuracy(),
            Means(
                (*ORDERS, "legal_share"),
                "In numbers",
                f"Means over boards; {HALF_WIDTH} (here the units are boards). Legal: the "
                "share of boards that the rule could have made.",
            ),
        ),
        scale=scale,
        remarks=(
            "The unit is the board, and there are as few of each kind as `paradigm.boards` "
            "says (the paper has 25). A difference can go unnoticed in a small sample; "
            "`metamer make metamers` writes a report on thousands.",
            "Orders 1 to 3 do not depend on where on the board the red tiles lie.",
        ),
    )
