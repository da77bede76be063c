"""Concepts in the profile: who solves one task of a concept, and its others?"""

from __future__ import annotations

from metamer.core.contrast import Contrast, Family
from metamer.core.registry import profile
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.learners import ProgramSearch, ScikitSolver
from metamer.paradigms.concepts.references import (
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
)

UNITS = {"demo": 3, "small": 3, "paper": 5}


@profile.add("concepts")
def concepts() -> Contrast:
    """Grid tasks of a concept: given one solved input, are its other variations solved?

    The better of copying the input and repeating a shown output stands at 0, the rule from
    which tasks are drawn at 1.

    Source: moskvichev2023, Sec. 1; the least competence, a quarter of the concepts, is
    ours: fewer are too few to say anything of the others.
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="concepts_competence",
        rule="solved_given_one",
        statistics=(CopyInput(), MostCommonOutput()),
        by_rule=GeneratorRule(),
        least=0.25,
        families=FAMILIES,
        asked="other variations",
        question="A few grids show a rule. Whoever solves one variation of a concept: "
        "does it solve the others?",
        people="of people, shares of each test input are published but not who solved "
        "what, and this scale is about whoever solved one",
    )


def _paradigm(scale: str) -> Concepts:
    return {
        "demo": Concepts(("AboveBelow", "Count", "InsideOutside", "Order"), tasks=3),
        "small": Concepts(tasks=3),
        "paper": Concepts(),
    }[scale]


STEPS = {"demo": 200_000, "small": 1_000_000, "paper": 10_000_000}
"""How many programs the search may run. Source: ours."""


def _scikit(classifier: str) -> Family:
    """A classifier that says what each cell becomes, from the cells around it."""
    return lambda scale: ScikitSolver(classifier)


FAMILIES: dict[str, Family] = {
    "linear": _scikit("LogisticRegression"),
    "nearest": _scikit("KNeighborsClassifier"),
    "tree": _scikit("DecisionTreeClassifier"),
    "forest": _scikit("RandomForestClassifier"),
    "boosting": _scikit("HistGradientBoostingClassifier"),
    "svm": _scikit("SVC"),
    "bayes": _scikit("GaussianNB"),
    "mlp": _scikit("MLPClassifier"),
    "search": lambda scale: ProgramSearch(steps=STEPS[scale]),
    "copy": lambda scale: CopyInput(),
    "most-common": lambda scale: MostCommonOutput(),
}
