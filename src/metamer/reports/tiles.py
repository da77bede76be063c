"""Figures of `tiles`: rules and metamers side by side, clicks weighed, curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.registry import figure
from metamer.core.store import Run
from metamer.reports.drawing import COLOURS, canvas, look
from metamer.reports.figures import summary
from metamer.reports.finding import Exhibit, Finding

if TYPE_CHECKING:
    import pandas as pd

LOOKS = {"abstract": 0, "metamer": 1}
"""Place of each condition among colours and marks."""

Known = tuple[tuple[str, str, float, float], ...]
"""Rule, condition, mean and half width of its interval: what others found."""


@figure.add("by_rule")
@dataclass(frozen=True)
class ByRule:
    """Each learner on the boards of every rule and on their metamers.

    Source: kumar2022, Fig. 3A, Fig. 4 and Fig. S6.
    """

    measure: str
    title: str
    caption: str
    people: Known = ()
    """Published means of people, for a panel of their own."""
    reference: float = 0.0
    """Where the thin line stands."""
    limits: tuple[float, float] = (-12.0, 6.0)
    """The ends of the scale; a mean beyond them is written at the edge."""

    def __call__(self, run: Finding) -> Exhibit:
        values = run.values(self.measure)
        rules = list(dict.fromkeys(values["rule"]))
        panels = {
            name: _means(values[values["learner"] == name]) for name in run.learners
        }
        panels = {name: means for name, means in panels.items() if len(means)}
        if known := _people(self.people, rules):
            panels = {"people (published)": known, **panels}
        columns = min(3, len(panels))
        rows = -(-len(panels) // columns)
        width = 1.4 + columns * max(1.9, 0.42 * len(rules))
        with canvas(width, 0.8 + 1.9 * rows, rows, columns, sharey=True) as (
            drawing,
            axes,
        ):
            for axis, (name, means) in zip(axes.flat, panels.items(), strict=False):
                _pairs(axis, means, rules, self.reference)
                _beyond(axis, means, rules, self.limits)
                axis.set_title(name, loc="left", fontsize=9)
            for axis in axes.flat[len(panels) :]:
                axis.set_visible(False)
            for line in axes:
                line[0].set_ylabel(self.measure.replace("_", " "))
            drawing.legend(
                *axes.flat[0].get_legend_handles_labels(),
                loc="outside lower center",
                ncols=2,
            )
        return Exhibit(self.title, self.caption, drawing)


Means = dict[tuple[str, str], tuple[float, float]]
"""Mean and half width of the interval by rule and condition."""


def _means(values: pd.DataFrame) -> Means:
    found = summary(values, ["rule", "condition"])
    half = found["high"] - found["mean"]
    places = zip(
        *(found.index.get_level_values(level) for level in (0, 1)), strict=True
    )
    return dict(zip(places, zip(found["mean"], half, strict=True), strict=True))


def _people(known: Known, rules: list[str]) -> Means:
    return {
        (rule, condition): (mean, half)
        for rule, condition, mean, half in known
        if rule in rules
    }


def _pairs(axis: Any, means: Means, rules: list[str], reference: float) -> None:
    axis.axhline(reference, color="0.6", linewidth=0.8)
    for condition, place in LOOKS.items():
        shown = [
            (x + 0.24 * (place - 0.5), *means[rule, condition])
            for x, rule in enumerate(rules)
            if (rule, condition) in means
        ]
        if shown:
            x, mean, half = zip(*shown, strict=True)
            axis.errorbar(
                x,
                mean,
                half,
                label=condition,
                linestyle="",
                markersize=4,
                **look(place),
            )
    axis.set_xticks(range(len(rules)), rules, rotation=55, ha="right", fontsize=8)
    axis.set_xlim(-0.6, len(rules) - 0.4)


def _beyond(
    axis: Any, means: Means, rules: list[str], limits: tuple[float, float]
) -> None:
    """Cut the scale at its limits, and write what lies beyond them at the edge."""
    low, high = axis.get_ylim()
    axis.set_ylim(max(low, limits[0]), min(high, limits[1]))
    for (rule, condition), (mean, _) in means.items():
        if limits[0] <= mean <= limits[1]:
            continue
        x = rules.index(rule) + 0.24 * (LOOKS[condition] - 0.5)
        edge = limits[1] if mean > limits[1] else limits[0]
        axis.annotate(
            f"{mean:.1f}",
            (x, edge),
            rotation=90,
            fontsize=6.5,
            ha="center",
            va="top" if mean > 0 else "bottom",
            color=COLOURS[LOOKS[condition]],
        )


@figure.add("finished")
@dataclass(frozen=True)
class Finished:
    """Who did not finish all boards: what a score there is made of.

    Source: ours; kumar2022 scores an unfinished board without saying so.
    """

    title: str = "Unfinished boards"
    caption: str = (
        "A board that is given up at the limit counts in z as if all its blue tiles had "
        "been turned up, as in the paper. Every row here has such boards; z of finished "
        "boards alone is beside it. The next board is always served."
    )

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        by = ["learner", *run.details, "condition"]
        columns = {
            name: run.values(name).groupby(by, sort=False)["value"].mean()
            for name in ("finished_share", "z", "z_of_finished")
        }
        table = pd.DataFrame(columns)
        table = table[table["finished_share"] < 1].round(3).astype(object).reset_index()
        if table.empty:
            table = pd.DataFrame({"all learners": ["finished all boards"]})
        table.columns = [str(name).replace("_", " ") for name in table]
        return Exhibit(self.title, self.caption, table.fillna("no board finished"))


@figure.add("curves")
@dataclass(frozen=True)
class Curves:
    """What happened in training: blue tiles per board as boards go by.

    Source: ours.
    """

    title: str = "Learning"
    caption: str = (
        "Blue tiles turned up per board in training, a line for each unit. Boards that "
        "are given up at the limit count as far as they were played."
    )

    def __call__(self, run: Finding) -> Exhibit:
        import pandas as pd

        folder = Run(run.responses.folder).folder / "curves"
        frames = [pd.read_csv(path) for path in sorted(folder.glob("*.csv"))]
        frames = [frame for frame in frames if len(frame) and "learner" in frame]
        if not frames:
            nothing = pd.DataFrame({"learning": ["no learner of this run was trained"]})
            return Exhibit(self.title, self.caption, nothing)
        table = pd.concat(frames)
        names = list(dict.fromkeys(table["learner"]))
        with canvas(2.0 + 2.4 * len(names), 3.0, 1, len(names), sharey=True) as (
            drawing,
            axes,
        ):
            for axis, name in zip(axes.flat, names, strict=True):
                _lines(axis, table[table["learner"] == name])
                axis.set_title(name, loc="left")
                axis.set_xlabel("boards")
            axes[0, 0].set_ylabel("blue tiles per board")
        return Exhibit(self.title, self.caption, drawing)


def _lines(axis: Any, table: pd.DataFrame) -> None:
    for (condition, _, _), line in table.groupby(["condition", "rule", "unit"]):
        colour = COLOURS[LOOKS[str(condition)]]
        style = "-" if condition == "abstract" else "--"
        axis.plot(
            line["episodes"],
            line["blue"],
            style,
            color=colour,
            linewidth=0.7,
            alpha=0.7,
        )
    axis.set_xscale("log")


@figure.add("evidence")
@dataclass(frozen=True)
class EvidenceByClick:
    """How clicks lean towards the rule or the statistics as a board is uncovered.

    Source: ours; kumar2022, Fig. 3B, as a number.
    """

    title: str = "Rule or statistics, click by click"
    caption: str = (
        "Mean log-likelihood ratio of clicks on hidden tiles: above 0 they are rather "
        "those of an observer who knows the rule, below 0 of one who knows only metamer "
        "boards. By how many tiles were face up before the click; bands are 95 % "
        "intervals over units."
    )
    upto: int = 20
    """Clicks shown."""

    def __call__(self, run: Finding) -> Exhibit:
        table = run.responses.table
        table = table[~table["again"] & (table["step"] < self.upto)]
        conditions = list(dict.fromkeys(table["condition"]))
        width = 3.4 + 2.8 * len(conditions)
        with canvas(width, 3.4, 1, len(conditions), sharey=True) as (drawing, axes):
            for axis, condition in zip(axes.flat, conditions, strict=True):
                part = table[table["condition"] == condition]
                for place, name in enumerate(run.learners):
                    _band(axis, part[part["learner"] == name], name, place)
                axis.axhline(0, color="0.6", linewidth=0.8)
                axis.set_title(str(condition), loc="left")
                axis.set_xlabel("click")
            axes[0, 0].set_ylabel("rule evidence")
            axes[0, -1].legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
        return Exhibit(self.title, self.caption, drawing)


def _band(axis: Any, clicks: pd.DataFrame, name: str, place: int) -> None:
    units = clicks.groupby(["unit", "step"], observed=True)["rule_evidence"].mean()
    found = summary(units.rename("value").reset_index(), ["step"]).sort_index()
    colour = look(place)["color"]
    axis.plot(found.index + 1, found["mean"], label=name, markersize=3, **look(place))
    axis.fill_between(
        found.index + 1, found["low"], found["high"], color=colour, alpha=0.15, lw=0
    )


@figure.add("choices")
@dataclass(frozen=True)
class Choices:
    """The same part-revealed boards before everybody: which tile is clicked next?

    Source: kumar2022, Fig. 3B.
    """

    title: str = "Which tile is next"
    caption: str = (
        "Share of units that clicked each tile of a part-revealed board (darker is more); "
        "frames with a dot are red tiles, plain frames blue ones that were face up."
    )
    boards: int = 4
    """Boards shown of each rule, the first ones; only the first rule's are drawn."""

    def __call__(self, run: Finding) -> Exhibit:
        table = run.responses.table
        first = table[(table["step"] == 0) & (table["condition"] == "abstract")]
        first = first[first["rule"] == first["rule"].iloc[0]]
        seen = _seen(run)
        items = list(dict.fromkeys(first["item"].astype(str)))[: self.boards]
        names = run.learners
        with canvas(
            1.2 * len(names) + 0.6, 1.25 * len(items) + 0.3, len(items), len(names)
        ) as (drawing, axes):
            for row, item in zip(axes, items, strict=True):
                for axis, name in zip(row, names, strict=True):
                    own = first[(first["learner"] == name) & (first["item"] == item)]
                    _share(axis, own["answer"].astype(str), seen[item])
            for axis, name in zip(axes[0], names, strict=True):
                axis.set_title(name.replace(":", "\n").replace("-", "\n"), fontsize=7)
        return Exhibit(self.title, self.caption, drawing)


