"""A grid cut into panels: at its divider lines, at its gaps, or into equal parts."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.programs.scene import Scene, Thing
from metamer.programs.task import Grid


class Panels(NamedTuple):
    """Parts of a grid that stand in rows and columns."""

    rows: list[tuple[int, int]]
    """First row of each row of panels, and the one after its last."""
    columns: list[tuple[int, int]]

    def boxes(self, grid: Grid) -> list[Grid]:
        """The panels in reading order."""
        return [
            grid[top:end, left:stop]
            for top, end in self.rows
            for left, stop in self.columns
        ]

    def joined(self, grid: Grid) -> Grid:
        """The panels put together without what was between them."""
        kept = [np.r_[tuple(slice(*run) for run in runs)] for runs in self]
        return grid[kept[0]][:, kept[1]]

    def things(self, scene: Scene, own: bool) -> list[Thing]:
        """The panels as things: their own cells are those that are not background.

        With `own`, each panel's most common colour is its background.
        """
        corners = [(top, left) for top, _ in self.rows for left, _ in self.columns]
        boxes = self.boxes(scene.grid)
        return [
            Thing(top, left, box != (_usual(box) if own else scene.background), box)
            for (top, left), box in zip(corners, boxes, strict=True)
        ]


def _usual(box: np.ndarray) -> int:
    return int(np.bincount(box.ravel()).argmax())


def _between(cut: np.ndarray) -> list[tuple[int, int]]:
    """The runs of rows (or columns) that are not cut away."""
    edges = np.diff(np.r_[1, cut.astype(int), 1])
    starts, ends = np.flatnonzero(edges == -1), np.flatnonzero(edges == 1)
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def _lines(grid: np.ndarray, colour: int) -> Panels | None:
    rows = _between((grid == colour).all(1))
    columns = _between((grid == colour).all(0))
    many = len(rows) * len(columns)
    return Panels(rows, columns) if 2 <= many <= 36 else None


def at_dividers(scene: Scene) -> Panels | None:
    """Cut at the full lines of one colour that is not the background's.

    Of several colours, one that is seen in such lines only, if possible one that leaves
    panels of one size.
    """
    found = []
    for colour in np.unique(scene.grid[scene.figure]).tolist():
        panels = _lines(scene.grid, colour)
        if panels is not None:
            boxes = panels.boxes(scene.grid)
            elsewhere = any((box == colour).any() for box in boxes)
            sizes = len({box.shape for box in boxes})
            found.append((elsewhere, sizes, colour, panels))
    return min(found, key=lambda it: it[:3])[-1] if found else None


def at_gaps(scene: Scene) -> Panels | None:
    """Cut at the full lines of background."""
    return _lines(scene.grid, scene.background)


def _equal(length: int, parts: int, line: int) -> list[tuple[int, int]]:
    """Equal runs, lines between them left out; none if the length does not allow it."""
    line = line if parts > 1 else 0
    step, rest = divmod(length + line, parts)
    if rest or step <= line:
        return []
    return [(place * step, (place + 1) * step - line) for place in range(parts)]


def _parts(down: int, across: int, line: int = 0) -> Callable[[Scene], Panels | None]:
    """Cut into so many equal parts each way, with a line between them or none."""

    def cut(scene: Scene) -> Panels | None:
        rows = _equal(scene.grid.shape[0], down, line)
        columns = _equal(scene.grid.shape[1], across, line)
        return Panels(rows, columns) if rows and columns else None

    return cut


def _along(parts: int, line: int = 0) -> Callable[[Scene], Panels | None]:
    def cut(scene: Scene) -> Panels | None:
        height, width = scene.grid.shape
        tall = height > width
        return _parts(parts if tall else 1, 1 if tall else parts, line)(scene)

    return cut


def squares(scene: Scene) -> Panels | None:
    """Cut a long grid into squares."""
    height, width = scene.grid.shape
    side = min(height, width)
    if max(height, width) % side or height == width:
        return None
    return Panels(_equal(height, height // side, 0), _equal(width, width // side, 0))


Split = tuple[float, Callable[[Scene], Panels | None]]

SPLITS: dict[str, Split] = {
    "panel between lines": (0.0, at_dividers),
    "panel between gaps": (0.4, at_gaps),
    "half (upper, lower)": (0.6, _parts(2, 1)),
    "half (left, right)": (0.6, _parts(1, 2)),
    "half of the longer side": (0.6, _along(2)),
    "third of the longer side": (0.8, _along(3)),
    "half beside the middle line": (0.7, _along(2, 1)),
    "third of the longer side, between lines": (0.9, _along(3, 1)),
    "quarter": (0.8, _parts(2, 2)),
    "square": (0.7, squares),
    "ninth": (1.0, _parts(3, 3)),
}
"""Ways to cut a grid, with their costs."""

LINES: dict[str, Split] = {
    "row": (0.8, lambda scene: _parts(scene.grid.shape[0], 1)(scene)),
    "column": (0.8, lambda scene: _parts(1, scene.grid.shape[1])(scene)),
}
"""The finest cuts, for sorting."""
