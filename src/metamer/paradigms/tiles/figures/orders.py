"""Statistics of boards and of their metamers."""

from __future__ import annotations

from dataclasses import dataclass

from metamer.core.registry import figure
from metamer.paradigms.tiles.figures.by_rule import means_by_rule, plot_pairs
from metamer.reports.analysis import Analysis, Exhibit
from metamer.reports.drawing import canvas

ORDERS = ("order_1", "order_2", "order_3")


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
        "neighbour. Mean and 95 % confidence interval over boards."
    )

    @property
    def needed_measures(self) -> tuple[str, ...]:
        return ORDERS

    def __call__(self, run: Analysis) -> Exhibit:
        rules = list(dict.fromkeys(run.values("order_1")["rule"]))
        width = 1.4 + 3 * max(1.9, 0.42 * len(rules))
        with canvas(width, 3.0, 1, 3) as (drawing, axes):
            for axis, order in zip(axes.flat, ORDERS, strict=True):
                plot_pairs(axis, means_by_rule(run.values(order)), rules, 0.0)
                axis.set_title(order.replace("_", " "), loc="left")
            drawing.legend(
                *axes.flat[0].get_legend_handles_labels(),
                loc="outside lower center",
                ncols=2,
            )
        return Exhibit(self.title, self.caption, drawing)
