"""Every figure and table of moskvichev2023."""

from __future__ import annotations

from itertools import pairwise

from metamer.paradigms.concepts.rules import CONCEPTS
from metamer.paradigms.concepts.studies import printed
from reproduction.cells import Cell, Difference, Fixed
from reproduction.rows import AtLeast, AtMost, Number, Row, told

IMPORT = "bash results/concepts-published/command.sh"
COUNTED = "python benchmarks/computed_values.py"

HALF = (
    "the published results of the open half (15 of 30 inputs of each concept), read and "
    "counted again; intervals are Wilson's for these"
)


OTHER_HALF = "the other half of these concepts is harder or easier than the open half"


def published(concept: str, learner: str) -> Cell:
    where = {"condition": concept, "learner": learner}
    return Cell("concepts-published/by_concept.csv", where)


def column(learner: str) -> tuple[Number, ...]:
    """A column of Table 1."""
    at = printed.LEARNERS.index(learner)
    return tuple(
        Number(CONCEPTS[concept], shares[at], published(concept, learner))
        for concept, shares in printed.ACCURACIES.items()
    )


def mean(learner: str) -> tuple[Cell, ...]:
    return tuple(published(concept, learner) for concept in CONCEPTS)


OWN_SEARCH = Cell(
    "concepts-open/means.csv",
    {"measure": "solved_overall", "learner": "program-search"},
)

MISPRINT = (
    "of the table's cells, one is a misprint (Top and Bottom 3D: 18 of 30, not .50)"
)


def p_of(learner: str) -> AtMost | AtLeast:
    """p of chi-square: below the printed limit, or not significant either."""
    where = {"test": "chi-square, independence", "measure": "solved_of_item"}
    ours = Cell(
        "concepts-published/tests.csv",
        {**where, "effect": f"condition x value [learner={learner}]"},
        "p",
    )
    p = printed.P_OF_CONCEPTS[learner]
    if p <= 0.001:
        return AtMost(learner, f"below {p:g}", ours, p)
    return AtLeast(learner, f"{p:g}", ours, 0.05)


ROWS = (
    Row("Fig. 1", "three ARC tasks", nothing="examples"),
    Row(
        "Fig. 2",
        "three tasks of one concept",
        nothing="examples: `metamer show concepts --concept SameDifferent`",
    ),
    Row(
        "Fig. 3",
        "a task and the prompt of GPT-4",
        nothing="an example: `metamer make study concepts-chat`",
    ),
    Row("Fig. 4", "near misses of people, and errors of a program", nothing="examples"),
    *(
        Row(
            f"Table 1, {learner}",
            "share of inputs solved, by concept",
            IMPORT,
            column(learner),
            because=OTHER_HALF if learner in ("people", "kaggle-second") else "",
            note=HALF + (f"; {MISPRINT}" if learner == "kaggle-first" else ""),
        )
        for learner in printed.LEARNERS
    ),
    Row(
        "Table 1, people anew",
        "people on our screens",
        "metamer serve concepts-people",
        not_run="needs 415 paid participants",
    ),
    Row(
        "Table 1, first and second place anew",
        "the two programs run by us",
        "metamer solve TASKS",
        not_run="their code is not part of this package; our own search solves "
        f"{told(OWN_SEARCH)} of the open half (results/concepts-open)",
    ),
    Row(
        "Table 1, GPT-4 anew",
        "GPT-4 asked by us",
        "metamer run concepts-chat --scale paper",
        not_run="needs an account with its maker, and the model of 2023",
    ),
    Row(
        "Table 2",
        "bounds of intervals that are Wilson's of the shares of Table 1, of 128 of "
        "solvers and 32 of people (with 240 responses)",
        COUNTED,
        (
            Number("solvers", 128, Fixed("Table 2: bounds of solvers"), within=0),
            Number("people", 32, Fixed("Table 2: bounds of people"), within=0),
        ),
        because="misprints and bounds that were cut off instead of rounded; see the "
        "remarks of `metamer people import concepts`",
    ),
    Row(
        "Sec. 8.1, differences",
        "mean difference over concepts: people and first place, first and second place",
        IMPORT,
        tuple(
            Number(
                f"{first} - {second}",
                printed.AHEAD[second],
                Difference(mean(first), mean(second)),
            )
            for first, second in pairwise(printed.LEARNERS[:3])
        ),
        note=HALF,
    ),
    Row(
        "Sec. 8.1, thresholds",
        "counts in Table 1: concepts of people above .90, and the maxima of three solvers",
        COUNTED,
        (
            Number(
                "people, concepts at .90 or more",
                11,
                Fixed("Table 1: people at .90"),
                0,
            ),
            AtLeast(
                "people, lowest", "over 80 %", Fixed("Table 1: people, lowest"), 0.8
            ),
            Number(
                "GPT-4 at T = 0.5, highest", 0.37, Fixed("Table 1: GPT-4, highest"), 0
            ),
        ),
        note="the printed table, counted",
    ),
    Row(
        "Sec. 8.1, chi-square",
        "p that accuracy does not differ between concepts",
        IMPORT,
        tuple(map(p_of, printed.LEARNERS)),
        because="half of the inputs have half of the power, and happen to differ more for "
        "GPT-4; the spreadsheet with all inputs is not read",
        note=HALF,
    ),
    Row(
        "Sec. 6",
        "share of 100 hidden tasks of 2020: "
        + ", ".join(f"{share:g}" for share in printed.KAGGLE.values()),
        nothing="these tasks are not public",
    ),
    Row(
        "Sec. 5.2",
        "of 482 participants 415 stay",
        nothing="a count; the study `concepts-people` has the same rules of exclusion",
    ),
    Row(
        "Sec. 8.3",
        f"{printed.AMBIGUOUS} inputs have more than one reasonable answer",
        nothing="the paper does not say which",
    ),
    Row(
        "App. A, App. B",
        "examples of tasks",
        nothing="examples: `metamer show concepts`",
    ),
    Row("App. C", "how people were recruited", nothing="a description"),
)
