"""Tasks whose demonstrations a shortcut explains, too: rule, shortcut or neither?"""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Figure, Finding, Learner, Scale, Study, Test
from metamer.learners.chat import Chat
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.controls import TRAININGS
from metamer.paradigms.concepts.figures.shortcuts import ShortcutKinds, ShortcutShares
from metamer.paradigms.concepts.learners import ProgramSearch, ScikitSolver
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
    ShortcutRule,
)
from metamer.reports.contrasts import Difference
from metamer.reports.figures import ByLearner
from metamer.reports.findings import RuleOrStatistics
from metamer.reports.tables import Means
from metamer.statistics.summaries import HALF_WIDTH
from metamer.statistics.t_test import TTest

DEMO_CONCEPTS = ("AboveBelow", "Order")
"""The concepts of the demo. Source: ours."""

UNITS = {"demo": 3, "small": 5, "paper": 20}
"""How often tasks are drawn anew. Source: ours."""

TASKS = {"demo": 1, "small": 1, "paper": 3}
"""Tasks of each concept in a unit. Source: ours."""

STEPS = {"demo": 50_000, "small": 1_000_000, "paper": 10_000_000}
"""How many programs the search may run on a grid. Source: ours."""

MIN_COMPETENCE = 0.25
"""The share of tasks learned below which nothing is said of a learner. Source: ours: below
that too few tasks remain in a unit."""


@study.add("concepts-shortcuts")
def shortcuts(scale: Scale = "small", model: str = "", url: str = "") -> Study:
    """Do solvers follow the rule of a task, or a shortcut that explains it, too (ours)?

    `model` is a chat model to ask as well, and `url` its endpoint.
    """
    return Study(
        paradigm=Concepts(
            DEMO_CONCEPTS if scale == "demo" else (),
            tasks=TASKS[scale],
            asked=2,
            trainings=tuple(TRAININGS),
        ),
        learners=(*_learners(scale), *((Chat(model, url),) if model else ())),
        measures=MEASURES,
        units=UNITS[scale],
        name="concepts-shortcuts",
        title="Rule or shortcut in grids",
        question="A few grids show a rule, and a shortcut explains them as well: what is "
        "cut out is hollow, and it is also the largest. Who follows the rule and who the "
        "shortcut where the two part, and does one demonstration that refutes the shortcut "
        "change that?",
        findings=FINDINGS,
        tests=TESTS,
        figures=FIGURES,
        scale=scale,
        remarks=(*SMALLER.get(scale, ()), *REMARKS),
    )


def _learners(scale: Scale) -> tuple[Learner, ...]:
    return (
        GeneratorRule(),
        ShortcutRule(),
        ProgramSearch(steps=STEPS[scale]),
        ScikitSolver("KNeighborsClassifier", {"n_neighbors": 1}),
        ScikitSolver("DecisionTreeClassifier"),
        MostCommonOutput(),
        CopyInput(),
    )


MEASURES = (
    "rule_over_shortcut",
    "rule_share",
    "shortcut_share",
    "shortcut_cost",
    "shortcut_competence",
    "rule_given_familiar",
    "rule_over_shortcut_by_family",
    "solved",
)

_BOTH, _REFUTED = (("condition", "cue_conflict"),), (("condition", "partial_exposure"),)

FINDINGS: tuple[Finding, ...] = (
    RuleOrStatistics(
        "rule_over_shortcut",
        1.0,
        0.0,
        "Under cue conflict, where both explain all demonstrations, the score",
        competence="shortcut_competence",
        least=MIN_COMPETENCE,
        by_rule="If both explain all demonstrations, by the rule",
        by_statistics="If both explain all demonstrations, by the shortcut",
        where=_BOTH,
    ),
    RuleOrStatistics(
        "rule_over_shortcut",
        1.0,
        0.0,
        "Under partial exposure, where one demonstration refutes the shortcut, the score",
        competence="shortcut_competence",
        least=MIN_COMPETENCE,
        by_rule="If one demonstration refutes the shortcut, by the rule",
        by_statistics="If one demonstration refutes the shortcut, still by the shortcut",
        where=_REFUTED,
    ),
    Difference(
        "rule_share",
        "zero_shot",
        "partial_exposure",
        "the share answered by the rule",
        "A refuted shortcut costs answers by the rule",
        "A refuted shortcut brings answers by the rule",
    ),
)
"""Source: ours, after dasgupta2022, Eqs. 1 and 2."""

TESTS: tuple[Test, ...] = (
    TTest("rule_over_shortcut", against=0.5),
    TTest("shortcut_cost"),
)

FIGURES: tuple[Figure, ...] = (
    ShortcutShares(
        "Rule, shortcut or neither",
        "First guesses at inputs on which rule and shortcut part. Under cue conflict both "
        "explain all demonstrations; at zero shot what the shortcut looks at does not vary "
        "in them, so that only the rule can be learned; under partial exposure one of them "
        "refutes the shortcut.",
    ),
    ByLearner(
        "rule_over_shortcut",
        "Between shortcut and rule",
        "1 is by the rule, 0 by the shortcut; an answer that is neither counts half. Black "
        "marks are means with 95 % confidence intervals over units, faint points units.",
        reference=0.5,
    ),
    ByLearner(
        "shortcut_cost",
        "What a refuted shortcut costs",
        "The share answered by the rule at zero shot minus that under partial exposure, as "
        "EVR is in `categories`: 0 if the shortcut changes nothing, higher if a shortcut "
        "that most demonstrations allow is followed although one refutes it.",
    ),
    ShortcutKinds(
        "The rules and their shortcuts",
        "Where each learner stands between shortcut (0) and rule (1): under cue conflict / "
        "under partial exposure.",
    ),
    Means(
        ("rule_share", "shortcut_share", "shortcut_cost", "shortcut_competence"),
        "All learners in numbers",
        f"Means over units; {HALF_WIDTH}.",
    ),
)

SMALLER = {
    "demo": (
        "This scale has two concepts, and the search little time. `--scale small` has all "
        "sixteen concepts.",
    ),
}

REMARKS = (
    "`sklearn-solver` is a classifier of scikit-learn that says what each cell becomes, "
    "from the cells around it.",
    "Conditions are named as in `categories` (dasgupta2022): the rule is the discriminant, "
    "the shortcut the distractor. Differs: under partial exposure the paper never teaches "
    "the combination that it asks; here the demonstration that refutes the shortcut shows "
    "it once.",
    "Under cue conflict nobody is wrong: both explain everything. Which is the rule is our "
    "word there, and the score a preference (FLB in `categories`); under partial exposure "
    "and at zero shot it is not.",
    "Measures of this study look at the first guess. All three conditions ask the same "
    "inputs; cue conflict and partial exposure differ by one demonstration.",
    "Every task was proved when it was drawn: no variant of rule or shortcut and none of "
    "the simplest other rules explains the demonstrations and answers otherwise. Rules "
    "that nobody thought of may; their answers count as neither.",
)
