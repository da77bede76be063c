"""Pointers in the profile: does the rule reach what training never pointed at?"""

from __future__ import annotations

from dataclasses import replace

from metamer.core.contrast import Contrast, Family
from metamer.core.learner import Learner
from metamer.core.registry import profile
from metamer.learners.scikit import Scikit
from metamer.learners.torch import TOKEN_MLP, Torch
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.learners import Encoder, Mixer, TokenMlp
from metamer.paradigms.pointers.references import (
    Constant,
    Induction,
    Lookup,
    Marginal,
    Nearest,
)
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.training.settings import Training

UNITS = {"demo": 3, "small": 5, "paper": 10}


@profile.add("pointers")
def pointers() -> Contrast:
    """Windows that no pointer pointed at in training: by lookup, or by the rule?

    A learner that remembers all it saw stands at 0, one that infers the rule at 1; between
    them is accuracy on windows that were left out.

    Source: zhang2021, Sec. 7; the least competence is ours (the paper leaves out runs below
    60 %).
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="pointers_competence",
        rule="holdout_accuracy",
        statistics=(Lookup(),),
        by_rule=Induction(),
        least=0.5,
        families=FAMILIES,
        asked="windows left out",
        question="The first digit points at others, which make the answer. Is the answer "
        "right where the pointer never pointed in training?",
    )


def _paradigm(scale: str) -> Pointers:
    return {
        "demo": Pointers(
            Vectors(length=3, alphabet=5),
            trainings=("windows-4",),
            complexities=(1,),
            aggregates=("max",),
            sizes=(5000,),
            asked=300,
            again=300,
        ),
        "small": Pointers(
            Vectors(length=4, alphabet=6),
            trainings=("windows-6",),
            complexities=(1,),
            aggregates=("max", "mod_sum"),
            sizes=(20_000,),
            asked=500,
            again=500,
        ),
        "paper": Pointers(
            trainings=("windows-10",),
            complexities=(1,),
            aggregates=("max", "mod_sum"),
            sizes=(1_000_000,),
            asked=2000,
            again=2000,
        ),
    }[scale]


SHORT = Training(optimiser="adam", rate=1e-3, decay=0.0, batch=128, warm_up=2)
EPOCHS = {"demo": 15, "small": 15}
"""Networks at the scales demo and small. Source: ours; at scale paper it is zhang2021's."""


def _network(kind: type, **small: object) -> Family:
    def trained(scale: str) -> Learner:
        if scale == "paper":
            return kind()
        return kind(training=replace(SHORT, epochs=EPOCHS[scale]), **small)

    return trained


def _scikit(classifier: str) -> Family:
    return lambda scale: Scikit(classifier)


FAMILIES: dict[str, Family] = {
    "linear": _scikit("LogisticRegression"),
    "nearest": lambda scale: Nearest(),
    "tree": _scikit("DecisionTreeClassifier"),
    "forest": _scikit("RandomForestClassifier"),
    "boosting": _scikit("HistGradientBoostingClassifier"),
    "svm": _scikit("SVC"),
    "bayes": _scikit("GaussianNB"),
    "mlp": _network(TokenMlp, widths=(64, 64), embedding=16),
    "torch": lambda scale: Torch(TOKEN_MLP, epochs=EPOCHS.get(scale, 50)),
    "transformer": _network(Encoder, width=32, depth=2, heads=4, hidden=64),
    "mixer": _network(Mixer, width=32, depth=2, token_hidden=32, channel_hidden=64),
    "marginal": lambda scale: Marginal(),
    "chance": lambda scale: Constant(),
}
