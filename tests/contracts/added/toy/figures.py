"""A figure for toy."""

from dataclasses import dataclass

from metamer.core.registry import figure
from metamer.reports.analysis import Exhibit


@figure.add("toy_table")
@dataclass(frozen=True)
class ToyTable:
    """The values of one measure as they are.

    Source: ours.
    """

    measure: str
    title: str = "A table of toy"

    def __call__(self, run):
        return Exhibit(self.title, "One row for each unit.", run.values(self.measure))
