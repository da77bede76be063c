"""What the studies of zhang2021 measure, draw and tell alike."""

from __future__ import annotations

from metamer.core.study import Figure, Learner, Test
from metamer.learners.retrieval import TokenMlp
from metamer.paradigms.pointers.references import Induction, Lookup, Marginal, Nearest
from metamer.reports.pointers import AccuracyBySize, ErrorKinds, SizeNeeded
from metamer.reports.tables import Means
from metamer.statistics.intervals import Interval
from metamer.training.recipes import Training

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
"""Who finds the rule, who keeps what it saw, and who looks at the pointer alone."""

REFERENCES: tuple[Learner, ...] = (*ENDS, Nearest())
"""The same and the nearest neighbour, which takes long after a million items."""

TINY = TokenMlp(
    widths=(64, 64),
    embedding=16,
    training=Training(epochs=30, least_steps=300, batch=128, warm_up=3),
)
"""A network for seconds. Source: ours."""

HALF = Training(epochs=100, least_steps=400)
"""Half of the paper's training, for minutes on two cores. Source: ours."""

TESTS: tuple[Test, ...] = (Interval("iid_accuracy"),)

FIGURES: tuple[Figure, ...] = (
    SizeNeeded(),
    ErrorKinds(),
    Means(
        ("iid_accuracy", "taught_accuracy", "iid_accuracy_of_fitted"),
        "All learners in numbers",
        "Means over units, with the half width of their 95 % intervals. Of fitted: only "
        "units that get 20 % of their taught items right, as the paper counts; where none "
        "does the cell is empty.",
    ),
)

WRAP = (
    "Inferred: a window that reaches the end of the values goes on at their start. Only "
    "then are there the 10^(m+2) cases that the paper counts. "
    "`--set paradigm.boundary=truncate` lets it stop there."
)
FEW_STEPS = (
    "Not the paper's sizes: `--scale paper` has its networks, training and sizes, and "
    "wants a GPU."
)
KEPT = (
    "Nothing is dropped: the paper leaves out runs that did not fit (below 20 % of taught "
    "items right in Fig. 12, 60 % in Fig. 13). Measures named `of_fitted` count its way."
)
SENTENCES = (
    "The paper's curves are pictures: only its sentences can be compared with, such as "
    "that its MLP is at chance with m = 3 at 10^6 items and learns it at 10^7."
)
LINES = (
    "Dashed lines are what always giving the most frequent answer scores; the paper does "
    "not draw them."
)


def remarks(scale: str, *own: str) -> tuple[str, ...]:
    """What every reader must know, then what belongs to one study."""
    return (*(() if scale == "paper" else (FEW_STEPS,)), *own)


def new_items(title: str, lines: str = "complexity") -> Figure:
    """Accuracy on new items by training size, a line for each of something."""
    return AccuracyBySize(
        "iid_accuracy",
        title,
        "Share of right answers to new items, drawn as the taught ones. Mean and 95 % "
        f"interval over units; faint points are units. {LINES}",
        lines=lines,
    )
