"""Learning curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metamer.core.registry import figure
from metamer.core.store import Run
from metamer.paradigms.tiles.figures.by_rule import PLACES
from metamer.reports.analysis import Analysis, Exhibit, empty_exhibit
from metamer.reports.drawing import COLOURS, canvas, log_scale

if TYPE_CHECKING:
    import pandas as pd


@figure.add("curves")
@dataclass(frozen=True)
class Curves:
    """Learning curves: blue tiles per board over the boards of training.

    Source: ours.
    """

    title: str = "Learning"
    caption: str = (
        "Blue tiles turned up per board in training, a line for each unit. A board that "
        "was given up at the limit counts with the blue tiles turned up until then."
    )

    def __call__(self, run: Analysis) -> Exhibit:
        import pandas as pd

        folder = Run(run.responses.folder).folder / "curves"
        frames = [pd.read_csv(path) for path in sorted(folder.glob("*.csv"))]
        frames = [frame for frame in frames if len(frame) and "learner" in frame]
        if not frames:
            return empty_exhibit(self.title, "No learner of this run was trained.")
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
        colour = COLOURS[PLACES[str(condition)]]
        style = "-" if condition == "abstract" else "--"
        axis.plot(
            line["episodes"],
            line["blue"],
            style,
            color=colour,
            linewidth=0.7,
            alpha=0.7,
        )
    log_scale(axis)
