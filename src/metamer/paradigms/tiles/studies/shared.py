"""The learners, measures, tests and figures that several studies of kumar2022 share."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.study import Figure, Learner, Test
from metamer.paradigms.tiles.figures.by_rule import ByRule, PublishedMeans
from metamer.paradigms.tiles.figures.clicks import EvidenceByClick
from metamer.paradigms.tiles.figures.curves import REWARD_CURVES, Curves
from metamer.paradigms.tiles.figures.t_values import TValues
from metamer.paradigms.tiles.figures.unfinished import UnfinishedBoards
from metamer.paradigms.tiles.learners.networks import (
    MASKED,
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.paradigms.tiles.references import (
    Neighbour,
    Random,
    RuleObserver,
    StatisticsObserver,
)
from metamer.paradigms.tiles.references.boards import ExemplarPlayer, PairPlayer
from metamer.reports.tables import Means
from metamer.statistics.anova import Anova
from metamer.statistics.beside import Beside, KnownCells
from metamer.statistics.bootstrap import ClusterBootstrap
from metamer.statistics.subsets import Each
from metamer.statistics.summaries import HALF_WIDTH
from metamer.statistics.t_test import Pairwise
from metamer.training.settings import PlayerTraining

REFERENCES: tuple[Learner, ...] = (
    Neighbour(),
    Random(),
    RuleObserver(),
    RuleObserver(knows="family"),
    RuleObserver(seeks="information"),
    StatisticsObserver(),
    StatisticsObserver(seeks="information"),
)
"""Players without training: the paper's reference player, and ideal observers."""

DEMO_REFERENCES: tuple[Learner, ...] = (
    Neighbour(),
    Random(),
    ExemplarPlayer(),
    PairPlayer(),
    RuleObserver(),
    StatisticsObserver(),
)
"""Those that a demo has time for, and two that learn in no time: from whole boards, or from
pairs of tiles."""

LAPTOP = PlayerTraining(games=64, rate=1e-3, length=200_000)
"""Training of a few minutes on two cores.

Source: ours, after a sweep on rectangle boards.
"""

LARGE = PlayerTraining(games=512, rate=2e-3, length=2_000_000)
"""Training on a GPU. Source: kumar2022, Methods, for the length; ours otherwise."""

LONG = replace(MASKED, games=256, rate=1e-3, length=8_000_000, counted_in="steps")
"""For transformer and CoRelNet. Source: kumar2022, the authors' code, for the length."""

NETWORKS: tuple[Learner, ...] = (
    LstmPlayer(training=LARGE),
    EpnPlayer(training=replace(LONG, masked=False)),
    TransformerPlayer(training=LONG),
    CoRelNetPlayer(training=LONG),
    CoRelNetPlayer(version="repaired", training=LONG),
)
"""The paper's four networks, and a repaired version of the fourth."""

LSTM_AND_REFERENCES: dict[str, tuple[Learner, ...]] = {
    "demo": DEMO_REFERENCES,
    "small": (LstmPlayer(training=LAPTOP), *REFERENCES),
    "paper": (LstmPlayer(training=LARGE), *REFERENCES),
}
"""Players at each scale, of networks only the LSTM."""

PLAYERS = {**LSTM_AND_REFERENCES, "paper": (*NETWORKS, *REFERENCES)}
"""Players at each scale, with all networks on a GPU."""

MEASURES = (
    "z",
    "z_precise",
    "blues",
    "fraction_of_ideal",
    "finished_share",
    "z_of_finished",
    "rule_evidence",
    "z_of_board",
)

PEOPLE: PublishedMeans = (
    ("connected", "abstract", -5.839, 0.591),
    ("connected", "metamer", -2.864, 0.284),
    ("copy", "abstract", -1.663, 0.478),
    ("copy", "metamer", 0.256, 0.259),
    ("cross", "abstract", -2.353, 0.238),
    ("cross", "metamer", -0.191, 0.357),
    ("pyramid", "abstract", -1.551, 0.122),
    ("pyramid", "metamer", -0.893, 0.143),
    ("rectangle", "abstract", -5.132, 0.100),
    ("rectangle", "metamer", -1.307, 0.447),
    ("symmetry", "abstract", -0.690, 0.305),
    ("symmetry", "metamer", -0.540, 0.111),
    ("tree", "abstract", -1.475, 0.105),
    ("tree", "metamer", -1.051, 0.085),
    ("zigzag", "abstract", -1.436, 0.110),
    ("zigzag", "metamer", 0.005, 0.132),
)
"""Mean z of about 50 people in each cell, and the half width of its confidence interval.

Source: kumar2022, from the released scores (`metamer people import tiles`).
"""

