"""Pictures of `categories`: exemplar bias by learner, by exposure, and by domain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from figures.shared import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    dots,
    hollow,
    horizontal,
    key,
    means,
    vertical,
)
from metamer.core.study import Study
from metamer.paradigms.categories.controls import (
    equal_correlation,
    towards_full,
    towards_zero_shot,
)
from metamer.paradigms.categories.figures import Interpolation
from metamer.reports.drawing import canvas, list_downwards
from metamer.reports.figures import ByLearner

FAMILIES = {
    "glm": ("generalised linear models", ORANGE, "s"),
    "gp": ("Gaussian processes (length scale)", GREEN, "^"),
    "nn": ("networks (units, layers)", BLUE, "o"),
    "": ("references", GREY, "D"),
}
"""How each family of learners is called and drawn, by the start of its names."""

COMPETENT = 0.5
"""Learners are set apart if fewer of their units than this are competent."""


def plane() -> Figure:
    """EVR of each learner of points in the plane, with earlier replications."""
    from metamer.paradigms.categories.studies.plane import plane as study

    table = means("categories-plane", "exemplar_bias", arrangement="printed")
    table = table.sort_values("mean", ascending=False).reset_index(drop=True)
    able = means("categories-plane", "competence", arrangement="printed")
    able = able.set_index("learner")["mean"] >= COMPETENT
    earlier = _published(study("paper"))
    with canvas(6.4, 5.2) as (figure, axes):
        axis = axes[0, 0]
        for at, row in table.iterrows():
            colour, marker = _family(row["learner"])
            dots(axis, row["mean"], at, row["half"], colour, marker)
            if row["learner"] in earlier:
                value, half = earlier[row["learner"]]
                dots(
                    axis, value, at + 0.3, half, GREY, "o", markersize=3.5, mfc="white"
                )
        names = [name + ("" if able[name] else " *") for name in table["learner"]]
        list_downwards(axis, names, fontsize=8)
        vertical(axis, 0, "0: by rule")
        axis.set_xlabel("exemplar bias, EVR (200 units; bars: 95 % intervals)")
        entries = [
            (name, {"color": colour, "marker": marker})
            for name, colour, marker in FAMILIES.values()
        ]
        entries.append(("earlier replication, 20 units", hollow(GREY, "o")))
        entries.append(("*: fewer than half of the units are competent", {"alpha": 0}))
        key(axis, entries, loc="lower right", ncols=1)
    return figure


def _family(learner: str) -> tuple[str, str]:
    start = learner.split(":")[0]
    return FAMILIES.get(start, FAMILIES[""])[1:]


def _published(study: Study) -> dict[str, tuple[float, float]]:
    """Earlier values and half widths of their intervals, by learner or condition."""
    for figure in study.figures:
        if isinstance(figure, ByLearner) and figure.published:
            return {name: (value, half) for name, value, half in figure.published}
        if isinstance(figure, Interpolation) and figure.published:
            return {step: (value, 0.0) for _, step, value in figure.published}
    raise ValueError(f"{study.name} shows no published values")


PATHS = (
    ("towards zero shot", towards_zero_shot, "zero_shot", GREEN, "^"),
    ("towards full exposure", towards_full, "full_exposure", ORANGE, "s"),
    ("at equal correlation", equal_correlation, None, BLUE, "o"),
)
"""The ways from partial exposure: name, step, end, colour and mark."""

STEPS = ("0", ".01", ".1", ".25", "1")


def interpolation() -> Figure:
    """Accuracy in the held-out corner along three paths from partial exposure."""
    from metamer.paradigms.categories.studies.interpolation import (
        interpolation as study,
    )

    earlier = _published(study("paper"))
    learners = {
        "glm:lin": "logistic regression (glm:lin)",
        "nn:16h1d": "network (nn:16h1d)",
        "exemplars": "exemplars",
    }
    with canvas(7.4, 3.0, columns=3, sharey=True) as (figure, axes):
        for axis, (learner, name) in zip(axes[0], learners.items(), strict=True):
            table = means(
                "categories-interpolation", "held_out_accuracy", learner=learner
            ).set_index("condition")
            for _, step, end, colour, marker in PATHS:
                names = ["partial_exposure", *map(step, (0.01, 0.1, 0.25))]
                rows = table.loc[[*names, end] if end else names]
                places = range(len(rows))
                style = {"color": colour, "marker": marker, "markersize": 4}
                style["linestyle"] = "-" if end else "--"
                axis.errorbar(places, rows["mean"], yerr=rows["half"], **style)
                if learner == "nn:16h1d":
                    _earlier(axis, rows.index, earlier, colour, marker)
            axis.set_xticks(range(5), STEPS)
            axis.set_title(name)
            horizontal(axis, 0.5, "chance")
        axes[0, 0].set_ylabel("accuracy, held-out corner")
        axes[0, 1].set_xlabel("share of the way (200 units; bars: 95 % intervals)")
        axes[0, 0].set_ylim(0.4, 1.03)
        entries = [
            (
                name,
                {"color": colour, "marker": marker, "linestyle": "-" if end else "--"},
            )
            for name, _, end, colour, marker in PATHS
        ]
        key(figure, [*entries, ("earlier, 20 units", hollow(GREY, "o"))])
    return figure


def _earlier(
    axis: Any,
    names: Iterable[str],
    earlier: dict[str, tuple[float, float]],
    colour: str,
    marker: str,
) -> None:
    known = [(at, earlier[name][0]) for at, name in enumerate(names) if name in earlier]
    axis.plot(*zip(*known, strict=True), **hollow(colour, marker), zorder=3)


DOMAINS = {
    "mnist:3-8:slant": "3 or 8, slant",
    "mnist:3-8:ink": "3 or 8, ink",
    "mnist:4-9:slant": "4 or 9, slant",
    "mnist:4-9:ink": "4 or 9, ink",
}


def digits() -> Figure:
    """EVR of MNIST digits in both arrangements."""
    from metamer.paradigms.categories.studies.digits import digits as study

    earlier = _published(study("paper"))
    order = ["1-nearest", "exemplars", "mlp:64", "logistic", "rule"]
    with canvas(7.4, 2.5, columns=4, sharey=True, sharex=True) as (figure, axes):
        for axis, (domain, name) in zip(axes[0], DOMAINS.items(), strict=True):
            for arrangement, colour, marker, shift in (
                ("printed", BLUE, "o", -0.15),
                ("mirror", ORANGE, "s", 0.15),
            ):
                cells = {"domain": domain, "arrangement": arrangement}
                table = means("categories-digits", "exemplar_bias", **cells)
                table = table.set_index("learner").loc[order]
                places = [at + shift for at in range(len(order))]
                dots(
                    axis,
                    table["mean"],
                    places,
                    table["half"],
                    colour,
                    marker,
                    markersize=4,
                )
            if domain == "mnist:3-8:slant":
                for learner, (value, _) in earlier.items():
                    place = order.index(learner) - 0.15
                    axis.plot(value, place, **hollow(BLUE, "D"), zorder=3)
            list_downwards(axis, order)
            axis.set_title(name)
            axis.axvline(0, color=GREY, linewidth=0.8, linestyle="--", zorder=0)
        figure.supxlabel(
            "exemplar bias, EVR: 0 by rule, 1 by exemplar (5 units; bars: 95 % intervals)",
            fontsize=9,
        )
        key(
            figure,
            [
                ("printed arrangement", {"color": BLUE, "marker": "o"}),
                ("mirror arrangement", {"color": ORANGE, "marker": "s"}),
                ("earlier replication, printed arrangement", hollow(BLUE, "D")),
            ],
            loc="outside upper center",
        )
    return figure


FACES = {
    "mouth_open:male": ("mouth open / male", 0.094),
    "lipstick:mouth_open": ("lipstick / mouth open", 0.343),
    "male:mouth_open": ("male / mouth open", 0.104),
    "male:high_cheekbones": ("male / high cheekbones", 0.015),
    "male:blond": ("male / blond", 0.084),
    "male:arched_eyebrows": ("male / arched eyebrows", -0.006),
    "blond:male": ("blond / male", 0.216),
}
"""Name and EVR of ResNets on CelebA. Source: dasgupta2022, the authors' notebooks.

