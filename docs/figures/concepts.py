"""Pictures of `concepts`: accuracy by concept, tasks nobody had looked at, shortcuts."""

from __future__ import annotations

from matplotlib.figure import Figure

from figures.shared import (
    BLUE,
    GREY,
    ORANGE,
    PINK,
    dots,
    hollow,
    key,
    means,
    results,
    vertical,
)
from metamer.paradigms.concepts.studies.printed import ACCURACIES
from metamer.reports.drawing import canvas, list_downwards
from metamer.statistics.intervals import wilson

PRINTED = {name: shares[:2] for name, shares in ACCURACIES.items()}
PRINTED["TopBottom3D"] = (0.93, 0.60)
"""Accuracy of people and of the first-place program. Source: moskvichev2023, Table 1.

Differs: 0.60 for the program on TopBottom3D, as in the published file; printed is 0.50.
"""

INPUTS = 9
"""How many inputs each generated family has: three tasks with three each."""

OPEN = {"first place of 2020": 0.525, "people": 0.919}
"""Published accuracies on the open half. Source: `docs/results.md`."""


def accuracy() -> Figure:
    """Share of solved inputs of each concept: the search, people, the first place."""
    table = results("concepts-open/by_concept.csv")
    table = table[table["learner"] == "program-search"]
    table = table.sort_values("share", ascending=False).reset_index(drop=True)
    with canvas(6.4, 4.3) as (figure, axes):
        axis = axes[0, 0]
        half = [table["share"] - table["low"], table["high"] - table["share"]]
        dots(axis, table["share"], table.index, half, BLUE)
        for place, colour, marker in ((0, ORANGE, "s"), (1, PINK, "D")):
            values = [PRINTED[name][place] for name in table["condition"]]
            axis.plot(values, table.index, **hollow(colour, marker), zorder=3)
        list_downwards(axis, list(table["condition"]))
        axis.set_xlim(0, 1.02)
        axis.set_xlabel("share of test inputs solved in three guesses")
        key(
            figure,
            [
                ("program search, 15 inputs (95 %)", {"color": BLUE, "marker": "o"}),
                ("people, 30 inputs", hollow(ORANGE, "s")),
                ("first place of 2020, 30 inputs", hollow(PINK, "D")),
            ],
        )
    return figure


def _search() -> list[tuple[str, bool, int, int]]:
    """What the search was asked: name, if its authors knew it, solved inputs, inputs."""
    tasks = results("concepts-open/by_task.csv").groupby("seen_while_writing")
    seen = tasks[["right", "asked"]].sum()
    families = results("concepts-generated/means.csv")
    families = families[families["measure"] == "solved_by_family"]
    families = families[families["learner"] == "program-search"]
    apart = families["apart"].astype(str) == "True"
    kinds = (
        ("generated, known families", True, families[~apart]),
        ("generated, families kept apart", False, families[apart]),
    )
    return [
        ("ConceptARC, tasks looked at", True, *map(int, seen.loc[True])),
        ("ConceptARC, tasks not looked at", False, *map(int, seen.loc[False])),
        *(
            (name, known, round(INPUTS * rows["mean"].sum()), INPUTS * len(rows))
            for name, known, rows in kinds
        ),
    ]


def search() -> Figure:
    """Share of inputs that the search solves, by whether its authors knew the tasks."""
    rows = _search()
    with canvas(6.4, 2.4) as (figure, axes):
        axis = axes[0, 0]
        for at, (_, known, right, asked) in enumerate(rows):
            found = wilson(right, asked)
            half = [[found.estimate - found.low], [found.high - found.estimate]]
            colour, marker = (GREY, "s") if known else (BLUE, "o")
            dots(axis, found.estimate, at, half, colour, marker)
        list_downwards(axis, [f"{name} ({asked} inputs)" for name, *_, asked in rows])
        for name, value in OPEN.items():
            vertical(axis, value, f"{name},\nConceptARC")
        axis.set_xlim(0.4, 1)
        axis.set_xlabel("share of test inputs solved (bars: 95 %)")
        key(
            figure,
            [
                ("tasks known while it was written", {"color": GREY, "marker": "s"}),
                ("tasks not known", {"color": BLUE, "marker": "o"}),
                ("published", {"color": GREY, "linestyle": "--", "marker": ""}),
            ],
        )
    return figure


TRAININGS = {
    "cue_conflict": ("both explain all demonstrations", ORANGE, "s"),
    "partial_exposure": ("one refutes the shortcut", BLUE, "o"),
    "zero_shot": ("only the rule can be learned", GREY, "D"),
}
"""Training conditions: name, colour and mark."""

FOLLOWERS = {
    "generator-rule": "generator-rule",
    "program-search": "program-search",
    "sklearn-solver:KNeighborsClassifier(n_neighbors=1)": "nearest neighbour of cells",
    "copy-input": "copy-input",
    "sklearn-solver:DecisionTreeClassifier": "decision tree of cells",
    "shortcut-rule": "shortcut-rule",
}
"""Learners, and what they are called in the picture."""


def shortcuts() -> Figure:
    """Between shortcut and rule, in each training condition."""
    with canvas(6.4, 2.9) as (figure, axes):
        axis = axes[0, 0]
        for step, (condition, (_, colour, marker)) in enumerate(TRAININGS.items()):
            table = means(
                "concepts-shortcuts", "rule_over_shortcut", condition=condition
            )
            table = table.set_index("learner").loc[list(FOLLOWERS)]
            places = [place + 0.22 * (step - 1) for place in range(len(FOLLOWERS))]
            dots(axis, table["mean"], places, table["half"], colour, marker)
        list_downwards(axis, list(FOLLOWERS.values()))
        axis.axvline(0.5, color=GREY, linewidth=0.8, linestyle=":")
        axis.set_xlim(-0.03, 1.03)
        axis.set_xlabel("by the shortcut (0) or by the rule (1); bars: 95 %")
        marks = TRAININGS.values()
        key(figure, [(name, {"color": c, "marker": m}) for name, c, m in marks])
    return figure
