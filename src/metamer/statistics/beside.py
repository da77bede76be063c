"""A test of a run's learners beside somebody of whom only means are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from jaxtyping import Float

from metamer.core.capabilities import NeedsMeasures
from metamer.core.registry import test
from metamer.core.result import Result
from metamer.core.study import Test
from metamer.statistics.cells import check_column, rows_of
from metamer.statistics.subsets import label_results

if TYPE_CHECKING:
    import pandas as pd

KnownCells = tuple[tuple[str, str, int, float, float], ...]
"""The levels of two columns, then number, mean and standard deviation of the values."""


@test.add("beside")
@dataclass(frozen=True)
class Beside:
    """A test of each of some learners and of somebody else, two at a time.

    Of the other only the number, mean and standard deviation of the values in each cell
    are known. An analysis of variance and a t test depend on nothing more, so values that
    have exactly these stand in for them.

    Source: ours; people beside each network as in kumar2022, Tables S2, S3, S5 and S6.
    """

    who: str
    """What the other is called."""
    cells: KnownCells
    learners: tuple[str, ...]
    """Those that are tested, as far as they took part."""
    measure: str
    test: Test
    columns: tuple[str, str] = ("rule", "condition")
    """The columns whose levels begin each row of `cells`."""

    @property
    def needed_measures(self) -> tuple[str, ...]:
        own = self.test.needed_measures if isinstance(self.test, NeedsMeasures) else ()
        return tuple(dict.fromkeys((self.measure, *own)))

    def __call__(self, measures: pd.DataFrame) -> list[Result]:
        import pandas as pd

        for column in self.columns:
            check_column(measures, column)
        values = rows_of(measures, self.measure).dropna(subset=["value"])
        other = known_values(self.cells, self.columns, self.who)
        found: list[Result] = []
        for name in self.learners:
            own = values[values["learner"] == name]
            asked = own[list(self.columns)].drop_duplicates()
            if len(own):
                both = pd.concat([other.merge(asked), own[list(other)]])
                tested = self.test(both.assign(measure=self.measure))
                found += label_results(tested, f"{self.who} and {name}")
        return found


def known_values(cells: KnownCells, columns: tuple[str, str], who: str) -> pd.DataFrame:
    """Rows with exactly the number, mean and standard deviation of each cell."""
    import pandas as pd

    frames = [
        pd.DataFrame(
            {
                "learner": who,
                columns[0]: first,
                columns[1]: second,
                "unit": np.arange(count),
                "value": mean + spread * _even(count),
            }
        )
        for first, second, count, mean, spread in cells
    ]
    return pd.concat(frames, ignore_index=True)


def _even(count: int) -> Float[np.ndarray, " {count}"]:
    """Evenly spaced numbers with mean 0 and standard deviation 1."""
    line = np.linspace(-1.0, 1.0, count)
    return line / line.std(ddof=1)
