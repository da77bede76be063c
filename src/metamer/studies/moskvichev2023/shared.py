"""What the studies of moskvichev2023 have alike: measures, tests, figures and remarks."""

from __future__ import annotations

from metamer.core.study import Figure, Test
from metamer.reports.concepts import Table1, Table2
from metamer.reports.concepts_consistency import (
    Agreements,
    Summary,
    WithinConcept,
    WithinTask,
)
from metamer.reports.concepts_figures import Accuracy
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

RESAMPLES = 9999
"""Permutations for tests of few tasks per concept. Source: ours."""

_ITEM = ("task", "apart", "item")
_WILSON = Interval("solved_of_item", kind="wilson")

BY_CONCEPT: Test = Each("learner", ChiSquare("solved_of_item", rows="condition"))
"""Source: moskvichev2023, Sec. 8.1."""

TASKS_BY_CONCEPT: Test = Each(
    "learner", ChiSquare("strict_of_task", rows="condition", resamples=RESAMPLES)
)
"""Whether tasks that are solved strictly gather in some concepts. Source: ours."""

TESTS: tuple[Test, ...] = (
    Pooled(("condition", *_ITEM), _WILSON),
    BY_CONCEPT,
    Agreement("solved_of_item"),
    Pooled(_ITEM, _WILSON),
)


def figures(beside: str = "") -> tuple[Figure, ...]:
    """The paper's tables and pictures of them, with published results where given."""
    return (
        Summary(
            "Who solved how much",
            "Share of test inputs solved with three guesses, and of tasks with all their "
            "inputs solved (strict), with 95 % Wilson intervals. All, if one input: how "
            "often all inputs of a task are solved if one is. Beyond chance, if one task: "
            "how much larger a share of the other tasks of its concept is solved than of "
            "all other tasks.",
            beside,
        ),
        Accuracy(
            "Accuracy by concept",
            "Share of test inputs for which one of three guesses is right, with 95 % "
            "Wilson intervals. Dotted: all concepts together. Hollow: people.",
            beside,
        ),
        Table1(
            "Table 1: accuracy by concept",
            "Share of test inputs for which one of three guesses is right; of people the "
            "mean over inputs of the share of participants. Below: whether a learner does "
            "equally well on all concepts (Pearson's chi-square; of people, of all "
            "responses together).",
            beside,
        ),
        Table2(
            "Table 2: intervals",
            "95 % Wilson intervals of the same; of people, of as many responses as there "
            "were. Who answered ten inputs counts as ten people, so theirs are somewhat "
            "too narrow.",
            beside,
        ),
        WithinTask(
            "Consistency within tasks",
            "How many test inputs of a task are right. Thin bars: what inputs that know "
            "nothing of each other would give at the same accuracy. Who has found the "
            "rule has all inputs right, or none.",
            beside,
        ),
        WithinConcept(
            "Consistency within concepts",
            "Given a task that is solved strictly: which share of the other tasks of its "
            "concept is, and of the other tasks of any concept. Grey: where 95 % of the "
            "first would lie if solved tasks were dealt out to concepts by chance.",
            beside,
        ),
        Agreements(
            "Whether the same items are hard",
            "Spearman's correlation over test inputs of how often each is solved; empty "
            "where somebody solves all of them or none.",
            beside,
        ),
    )


GUESSING = (
    "People were told after each of three tries whether it was right; programs give three "
    "ranked guesses and hear nothing; GPT-4 gave one answer at T = 0 and three independent "
    "ones at T = 0.5. Shares of three guesses are not quite of one kind."
)