Differs: the paper prints .149 for male / blond and .184 for blond / male (Sec. 6).
"""


def faces() -> Figure:
    """EVR of drawn faces for two networks, with the authors' values for photographs."""
    learners = (
        ("resnet-10:2", "ResNet-10 of width 2", GREEN, "^", -0.2),
        ("resnet-10:32", "ResNet-10 of width 32", BLUE, "o", 0.0),
    )
    order = sorted(FACES, key=lambda pair: -_face(pair, "resnet-10:32")["mean"])
    with canvas(6.4, 3.2) as (figure, axes):
        axis = axes[0, 0]
        for at, pair in enumerate(order):
            for learner, _, colour, marker, shift in learners:
                row = _face(pair, learner)
                dots(axis, row["mean"], at + shift, row["half"], colour, marker)
            axis.plot(FACES[pair][1], at + 0.2, **hollow(ORANGE, "D"))
        list_downwards(axis, [FACES[pair][0] for pair in order])
        vertical(axis, 0, "0: by rule")
        vertical(axis, 1, "1: by exemplar")
        axis.set_xlabel("exemplar bias, EVR (10 units; bars: 95 % intervals)")
        axis.set_ylabel("discriminant / distractor")
        entries = [
            (f"{name}, drawn faces", {"color": colour, "marker": marker})
            for _, name, colour, marker, _ in learners
        ]
        entries.append(("authors' notebooks, photographs", hollow(ORANGE, "D")))
        key(axis, entries, loc="lower center", ncols=1, bbox_to_anchor=(0.62, 0.0))
    return figure


def _face(pair: str, learner: str) -> pd.Series:
    cells = {"domain": f"faces:{pair}", "learner": learner}
    return means("categories-faces", "exemplar_bias", **cells).iloc[0]
