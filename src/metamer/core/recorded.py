"""Learners and paradigms of finished runs, of which only the settings are left."""

from typing import Any, ClassVar

from metamer.core.errors import Refusal

TAG = "name"
"""The key that says which registered thing a table is."""

CALLED = "called"
"""What tables of responses call a learner that is in no registry."""


class Recorded:
    """A learner or paradigm of a finished run that cannot be made again.

    It may have been defined in a notebook, or read a table that was in memory. The run
    knows its settings, and a report can say them.
    """

    shape: ClassVar[str] = ""
    """It asks nothing any more."""
    demo: ClassVar[tuple[str, ...]] = ()

    def __init__(self, plain: dict[str, Any]):
        self.plain = plain

    @property
    def name(self) -> str:
        return self.plain.get(CALLED, self.plain[TAG])

    def fit(self, *given: Any) -> Any:
        raise Refusal(
            f"{self.name} was defined in Python and cannot be run again from here"
        )

    answer = start = act = solve = lesson = score = fit

    @classmethod
    def offers(cls) -> dict[str, list[str]]:
        return {}

    def conditions(self) -> tuple:
        return ()

    def items(self, *given: Any) -> dict[str, Any]:
        return {}

    def pictures(self, *given: Any) -> list:
        return []

    def description(self) -> list:
        return []
