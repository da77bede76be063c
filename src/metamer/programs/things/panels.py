"""Panels: the parts of a grid between lines that span it."""

import numpy as np

from metamer.programs.scene import Scene, Thing


def panels(scene: Scene) -> list[Thing]:
    """The boxes between full rows and columns of one colour that is not background.

    Each is one thing with all its cells, background included; none without such lines.
    """
    rows, columns = _parts(scene, scene.grid), _parts(scene, scene.grid.T)
    if len(rows) * len(columns) < 2:
        return []
    return [_panel(scene, row, column) for row in rows for column in columns]


def _parts(scene: Scene, grid: np.ndarray) -> list[slice]:
    """Runs of rows that lie between full lines."""
    line = (grid == grid[:, :1]).all(1) & (grid[:, 0] != scene.background)
    ends = np.flatnonzero(np.diff(np.r_[True, line, True].astype(int)))
    return [slice(*it) for it in ends.reshape(-1, 2).tolist()]


def _panel(scene: Scene, rows: slice, columns: slice) -> Thing:
    box = scene.grid[rows, columns]
    return Thing(rows.start, columns.start, np.ones(box.shape, bool), box)
