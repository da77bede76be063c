"""Concepts in the profile: who solves one task of a concept, and its others?"""

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
)
from metamer.paradigms.concepts.rules import CONCEPTS

UNITS = {"demo": 3, "small": 3, "paper": 5}


@profile.add("concepts")
def concepts() -> Contrast:
    """Grid tasks of a concept: given one solved input, are its other variations solved?

    The better of copying the input and repeating a shown output stands at 0, the rule from
    which tasks are drawn at 1.

    Source: moskvichev2023, Sec. 1; the least competence, something solved of half of the
    concepts, is ours.
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="concepts_competence",
        rule="solved_given_one",
        statistics=(CopyInput(), MostCommonOutput()),
        by_rule=GeneratorRule(),
        least=0.5,
        families=FAMILIES,
        asked="other variations",
        question="A few grids show a rule. Whoever solves one variation of a concept: "
        "does it solve the others?",
        not_learned="it solved something of too few concepts",
        people="of people, shares of each test input are published but not who solved "
        "what, and this scale is about whoever solved one",
    )


def _paradigm(scale: str) -> Concepts:
    return {
        "demo": Concepts(("AboveBelow", "Center", "InsideOutside", "Order"), tasks=2),
        "small": Concepts(GUESSED_BY_NOBODY, tasks=3),
        "paper": Concepts(GUESSED_BY_NOBODY),
    }[scale]


GUESSED_BY_NOBODY = tuple(name for name in CONCEPTS if name != "Count")
"""Tasks of `Count` have few possible outputs: repeating a shown one solves a third of them.
Source: ours."""

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
