"""Figures that people and learners learn alike, with a corner that is never taught."""

from __future__ import annotations

from metamer.core.people import Exclusion, People, Question, TrialBlock
from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.exemplars import Exemplars
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.linear import Glm
from metamer.learners.networks import Mlp
from metamer.learners.perceptron import Perceptron
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.figures import Figures
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import (
    FINDINGS,
    MEASURES,
    TESTS,
    figures,
)

LEARNERS: tuple[Learner, ...] = (
    Rule(),
    Glm(),
    GaussianProcess(),
    Perceptron(),
    Mlp(epochs=200, batch=16),
    Exemplars(),
)

UNITS = {"demo": 10, "small": 20, "paper": 50}
QUOTAS = {"demo": 10, "small": 20, "paper": 50}

QUESTIONS = (
    Question(
        "What do you do with each figure?",
        ("I choose the word that it goes by", "I count its corners", "I draw it"),
        "I choose the word that it goes by",
    ),
    Question(
        "Are you told whether your answer was right?",
        ("Only in the first part", "Only in the second part", "Always", "Never"),
        "Only in the first part",
    ),
)

BLOCKS = (
    TrialBlock(
        "learning",
        "learning",
        feedback=True,
        criterion=12,
        passes=4,
        scored=False,
        text="## Part 1\n\nLearn which figures go by which word. At first you can only "
        "guess. After each answer you are told whether it was right. This part ends when "
        "you have been right twelve times in a row.",
    ),
    TrialBlock(
        "test",
        "test",
        text="## Part 2\n\nThe same two words, and more figures. From now on you are not "
        "told whether you were right.",
    ),
)
"""A dozen right guesses in a row are as likely as 1 in 4096."""

EXCLUSIONS = (Exclusion("too fast to look", "fast", 0.3),)


@study.add("categories-people")
def people(scale: Scale = "small") -> Study:
    """Do people go by the rule where learners go by exemplar?

    Source: ours.
    """
    arrangements = ("printed", "swapped") if scale == "paper" else ("printed",)
    return Study(
        paradigm=Categories(
            (Figures(),),
            arrangements=arrangements,
            per_class=24,
            held_out=16,
            familiar=6,
            again=8,
        ),
        learners=LEARNERS,
        measures=MEASURES,
        units=UNITS[scale],
        name="categories-people",
        title="People and learners on figures with a corner that was never taught",
        question="Figures have a colour and a shape, and one of the two decides what they "
        "are called. Do people, and learners who are taught the same few figures, follow "
        "it for a combination that they have never seen?",
        findings=FINDINGS,
        tests=TESTS,
        figures=figures(),
        scale=scale,
        remarks=REMARKS,
        people=People(
            title="New words for figures",
            blocks=BLOCKS,
            quota=QUOTAS[scale],
            sets=UNITS[scale],
            questions=QUESTIONS,
            exclusions=EXCLUSIONS,
        ),
    )


REMARKS = (
    "The procedure is ours. The paper (dasgupta2022, Fig. 1) describes it for people and "
    "says what they are expected to do, but asks none.",
    "Each participant is in one condition, as a learner is taught in one. A participant "
    "and the learners' unit of the same number are taught and asked the same figures; "
    "measures that compare conditions compare different people.",
    "Learners are taught 48 figures, each as often as their training takes. People see "
    "them one by one, until twelve answers in a row are right or all came four times.",
    "`taught_accuracy` of people counts taught figures that came again in the test, not "
    "their answers while they learned.",
)
