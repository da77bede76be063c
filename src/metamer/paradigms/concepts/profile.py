"""Concepts in the profile: the rule, or a shortcut that most demonstrations allow?"""

from __future__ import annotations

from metamer.core.contrast import Contrast, Family
from metamer.core.registry import profile
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.learners import (
    ProgramSearch,
    ScikitSolver,
    TorchSolver,
)
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
    ShortcutRule,
)

UNITS = {"demo": 3, "small": 5, "paper": 20}


@profile.add("concepts")
def concepts() -> Contrast:
    """Grid tasks that a shortcut explains but for one demonstration: rule or shortcut?

    Partial exposure, as in `categories`: two demonstrations are explained by the rule and
    by the shortcut, one by the rule alone. A learner is competent in the tasks whose
    familiar inputs it answers right, on which both give the same answer; of those tasks it
    counts whose answers it gives where they part. The shortcut stands at 0, the rule from
    which tasks are drawn at 1, and whoever gives neither's answers in the middle.

    Source: ours, after dasgupta2022, Sec. 2 and 3. The least competence, a quarter of the
    tasks, is ours and was chosen before any learner was measured: only tasks that were
    learned count in the other number, so that no more are needed than give an interval.
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="shortcut_competence",
        rule="rule_given_familiar",
        statistics=(ShortcutRule(),),
        by_rule=GeneratorRule(),
        least=0.25,
        families=FAMILIES,
        asked="a refuted shortcut",
        question="A few grids show a rule, and all of them but one allow a shortcut. Who "
        "follows the rule, and who the shortcut?",
        not_learned="it solved too few inputs on which rule and shortcut agree",
        people="people have been put other tasks, which have no known shortcut",
    )


def _paradigm(scale: str) -> Concepts:
    return Concepts(
        ("AboveBelow", "Center", "InsideOutside", "Order") if scale == "demo" else (),
        tasks=TASKS[scale],
        asked=2,
        trainings=("partial_exposure",),
    )


TASKS = {"demo": 2, "small": 1, "paper": 3}
"""Tasks of each concept in a unit. Source: ours."""

STEPS = {"demo": 200_000, "small": 200_000, "paper": 10_000_000}
"""How many programs the search may run. Source: ours."""

SIZES = {"demo": (3, 5), "small": (3, 5, 7), "paper": (3, 5, 7)}
"""How many cells wide a classifier's neighbourhoods are. Source: ours."""

ROUNDS = {"demo": 20, "small": 20, "paper": 100}
"""Of boosting: it is taught anew for each task and each guess, from some hundred cells.
Source: ours; the last is that of scikit-learn."""


def _scikit(classifier: str) -> Family:
    """A classifier that says what each cell becomes, from the cells around it."""
    return lambda scale: ScikitSolver(classifier, sizes=SIZES[scale])


def _boosting(scale: str) -> ScikitSolver:
    name, rounds = "HistGradientBoostingClassifier", ROUNDS[scale]
    return ScikitSolver(name, {"max_iter": rounds}, sizes=SIZES[scale])


FAMILIES: dict[str, Family] = {
    "linear": _scikit("LogisticRegression"),
    "nearest": _scikit("KNeighborsClassifier"),
    "tree": _scikit("DecisionTreeClassifier"),
    "forest": _scikit("RandomForestClassifier"),
    "boosting": _boosting,
    "svm": _scikit("SVC"),
    "bayes": _scikit("GaussianNB"),
    "mlp": _scikit("MLPClassifier"),
    "torch": lambda scale: TorchSolver(sizes=SIZES[scale]),
    "search": lambda scale: ProgramSearch(steps=STEPS[scale]),
    "copy": lambda scale: CopyInput(),
    "most-common": lambda scale: MostCommonOutput(),
}
