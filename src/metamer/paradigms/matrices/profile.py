"""Matrices in the profile: does a learner find the rule where values are new?"""

from __future__ import annotations

from dataclasses import replace

from metamer.core.contrast import Contrast, Family
from metamer.core.registry import profile
from metamer.learners.scikit import Scikit
from metamer.learners.torch import TOKEN_MLP, Torch
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.learners.symbols import RowRelations
from metamer.paradigms.matrices.references.blind import Majority, Medoid
from metamer.paradigms.matrices.references.symbolic import MatrixSolver
from metamer.paradigms.matrices.studies.scales import SIZES_AND_COLOURS, network

UNITS = {"demo": 3, "small": 3, "paper": 3}


@profile.add("matrices")
def matrices() -> Contrast:
    """Matrices with what training never had: no better than blind, or by the rule?

    The better of two solvers that see the candidates alone stands at 0, the one that finds
    every rule at 1; between them is accuracy on test items. With exchangeable foils no
    blind solver beats chance.

    Source: barrett2018, Sec. 2.2 and Table 1; the least competence is ours.
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="matrices_competence",
        rule="test_accuracy",
        statistics=(Majority(), Medoid()),
        by_rule=MatrixSolver(),
        least=0.5,
        families=FAMILIES,
        asked="values held out",
        question="Nine panels follow a rule, and one is missing. Is it found where the "
        "rule has values that training never had?",
    )


def _paradigm(scale: str) -> Matrices:
    easy = Matrices(
        regimes=("interpolation",),
        mixture="one",
        distractions=(0.0,),
        sizes=(2000,),
        asked=200,
        again=100,
        triples=SIZES_AND_COLOURS,
    )
    return {
        "demo": easy,
        "small": replace(easy, sizes=(10_000,), asked=1000),
        "paper": Matrices(
            regimes=("interpolation", "extrapolation"), asked=20_000, again=20_000
        ),
    }[scale]


def _network(name: str) -> Family:
    return lambda scale: network(scale, name)


def _scikit(classifier: str) -> Family:
    return lambda scale: Scikit(classifier)


EPOCHS = 20
"""How often a module of PyTorch sees each matrix. Source: ours."""

FAMILIES: dict[str, Family] = {
    "linear": _scikit("LogisticRegression"),
    "nearest": _scikit("KNeighborsClassifier"),
    "tree": _scikit("DecisionTreeClassifier"),
    "forest": _scikit("RandomForestClassifier"),
    "boosting": _scikit("HistGradientBoostingClassifier"),
    "bayes": _scikit("GaussianNB"),
    "mlp": _network("cnn-mlp"),
    "torch": lambda scale: Torch(TOKEN_MLP, epochs=EPOCHS),
    "lstm": _network("panel-lstm"),
    "resnet": _network("wild-resnet"),
    "wren": _network("wren"),
    "predrnet": _network("predrnet"),
    "row-relations": lambda scale: RowRelations(),
    "chance": lambda scale: Medoid(),
}
