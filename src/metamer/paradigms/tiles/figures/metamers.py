"""How the networks that make metamers learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from metamer.core.recorded import Recorded
from metamer.core.registry import figure
from metamer.paradigms.tiles.controls import accuracies
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.facets import facet_axes

EPOCHS = 50
"""Updates whose mean is one point. Source: ours."""

STOPPING_ACCURACY = 0.99
"""Where the dotted line is drawn. Source: kumar2022, Fig. S2: training stops there."""


@figure.add("filler_accuracy")
@dataclass(frozen=True)
class FillerAccuracy:
    """Accuracy of the network that makes metamers, for each rule, over its training.

    Source: kumar2022, Fig. S2.
    """

    title: str = "The networks that make metamers"
    caption: str = (
        "How often the hidden tile of a board was guessed right in training, on fresh "
        "boards of the rule; each point is the mean of 50 epochs of 400 boards. Training "
        "ends after 4,000 epochs, or when the mean of five exceeds .99 (dotted)."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        paradigm: Any = run.study.paradigm
        known = not isinstance(paradigm, Recorded) and "metamer" in paradigm.kinds
        found = {}
        for rule in paradigm.rules if known else ():
            accuracy = accuracies(paradigm.control(rule))
            if len(accuracy):
                found[rule] = accuracy
        if not found:
            return empty_exhibit(
                self.title, "No network of this run guesses one hidden tile."
            )
        with facet_axes(
            len(found),
            (0.7, 0.5),
            (1.6, 1.4),
            ("epochs", "accuracy"),
            sharex=True,
            sharey=True,
        ) as (drawing, axes):
            for axis, (rule, accuracy) in zip(axes, found.items(), strict=True):
                axis.plot(*_points(accuracy), linewidth=1)
                axis.axhline(
                    STOPPING_ACCURACY, color="0.5", linewidth=0.8, linestyle=":"
                )
                axis.set_title(f"{rule}: {accuracy[-EPOCHS:].mean():.3f}", loc="left")
        return Exhibit(self.title, self.caption, drawing)


def _points(
    accuracy: Float[np.ndarray, " update"],
) -> tuple[Float[np.ndarray, " point"], Float[np.ndarray, " point"]]:
    """The ends of stretches of epochs, and the mean of each stretch."""
    starts = np.arange(0, len(accuracy), EPOCHS)
    ends = np.append(starts[1:], len(accuracy))
    return ends.astype(float), np.add.reduceat(accuracy, starts) / (ends - starts)
