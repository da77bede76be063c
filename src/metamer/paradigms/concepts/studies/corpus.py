"""Tasks of sixteen concepts, from a folder or drawn anew (Tables 1 and 2, Sec. 8.1)."""

from __future__ import annotations

from pathlib import Path

from metamer.core.errors import Refusal
from metamer.core.registry import study
from metamer.core.study import Figure, Learner, Scale, Study, Test
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.figures.accuracy import Errors, Families
from metamer.paradigms.concepts.figures.programs import Programs
from metamer.paradigms.concepts.findings import ConceptsSolved
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
)
from metamer.paradigms.concepts.studies import shared
from metamer.paradigms.concepts.studies.printed import ERRATA, TABLE_1
from metamer.paradigms.concepts.studies.shared import (
    GUESSING,
    MEASURES,
    TASKS_BY_CONCEPT,
    TESTS,
    figures,
)
from metamer.statistics.chi_square import ChiSquare
from metamer.statistics.subsets import Each

DEMO_CONCEPTS = ("AboveBelow", "Count", "InsideOutside", "Order")
"""The concepts of the demo. Source: ours."""

TASKS = {"demo": 3, "small": 9, "paper": 9}
UNITS = {"demo": 1, "small": 1, "paper": 5}
"""Tasks drawn of each concept, and how often they are drawn anew. Source: ours."""


def _learners(folder: str) -> tuple[Learner, ...]:
    found = (ProgramSearch(), CopyInput(), MostCommonOutput())
    return found if folder else (*found, GeneratorRule())


@study.add("concepts-corpus")
def corpus(scale: Scale = "small", folder: str = "", people: str = "") -> Study:
    """Which learners solve one task of a concept, and which all (Tables 1, 2, Sec. 8.1).

    `folder` holds tasks of the corpus; without one they are drawn. `people` is a table of
    published results for the same tasks, to show beside these.
    """
    if people and not Path(people).exists():
        raise Refusal(f"there is no table or run folder {people} of published results")
    return Study(
        paradigm=Concepts(folder=folder, minimal=True)
        if folder
        else Concepts(DEMO_CONCEPTS if scale == "demo" else (), tasks=TASKS[scale]),
        learners=_learners(folder),
        measures=(*MEASURES, "solved_first", "error_share", "solved_by_family"),
        units=1 if folder else UNITS[scale],
        name="concepts-corpus",
        title="Concepts in grids",
        question="A few grids show a rule: lines are extended to the edge, the largest "
        "object is cut out, what is inside is filled. Who finds the rule, and does a "
        "learner that solves one task of a concept solve its others?",
        findings=(ConceptsSolved(people),),
        reproduces="moskvichev2023, Table 1",
        printed=TABLE_1,
        tests=(*TESTS, TASKS_BY_CONCEPT, *(() if folder else (SEEN_OR_APART,))),
        figures=(*figures(people), ERRORS, *(() if folder else (FAMILIES,)), PROGRAMS),
        scale=scale,
        remarks=_remarks(scale, folder, people),
    )


SEEN_OR_APART: Test = Each("learner", ChiSquare("solved_of_item", rows="apart"))

ERRORS: Figure = Errors(
    "What went wrong",
    "The kind of error of the first guess, where no guess is right, as shares of all "
    "test inputs. A near miss has at most two of its cells or 5 % of them wrong.",
)
PROGRAMS: Figure = Programs(
    "Programs in words",
    "For each concept one program that gave a right guess. The page of single items has "
    "those of all guesses.",
)
FAMILIES: Figure = Families(
    "Families seen and families apart",
    "Share of test inputs solved, with 95 % Wilson intervals: for families that were known "
    "while the search's operations were written (seen), and for families that were written "
    "by others and kept from the authors of the operations (apart).",
)


def _remarks(scale: Scale, folder: str, people: str) -> tuple[str, ...]:
    tasks = (MINIMAL_TASKS,) if folder else (*SMALLER.get(scale, ()), DRAWN_TASKS)
    beside = (GUESSING, shared.PROGRAMS, *ERRATA) if people else ()
    return (*tasks, *beside, *((shared.AMBIGUOUS,) if folder else ()), *REMARKS)


SMALLER = {
    "demo": (
        "Unless settings say otherwise, this scale has few tasks of a few concepts, which "
        "are listed below: too few for numbers of single concepts. `--scale small` has all "
        "concepts.",
    ),
    "small": (
        f"Unless settings say otherwise, tasks are drawn once; `--scale paper` draws them "
        f"{UNITS['paper']} times.",
    ),
}
MINIMAL_TASKS = (
    "Minimal tasks are asked and have a measure of their own; as in the paper, they count "
    "nowhere else."
)
DRAWN_TASKS = (
    "These are not the paper's tasks: they are drawn from families of rules, three or more "
    "for each concept, so that nobody can have seen them. Accuracies cannot be compared "
    "with the paper's. For the paper's tasks: `metamer run concepts-corpus --set "
    "folder=PATH --set people=TABLE`."
)
REMARKS = (
    "Unstated: which guesses count for a learner that makes more than three. Here only the "
    "first ones do, as many as `paradigm.guesses` says (the paper has three).",
    "Beyond the paper: strict shares, consistency within tasks and concepts, and kinds of "
    "error.",
    "`copy-input` and `most-common-output` ignore the rule; they are the floor. The search "
    "has a limit in `steps`, so that it finds the same on every machine; with a limit in "
    "`seconds` it may find less on a slower one.",
)
