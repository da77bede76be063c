"""Figures of `matrices`: whether candidates give the answer away without the context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.counting import count
from metamer.core.registry import figure
from metamer.paradigms.matrices.figures.accuracy import chance_line
from metamer.paradigms.matrices.measures import CHANCE
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import legend, list_downwards, series_style
from metamer.reports.facets import facet_axes, facets
from metamer.reports.findings import mean_and_interval
from metamer.statistics import wording
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

ALL = "all"
KINDS = (ALL, "0", "1", "2", "3", "4")
"""All items, then numbers of triples; 0 stands for items whose triples are unknown."""


def shares(run: Analysis) -> pd.DataFrame:
    """The share of right answers of each learner to test items, also by number of triples.

    Columns `items`, `share`, `low` and `high` (Wilson), and `errors`: how many standard
    errors the share lies from 1/8. An item that several units answered counts once.
    """
    import pandas as pd

    table = run.responses.table
    by = ["learner", "condition", *run.details]
    asked = table[table["part"] == "test"].drop_duplicates([*by, "item"])
    by_number = asked.assign(triples=asked["triples"].astype(str))
    both = pd.concat([asked.assign(triples=ALL), by_number])
    groups = both.groupby([*by, "triples"], observed=True)["correct"]
    found = groups.agg(right="sum", items="size").astype(int).reset_index()
    ends = [
        wilson(int(right), int(items))
        for right, items in zip(found["right"], found["items"], strict=True)
    ]
    spread = (CHANCE * (1 - CHANCE) / found["items"]) ** 0.5
    share = found["right"] / found["items"]
    return found.assign(
        share=share,
        low=[interval.low for interval in ends],
        high=[interval.high for interval in ends],
        errors=(share - CHANCE) / spread,
    )


@figure.add("matrix_audit")
@dataclass(frozen=True)
class Audit:
    """Solvers that see the candidates alone, beside the line of chance.

    Source: ours; barrett2018, App., Tables 7 and 9, for a trained network.
    """

    title: str
    caption: str

    def __call__(self, run: Analysis) -> Exhibit:
        found = shares(run)
        panels = list(facets(run, found, ("learner",)))
        names = _ranked(found)
        kinds = [kind for kind in KINDS if kind in {*found["triples"]}]
        height = 0.2 + 0.11 * len(kinds)
        with facet_axes(
            len(panels),
            margin=(1.2, 0.6),
            panel=(2.9, 0.7 + height * len(names)),
            labels=("share right without the context", ""),
            across=2,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes, panels, strict=True):
                _draw_solvers(axis, names, cell, kinds)
                axis.set_xlim(0, min(1.04, 1.05 * max(0.25, found["high"].max())))
                axis.set_title(heading, loc="left")
            marks = [(_label(kind), _style(kinds, kind)) for kind in kinds]
            legend(drawing, marks, below=True)
        return Exhibit(self.title, self.caption, drawing)


def _ranked(found: pd.DataFrame) -> list[str]:
    """Solvers by their share of all items, the best first."""
    whole = found[found["triples"] == ALL]
    means = whole.groupby("learner", sort=False, observed=True)["share"].mean()
    return list(means.sort_values(ascending=False, kind="stable").index)


def _label(kind: str) -> str:
    if kind == ALL:
        return "all items"
    return "triples unknown" if kind == "0" else count(int(kind), "triple")


def _style(kinds: list[str], kind: str) -> dict[str, Any]:
    if kind == ALL:
        return {"color": "0.1", "marker": "o", "markersize": 6}
    return {**series_style(kinds.index(kind) - 1), "markersize": 4}


def _draw_solvers(
    axis: Any, names: list[str], cell: pd.DataFrame, kinds: list[str]
) -> None:
    """Draw a row for each learner, and in it a mark for each number of triples."""
    chance_line(axis, upright=True)
    for row, name in enumerate(names):
        own = cell[cell["learner"] == name].set_index("triples")
        for place, kind in enumerate(kinds):
            if kind in own.index:
                y = row + 0.8 * ((place + 0.5) / len(kinds) - 0.5)
                style = _style(kinds, kind)
                ends = own.loc[kind, ["low", "high"]]
                axis.plot(ends, [y, y], color=style["color"], linewidth=1.2)
                axis.plot(own.loc[kind, "share"], y, linestyle="", **style)
    list_downwards(axis, names)


@figure.add("matrix_audit_table")
@dataclass(frozen=True)
class AuditTable:
    """The audit in numbers: shares, their intervals, and whether they differ from chance.

    Source: ours.
    """

    title: str
    caption: str
    printed: tuple[tuple[str, str, tuple[float, ...], str], ...] = ()
    """Solver, items, share of all items and, if published, by number of triples, source."""

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        found = shares(run)
        rows = [
            {
                "learner": name,
                "items": heading or cell["condition"].iloc[0],
                **_numbers(cell[cell["learner"] == name]),
            }
            for heading, cell in facets(run, found, ("learner",))
            for name in run.learners
        ]
        rows += [_published(*entry) for entry in self.printed]
        labels = [_label(kind) for kind in KINDS]
        order = ["learner", "items", "verdict", "p", *labels, "asked", "from"]
        table = pd.DataFrame(rows).reindex(columns=order).dropna(axis=1, how="all")
        return Exhibit(self.title, self.caption, table.fillna(""))


def _published(
    solver: str, items: str, values: tuple[float, ...], source: str
) -> dict[str, str]:
    labels = [_label(kind) for kind in KINDS if kind != "0"]
    cells = dict(zip(labels, (f"{value:.3f}" for value in values), strict=False))
    return {"learner": solver, "items": items, **cells, "from": source}


def _numbers(own: pd.DataFrame) -> dict[str, str]:
    """The cells of one solver: shares with intervals, and a verdict on all items."""
    rows: dict[Any, Any] = own.set_index("triples").to_dict("index")
    cells = {
        _label(str(kind)): mean_and_interval(row["share"], row["low"], row["high"])
        for kind, row in rows.items()
    }
    whole = rows[ALL]
    asked = f"{own['items'].max():,}"
    p = wording.probability(_p(whole["errors"])).removeprefix("p ").removeprefix("= ")
    said = verdict(rows)
    return {"verdict": said, "p": p, **cells, "asked": asked, "from": "here"}


def verdict(rows: dict[Any, Any]) -> str:
    """On which side of chance all items are; if at chance, which kind of items is not."""
    whole = rows[ALL]
    if whole["low"] > CHANCE:
        return "above chance"
    if whole["high"] < CHANCE:
        return "below chance"
    other = [_label(str(kind)) for kind, row in rows.items() if _far(row["errors"])]
    return f"at chance, but not with {', '.join(other)}" if other else "at chance"


def _far(errors: float) -> bool:
    """Whether one of several shares is too far from chance: beyond three standard errors.

    Source: ours; with four numbers of triples, one in a hundred solvers at chance is.
    """
    return abs(errors) > 3


def _p(errors: float) -> float:
    """The two-sided p of the score test: beyond 0.05 just where Wilson's 95 % holds 1/8."""
    from scipy import stats

    return float(2 * stats.norm.sf(abs(errors)))
