"""A learner with other settings in each condition."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from metamer.core.capabilities import is_compiled
from metamer.core.errors import Refusal
from metamer.core.learner import Learner
from metamer.core.registry import learner


@learner.add("by-condition")
@dataclass(frozen=True)
class ByCondition:
    """One learner whose settings differ by condition, as `metamer search` finds them.

    Source: kumar2022, Methods: separate hyperparameter sweeps for each distribution.
    """

    learners: dict[str, Learner] = field(default_factory=dict)
    """By condition as a report names it: `abstract rule=copy`. All have one name."""

    def __post_init__(self) -> None:
        names = {each.name for each in self.learners.values()}
        if len(names) > 1:
            raise Refusal(
                "by-condition is one learner, but its learners have several names: "
                f"{', '.join(sorted(names))}"
            )

    def __hash__(self) -> int:
        return hash(tuple(self.learners.items()))

    @property
    def name(self) -> str:
        return next((each.name for each in self.learners.values()), "by-condition")

    @property
    def compiled(self) -> bool:
        return any(is_compiled(each) for each in self.learners.values())

    def in_condition(self, condition: Any) -> Learner:
        """The learner of one condition."""
        if str(condition) not in self.learners:
            raise Refusal(
                f"by-condition has no learner for {condition}; it has learners for: "
                f"{', '.join(self.learners) or 'none'}"
            )
        return self.learners[str(condition)]
