"""Who takes part: what a name on the command line stands for in each paradigm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from metamer.core.contrast import Contrast
from metamer.core.errors import Refusal
from metamer.core.learner import Learner
from metamer.core.lookup import find_named
from metamer.core.registry import learner
from metamer.core.settings import tag_of
from metamer.learners.chat import NAMED, Chat
from metamer.learners.chat import from_name as chat_from_name
from metamer.learners.chat.spending import spent
from metamer.learners.torch import FAMILY as TORCH
from metamer.learners.torch import NAMED as NAMED_MODULE
from metamer.learners.torch import TorchModule, check_named

QUESTIONS = {"demo": 4, "small": 20, "paper": 0}
"""Items of each part that a chat model is asked: each of them is a request. Source:
ours."""

NOTHING = 1e-9
"""Dollars that pay for no request: a budget of 0 is none."""

ENDS = ("rule", "statistics")
"""Names of the two references of every paradigm."""


@dataclass(frozen=True)
class Entrant:
    """A learner of the profile, which may be another one in each paradigm."""

    name: str
    """What the profile calls it: a family, a registered name, or its own."""
    same: Learner | None = None
    """The learner itself, if it is the same everywhere."""
    registered: bool = False
    """Whether `name` is that of a registered learner, which a scale may train its way."""
    module: str = ""
    """A module of PyTorch, for what the family `torch` is in each paradigm."""

    def within(self, budget: float | None, others: Sequence[Path]) -> Entrant:
        """The entrant with what other runs of the profile have left of its budget."""
        if budget is None or not isinstance(self.same, Chat):
            return self
        left = max(budget - spent(self.same, others), NOTHING)
        return replace(self, same=replace(self.same, budget=left))

    def learner(self, contrast: Contrast, scale: str) -> Learner:
        """The learner that stands for this entrant in a paradigm; refuses if none does."""
        if self.registered and (found := _at_scale(self.name, contrast, scale)):
            return found
        if isinstance(self.same, Chat):
            return replace(self.same, questions=QUESTIONS[scale])
        if self.same is not None:
            return self.same
        family = TORCH if self.module else self.name
        found = contrast.family(family, scale)
        if found is None:
            known = ", ".join(sorted(contrast.families))
            raise Refusal(f"no learner here is a {family}; there is: {known}")
        if self.module and isinstance(found, TorchModule):
            return replace(found, module=self.module, label=self.name)
        return found


def read_entrant(given: object, contrasts: Mapping[str, Contrast]) -> Entrant:
    """The entrant that a name stands for, or a learner as it was given."""
    if not isinstance(given, str):
        return _check_learner(given)
    known = families(contrasts)
    if given in known:
        return Entrant(given)
    if given.startswith(NAMED):
        return Entrant(given, chat_from_name(given))
    if given.startswith(NAMED_MODULE):
        return Entrant(given, module=check_named(given))
    if given in learner or ":" in given:
        return Entrant(given, _make(given), given in learner)
    raise Refusal(
        f"no learner {given!r} for a profile; there is: {', '.join(known)}; any learner "
        "of `metamer catalog`; `chat:MODEL` or `chat:MODEL@URL` for a chat model; "
        "`torch:package.module:name` for a module of PyTorch; and `package.module:Name` "
        "for a learner of your own"
    )


def families(contrasts: Mapping[str, Contrast]) -> list[str]:
    """All family names: the two references, then the others by alphabet."""
    names = {name for contrast in contrasts.values() for name in contrast.families}
    return [*ENDS, *sorted(names - {*ENDS})]


def _check_learner(given: object) -> Entrant:
    if isinstance(given, type) or not isinstance(given, Learner):
        raise Refusal(
            f"a profile is of learners, by name or as objects with a name, not of "
            f"{given!r:.60}"
        )
    return Entrant(given.name, given)


def _make(name: str) -> Learner:
    """A learner with its default settings."""
    kind = find_named(learner, Learner, name)
    try:
        return kind()
    except TypeError as error:
        raise Refusal(f"{name!r} cannot be made without settings: {error}") from error


def _at_scale(name: str, contrast: Contrast, scale: str) -> Learner | None:
    """The registered learner as this scale trains it, if a family stands for it."""
    made = (contrast.family(family, scale) for family in contrast.families)
    return next((each for each in made if each and tag_of(each) == name), None)
