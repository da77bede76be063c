"""Figures of `matrices`: whether candidates betray the answer without the context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.measures.matrices import CHANCE
from metamer.reports.drawing import canvas, look
from metamer.reports.finding import Exhibit, Finding
from metamer.reports.matrices import chance_line, marks_legend
from metamer.reports.panels import finish, grid, panels
from metamer.statistics.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

NEAR = 3.0
"""Standard errors from 1/8 within which a solver counts as at chance. Source: ours."""

ALL = "all"
KINDS = (ALL, "0", "1", "2", "3", "4")
"""All items, then numbers of triples; 0 where the items do not tell."""


def counted(run: Finding) -> pd.DataFrame:
    """Right answers of each learner on test items, overall and by number of triples.

    Columns `items`, `share`, `low` and `high` (Wilson), and `errors`: how many standard
    errors the share lies from 1/8. Items are what is counted: one that several units met
    counts once.
    """
    import pandas as pd

    table = run.responses.table
    where = ["learner", "condition", *run.details]
    asked = table[table["part"] == "test"].drop_duplicates([*where, "item"])
    told = asked.assign(triples=asked["triples"].astype(str))
    both = pd.concat([asked.assign(triples=ALL), told])
    groups = both.groupby([*where, "triples"], observed=True)["correct"]
    found = groups.agg(right="sum", items="size").astype(int).reset_index()
    ends = [
        wilson(int(right), int(items))
        for right, items in zip(found["right"], found["items"], strict=True)
    ]
    spread = (CHANCE * (1 - CHANCE) / found["items"]) ** 0.5
    share = found["right"] / found["items"]
    return found.assign(
        share=share,
        low=[it.low for it in ends],
        high=[it.high for it in ends],
        errors=(share - CHANCE) / spread,
    )


@figure.add("matrix_audit")
@dataclass(frozen=True)
class Audit:
    """Solvers that see the candidates alone, against the line of chance.

    Source: ours; barrett2018, App., Tables 7 and 9, for a trained network.
    """

    title: str
    caption: str

    def __call__(self, run: Finding) -> Exhibit:
        found = counted(run)
        shown = list(panels(run, found, ("learner",)))
        kinds = [kind for kind in KINDS if kind in {*found["triples"]}]
        rows, columns = grid(len(shown), across=2)
        tall = 0.2 + 0.11 * len(kinds)
        with canvas(
            2.7 + 3.1 * columns,
            rows * (0.8 + tall * len(run.learners)),
            rows,
            columns,
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (heading, cell) in zip(axes.flat, shown, strict=False):
                _solvers(axis, run.learners, cell, kinds)
                axis.set_xlim(0, min(1.04, 1.05 * max(0.25, found["high"].max())))
                axis.set_title(heading, loc="left")
            finish(axes, len(shown), "share right without the context")
            marks_legend(drawing, [(_called(it), _look(kinds, it)) for it in kinds])
        return Exhibit(self.title, self.caption, drawing)


def _called(kind: str) -> str:
    if kind == ALL:
        return "all items"
    return "structure unknown" if kind == "0" else f"{kind} triple{'s' * (kind != '1')}"


def _look(kinds: list[str], kind: str) -> dict[str, Any]:
    if kind == ALL:
        return {"color": "0.1", "marker": "o", "markersize": 6}
    return {**look(kinds.index(kind) - 1), "markersize": 4}


def _solvers(axis: Any, names: list[str], cell: pd.DataFrame, kinds: list[str]) -> None:
    """A row for each learner, and in it one for each number of triples."""
    chance_line(axis, upright=True)
    for row, name in enumerate(names):
        own = cell[cell["learner"] == name].set_index("triples")
        for place, kind in enumerate(kinds):
            if kind in own.index:
                y = row + 0.8 * ((place + 0.5) / len(kinds) - 0.5)
                how = _look(kinds, kind)
                ends = own.loc[kind, ["low", "high"]]
                axis.plot(ends, [y, y], color=how["color"], linewidth=1.2)
                axis.plot(own.loc[kind, "share"], y, linestyle="", **how)
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)


@figure.add("matrix_audit_table")
@dataclass(frozen=True)
class AuditTable:
    """The audit in numbers: how many standard errors every solver is from chance.

    Source: ours.
    """

    title: str
    caption: str
    printed: tuple[tuple[str, str, tuple[float, ...], str], ...] = ()
    """Who, on which items, the share of all and, where it was told, by number of triples,
    and where that stands."""

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        found = counted(run)
        rows = [
            {
                "learner": name,
                "items": heading or cell["condition"].iloc[0],
                **_numbers(cell[cell["learner"] == name]),
            }
            for heading, cell in panels(run, found, ("learner",))
            for name in run.learners
        ]
        rows += [_published(*entry) for entry in self.printed]
        shares = [_called(kind) for kind in KINDS]
        order = ["learner", "items", "verdict", *shares, "asked", "from"]
        table = pd.DataFrame(rows).reindex(columns=order).dropna(axis=1, how="all")
        return Exhibit(self.title, self.caption, table.fillna(""))


def _published(
    who: str, items: str, shares: tuple[float, ...], source: str
) -> dict[str, str]:
    names = [_called(kind) for kind in KINDS if kind != "0"]
    told = dict(zip(names, (f"{share:.3f}" for share in shares), strict=False))
    return {"learner": who, "items": items, **told, "from": source}


def _numbers(own: pd.DataFrame) -> dict[str, str]:
    """One solver on one kind of items: shares, distances from chance, and a verdict."""
    own = own.set_index("triples")
    cells = {
        _called(kind): f"{own.loc[kind, 'share']:.3f} ({own.loc[kind, 'errors']:+.1f})"
        for kind in own.index
    }
    near = (own["errors"].abs() <= NEAR).all()
    many = f"{own['items'].max():,}"
    verdict = "at chance" if near else "not at chance"
    return {"verdict": verdict, **cells, "asked": many, "from": "here"}
