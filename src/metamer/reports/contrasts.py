"""What a run answers about two conditions, about a series of them, or about chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metamer.core.ranges import range_of
from metamer.core.registry import finding
from metamer.core.study import MIN_UNITS
from metamer.reports.analysis import Analysis
from metamer.reports.findings import (
    Where,
    first_line,
    named_means,
    names,
    nothing_measured,
    rank,
    select,
    units_note,
)
from metamer.statistics.intervals import wilson
from metamer.statistics.t_test import welch

if TYPE_CHECKING:
    import pandas as pd

MAX_SERIES = 3
"""Learners whose series of values a sentence gives."""


@finding.add("difference")
@dataclass(frozen=True)
class Difference:
    """Who does better in one condition than in another, and who equally well.

    Source: ours; Welch's interval of the difference, over units.
    """

    measure: str
    first: str
    second: str
    label: str
    """What the measure is called: `z`."""
    better_first: str
    """Begins the sentence about who does better in the first condition."""
    better_second: str
    where: Where = ()

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return (self.measure,)

    def sentences(self, run: Analysis) -> list[str]:
        found = self._gaps(run)
        if found.empty:
            return [nothing_measured(self.measure)]
        lower = range_of(self.measure).better == "lower"
        found = rank(found, self.measure)
        below = found["high"].fillna(found["mean"]) < 0
        above = found["low"].fillna(found["mean"]) > 0
        first, second = (below, above) if lower else (above, below)
        said = [
            (self.better_first, found[first]),
            (self.better_second, found[second]),
            ("No difference shown", found[~first & ~second]),
        ]
        return [
            *(f"{label}: {named_means(rows)}." for label, rows in said if len(rows)),
            f"Numbers are {self.label} in the condition {self.first} less {self.label} "
            f"in {self.second}; {'lower' if lower else 'higher'} is better. "
            f"{first_line(self.measure)} {units_note(found)}",
        ]

    def _gaps(self, run: Analysis) -> pd.DataFrame:
        """Each learner's difference of the two conditions, with its interval."""
        import pandas as pd

        values = select(run.values(self.measure), self.where)
        rows = {}
        for name in run.learners:
            one, other = (
                _units(values, name, which) for which in (self.first, self.second)
            )
            if len(one) and len(other):
                rows[name] = _gap(one, other)
        columns = ["mean", "low", "high", "count"]
        return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _units(values: pd.DataFrame, learner: str, condition: str) -> pd.Series:
    own = values[(values["learner"] == learner) & (values["condition"] == condition)]
    return own.groupby("unit", observed=True)["value"].mean().dropna()


def _gap(one: pd.Series, other: pd.Series) -> tuple[float, float, float, int]:
    found = welch(one, other)
    fewest = min(len(one), len(other))
    if fewest < MIN_UNITS:
        return found.estimate, float("nan"), float("nan"), fewest
    return found.estimate, found.low, found.high, fewest


@finding.add("beyond_chance")
@dataclass(frozen=True)
class BeyondChance:
    """Who is right more often than by guessing, with Wilson intervals over items.

    Items count, and not units: their number is large enough where units are few.

    Source: ours; barrett2018, App. Table 9, asks this of a network without context.
    """

    chance: float
    part: str = "test"
    by: str = ""
    """A column, each level of which has a sentence of its own."""

    def sentences(self, run: Analysis) -> list[str]:
        table = run.responses.table
        rows = table[table["part"] == self.part] if "part" in table else table
        levels = sorted(rows[self.by].unique()) if self.by in rows else [""]
        said = [
            self._sentence(str(level), rows[rows[self.by] == level] if level else rows)
            for level in levels
        ]
        return [
            *said,
            f"Right answers as shares, with 95 % Wilson intervals over "
            f"items in brackets; guessing gives {self.chance:.3g}.",
        ]

    def _sentence(self, level: str, rows: pd.DataFrame) -> str:
        found = rank(_shares(rows), "")
        beyond = found[found["low"] > self.chance]
        start = f"{self.by.capitalize()} `{level}`: " if level else ""
        if beyond.empty:
            best = named_means(found.head(1))
            return f"{start}nobody exceeds chance; the highest is {best}."
        rest = found.index.difference(beyond.index)
        verb = "exceeds" if len(beyond) == 1 else "exceed"
        tail = f"; {names(rest)} {'does' if len(rest) == 1 else 'do'} not" * bool(
            len(rest)
        )
        return f"{start}{named_means(beyond)} {verb} chance{tail}."


def _shares(rows: pd.DataFrame) -> pd.DataFrame:
    """The share of right answers of each learner, with its interval."""
    import pandas as pd

    counts = rows.groupby("learner", observed=True)["correct"].agg(["sum", "size"])
    found = {
        name: wilson(int(row["sum"]), int(row["size"]))
        for name, row in counts.iterrows()
    }
    columns = ["mean", "low", "high", "count"]
    shares = {name: (r.estimate, r.low, r.high, r.n) for name, r in found.items()}
    return pd.DataFrame.from_dict(shares, orient="index", columns=columns)
