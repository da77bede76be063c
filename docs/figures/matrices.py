"""Pictures of `matrices`: guessing without the context, training, and regimes."""

from __future__ import annotations

from matplotlib.figure import Figure

from figures.shared import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PINK,
    SKY,
    hollow,
    horizontal,
    key,
    means,
    results,
    vertical,
)
from metamer.paradigms.matrices.studies.literature import (
    COLUMNS,
    KINDS,
    LEVELS,
    TEST,
    VALIDATION,
    WREN,
    WREN_META,
)
from metamer.reports.drawing import canvas, list_downwards

CHANCE = 1 / 8

SOLVERS = (
    ("blind-majority", "majority", ORANGE, "s", 0.0),
    ("blind-medoid", "pixel medoid", BLUE, "o", 0.0),
    ("blind-minority", "minority", GREEN, "^", 0.035),
    ("blind-unique", "unique", PINK, "D", -0.03),
)
"""Solvers that see only the candidates; the last number moves their names apart."""


def audit() -> Figure:
    """Accuracy of solvers that never see the context, by the number of triples."""
    blind = "blind ResNet-50"
    published = [KINDS[blind][LEVELS.index(str(n))] / 100 for n in range(1, 5)]
    with canvas(7.4, 3.2, columns=2, sharey=True) as (figure, axes):
        for axis, foils in zip(axes[0], ("exchangeable", "pgm"), strict=True):
            for solver, name, colour, marker, shift in SOLVERS:
                cells = {"learner": solver, "foils": foils}
                rows = means("matrices-audit", "accuracy_by_triples", **cells)
                style = {"color": colour, "marker": marker, "markersize": 5}
                axis.errorbar(rows["triples"], rows["mean"], yerr=rows["half"], **style)
                if foils == "pgm":
                    y = rows["mean"].iloc[-1] + shift
                    axis.text(4.12, y, name, color=colour, va="center", fontsize=8)
            axis.set_title(f"{foils} foils")
            axis.set_xticks(range(1, 5))
            axis.set_xlim(0.8, 5.3 if foils == "pgm" else 4.2)
            axis.set_xlabel("triples of the matrix")
            horizontal(axis, CHANCE, "chance")
        axes[0, 1].plot(range(1, 5), published, **hollow(GREY, "v"), zorder=3)
        axes[0, 0].set_ylabel("accuracy without the context")
        axes[0, 0].set_ylim(-0.06, 1.08)
        axes[0, 0].text(2.5, 0.2, "all four solvers", ha="center", fontsize=8)
        words = f"{blind}, released items (barrett2018)"
        key(axes[0, 1], [(words, hollow(GREY, "v"))], loc="upper left", ncols=1)
    return figure


def training() -> Figure:
    """Accuracy of WReN while it trains, with other trainings and the paper's figures."""
    curve = results("matrices-wren-long/curve.csv").dropna(subset="test_accuracy")
    ends = (
        ("WReN, 5 epochs", "matrices-wren", "wren", 5, GREY, "s", -0.03),
        ("WReN, beta 10", "matrices-wren", "wren+meta", 6, PINK, "D", 0.03),
        ("PredRNet-like", "matrices-predrnet", "predrnet", 4, GREEN, "^", 0.03),
    )
    lines = (
        ("taught_accuracy", "taught items", SKY, 0.028),
        ("validation_accuracy", "validation", ORANGE, 0.016),
        ("test_accuracy", "test", BLUE, -0.016),
    )
    with canvas(6.4, 3.6) as (figure, axes):
        axis = axes[0, 0]
        for column, name, colour, shift in lines:
            axis.plot(curve["epochs"], curve[column], color=colour)
            y = curve[column].iloc[-1] + shift
            axis.text(44.4, y, name, color=colour, va="center", fontsize=8)
        for name, folder, learner, epochs, colour, marker, shift in ends:
            row = means(folder, "test_accuracy", learner=learner).iloc[0]
            axis.plot(epochs, row["mean"], color=colour, marker=marker, ms=6)
            y = row["mean"] + shift
            axis.text(epochs + 0.8, y, name, color=colour, va="center", fontsize=8)
        for name in (WREN, WREN_META):
            words = f"{name}, test, in barrett2018"
            horizontal(axis, TEST[name][0] / 100, words, x=0.55, ha="center")
        horizontal(axis, CHANCE, "chance")
        axis.set_xlim(0, 51)
        axis.set_ylim(0.1, 0.82)
        axis.set_xlabel("epochs of 1.2 million matrices (one seed each)")
        axis.set_ylabel("accuracy")
    return figure


REGIMES = ("interpolation", "triple_pairs", "extrapolation")


def regimes() -> Figure:
    """Validation and test accuracy of three regimes, with published ones."""
    literature = "PredRNet"
    with canvas(6.4, 2.9) as (figure, axes):
        axis = axes[0, 0]
        for at, regime in enumerate(REGIMES):
            column = COLUMNS.index(regime)
            own = [
                means("matrices-predrnet-regimes", f"{part}_accuracy", condition=regime)
                .iloc[0]
                .loc["mean"]
                for part in ("validation", "test")
            ]
            wren = [table[WREN][column] / 100 for table in (VALIDATION, TEST)]
            for values, colour, shift in ((own, BLUE, -0.22), (wren, ORANGE, 0.0)):
                axis.plot(values, [at + shift] * 2, color=colour, linewidth=1)
                fill = colour if colour == BLUE else "white"
                axis.plot(values[0], at + shift, color=colour, marker="|", ms=9)
                axis.plot(values[1], at + shift, color=colour, marker="o", mfc=fill)
            published = TEST[literature][column] / 100
            axis.plot(published, at + 0.22, **hollow(GREEN, "D"))
        list_downwards(axis, [name.replace("_", " ") for name in REGIMES])
        axis.set_xlim(0, 1.03)
        vertical(axis, CHANCE, "chance")
        axis.set_xlabel(
            "accuracy (bar: validation, as in training; mark: test, held out)"
        )
        key(
            figure,
            [
                ("PredRNet-like, one epoch, one seed", {"color": BLUE, "marker": "o"}),
                ("WReN (barrett2018)", hollow(ORANGE, "o")),
                ("PredRNet (its authors), test", hollow(GREEN, "D")),
            ],
        )
    return figure
