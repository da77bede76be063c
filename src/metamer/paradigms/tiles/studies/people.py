"""The paper's two experiments with people, for the browser, and learners beside them."""

from __future__ import annotations

from metamer.core.people import People, Question, TrialBlock
from metamer.core.registry import study
from metamer.core.study import Figure, Scale, Study
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.figures.clicks import Choices, EvidenceByClick
from metamer.paradigms.tiles.findings import ByRuleOrStatistics, RuleAdvantage
from metamer.paradigms.tiles.studies import printed
from metamer.paradigms.tiles.studies.choices import PAPER_RULES
from metamer.paradigms.tiles.studies.shared import (
    EVIDENCE,
    FIGURES,
    LSTM_AND_REFERENCES,
    MEASURES,
    PLAYERS,
    tests,
)
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH
from metamer.statistics.t_test import Pairwise, TTest

QUOTA = {"demo": 2, "small": 20, "paper": 50}
"""People in a cell. Source: kumar2022, Methods, for 50."""

CHOOSERS = {"demo": 2, "small": 10, "paper": 10}
"""People who see the part-revealed boards of a rule. Source: kumar2022, Results."""

QUESTIONS = (
    Question(
        "What are you looking for on each board?",
        ("all red tiles", "all blue tiles", "as many tiles as possible"),
        "all red tiles",
    ),
    Question(
        "What happens if you turn up a blue tile?",
        ("I lose a point", "I win a point", "The board ends"),
        "I lose a point",
    ),
    Question(
        "When does the next board come?",
        (
            "when all red tiles are up",
            "when all blue tiles are up",
            "after ten clicks",
        ),
        "when all red tiles are up",
    ),
)
"""Source: ours; the paper names no comprehension questions."""


@study.add("tiles-people")
def people(scale: Scale = "small") -> Study:
    """Do people play a rule's boards better than metamers of them (Fig. 3A)?

    For `metamer serve`: eight rules, abstract or metamer, 50 people each; and for
    `metamer run`: learners on the same boards.
    """
    paradigm = {
        "demo": Tiles(rules=("rectangle", "zigzag"), boards=7, pool=4096),
        "small": Tiles(rules=("rectangle",), trials=10_000),
        "paper": Tiles(trials=100_000),
    }[scale]
    return Study(
        paradigm=paradigm,
        learners=PLAYERS[scale],
        measures=MEASURES,
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-people",
        title="People on boards made by a rule, and on their metamers",
        question="Some boards are made by a rule; metamer boards have the same statistics "
        "and no rule. On which do people turn up fewer blue tiles, and on which do "
        "learners that were taught such boards?",
        findings=(RuleAdvantage(), ByRuleOrStatistics()),
        reproduces="kumar2022, Fig. 3A",
        printed=printed.IN_WORDS,
        tests=tests(len(paradigm.rules)),
        figures=FIGURES,
        scale=scale,
        remarks=REMARKS,
        people=People(
            title="Find the red tiles",
            blocks=(TrialBlock("boards", "test", paradigm.boards - 1, feedback=True),),
            quota=QUOTA[scale],
            questions=QUESTIONS,
        ),
    )


@study.add("tiles-people-choices")
def people_choices(scale: Scale = "small") -> Study:
    """Which tile do people click next on part-revealed boards (Fig. 3B)?

    For `metamer serve`: whole boards of a rule first, then part-revealed ones, the same
    for all; and for `metamer run`: learners on the same part-revealed boards.
    """
    return Study(
        paradigm=_part_revealed(scale),
        learners=LSTM_AND_REFERENCES[scale],
        measures=("rule_evidence", "blues"),
        units={"demo": 5, "small": 2, "paper": 15}[scale],
        name="tiles-people-choices",
        title="People on part-revealed boards",
        question="People and learners see the same part-revealed boards of a rule and play "
        "them to the end. Do they click the tiles that the rule suggests, or those that "
        "the statistics suggest?",
        findings=(ByRuleOrStatistics(),),
        reproduces="kumar2022, Fig. 3B",
        printed="On the boards shown, the agent chose a tile that violates the rule, and "
        "most people one that is consistent with it (Fig. 3B, caption).",
        tests=(
            TTest("rule_evidence"),
            Pairwise("rule_evidence", "welch", to="rule-observer"),
        ),
        figures=CHOICE_FIGURES,
        scale=scale,
        remarks=CHOICE_REMARKS,
        people=People(
            title="Find the red tiles",
            blocks=_two_blocks({"demo": 4}.get(scale, 0)),
            quota=CHOOSERS[scale],
            questions=QUESTIONS,
        ),
    )


def _part_revealed(scale: Scale) -> Tiles:
    rules = PAPER_RULES if scale == "paper" else ("rectangle",)
    boards, pool = (6, 4096) if scale == "demo" else (10, 16384)
    return Tiles(
        rules, taught=("abstract",), boards=boards, pool=pool, shown=6, policy=True
    )


def _two_blocks(whole: int) -> tuple[TrialBlock, ...]:
    """Whole boards, as many or all (0), and then part-revealed ones."""
    return (
        TrialBlock("whole-boards", "learning", whole, feedback=True, scored=False),
        TrialBlock("part-revealed", "test", feedback=True, text=PART_REVEALED),
    )


CHOICE_FIGURES: tuple[Figure, ...] = (
    EVIDENCE,
    Choices(),
    EvidenceByClick(),
    Means(("rule_evidence", "blues"), "In numbers", f"Means over units; {HALF_WIDTH}."),
)

PART_REVEALED = (
    "On the next boards several tiles are face up from the start. Everything else is as "
    "before: find the red tiles that are left."
)
"""What is said before part-revealed boards. Source: ours."""

REMARKS = (
    "People are taught nothing beforehand, learners are: as in the paper.",
    "A participant plays 24 of the 25 boards, in random order. Unclear: Methods says 24 "
    "for people, the released scores are of 25.",
    "A board is given up after `paradigm.asked_limit` clicks; clicks on tiles that are "
    "face up count. Unstated: whether people could click such tiles.",
    "The paper reports no practice, no comprehension questions and no exclusions. The "
    "questions here are ours.",
)

CHOICE_REMARKS = (
    "The paper's part-revealed boards were not released, nor how many there were. Here "
    "boards are drawn at random, with the usual red tile and as many others face up as "
    "`paradigm.shown` says.",
    "People play whole boards of the rule first, as in the paper; these count in no "
    "measure. Learners were taught such boards.",
    "All see the same boards, so intervals over units do not say how results would vary "
    "with other boards.",
)
