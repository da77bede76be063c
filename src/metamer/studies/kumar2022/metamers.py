"""Rules and metamers (Fig. 3A, Fig. 4, Fig. S6, Tables S2 to S7)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Scale, Study
from metamer.learners.players import LstmPlayer
from metamer.paradigms.tiles import Tiles
from metamer.studies.kumar2022.players import FEW, LAPTOP, NETWORKS, REFERENCES
from metamer.studies.kumar2022.shared import FIGURES, MEASURES, tests


@study.add("tiles-metamers")
def metamers(scale: Scale = "small") -> Study:
    """Who plays better on a rule's boards than on metamers of them (Fig. 3A, 4, S6)?"""
    paradigm = {
        "demo": Tiles(rules=("rectangle", "zigzag"), boards=10, pool=4096),
        "small": Tiles(rules=("rectangle",), trials=10_000),
        "paper": Tiles(trials=100_000),
    }[scale]
    learners = {
        "demo": FEW,
        "small": (LstmPlayer(recipe=LAPTOP), *REFERENCES),
        "paper": (*NETWORKS, *REFERENCES),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=learners,
        measures=MEASURES,
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-metamers",
        title="Boards by rule, and their metamers",
        question="Red tiles are to be found on boards that follow an abstract rule, or on "
        "metamers: boards with the same statistics and without the rule. Who does better "
        "by the rule than by the statistics alone?",
        tests=tests(len(paradigm.rules)),
        figures=FIGURES,
        scale=scale,
        remarks=REMARKS[1:] if scale == "paper" else REMARKS,
    )


REMARKS = (
    "At this scale networks are few or none; `--scale paper` has all, and wants a GPU.",
    "A seed is a unit here. The paper's 15 agents are 15 passes of one network.",
    "A board that is given up is flagged, counts as all its blue tiles, and the next board "
    "is served. In the paper's evaluation a stuck board was served for ever: 53 of its 240 "
    "agent scores are made of boards that were never played.",
    "Six of the eight rules can make 196 to 1,670 boards, metamer networks many more: a "
    "learner of those rules meets fewer boards. `--set paradigm.matched=true` gives "
    "metamers no more boards than the rule has.",
    "The ideal players know the boards that are asked, too (but not the paper's own "
    "metamer boards): they are the ceiling.",
)
