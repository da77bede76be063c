"""A chat model on concepts in grids, asked as the paper asked GPT-4 (Table 1, Sec. 7)."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.chat import Chat
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.findings import ConceptsSolved
from metamer.paradigms.concepts.references import CopyInput, MostCommonOutput
from metamer.paradigms.concepts.studies.corpus import (
    DEMO_CONCEPTS,
    DRAWN_TASKS,
    ERRORS,
    MINIMAL_TASKS,
)
from metamer.paradigms.concepts.studies.printed import ERRATA, TABLE_1
from metamer.paradigms.concepts.studies.shared import (
    GUESSING,
    MEASURES,
    TESTS,
    figures,
)

TASKS = {"demo": 1, "small": 3, "paper": 10}
"""Tasks of each concept. Source: moskvichev2023, Sec. 3, for 10."""

SAMPLES, TEMPERATURE = 3, 0.5
"""Source: moskvichev2023, Sec. 7."""

QUESTIONS = {"demo": 1, "small": 0, "paper": 0}
"""Test inputs of each concept that are asked; 0 for all. Source: ours."""


@study.add("concepts-chat")
def chat(
    scale: Scale = "small",
    model: str = "smollm2",
    url: str = "",
    folder: str = "",
    people: str = "",
) -> Study:
    """Does a chat model solve one task of a concept, and the others as well (Table 1)?

    GPT-4's protocol: at temperature 0 once, at 0.5 three times, with all rows of a grid on
    one line; and at 0 once more with a line for each row. `folder` holds tasks of the
    corpus; without one they are drawn. `people` is a table of published results.
    """
    return Study(
        paradigm=Concepts(folder=folder, minimal=True)
        if folder
        else Concepts(DEMO_CONCEPTS if scale == "demo" else (), tasks=TASKS[scale]),
        learners=(
            *_asked(model, url, QUESTIONS[scale]),
            CopyInput(),
            MostCommonOutput(),
        ),
        measures=(*MEASURES, "solved_first", "error_share"),
        units=1,
        name="concepts-chat",
        title="A chat model on concepts in grids",
        question="A few grids, written as rows of numbers, show a rule. Does a chat model "
        "find the rule, and does one that solves one task of a concept solve its others?",
        findings=(ConceptsSolved(people),),
        reproduces="moskvichev2023, Table 1",
        printed=TABLE_1,
        tests=TESTS,
        figures=(*figures(people), ERRORS),
        scale=scale,
        remarks=(
            *((MINIMAL_TASKS,) if folder else (DRAWN_TASKS,)),
            GUESSING,
            *(ERRATA if people else ()),
            *REMARKS,
        ),
    )


def _asked(model: str, url: str, questions: int) -> tuple[Learner, ...]:
    """One model in the three ways in which the paper asked GPT-4."""
    cold = Chat(model, url, questions=questions, label=f"{model} T=0, lines")
    return (
        replace(cold, prompt="one_line", label=f"{model} T=0"),
        replace(
            cold,
            prompt="one_line",
            mode="independent",
            samples=SAMPLES,
            temperature=TEMPERATURE,
            label=f"{model} T={TEMPERATURE}",
        ),
        cold,
    )


REMARKS = (
    "Unstated: the words of the prompt, which the paper prints as a picture only; ours are "
    "in `paradigms/concepts/prompts`.",
    "Differs: the paper left the length of a reply to the endpoint. Here it has room for a "
    "grid half as large again as any that the task shows; `max_tokens` sets another limit.",
    "The paper says that every reply of GPT-4 was a grid. Here a reply that is none counts "
    "as `no guess`; `Who answered` says how many there are.",
)
