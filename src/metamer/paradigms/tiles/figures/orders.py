"""Statistics of boards and of their metamers."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.pairs import (
    ROW,
    draw_pairs,
    kinds_legend,
    marks_of,
    span,
)
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import canvas
from metamer.statistics.summaries import summary

ORDERS = {
    "order_1": "red minus blue tiles",
    "order_2": "equal minus unequal pairs",
    "order_3": "equal minus unequal triples",
}
"""The measures that are drawn, and what their numbers count."""

ANYWHERE = (float("-inf"), float("inf"))


@figure.add("orders")
@dataclass(frozen=True)
class Orders:
    """First-, second- and third-order statistics of boards and of their metamers.

    Source: kumar2022, Fig. 2C.
    """

    title: str = "Statistics of boards and metamers"
    caption: str = (
        "Order 1: red minus blue tiles. Order 2: matching minus non-matching pairs of "
        "neighbours. Order 3: the same for a tile, its neighbour and its neighbour's "
        "neighbour. Faint points are boards; marks are means with 95 % confidence "
        "intervals over boards."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return tuple(ORDERS)

    def __call__(self, run: Analysis) -> Exhibit:
        rules = list(dict.fromkeys(map(str, run.values("order_1")["rule"])))
        height = 1.1 + ROW * len(rules)
        with canvas(7.0, height, 1, 3, sharey=True) as (drawing, axes):
            for axis, (order, counts) in zip(axes.flat, ORDERS.items(), strict=True):
                values = run.values(order)
                found = summary(values, ["rule", "condition"])
                marks = marks_of(values, found, "rule")
                ends = span(marks.values(), found["mean"].iloc[0], ANYWHERE)
                draw_pairs(axis, marks, rules, ends)
                axis.set_title(order.replace("_", " "), loc="left")
                axis.set_xlabel(counts)
            kinds_legend(drawing)
        return Exhibit(self.title, self.caption, drawing)
