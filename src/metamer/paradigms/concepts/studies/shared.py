"""What the studies of moskvichev2023 have in common: measures, tests and figures."""

from __future__ import annotations

from metamer.core.study import Figure, Test
from metamer.paradigms.concepts.figures.accuracy import Accuracy, PrintedShares
from metamer.paradigms.concepts.figures.consistency import (
    Agreements,
    WithinConcept,
    WithinTask,
)
from metamer.paradigms.concepts.figures.gaps import Gaps
from metamer.paradigms.concepts.figures.overall import Overall, Summary
from metamer.paradigms.concepts.figures.tables import Table1, Table2
from metamer.paradigms.concepts.measures import PEOPLE
from metamer.paradigms.concepts.studies.printed import AHEAD
from metamer.statistics.agreement import Agreement
from metamer.statistics.chi_square import ChiSquare
from metamer.statistics.intervals import Interval
from metamer.statistics.subsets import Each, Pooled

MEASURES = (
    "solved",
    "solved_overall",
    "solved_minimal",
    "strict",
    "strict_overall",
    "consistency_within_task",
    "consistency_within_concept",
    "solved_of_item",
    "strict_of_task",
)

PRINTED_GAPS = (
    (PEOPLE, "kaggle-first", 100 * AHEAD["kaggle-first"]),
    ("kaggle-first", "kaggle-second", 100 * AHEAD["kaggle-second"]),
)
"""Mean differences in per-concept accuracy, in percentage points. Source: moskvichev2023,
Sec. 8.1."""

AMBIGUOUS = (
    "The authors call six of their 480 test inputs ambiguous (Sec. 8.3), because another "
    "answer would be as reasonable. Unstated: which; neither the paper nor the published "
    "files mark them, so none is marked or left out here."
)
PROGRAMS = (
    "The two programs that won the ARC competition are not run here: they are others' "
    "code. Their published guesses are imported (`metamer people import concepts PATH`), "
    "and whoever has run them takes part with a file of guesses (`answers-from-file`)."
)
"""What a reader must know about ambiguous inputs, and about the two programs."""

RESAMPLES = 9999
"""Permutations for tests of few tasks per concept. Source: ours."""

_ITEM = ("task", "apart", "item")
_WILSON = Interval("solved_of_item", kind="wilson")

BY_CONCEPT: Test = Each("learner", ChiSquare("solved_of_item", rows="condition"))
"""Source: moskvichev2023, Sec. 8.1."""

TASKS_BY_CONCEPT: Test = Each(
    "learner", ChiSquare("strict_of_task", rows="condition", resamples=RESAMPLES)
)
"""Whether strictly solved tasks cluster in some concepts. Source: ours."""

TESTS: tuple[Test, ...] = (
    Pooled(("condition", *_ITEM), _WILSON),
    BY_CONCEPT,
    Agreement("solved_of_item"),
    Pooled(_ITEM, _WILSON),
)


def figures(beside: str = "", people: PrintedShares = ()) -> tuple[Figure, ...]:
    """The paper's tables and pictures of them.

    `beside` names published results to add; `people` are printed ones, of other items.
    """
    return (*_shares(beside, people), gaps(beside), *_consistency(beside))


def gaps(beside: str = "") -> Figure:
    """Mean differences between learners, beside those that the paper prints."""
    return Gaps(
        "How far apart learners are",
        "The difference in per-concept accuracy from each learner to the next best, as a "
        "mean over concepts, in percentage points, with Student's interval over concepts "
        "(paired). Printed: what the paper says of people and of the two programs.",
        beside,
        PRINTED_GAPS,
    )


def _shares(beside: str, people: PrintedShares) -> tuple[Figure, ...]:
    """How much was solved, in all and by concept."""
    hollow = (
        "Hollow: people, as published, on the paper's own tasks of the same concepts."
        if people
        else "Hollow: people."
    )
    return (
        Overall(
            "Who solved how much",
            "Shares of test inputs solved by one of the guesses, and of tasks with all "
            "their inputs solved, with 95 % Wilson intervals; the best first. Grey band: "
            "the interval of people, if they are shown.",
            beside,
        ),
        Summary(
            "All learners in numbers",
            "Share of test inputs solved by one of the guesses, of tasks with all their "
            "inputs solved (strict), with 95 % Wilson intervals. All, if one input: how "
            "often all inputs of a task are solved if one is. Beyond chance, if one task: "
            "by how much the share solved of the other tasks of its concept exceeds that "
            "of all other tasks.",
            beside,
        ),
        Accuracy(
            "Accuracy by concept",
            "Share of test inputs for which one of the guesses is right, with 95 % "
            f"Wilson intervals. Dotted: all concepts together. {hollow}",
            beside,
            people,
        ),
        Table1(
            "Table 1: accuracy by concept",
            "Share of test inputs for which one of the guesses is right; for people the "
            "mean over inputs of the share of participants. Below: whether a learner does "
            "equally well on all concepts (Pearson's chi-square; for people, on all "
            "responses together).",
            beside,
        ),
        Table2(
            "Table 2: intervals",
            "95 % Wilson intervals of the same shares; for people, of the number of "
            "responses given. A participant who answered ten inputs counts as ten people, "
            "so the intervals of people are somewhat too narrow.",
            beside,
        ),
    )


def _consistency(beside: str) -> tuple[Figure, ...]:
    """Whether solving one input or task goes with solving the others."""
    return (
        WithinTask(
            "Consistency within tasks",
            "How many test inputs of a task are right. Thin bars: what to expect at the "
            "same accuracy if inputs were independent of each other. A learner that has "
            "found the rule has all inputs right, one that has not has none.",
            beside,
        ),
        WithinConcept(
            "Consistency within concepts",
            "Given a strictly solved task: the share of strictly solved ones among the "
            "other tasks of its concept, and among the other tasks of any concept. Grey: "
            "where 95 % of the former would lie if solved tasks were assigned to concepts "
            "at random.",
            beside,
        ),
        Agreements(
            "Whether the same items are hard",
            "Spearman's correlation, over test inputs, of how often each is solved; empty "
            "for a learner that solves all of them or none.",
            beside,
        ),
    )


GUESSING = (
    "People were told after each of three tries whether it was right; programs give three "
    "ranked guesses without feedback; GPT-4 gave one answer at T = 0 and three independent "
    "ones at T = 0.5. Shares within three guesses are therefore not strictly comparable."
)
