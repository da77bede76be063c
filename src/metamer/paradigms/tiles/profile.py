"""Tiles in the profile: do clicks follow the rule, or the statistics of its boards?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from metamer.core.contrast import Contrast, Family
from metamer.core.learner import Learner
from metamer.core.registry import profile
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.learners.guessers import ScikitPlayer, TorchPlayer
from metamer.paradigms.tiles.learners.networks import (
    MASKED,
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.paradigms.tiles.references import (
    Neighbour,
    Random,
    RuleObserver,
    StatisticsObserver,
)
from metamer.training.settings import PlayerTraining

UNITS = {"demo": 3, "small": 3, "paper": 15}

LENGTHS = {"demo": 6_000, "small": 40_000, "paper": 2_000_000}
"""Games that a network plays in training. Source: kumar2022, Methods, for the last."""

SLOW_LENGTHS = {"demo": 250, "small": 1_000, "paper": 2_000_000}
"""The same for networks that attend to what they see or saw: a click of theirs takes some
milliseconds of a core, so at demo and small they hardly begin to learn. Source: ours."""


@profile.add("tiles")
def tiles() -> Contrast:
    """Clicks on boards of a rule: by the rule itself, or by the statistics of its boards?

    The observer that knows metamer boards stands at 0, the one that knows the rule's boards
    at 1; between them is the mean log ratio of the two observers' probabilities of each
    click.

    Source: kumar2022, Fig. 3B, as a number; the least competence is ours.
    """
    return Contrast(
        paradigm=_paradigm,
        units=UNITS,
        competence="tiles_competence",
        rule="rule_evidence",
        statistics=(StatisticsObserver(),),
        by_rule=RuleObserver(),
        least=0.5,
        families=FAMILIES,
        asked="each click",
        question="Red tiles follow a rule. Is the next click the one that the rule "
        "suggests, or the one that the statistics of its boards suggest?",
        people="of people, scores are published but not their clicks, and this scale is "
        "about clicks: by scores, people who play boards of a rule better than metamers "
        "would stand below the statistics observer in six of eight rules, since "
        "whoever errs now and then scores less than an observer that never does",
        alike=("condition", "rule"),
    )


def _paradigm(scale: str) -> Tiles:
    sizes: dict[str, dict[str, Any]] = {
        "demo": {"rules": ("rectangle",), "boards": 10, "pool": 4096},
        "small": {"rules": ("rectangle",)},
        "paper": {},
    }
    return Tiles(taught=("abstract",), **sizes[scale])


def _network(
    kind: type,
    training: PlayerTraining,
    lengths: Mapping[str, int] = LENGTHS,
    **settings: object,
) -> Family:
    """A network trained for as long as the scale has time."""

    def trained(scale: str) -> Learner:
        length = replace(training, length=lengths[scale])
        return kind(training=length, **settings)

    return trained


EXAMPLES = {"demo": 2000, "small": 5000, "paper": 20_000}
"""Boards that a classifier of scikit-learn, or a module, is taught. Source: ours."""


def _scikit(classifier: str, most: int = 20_000) -> Family:
    """A classifier that says which tiles are red, taught as many boards as it can take."""
    return lambda scale: ScikitPlayer(classifier, examples=min(EXAMPLES[scale], most))


FREE = PlayerTraining(games=64, rate=1e-3)
SHUT = replace(MASKED, games=64, rate=1e-3)
"""Whether tiles that are face up can be clicked. Source: kumar2022, Methods."""

FAMILIES: dict[str, Family] = {
    "lstm": _network(LstmPlayer, FREE),
    "transformer": _network(TransformerPlayer, SHUT, SLOW_LENGTHS),
    "epn": _network(EpnPlayer, FREE, SLOW_LENGTHS),
    "corelnet": _network(CoRelNetPlayer, SHUT, SLOW_LENGTHS, version="repaired"),
    "linear": _scikit("LogisticRegression"),
    "nearest": _scikit("KNeighborsClassifier"),
    "gp": _scikit("GaussianProcessClassifier", 500),
    "tree": _scikit("DecisionTreeClassifier"),
    "forest": _scikit("RandomForestClassifier"),
    "boosting": _scikit("HistGradientBoostingClassifier"),
    "svm": _scikit("SVC", 5000),
    "bayes": _scikit("BernoulliNB"),
    "mlp": _scikit("MLPClassifier"),
    "torch": lambda scale: TorchPlayer(examples=EXAMPLES[scale]),
    "neighbour": lambda scale: Neighbour(),
    "chance": lambda scale: Random(),
}