PEOPLE_CELLS: KnownCells = (
    ("connected", "abstract", 50, -5.839345, 2.078882),
    ("connected", "metamer", 50, -2.864390, 0.999538),
    ("copy", "abstract", 50, -1.663286, 1.680980),
    ("copy", "metamer", 49, 0.255972, 0.901885),
    ("cross", "abstract", 50, -2.352684, 0.836606),
    ("cross", "metamer", 50, -0.191029, 1.254954),
    ("pyramid", "abstract", 50, -1.551107, 0.430747),
    ("pyramid", "metamer", 50, -0.893365, 0.503979),
    ("rectangle", "abstract", 50, -5.132140, 0.351045),
    ("rectangle", "metamer", 50, -1.306808, 1.573677),
    ("symmetry", "abstract", 50, -0.689960, 1.074362),
    ("symmetry", "metamer", 50, -0.539546, 0.390356),
    ("tree", "abstract", 50, -1.475218, 0.368732),
    ("tree", "metamer", 50, -1.050560, 0.300393),
    ("zigzag", "abstract", 50, -1.435975, 0.385607),
    ("zigzag", "metamer", 50, 0.005026, 0.463521),
)
"""Number, mean z and standard deviation of the people in each cell.

Source: kumar2022, from the released scores (`metamer people import tiles`).
"""

BOARDS = ("rule", "condition", "board")
UNITS = ("learner", "rule", "condition", "unit")


def tests(rules: int) -> tuple[Test, ...]:
    """The paper's tests, and sounder ones.

    Source: kumar2022, Results, for the analysis of variance (type II) and Student's t;
    ours for Welch's t and for the bootstrap of units and boards.
    """
    factors = "C(learner) * C(rule)" if rules > 1 else "C(learner)"
    return (
        Anova("z", f"value ~ {factors} * C(condition)"),
        Pairwise("z", "student", by="condition"),
        Pairwise("z_precise", "welch", by="condition"),
        ClusterBootstrap("z_of_board", "condition", (UNITS, BOARDS)),
    )


def beside_people(names: tuple[str, ...]) -> tuple[Test, ...]:
    """Analyses of variance of people and one learner at a time, over and within rules.

    Source: kumar2022, Tables S2 and S3, and S5 and S6 for networks other than the LSTM.
    """
    over = Anova("z", "value ~ C(learner) * C(rule) * C(condition)")
    within = Each("rule", Anova("z", "value ~ C(learner) * C(condition)"))
    return tuple(
        Beside("people", PEOPLE_CELLS, names, "z", test) for test in (over, within)
    )


EVIDENCE = ByRule(
    "rule_evidence",
    "By the rule, or by the statistics",
    "Rule evidence is how much more probable clicks are for an ideal player who knows the "
    "rule (`rule-observer`) than for one who knows only metamer boards "
    "(`statistics-observer`), as a log ratio per click: above 0 they are more like those "
    "of the first, below 0 more like those of the second. The most rule-like is first; "
    "faint points are units, bars 95 % confidence intervals.",
)
"""What clicks go by."""

REWARDS = Curves("earned", "Learning, as reward", REWARD_CURVES)
"""Source: kumar2022, Fig. S4."""

RULES_AND_METAMERS = ByRule(
    "z",
    "Boards made by a rule, and their metamers",
    "z is the number of blue tiles turned up, in standard deviations above the "
    "neighbour player (0), on boards that were never taught; the best on boards of the "
    "rule is first. Whoever uses the rule has its square far to the left of its "
    "circle. Faint points are units, bars 95 % confidence intervals, arrows means "
    "beyond the scale. People's scores are the paper's, on its own 25 boards.",
    PEOPLE,
)
"""Source: kumar2022, Fig. 3A and Fig. S6A."""

T_VALUES = TValues(people=PEOPLE_CELLS)
"""Source: kumar2022, Fig. 4 and Fig. S6B."""

FIGURES: tuple[Figure, ...] = (
    RULES_AND_METAMERS,
    EVIDENCE,
    EvidenceByClick(),
    ByRule(
        "fraction_of_ideal",
        "How close to ideal",
        "0 is the neighbour player, 1 a player who knows every board of the rule (on "
        "metamers: the metamer boards). Unlike z this can be compared between rules.",
        reference=1.0,
        limits=(-1.5, 1.5),
    ),
    T_VALUES,
    UnfinishedBoards(),
    Curves(),
    REWARDS,
    Means(
        ("z", "blues", "finished_share"),
        "All learners in numbers",
        f"Means over units; {HALF_WIDTH}.",
    ),
)
