"""Which learners, measures and figures go with which paradigms."""

from __future__ import annotations

import functools
from math import inf
from typing import Any

import metamer
from metamer.core.answers import AnswersById
from metamer.core.capabilities import LimitsLabels, Suits
from metamer.core.conversation import HoldsConversations, Respondent
from metamer.core.errors import Refusal
from metamer.core.learner import ClassifierNetwork, DiffersByCondition
from metamer.core.registry import PARADIGMS, Registry
from metamer.core.study import SHAPES, Paradigm

ANY = ["any"]
"""What goes with every paradigm."""


def suits(registry: Registry, name: str) -> list[str]:
    """The paradigms that a learner, a measure or a figure goes with.

    What lives in the folder of a paradigm serves that one. Other learners go with the
    paradigms that ask as they answer, unless they refuse them; all else goes with any.
    """
    thing = registry(name)
    if home := _home(thing):
        return [home]
    return _asked_by(thing()) if registry is metamer.learner else ANY


def _home(thing: Any) -> str:
    """The paradigm in whose folder a thing is defined, by its registered name."""
    for name, paradigm in _paradigms().items():
        folder = type(paradigm).__module__
        if folder.startswith(f"{PARADIGMS}.") and (
            thing.__module__ == folder or thing.__module__.startswith(f"{folder}.")
        ):
            return name
    return ""


def _asked_by(learner: Any) -> list[str]:
    """The paradigms that ask in a way in which `learner` can answer."""
    found = []
    for name, paradigm in _paradigms().items():
        enough = most_labels(learner) >= labels_of(name)
        if _answers(learner, paradigm) and enough and not _refuses(learner, paradigm):
            found.append(name)
    return found


def _answers(learner: Any, paradigm: Paradigm) -> bool:
    if isinstance(learner, AnswersById | DiffersByCondition):
        return True
    if isinstance(learner, Respondent):
        return isinstance(paradigm, HoldsConversations)
    shape = SHAPES[paradigm.shape]
    return isinstance(learner, (shape.learner, shape.network))


def most_labels(learner: Any) -> float:
    """How many labels a learner can tell apart with its usual settings."""
    if isinstance(learner, LimitsLabels):
        return learner.max_labels
    return learner.labels if isinstance(learner, ClassifierNetwork) else inf


@functools.cache
def labels_of(paradigm: str) -> int:
    """How many labels there are in a paradigm: as many as its own networks have."""
    own = [metamer.learner(name) for name in metamer.learner]
    made = [kind() for kind in own if _home(kind) == paradigm]
    known = [net.labels for net in made if isinstance(net, ClassifierNetwork)]
    return max(known, default=0)


def _refuses(learner: Any, paradigm: Paradigm) -> bool:
    try:
        if isinstance(learner, Suits):
            learner.suits(paradigm)
    except Refusal:
        return True
    return False


@functools.cache
def _paradigms() -> dict[str, Paradigm]:
    """Every paradigm with its usual settings."""
    return {name: metamer.paradigm(name)() for name in metamer.paradigm}
