"""What runs of `concepts` answer: who solves tasks, and whole concepts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import finding
from metamer.paradigms.concepts import measures
from metamer.paradigms.concepts.figures.consistency import chance_interval
from metamer.paradigms.concepts.figures.tables import solved_counts, with_published
from metamer.reports.analysis import Analysis
from metamer.reports.findings import MAX_NAMED, mean_and_interval

if TYPE_CHECKING:
    import pandas as pd


@finding.add("concepts_solved")
@dataclass(frozen=True)
class ConceptsSolved:
    """Who solves how many inputs, and whether one solved task says something of others.

    It carries over to its concept if the share solved of the concept's other tasks is
    higher than in 97.5 % of random assignments of the solved tasks to concepts.

    Source: ours; moskvichev2023, Table 1, has the shares by concept.
    """

    beside: str = ""
    """Published results to name beside these: a table of items, or a run folder."""

    def sentences(self, run: Analysis) -> list[str]:
        table, names = with_published(run, self.beside)
        counts: Any = solved_counts(table, "learner").to_dict("index")
        order = sorted(names, key=lambda name: -counts[name]["share"])
        solved = [f"`{name}` {_share(counts[name])}" for name in order[:MAX_NAMED]]
        return [
            f"Test inputs solved, most first: {', '.join(solved)}.",
            *_whole_concepts(table, order),
            *_carry_over(table, order),
            NOTE,
        ]


NOTE = (
    "Shares of test inputs for which one of the guesses is right, with 95 % Wilson "
    "intervals over inputs in brackets. A task is solved if all its inputs are. By chance: "
    "95 % of the values if solved tasks were assigned to concepts at random."
)


def _share(row: dict[str, Any]) -> str:
    return mean_and_interval(row["share"], row["low"], row["high"])


def _whole_concepts(table: pd.DataFrame, names: list[str]) -> list[str]:
    """Of how many concepts each learner solves every task."""
    tasks = measures.strict_of_task(table)
    said = []
    for name in names:
        own = tasks[tasks.index.get_level_values("learner") == name]
        if own.any():
            concepts = own.groupby("condition", observed=True).min()
            said.append(f"`{name}` {int(concepts.sum())} of {len(concepts)}")
    return [f"Concepts with all tasks solved: {', '.join(said)}."] if said else []


def _carry_over(table: pd.DataFrame, names: list[str]) -> list[str]:
    """Whose solved tasks go together with others of their concept."""
    found = measures.given_another(table).groupby("learner", observed=True).mean()
    same: dict[Any, float] = found["same"].to_dict()
    tasks = measures.strict_of_task(table)
    groups: dict[str, list[str]] = {}
    for name in names:
        own = tasks[tasks.index.get_level_values("learner") == name]
        if name in same:
            side, text = _side(own, same[name])
            groups.setdefault(side, []).append(f"`{name}` {text}")
    return [
        f"{label}: {', '.join(groups[side])}."
        for side, label in SIDES.items()
        if side in groups
    ]


SIDES = {
    "yes": "Given one solved task, more of its concept's others are solved than by chance",
    "no": "Given one solved task, not shown that more of its concept's others are solved",
    "all": "Cannot be told whether solved tasks go together",
}
"""What can be said of a learner, and how its sentence begins."""


def _side(own: pd.Series, same: float) -> tuple[str, str]:
    if own.all() or own.sum() < 2:
        return "all", "(solved all)" if own.all() else "(solved one task)"
    low, high = chance_interval(own)
    side = "yes" if same > high else "no"
    return side, f"{same:.2f} (by chance {low:.2f} to {high:.2f})"
