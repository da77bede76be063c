"""Tasks of sixteen concepts, from a folder or drawn anew (Tables 1 and 2, Sec. 8.1)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Figure, Learner, Scale, Study, Test
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
)
from metamer.paradigms.concepts.search import ProgramSearch
from metamer.reports.concepts import ERRATA
from metamer.reports.concepts_figures import Errors, Families
from metamer.reports.concepts_gallery import Gallery
from metamer.statistics.chi_square import ChiSquare
from metamer.statistics.subsets import Each
from metamer.studies.moskvichev2023.shared import (
    GUESSING,
    MEASURES,
    TASKS_BY_CONCEPT,
    TESTS,
    figures,
)

FEW = ("AboveBelow", "Count", "InsideOutside", "Order")
"""The concepts of the demo. Source: ours."""

TASKS = {"demo": 3, "small": 9, "paper": 9}
UNITS = {"demo": 1, "small": 1, "paper": 5}
"""Drawn tasks of each concept, and how often they are drawn anew. Source: ours."""


def _learners(folder: str) -> tuple[Learner, ...]:
    found = (ProgramSearch(), CopyInput(), MostCommonOutput())
    return found if folder else (*found, GeneratorRule())


@study.add("concepts-corpus")
def corpus(scale: Scale = "small", folder: str = "", people: str = "") -> Study:
    """Who solves one task of a concept, and who solves them all (Tables 1, 2, Sec. 8.1).

    `folder` has tasks of the corpus; without one they are drawn. `people` is a table of
    published results to show beside those of the same tasks.
    """
    return Study(
        paradigm=Concepts(folder=folder, minimal=True)
        if folder
        else Concepts(FEW if scale == "demo" else (), tasks=TASKS[scale]),
        learners=_learners(folder),
        measures=(*MEASURES, "solved_first", "error_share", "solved_by_family"),
        units=1 if folder else UNITS[scale],
        name="concepts-corpus",
        title="Sixteen concepts in grids",
        question="A few grids show a rule: lines go on to the edge, the largest object is "
        "cut out, what is inside is filled. Who finds the rule, and does who solves one "
        "task of a concept solve its others?",
        tests=(*TESTS, TASKS_BY_CONCEPT, *(() if folder else (OF_FAMILIES,))),
        figures=(*figures(people), ERRORS, *(() if folder else (FAMILIES,)), GALLERY),
        scale=scale,
        remarks=_remarks(scale, folder, people),
    )


OF_FAMILIES: Test = Each("learner", ChiSquare("solved_of_item", rows="apart"))

ERRORS: Figure = Errors(
    "What went wrong",
    "Of which kind the first guess is where none of three is right, as shares of all test "
    "inputs. A near miss has at most two cells or 5 % of them wrong.",
)
GALLERY: Figure = Gallery(
    "Programs in words",
    "For each concept one program that gave a right guess. All tasks, with their guesses, "
    "right answers and programs, are in gallery.html in the folder of the run.",
)
FAMILIES: Figure = Families(
    "Families seen and families apart",
    "Share of test inputs solved, with 95 % Wilson intervals: tasks of families that were "
    "there while the search's operations were written, and of families that were written "
    "by others and kept apart until then.",
)


def _remarks(scale: Scale, folder: str, people: str) -> tuple[str, ...]:
    own = () if scale == "paper" else (LESS[scale],)
    kind = (READ,) if folder else (DRAWN,)
    return (*own, *kind, *((GUESSING, *ERRATA) if people else ()), *REMARKS)


LESS = {
    "demo": "Three tasks of each of four concepts: too few for figures of single concepts. "
    "`--scale small` has all sixteen.",
    "small": "Nine tasks of each concept, drawn once; at `--scale paper` five times.",
}
READ = (
    "Minimal tasks are asked and have a measure of their own; they count nowhere else, as "
    "in the paper."
)
DRAWN = (
    "These are not the paper's tasks: they are drawn from families of rules, three or more "
    "for each concept, so that nobody can have seen them. Accuracies cannot be compared "
    "with the paper's. Real tasks: `metamer run concepts-corpus --set folder=PATH --set "
    "people=TABLE`."
)
REMARKS = (
    "Unstated: which guess counts for a learner that has more than three. Only the first "
    "three do.",
    "Beyond the paper: strict shares, consistency within tasks and concepts, and kinds of "
    "error.",
    "`copy-input` and `most-common-output` look at no rule; they are the floor. With a "
    "limit in seconds the search may find less on a slower machine; `steps` makes it the "
    "same everywhere.",
)
