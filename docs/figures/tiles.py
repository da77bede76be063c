"""Pictures of `tiles`: rules and metamers, players, and how well metamers match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from figures.shared import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PINK,
    dots,
    key,
    means,
    results,
    vertical,
)
from metamer.reports.drawing import canvas, list_downwards

UNFINISHED = 0.95
"""Cells are marked in which a smaller share of the boards was finished."""

PANELS = (
    ("people (kumar2022)", "tiles-people", "people"),
    ("LSTM of kumar2022", "tiles-people", "published lstm"),
    ("LSTM, 15 seeds, here", "tiles-metamers", "lstm"),
)

SIDES = (
    ("abstract", "boards of the rule", BLUE, "o"),
    ("metamer", "metamers", ORANGE, "s"),
)


def rules() -> Figure:
    """z on the boards of each rule and on their metamers, of people and networks."""
    order = _by_difference()
    with canvas(7.4, 3.3, columns=3, sharey=True, sharex=True) as (figure, axes):
        for axis, (name, folder, learner) in zip(axes[0], PANELS, strict=True):
            _panel(axis, folder, learner, order)
            axis.set_title(name)
            vertical(axis, 0, "", zorder=0)
            list_downwards(axis, order)
        figure.supxlabel(
            "z against the neighbour player (lower is better; bars: 95 % intervals)",
            fontsize=9,
        )
        entries = [(name, {"color": c, "marker": m}) for _, name, c, m in SIDES]
        unfinished = {"color": GREY, "marker": "x", "markersize": 8}
        key(
            figure,
            [*entries, ("over 5 % of boards not finished", unfinished)],
            loc="outside upper center",
        )
    return figure


def _by_difference() -> list[str]:
    """The rules, from the one that people gain most on to the one they gain least on."""
    table = means("tiles-people", "z", learner="people")
    wide = table.pivot(index="rule", columns="condition", values="mean")
    return list((wide["abstract"] - wide["metamer"]).sort_values().index)


def _panel(axis: Any, folder: str, learner: str, order: list[str]) -> None:
    ends = []
    for (condition, _, colour, marker), shift in zip(SIDES, (-0.14, 0.14), strict=True):
        cells = {"learner": learner, "condition": condition}
        rows = means(folder, "z", **cells).set_index("rule").loc[order]
        finished = means(folder, "finished_share", **cells).set_index("rule").loc[order]
        places = np.arange(len(order)) + shift
        dots(axis, rows["mean"], places, rows["half"], colour, marker, zorder=3)
        few = (finished["mean"] < UNFINISHED).to_numpy()
        cross = {"color": GREY, "marker": "x", "linestyle": "", "markersize": 9}
        axis.plot(rows["mean"][few], places[few], **cross, zorder=4)
        ends.append((rows["mean"], places))
    (one, above), (other, below) = ends
    axis.plot([one, other], [above, below], color=GREY, linewidth=0.8, zorder=1)


def differences() -> Figure:
    """Rule minus metamer for the LSTM, with intervals over units, and over both."""
    tests = results("tiles-metamers/tests.csv")
    rule = tests["effect"].str.extract(r"^abstract - metamer \(lstm, rule=(\w+)\)$")[0]
    tests = tests.assign(rule=rule).dropna(subset="rule")
    kinds = (
        ("Welch t", "15 networks a side drawn (Welch t)", BLUE, "o", -0.13),
        ("cluster bootstrap", "networks and boards drawn", ORANGE, "s", 0.13),
    )
    order = list(tests[tests["test"] == "Welch t"].sort_values("estimate")["rule"])
    with canvas(6.4, 3.0) as (figure, axes):
        axis = axes[0, 0]
        for test, _, colour, marker, shift in kinds:
            rows = tests[tests["test"] == test].set_index("rule").loc[order]
            half = [rows["estimate"] - rows["low"], rows["high"] - rows["estimate"]]
            places = [at + shift for at in range(len(order))]
            dots(axis, rows["estimate"], places, half, colour, marker)
        list_downwards(axis, order)
        vertical(axis, 0, "")
        axis.text(-0.4, -0.75, "better on the rule's boards", ha="right", fontsize=8)
        axis.text(0.4, -0.75, "better on metamers", ha="left", fontsize=8)
        axis.set_xlabel("difference in z, rule − metamer (bars: 95 % intervals)")
        entries = [(name, {"color": c, "marker": m}) for _, name, c, m, _ in kinds]
        key(axis, entries, loc="upper right", ncols=1)
    return figure


PLAYERS = {
    "rule-observer": ("knows the rule's boards", GREEN, "^"),
    "statistics-observer": ("knows the metamers' boards", PINK, "v"),
    "lstm": ("trained network", BLUE, "o"),
    "neighbour": ("no training, no knowledge", GREY, "D"),
}
"""What players know, and how they are drawn; by the first of each kind."""

KIND = {"epn": "lstm", "transformer": "lstm", "corelnet": "lstm", "random": "neighbour"}


def players() -> Figure:
    """z of every player on rectangle boards, from best to worst."""
    cells = {"condition": "abstract", "rule": "rectangle"}
    table = pd.concat(
        [means("tiles-metamers", "z", **cells), means("tiles-networks", "z", **cells)]
    )
    table = table.sort_values("mean").reset_index(drop=True)
    people = means("tiles-people", "z", learner="people", **cells).iloc[0]
    with canvas(6.4, 3.4) as (figure, axes):
        axis = axes[0, 0]
        for at, row in table.iterrows():
            start = row["learner"].split(":")[0]
            _, colour, marker = PLAYERS[KIND.get(start, start)]
            dots(axis, row["mean"], at, row["half"], colour, marker)
        names = [f"{row['learner']} ({row['count']})" for _, row in table.iterrows()]
        list_downwards(axis, names)
        vertical(axis, people["mean"], "people, on the paper's boards", color=ORANGE)
        vertical(axis, 0, "")
        axis.set_xlabel("z against the neighbour player (lower is better)")
        axis.set_ylabel("player (units)")
        entries = [(name, {"color": c, "marker": m}) for name, c, m in PLAYERS.values()]
        key(axis, entries, loc="upper right", ncols=1)
    return figure


RECIPES = (
    ("gibbs", "gibbs (the paper's)", ORANGE, "s"),
    ("order_agnostic", "order_agnostic", BLUE, "o"),
    ("max_entropy", "max_entropy", GREEN, "^"),
)


def quality() -> Figure:
    """How far the metamers of three recipes are from the rule's own boards."""
    table = results("tiles-statistics/quality.csv")
    order = list(dict.fromkeys(table["rule"]))
    with canvas(7.4, 3.1, columns=2, sharey=True) as (figure, axes):
        left, right = axes[0]
        for recipe, _, colour, marker in RECIPES:
            rows = table[table["recipe"] == recipe].set_index("rule").loc[order]
            places = range(len(order))
            value = rows["told_apart_trees"]
            low, high = (rows[f"told_apart_trees_{end}"] for end in ("low", "high"))
            half = [value - low, high - value]
            dots(right, value, places, half, colour, marker)
            left.plot(
                rows["first_mean_error"],
                places,
                color=colour,
                marker=marker,
                ls="",
                ms=5,
            )
        vertical(left, table["first_noise"].mean(), "perfect draws", ha="left")
        vertical(right, 0.5, "chance", ha="left")
        left.set_xlabel("mean error of a tile's share of red")
        right.set_xlabel("told apart from the rule's boards by trees")
        left.set_xlim(0)
        list_downwards(left, order)
        entries = [(name, {"color": c, "marker": m}) for _, name, c, m in RECIPES]
        key(figure, entries)
    return figure
