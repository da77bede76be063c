"""Categories in the profile: the corner never taught, by exemplar or by rule?"""

from __future__ import annotations

from metamer.core.contrast import Contrast, Family
from metamer.core.registry import profile
from metamer.learners.exemplars import Exemplars
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.linear import Glm
from metamer.learners.networks import Mlp
from metamer.learners.perceptron import Perceptron
from metamer.learners.scikit import Scikit
from metamer.learners.torch import Torch
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule

PER_CLASS = {"demo": 100, "small": 300, "paper": 300}
UNITS = {"demo": 10, "small": 20, "paper": 200}


@profile.add("categories")
def categories() -> Contrast:
    """Points in the plane: does a distractor seen with one class cost accuracy?

    Exemplars stand at 0 and the rule at 1; between them is EVR, the difference between
    zero shot and partial exposure in the corner never taught.

    Source: dasgupta2022, Sec. 3 and 4; the least competence, 0.8 (an accuracy of 90 %), is
    ours, after the filters of the authors' notebooks.
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="categories_competence",
        rule="exemplar_bias",
        statistics=(Exemplars(),),
        by_rule=Rule(),
        least=0.8,
        families=FAMILIES,
        asked="the corner never taught",
        question="One coordinate decides the class. Does a value of the other coordinate "
        "that was seen with one class alone change the answer?",
    )


def _paradigm(scale: str) -> Categories:
    return Categories(
        trainings=("zero_shot", "partial_exposure"), per_class=PER_CLASS[scale]
    )


def _scikit(classifier: str) -> Family:
    return lambda scale: Scikit(classifier)


FAMILIES: dict[str, Family] = {
    "linear": lambda scale: Glm(),
    "nearest": _scikit("KNeighborsClassifier"),
    "gp": lambda scale: GaussianProcess(),
    "tree": _scikit("DecisionTreeClassifier"),
    "forest": _scikit("RandomForestClassifier"),
    "boosting": _scikit("HistGradientBoostingClassifier"),
    "svm": _scikit("SVC"),
    "bayes": _scikit("GaussianNB"),
    "mlp": lambda scale: Mlp(),
    "torch": lambda scale: Torch(),
    "nn": lambda scale: Perceptron(),
    "exemplars": lambda scale: Exemplars(),
}
