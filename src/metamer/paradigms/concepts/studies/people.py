"""The paper's experiment with people, for the browser, and programs beside them."""

from __future__ import annotations

from metamer.core.people import Exclusion, People, Question, TrialBlock
from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.findings import ConceptsSolved
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
)
from metamer.paradigms.concepts.studies.corpus import DEMO_CONCEPTS, ERRORS
from metamer.paradigms.concepts.studies.printed import PEOPLE_SOLVED, TABLE_1
from metamer.paradigms.concepts.studies.shared import (
    GUESSING,
    MEASURES,
    TESTS,
    figures,
)

TASKS = {"demo": 2, "small": 3, "paper": 10}
"""Tasks of each concept. Source: moskvichev2023, Sec. 3, for 10."""

QUOTA = {"demo": 2, "small": 40, "paper": 415}
"""People who finish. Source: moskvichev2023, Sec. 5.3, for 415."""

SCORED = {"demo": 3, "small": 12, "paper": 12}
"""Scored tasks of one person. Source: moskvichev2023, Sec. 5.1, for 12."""

QUESTIONS = (
    Question(
        "What do you draw in each task?",
        (
            "the output that belongs to the test input",
            "a copy of the test input",
            "any pattern I like",
        ),
        "the output that belongs to the test input",
    ),
    Question(
        "How do you find out what to draw?",
        (
            "The examples show a rule, which I apply to the test input",
            "I try at random until I am told that it is right",
            "The rule is written below the grids",
        ),
        "The examples show a rule, which I apply to the test input",
    ),
    Question(
        "Can the output have another size than the input?",
        ("Yes, if the rule says so", "No, never"),
        "Yes, if the rule says so",
    ),
)
"""Source: ours; the paper names no comprehension questions."""


@study.add("concepts-people")
def people(scale: Scale = "small", folder: str = "") -> Study:
    """Do people solve one task of a concept, and the others as well (Table 1)?

    For `metamer serve`: 17 tasks for each person; and for `metamer run`: programs on the
    same tasks. `folder` holds tasks of the corpus; without one they are drawn.
    """
    learners: tuple[Learner, ...] = (ProgramSearch(), CopyInput(), MostCommonOutput())
    return Study(
        paradigm=Concepts(folder=folder, minimal=True)
        if folder
        else Concepts(
            DEMO_CONCEPTS if scale == "demo" else (), minimal=True, tasks=TASKS[scale]
        ),
        learners=learners if folder else (*learners, GeneratorRule()),
        measures=(*MEASURES, "solved_first", "error_share"),
        units=1,
        name="concepts-people",
        title="People on concepts in grids",
        question="A few grids show a rule: lines are extended to the edge, the largest "
        "object is cut out, what is inside is filled. Do people find the rules of a "
        "concept whatever its variation, and do programs?",
        findings=(ConceptsSolved(),),
        reproduces="moskvichev2023, Table 1",
        printed=TABLE_1,
        tests=TESTS,
        figures=(*figures(people=PEOPLE_SOLVED), ERRORS),
        scale=scale,
        remarks=(*REMARKS, *(() if folder else DRAWN), GUESSING),
        people=procedure(SCORED[scale], QUOTA[scale]),
    )


def procedure(scored: int, quota: int) -> People:
    """Two practice tasks, three minimal ones, and the scored ones.

    Source: moskvichev2023, Sec. 5.1 and 5.2.
    Unstated: how many bad descriptions exclude a participant. It is two.
    """
    return People(
        title="Puzzles with grids",
        blocks=(
            TrialBlock(
                "practice",
                "practice",
                2,
                feedback=True,
                attempts=0,
                scored=False,
                text="Two easy tasks to try the tools. Take as many attempts as you need.",
            ),
            TrialBlock(
                "minimal",
                "minimal",
                3,
                "least_covered",
                feedback=True,
                attempts=3,
                describe=True,
                text="From now on you have three attempts at each task.",
                mixed=True,
            ),
            TrialBlock(
                "scored",
                "scored",
                scored,
                "least_covered",
                feedback=True,
                attempts=3,
                describe=True,
            ),
        ),
        quota=quota,
        within=True,
        questions=QUESTIONS,
        exclusions=(
            Exclusion("minimal tasks failed", "wrong", 2, "minimal"),
            Exclusion("bad descriptions", "descriptions", 2),
        ),
    )


DRAWN = (
    "Without `folder` these are not the paper's tasks: they are drawn from families of "
    "rules. A minimal task is the one with the fewest coloured cells of several that were "
    "drawn for its concept. For the paper's tasks: `--set folder=PATH`.",
)

REMARKS = (
    "Nobody is put two test inputs of one task, and inputs that fewest people were put "
    "come first; the paper drew them at random, so that each had 7 to 14 people or so.",
    "The two practice tasks are ours; the paper's were not released.",
    "Participants are left out if they fail two or more minimal tasks or give two or more "
    "empty or meaningless descriptions. Unstated: how many such descriptions the paper "
    "allowed. In the paper only those who had solved a task described its rule.",
    "The paper's sessions took about 45 minutes, and participants were paid 10 dollars.",
)
