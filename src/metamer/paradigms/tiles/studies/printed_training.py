"""Networks trained as printed (Methods, Table S8), beside longer training."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.curves import Curves
from metamer.paradigms.tiles.figures.known_boards import KnownBoards
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
from metamer.paradigms.tiles.findings import BoardsOrRule, RuleAdvantage
from metamer.paradigms.tiles.learners.networks import LstmPlayer
from metamer.paradigms.tiles.learners.printed import PrintedPlayer
from metamer.paradigms.tiles.studies.shared import (
    LAPTOP,
    LARGE,
    MEASURES,
    REWARDS,
    RULES_AND_METAMERS,
    T_VALUES,
    beside_people,
    tests,
)
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH
from metamer.training.settings import PlayerTraining

QUICK = PlayerTraining(games=64, rate=1e-3, length=50_000, counted_in="steps")
"""Training of a few seconds, in which nothing can be learned. Source: ours."""

PRINTED = tuple(
    PrintedPlayer(network) for network in ("lstm", "epn", "transformer", "corelnet")
)
LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (PrintedPlayer(length=4000), LstmPlayer(training=QUICK)),
    "small": (PrintedPlayer(), LstmPlayer(training=LAPTOP)),
    "paper": (*PRINTED, LstmPlayer(training=LARGE)),
}


@study.add("tiles-printed")
def printed_training(scale: Scale = "small") -> Study:
    """Do networks trained as printed know the rule, or their boards (Table S8)?"""
    paradigm = {
        "demo": Tiles(rules=("pyramid",), boards=10, pool=4096, weigh=False),
        "small": Tiles(rules=("pyramid", "zigzag"), trials=10_000),
        "paper": Tiles(trials=100_000),
    }[scale]
    names = tuple(entry.name for entry in LEARNERS[scale])
    return Study(
        paradigm=paradigm,
        learners=LEARNERS[scale],
        measures=tuple(
            name for name in MEASURES if paradigm.weigh or name != "rule_evidence"
        ),
        units={"demo": 3, "small": 3, "paper": 15}[scale],
        name="tiles-printed",
        title="Trained as printed: the rule, or its boards",
        question="A network that is trained for long may learn the boards that it is "
        "shown, and not what they have in common. Does one that is trained as the paper "
        "says, for two million clicks, play new boards of a rule as well as those that it "
        "was taught, and how does longer training change that?",
        findings=(BoardsOrRule(), RuleAdvantage()),
        reproduces="kumar2022, Fig. 3A, Fig. S4, and Tables S2 to S7",
        printed="Trained so, the LSTM agent played metamers better than boards of a rule "
        "(t = -4.89), and so did EPN (-5.07), transformer (-8.91) and CoRelNet (-3.50); "
        "how they played boards that they were taught is shown as reward (Fig. S4), "
        "without numbers.",
        tests=(
            *tests(len(paradigm.rules)),
            *(beside_people(names) if scale == "paper" else ()),
        ),
        figures=(
            KnownBoards(),
            RULES_AND_METAMERS,
            T_VALUES,
            UnfinishedBoards(),
            Curves(),
            REWARDS,
            Means(
                ("blues", "z", "finished_share"),
                "All learners in numbers",
                f"Means over units; {HALF_WIDTH}.",
            ),
        ),
        scale=scale,
        remarks=(*({"demo": DEMO, "small": SMALL}.get(scale, ())), *REMARKS),
    )


DEMO = (
    "This scale only shows how it is done: `lstm:printed` is trained for 4,000 clicks and "
    "`lstm` for 50,000, from which neither learns anything, where the paper has two "
    "million. `--scale small` has all two million clicks, on two rules.",
)
SMALL = ("At this scale there are one network and two rules; `--scale paper` has all.",)

REMARKS = (
    "Trained as printed means: one game at a time, RMSProp, and for each of the 16 cells "
    "the learning rate, its schedule, weights, discount, clicks for each update and sizes "
    "of Table S8.",
    "Unclear: Methods speaks of two million episodes (eight for networks other than the "
    "LSTM); in the authors' code they are clicks. `lstm:printed` has two million clicks, "
    "`lstm` two million boards, about 20 times as much.",
    "Here a unit is a seed. The paper's 15 agents are 15 passes of one network.",
)