def _seen(run: Finding) -> dict[str, np.ndarray]:
    """Each asked board as it was at first: -1 hidden, 0 blue, 1 red."""
    items = Run(run.responses.folder).items()
    hidden = items["tiles/shown"] == 0
    boards = np.where(hidden, -1, items["tiles/board"].astype(int))
    return dict(zip(items["tiles/item"].astype(str), boards, strict=True))


def _share(axis: Any, answers: pd.Series, seen: np.ndarray) -> None:
    from matplotlib.patches import Rectangle

    shares = np.zeros(seen.shape)
    for answer in answers:
        row, column = map(int, answer.split(","))
        shares[row, column] += 1 / len(answers)
    axis.imshow(shares, cmap="Greys", vmin=0, vmax=1)
    for (row, column), colour in np.ndenumerate(seen):
        if colour < 0:
            continue
        edge = COLOURS[1] if colour else COLOURS[4]
        box = (column - 0.45, row - 0.45)
        axis.add_patch(Rectangle(box, 0.9, 0.9, fill=False, edgecolor=edge, lw=1.1))
        if colour:
            axis.plot(column, row, ".", color=edge, markersize=3)
    axis.set(xticks=[], yticks=[])
    axis.spines[:].set_visible(True)


@figure.add("orders")
@dataclass(frozen=True)
class Orders:
    """First-, second- and third-order statistics of boards and of their metamers.

    Source: kumar2022, Fig. 2C.
    """

    title: str = "Statistics of boards and metamers"
    caption: str = (
        "Order 1: red minus blue tiles. Order 2: equal minus unequal pairs of neighbours. "
        "Order 3: the same for a tile, its neighbour and its neighbour's neighbour. Mean "
        "and 95 % interval over boards."
    )

    def __call__(self, run: Finding) -> Exhibit:
        orders = ("order_1", "order_2", "order_3")
        rules = list(dict.fromkeys(run.values("order_1")["rule"]))
        width = 1.4 + 3 * max(1.9, 0.42 * len(rules))
        with canvas(width, 3.0, 1, 3) as (drawing, axes):
            for axis, order in zip(axes.flat, orders, strict=True):
                _pairs(axis, _means(run.values(order)), rules, 0.0)
                axis.set_title(order.replace("_", " "), loc="left")
            drawing.legend(
                *axes.flat[0].get_legend_handles_labels(),
                loc="outside lower center",
                ncols=2,
            )
        return Exhibit(self.title, self.caption, drawing)
