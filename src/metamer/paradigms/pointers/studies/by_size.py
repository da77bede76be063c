"""Measures, learners and figures of the studies of accuracy by training size."""

from __future__ import annotations

from metamer.core.study import Figure, Learner, Test
from metamer.paradigms.pointers.figures.accuracy import (
    AccuracyBySize,
    ErrorKinds,
    SizeNeeded,
)
from metamer.paradigms.pointers.learners import TokenMlp
from metamer.paradigms.pointers.references import Induction, Lookup, Marginal, Nearest
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.training.settings import Training

MEASURES = (
    "iid_accuracy",
    "iid_accuracy_of_fitted",
    "taught_accuracy",
    "fitted",
    "fitted_after",
    "missed_position",
    "missed_rule",
    "missed_digit",
)

ENDS: tuple[Learner, ...] = (Induction(), Lookup(), Marginal())
"""Learners that find the rule, remember what they saw, or look at the pointer alone."""

REFERENCES: tuple[Learner, ...] = (*ENDS, Nearest())
"""The same, and the nearest neighbour, which is slow after a million items."""

TINY = TokenMlp(
    widths=(64, 64),
    embedding=16,
    training=Training(epochs=30, least_steps=300, batch=128, warm_up=3),
)
"""A network that trains in seconds. Source: ours."""

HALF = Training(epochs=100, least_steps=400)
"""Half of the paper's training, which takes minutes on two cores. Source: ours."""

TESTS: tuple[Test, ...] = (Interval("iid_accuracy"),)

FIGURES: tuple[Figure, ...] = (
    SizeNeeded(),
    ErrorKinds(),
    Means(
        ("iid_accuracy", "taught_accuracy", "iid_accuracy_of_fitted"),
        "All learners in numbers",
        "Means over units, with the half width of their 95 % intervals. Of fitted: only "
        "units that get 20 % of their taught items right, as in the paper; the cell is "
        "empty if no unit does.",
    ),
)


def new_items(title: str, lines: str = "complexity") -> Figure:
    """Accuracy on new items by training size, with a line for each level of a column."""
    return AccuracyBySize(
        "iid_accuracy",
        title,
        "Share of right answers to new items from the training distribution. Mean and 95 % "
        "interval over units; faint points are units. Dashed lines: the accuracy of always "
        "giving the most frequent answer, which the paper does not show.",
        lines=lines,
    )
