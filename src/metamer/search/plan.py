"""What is searched: settings of a learner in a study, and what makes some of them best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from metamer.core.errors import Refusal
from metamer.core.keys import Key, root
from metamer.core.learner import Learner, PlayerNetwork
from metamer.core.ranges import range_of
from metamer.core.registry import paradigm, profile
from metamer.core.settings import to_plain
from metamer.core.study import Condition, Study
from metamer.search.space import Space, Values

FORMAT = 1
"""Version of what a storage holds."""

EVERYWHERE = "all conditions"
"""The one cell of a search for a learner that classifies."""

REPORTS = 10
"""Reports of a trial whose space does not say after how much there is one. Source:
kumar2022, Methods: every 50,000 of 500,000."""


@dataclass(frozen=True)
class Search:
    """A learner of a study, and what of it may vary.

    Players are searched in each condition by itself, as in kumar2022; other learners in
    all conditions together.
    """

    study: Study
    learner: Learner
    space: Space

    def __post_init__(self) -> None:
        conduct = self.space.conduct
        if not self.plays and self.study.paradigm.shape != "classify":
            raise Refusal(
                f"settings of {self.learner.name} cannot be searched for in "
                f"{_paradigm(self.study)}: of learners that play, only those of networks "
                "that learn by reward can, and of learners that solve tasks none"
            )
        if self.plays and conduct.measure:
            raise Refusal(
                "players are judged by their reward in training: every unit of "
                f"{_paradigm(self.study)} is asked the same items, and a measure of these "
                "would choose by the test; take measure out of the space"
            )
        if not self.plays and (conduct.length or conduct.report):
            raise Refusal(
                "length and report are for networks that learn to play; how long "
                f"{self.learner.name} learns is one of its own settings"
            )
        if range_of(self.measure).better == "neither" and not self.plays:
            raise Refusal(
                f"{self.measure} is neither better higher nor lower, so nothing is best "
                "by it; give another measure in the space"
            )

    @property
    def plays(self) -> bool:
        """Whether its trials are trained side by side, and judged by their reward."""
        return isinstance(self.learner, PlayerNetwork)

    @property
    def conditions(self) -> dict[str, Condition | None]:
        """What is searched by itself, by name."""
        if not self.plays:
            return {EVERYWHERE: None}
        return {str(each): each for each in self.study.paradigm.conditions()}

    @property
    def length(self) -> int:
        """How long a player is trained in a trial."""
        return self.space.conduct.length or self.training.length

    @property
    def report(self) -> int:
        """After how much of it there is a report."""
        return self.space.conduct.report or max(self.length // REPORTS, 1)

    @property
    def training(self) -> Any:
        """How the study trains a player."""
        assert isinstance(self.learner, PlayerNetwork)
        return self.learner.training

    @property
    def measure(self) -> str:
        """What is best, of learners that classify."""
        if self.plays or self.space.conduct.measure:
            return self.space.conduct.measure
        return profile(_paradigm(self.study))().competence

    @property
    def higher(self) -> bool:
        """Whether more of it is better."""
        return self.plays or range_of(self.measure).better == "higher"

    @property
    def goal(self) -> str:
        """What the number of a trial is."""
        if self.plays:
            unit = "boards" if self.training.counted_in == "episodes" else "clicks"
            return f"reward of a board, mean of the last {self.report:,} {unit}"
        return f"`{self.measure}`, mean of {self.study.units} units"

    @property
    def key(self) -> Key:
        """What the randomness of all trials comes from."""
        return root(self.study.seed).stream("search")

    def trial(self, values: Values) -> Any:
        """The learner as a trial trains it."""
        made: Any = self.space.of(self.learner, values)
        if not self.plays:
            return made
        return replace(made, training=replace(made.training, length=self.length))

    def identity(self) -> dict[str, Any]:
        """All that a trial's number depends on, as a storage keeps it."""
        return {
            "format": FORMAT,
            "paradigm": to_plain(self.study.paradigm),
            "seed": self.study.seed,
            "units": 0 if self.plays else self.study.units,
            "learner": to_plain(self.learner),
            "space": {
                **{name: _bounds(each) for name, each in self.space.parameters.items()},
                **{
                    name: value
                    for name, value in vars(self.space.conduct).items()
                    if name != "source"
                },
            },
        }


def _bounds(parameter: object) -> dict[str, Any]:
    plain = {name: value for name, value in vars(parameter).items() if name != "source"}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in plain.items()
    }


def _paradigm(study: Study) -> str:
    return paradigm.name_of(type(study.paradigm)) or type(study.paradigm).__name__
