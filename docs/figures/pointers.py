"""Pictures of `pointers`: how many items a window takes, and windows never taught."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures.shared import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PINK,
    hollow,
    horizontal,
    key,
    means,
    results,
    vertical,
)
from metamer.reports.drawing import canvas, list_downwards, log_scale

LINES = ((BLUE, "o"), (ORANGE, "s"), (GREEN, "^"), (PINK, "D"))
"""How each complexity is drawn: 0, 1, 2, 3."""

EARLIER = ((0, 1000, 0.277), (0, 10_000, 0.986), (1, 10_000, 0.153))
"""Complexity, items and accuracy of a replication in PyTorch with one seed.

Source: `docs/results.md`.
"""

ENDS = {0: (4500, 0.8), 1: (48_000, 0.8), 2: (490_000, 0.8), 3: (1.25e6, 0.165)}
"""Where the name of each line stands."""


def complexity() -> Figure:
    """Accuracy on new items by the number of taught ones, for windows of 1 to 4 digits."""
    with canvas(6.4, 3.2) as (figure, axes):
        axis = axes[0, 0]
        for m, (colour, marker) in enumerate(LINES):
            rows = means("pointers-complexity", "iid_accuracy", complexity=m)
            rows = rows.sort_values("size")
            bars = {"yerr": rows["half"], "color": colour, "marker": marker, "ms": 5}
            axis.errorbar(rows["size"], rows["mean"], **bars)
            x, y = ENDS[m]
            side = "left" if m == 3 else "right"
            axis.text(x, y, f"m = {m}", color=colour, ha=side, va="center")
        for m, size, value in EARLIER:
            axis.plot(
                size, value, **{**hollow(LINES[m][0], "*"), "markersize": 9}, zorder=4
            )
        log_scale(axis)
        axis.set_xlim(70, 3e6)
        axis.set_ylim(0, 1.04)
        horizontal(axis, 0.1, "chance", va="top")
        axis.set_xlabel("taught items")
        axis.set_ylabel("accuracy on new items")
        key(
            axis,
            [
                ("mean of 5 seeds, 95 % interval", {"color": GREY, "marker": "o"}),
                ("earlier replication, 1 seed", {**hollow(GREY, "*"), "markersize": 9}),
            ],
            loc="upper left",
            ncols=1,
        )
    return figure


LEFT_OUT = {
    ("m1", "holdout-1"): "m = 1: window 01",
    ("m1", "holdout-2"): "m = 1: windows 01, 10",
    ("m1", "multisets-4"): "m = 1: all orders of 4 pairs",
    ("m1", "windows-10"): "m = 1: 10 random windows",
    ("m2", "holdout-1"): "m = 2: window 012",
    ("m2", "holdout-6"): "m = 2: all orders of 012",
    ("m2", "windows-10"): "m = 2: 10 random windows",
}
"""What training left out, by folder and condition."""


def holdout() -> Figure:
    """Accuracy of each seed on windows that training left out."""
    units = pd.concat(
        [results(f"pointers-holdout-{m}/units.csv").assign(m=m) for m in ("m1", "m2")]
    )
    with canvas(7.0, 3.0) as (figure, axes):
        axis = axes[0, 0]
        for at, (m, condition) in enumerate(LEFT_OUT):
            rows = units[(units["m"] == m) & (units["condition"] == condition)]
            colour, marker = LINES[int(m[1])]
            values = rows[rows["measure"] == "holdout_accuracy"]["value"]
            shifts = [at + 0.13 * (place - 2) for place in range(len(values))]
            axis.plot(
                sorted(values), shifts, color=colour, marker=marker, ls="", ms=4.5
            )
            axis.plot(
                [values.mean()] * 2, [at - 0.35, at + 0.35], color="black", lw=1.8
            )
            known = rows[rows["measure"] == "matched_accuracy"]["value"].mean()
            axis.plot(known, at, **hollow(GREY, "v"), zorder=0)
        list_downwards(axis, list(LEFT_OUT.values()))
        axis.set_xlim(-0.03, 1.04)
        vertical(axis, 0.1, "chance")
        axis.set_xlabel("accuracy on the windows that training left out")
        axis.set_ylabel("left out of training")
        key(
            figure,
            [
                ("one seed, m = 1", {"color": LINES[1][0], "marker": LINES[1][1]}),
                ("one seed, m = 2", {"color": LINES[2][0], "marker": LINES[2][1]}),
                ("mean of 5 seeds", {"color": "black", "marker": "|", "mew": 2}),
                ("taught windows, same labels", hollow(GREY, "v")),
            ],
        )
    return figure
