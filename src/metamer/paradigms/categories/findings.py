"""What runs of the category studies answer."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.core.registry import finding
from metamer.paradigms.categories.controls import training_condition
from metamer.reports.analysis import Analysis
from metamer.reports.contrasts import Difference
from metamer.reports.findings import first_line


@finding.add("same_correlation")
@dataclass(frozen=True)
class SameCorrelation:
    """Whether errors change though label and distractor stay equally correlated.

    Source: dasgupta2022, Sec. 4.4 and App. C.3.
    """

    condition: str
    """As correlated as partial exposure: `0.6606/0.1`."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ("held_out_accuracy",)

    def sentences(self, run: Analysis) -> list[str]:
        *said, note = Difference(
            "held_out_accuracy",
            self.condition,
            "partial_exposure",
            "accuracy",
            "Fewer errors at the same correlation, which then does not explain them",
            "More errors at the same correlation, which then does not explain them",
        ).sentences(run)
        if not said:
            return [note]
        line = first_line("held_out_accuracy")
        here, there = map(_shares, (self.condition, "partial_exposure"))
        return [
            *said,
            f"Numbers are accuracy in the held-out corner if {here[0]} of class 0 and "
            f"{here[1]} of class 1 have the distractor, less accuracy under partial "
            f"exposure ({there[0]} and {there[1]}). Label and distractor are "
            f"equally correlated in both.{note.partition(line)[2]}",
        ]


def _shares(condition: str) -> tuple[str, str]:
    """How many items of class 0 and of class 1 have the distractor: `50 %`, `0 %`."""
    known = training_condition(condition)
    return f"{100 * known.pi0:.0f} %", f"{100 * known.pi1:.0f} %"
