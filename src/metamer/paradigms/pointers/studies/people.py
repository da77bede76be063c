"""Digits that nobody was taught to answer with: people and learners, from few rows."""

from __future__ import annotations

from metamer.core.people import Exclusion, People, Question, TrialBlock
from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.figures.accuracy import ErrorKinds
from metamer.paradigms.pointers.learners import TokenMlp
from metamer.paradigms.pointers.references import Induction, Lookup, Nearest
from metamer.paradigms.pointers.studies.by_size import TINY
from metamer.paradigms.pointers.studies.remarks import WRAP
from metamer.reports.figures import ByLearner
from metamer.reports.item_findings import LeftOut
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.statistics.t_test import TTest

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (TINY, Induction(), Lookup(), Nearest()),
    "small": (TINY, Induction(), Lookup(), Nearest()),
    "paper": (TokenMlp(), Induction(), Lookup(), Nearest()),
}

TRAININGS = {
    "demo": ("windows-3",),
    "small": ("windows-3",),
    "paper": ("windows-1", "windows-3", "windows-5"),
}
UNITS = {"demo": 10, "small": 20, "paper": 50}
QUOTAS = {"demo": 10, "small": 20, "paper": 50}

TAUGHT = 80
"""Rows that are taught, to people and learners alike. Source: ours."""

MEASURES = (
    "holdout_accuracy",
    "iid_accuracy",
    "taught_accuracy",
    "rule_position",
    "fitted",
    "missed_position",
    "missed_rule",
    "missed_digit",
)

FINDING = LeftOut(
    rest="iid",
    left_out="holdout",
    chance=0.1,
    label="rows whose answer was never an answer in training",
    least=0.6,
)

QUESTIONS = (
    Question(
        "How do you answer?",
        ("With one digit", "With all eleven digits", "With a word"),
        "With one digit",
    ),
    Question(
        "Does the right answer follow from the row of digits?",
        (
            "Yes, always by the same rule",
            "No, it is drawn at random",
            "By another rule each time",
        ),
        "Yes, always by the same rule",
    ),
)

BLOCKS = (
    TrialBlock(
        "learning",
        "learning",
        feedback=True,
        criterion=8,
        passes=2,
        scored=False,
        text="## Part 1\n\nFind the rule. At first you can only guess. After each answer "
        "you are told the right one. This part ends when you have been right eight times "
        "in a row.",
    ),
    TrialBlock(
        "test",
        "test",
        text="## Part 2\n\nThe same rule, and more rows. From now on you are not told "
        "whether you were right.",
    ),
)

EXCLUSIONS = (Exclusion("too fast to read", "fast", 0.5),)


@study.add("pointers-people")
def people(scale: Scale = "small") -> Study:
    """Do people follow a pointer to digits that never were the answer before?

    Source: ours.
    """
    return Study(
        paradigm=Pointers(
            trainings=TRAININGS[scale], sizes=(TAUGHT,), asked=12, again=8
        ),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-people",
        title="People and learners on digits that were never the answer",
        question="The first digit of a row points at one of the others, which is the "
        "answer. In training some digits are never pointed at. Do people, and learners who "
        "are taught the same few rows, answer with these digits when they are?",
        findings=(FINDING,),
        tests=(
            Interval("holdout_accuracy"),
            Interval("iid_accuracy"),
            TTest("holdout_accuracy", against=0.1),
        ),
        figures=(
            ByLearner(
                "holdout_accuracy",
                "Digits that were never the answer",
                "Share of right answers to rows that point at a digit which training "
                "never pointed at. Black marks are means with 95 % confidence intervals "
                "over units, faint points units. A learner of the rule has 1, one that "
                "gives only answers it was taught 0.",
            ),
            Means(
                ("holdout_accuracy", "iid_accuracy", "taught_accuracy", "fitted"),
                "All learners in numbers",
                "Means over units, with the half width of their 95 % intervals.",
            ),
            ErrorKinds(),
        ),
        scale=scale,
        remarks=(*REMARKS, WRAP),
        people=People(
            title="Rows of digits",
            blocks=BLOCKS,
            quota=QUOTAS[scale],
            sets=UNITS[scale],
            questions=QUESTIONS,
            exclusions=EXCLUSIONS,
        ),
    )


REMARKS = (
    "The procedure is ours: zhang2021 asks no people. Its networks are taught thousands of "
    "rows; here everyone is taught 80, so a network that remembers them has no chance on "
    "new ones.",
    "Windows have one digit (m = 0), so what is left out are answers themselves: no taught "
    "row has them as its label.",
    "People see the rows one by one, until eight answers in a row are right or all came "
    "twice. `taught_accuracy` counts taught rows that came again in the test, not answers "
    "while they learned.",
)
