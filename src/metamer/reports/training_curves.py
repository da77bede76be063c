"""What trainings of a run wrote down while they went on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.store import Run
from metamer.reports.analysis import Analysis

if TYPE_CHECKING:
    import pandas as pd


def training_curves(run: Analysis) -> pd.DataFrame:
    """The curves of all trainings of a run; no rows if nothing was trained.

    A row is a point of one unit; its first columns say which learner and condition it is.
    """
    import pandas as pd

    folder = Run(run.responses.folder).folder / "curves"
    frames = [pd.read_csv(path) for path in sorted(folder.glob("*.csv"))]
    frames = [frame for frame in frames if len(frame) and "learner" in frame]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
