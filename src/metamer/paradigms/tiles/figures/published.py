"""Published statistics beside the same numbers from the released scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metamer.core.registry import figure
from metamer.core.result import Result
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit

if TYPE_CHECKING:
    import pandas as pd

Printed = tuple[str, str, str, str, str, str, float]
"""A printed number: its place in the paper, what it is, the number as text, and where to
find ours: test, effect and field of a `Result`, and 1 or -1 (the paper may subtract the
other way round)."""


def agrees(printed: str, value: float) -> bool:
    """Whether a number is the printed one, rounded or cut off at its last digit."""
    decimals = len(printed.partition(".")[2])
    return abs(float(printed) - value) < 10.0**-decimals


@figure.add("published_tests")
@dataclass(frozen=True)
class PublishedTests:
    """Statistics as a paper prints them, beside those found here.

    Source: ours.
    """

    rows: tuple[Printed, ...]
    title: str
    caption: str

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        tests = {(result.test, result.effect): result for result in run.tests}
        body = pd.DataFrame([_compare(row, tests) for row in self.rows])
        return Exhibit(self.title, self.caption, body)


def _compare(row: Printed, tests: dict[tuple[str, str], Result]) -> dict[str, str]:
    place, what, printed, test, effect, number, sign = row
    known = (test, effect) in tests
    value = sign * getattr(tests[test, effect], number) if known else float("nan")
    verdict = "match" if agrees(printed, value) else "no match"
    return {
        "where": place,
        "what": what,
        "published": printed,
        "here": f"{value:.4f}".removesuffix(".0000") if known else "",
        "verdict": verdict if known else "not tested here",
    }


@figure.add("beaten")
@dataclass(frozen=True)
class Beaten:
    """In how many cells one learner does significantly better than another.

    Source: ours; kumar2022, Results, counts the rules on which people beat the agent.
    """

    test: str
    pair: str
    """Two learners as tests name them: `people - lstm`; lower values are better."""
    printed: tuple[tuple[str, int], ...]
    """Conditions, and in how many cells the paper says that the first is better."""
    title: str
    caption: str
    alpha: float = 0.05

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        rows = [self._row(run, name, count) for name, count in self.printed]
        return Exhibit(self.title, self.caption, pd.DataFrame(rows))

    def _row(self, run: Analysis, condition: str, count: int) -> dict[str, str]:
        start = f"{self.pair} ({condition}, "
        cells = {
            result.effect.removeprefix(start).removesuffix(")"): result
            for result in run.tests
            if result.test == self.test and result.effect.startswith(start)
        }
        clear = {
            name: result for name, result in cells.items() if result.p < self.alpha
        }
        better = sum(result.statistic < 0 for result in clear.values())
        return {
            "condition": condition,
            "published": str(count),
            "here": f"{better} of {len(cells)}",
            "not significant": ", ".join(name for name in cells if name not in clear),
            "the other way round": ", ".join(
                name for name, result in clear.items() if result.statistic > 0
            ),
        }


@figure.add("unfinished")
@dataclass(frozen=True)
class UnfinishedPasses:
    """The units whose score is that of finishing no board at all.

    Source: ours; kumar2022 does not distinguish them from others.
    """

    title: str
    caption: str

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        table = run.responses.table
        by = ["learner", *run.details, "condition"]
        cells = table.groupby(by, sort=False, observed=True)
        rows = [
            {**dict(zip(by, where, strict=True)), **_marked(cell)}
            for where, cell in cells
            if not cell["finished"].all()
        ]
        if not rows:
            return empty_exhibit(self.title, "Every unit finished some board.")
        return Exhibit(self.title, self.caption, pd.DataFrame(rows))


def _marked(cell: pd.DataFrame) -> dict[str, str]:
    marked = cell[~cell["finished"]]
    return {
        "rows": f"{len(marked)} of {len(cell)}",
        "units": ", ".join(str(unit) for unit in marked["unit"]),
        "z": f"{marked['published_z'].iloc[0]:.4f}",
    }
