"""Rules and metamers (Fig. 3A, Fig. 4, Fig. S4, Fig. S6, Tables S2 to S7)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.findings import ByRuleOrStatistics, RuleAdvantage
from metamer.paradigms.tiles.studies.shared import (
    FIGURES,
    MEASURES,
    NETWORKS,
    PLAYERS,
    beside_people,
    tests,
)

NAMES = tuple(network.name for network in NETWORKS)


@study.add("tiles-metamers")
def metamers(scale: Scale = "small") -> Study:
    """Who plays a rule's boards better than metamers of them (Fig. 3A, 4, S6)?"""
    paradigm = {
        "demo": Tiles(rules=("rectangle", "zigzag"), boards=10, pool=4096),
        "small": Tiles(rules=("rectangle",), trials=10_000),
        "paper": Tiles(trials=100_000),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=PLAYERS[scale],
        measures=MEASURES,
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-metamers",
        title="Boards made by a rule, and their metamers",
        question="Learners look for red tiles on boards that follow an abstract rule, or "
        "on metamers: boards with the same statistics, made without the rule. Who plays "
        "better where there is a rule to use?",
        findings=(RuleAdvantage(), ByRuleOrStatistics()),
        reproduces="kumar2022, Fig. 3A, Fig. 4, Fig. S4, Fig. S6 and Tables S5 and S6",
        printed="People played boards of a rule better than metamers (t = -13.81). The "
        "LSTM agent played metamers better (t = -4.89), and so did EPN (-5.07), "
        "transformer (-8.91) and CoRelNet (-3.50).",
        tests=(
            *tests(len(paradigm.rules)),
            *(beside_people(NAMES) if scale == "paper" else ()),
        ),
        figures=FIGURES,
        scale=scale,
        remarks=(*({"demo": DEMO, "small": SMALL}.get(scale, ())), *REMARKS),
    )


DEMO = (
    "This scale has no networks, but players that learn in no time: `exemplars` remembers "
    "whole boards, `pairs` counts pairs of tiles. `--scale small` trains the paper's LSTM "
    "in minutes; `--scale paper` has all networks, and needs a GPU.",
)
SMALL = ("This scale has one network; `--scale paper` has them all, and needs a GPU.",)
"""What a scale lacks."""

REMARKS = (
    "Here a unit is a seed. The paper's 15 agents are 15 passes of one network.",
    "A board that is given up is flagged and counts as if all its blue tiles had been "
    "turned up; then the next board follows. In the paper's evaluation a board was served "
    "again until it was finished: 53 of its 240 agent scores include boards that were "
    "never played.",
    "Six of the eight rules can make 196 to 1,670 boards, and metamer networks many more, "
    "so a learner of those rules meets fewer boards. `--set paradigm.matched=true` limits "
    "the metamers to as many boards as the rule has.",
    "People in the analyses of variance and in the figure of t values are the paper's: "
    "they played its own boards. `--set paradigm.published=FOLDER` lets learners play "
    "those.",
    "The ideal players know the boards that are asked as well (but not the paper's own "
    "metamer boards): they mark the ceiling.",
)
