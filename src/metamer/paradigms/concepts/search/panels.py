"""A grid cut into panels: at its lines, at its gaps, or into equal parts."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.scene import Object, Scene
from metamer.paradigms.concepts.tasks import Grid

MIN_PANELS, MAX_PANELS = 2, 36
"""How many panels lines or gaps of one colour may leave."""


class Panels(NamedTuple):
    """Parts of a grid that stand in rows and columns."""

    rows: list[tuple[int, int]]
    """First row of each row of panels, and the one after its last."""
    columns: list[tuple[int, int]]

    def boxes(self, grid: Grid) -> list[Grid]:
        """The panels in reading order."""
        return [
            grid[top:bottom, left:right]
            for top, bottom in self.rows
            for left, right in self.columns
        ]

    def join(self, grid: Grid) -> Grid:
        """The panels put together without what was between them."""
        rows, columns = (np.r_[tuple(slice(*run) for run in runs)] for runs in self)
        return grid[rows][:, columns]

    def objects(self, grid: Grid, own: Callable[[Grid], np.ndarray]) -> list[Object]:
        """The panels as objects; `own` says which cells of a panel are its own."""
        corners = [(top, left) for top, _ in self.rows for left, _ in self.columns]
        return [
            Object(top, left, own(box), box)
            for (top, left), box in zip(corners, self.boxes(grid), strict=True)
        ]


Cut = Callable[[Scene], Panels | None]
"""A way to cut a scene into panels; None if it cannot be cut so."""


def _runs(line: np.ndarray) -> list[tuple[int, int]]:
    """The runs of rows (or columns) between lines."""
    # The ends of the grid count as lines, so that the first and last run are closed.
    edges = np.diff(np.r_[1, line.astype(int), 1])
    starts, ends = np.flatnonzero(edges == -1), np.flatnonzero(edges == 1)
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def at_lines(scene: Scene) -> Panels | None:
    """Cut at full lines, each of one colour that is not background."""
    rows, columns = (
        _runs((grid == grid[:, :1]).all(1) & (grid[:, 0] != scene.background))
        for grid in (scene.grid, scene.grid.T)
    )
    return Panels(rows, columns) if len(rows) * len(columns) >= MIN_PANELS else None


def _at_colour(grid: Grid, colour: int) -> Panels | None:
    """Cut at full lines of one colour."""
    rows, columns = _runs((grid == colour).all(1)), _runs((grid == colour).all(0))
    few = MIN_PANELS <= len(rows) * len(columns) <= MAX_PANELS
    return Panels(rows, columns) if few else None


def at_dividers(scene: Scene) -> Panels | None:
    """Cut at the full lines of one colour that is not the background's.

    Of several colours, one that is seen in such lines only, if possible one that leaves
    panels of one size.
    """
    cuts = []
    for colour in np.unique(scene.grid[scene.figure]).tolist():
        panels = _at_colour(scene.grid, colour)
        if panels is not None:
            boxes = panels.boxes(scene.grid)
            # A colour that is also seen within panels is more likely that of an object.
            elsewhere = any((box == colour).any() for box in boxes)
            sizes = len({box.shape for box in boxes})
            cuts.append((elsewhere, sizes, colour, panels))
    return min(cuts, key=lambda candidate: candidate[:3])[-1] if cuts else None


def at_gaps(scene: Scene) -> Panels | None:
    """Cut at the full lines of background."""
    return _at_colour(scene.grid, scene.background)


def _equal(length: int, parts: int, line: int) -> list[tuple[int, int]]:
    """Equal runs with `line` cells between them; none if the length does not allow it."""
    line = line if parts > 1 else 0
    step, rest = divmod(length + line, parts)
    if rest or step <= line:
        return []
    return [(place * step, (place + 1) * step - line) for place in range(parts)]


def equal_parts(down: int, across: int, line: int = 0) -> Cut:
    """Cut into a number of equal parts each way, with `line` cells between them."""

    def cut(scene: Scene) -> Panels | None:
        rows = _equal(scene.grid.shape[0], down, line)
        columns = _equal(scene.grid.shape[1], across, line)
        return Panels(rows, columns) if rows and columns else None

    return cut


def along_longer_side(parts: int, line: int = 0) -> Cut:
    """Cut the longer side into equal parts with `line` cells between them."""

    def cut(scene: Scene) -> Panels | None:
        height, width = scene.grid.shape
        shape = (parts, 1) if height > width else (1, parts)
        return equal_parts(*shape, line)(scene)

    return cut


def squares(scene: Scene) -> Panels | None:
    """Cut a long grid into squares."""
    height, width = scene.grid.shape
    side = min(height, width)
    if max(height, width) % side or height == width:
        return None
    return Panels(_equal(height, height // side, 0), _equal(width, width // side, 0))


def rows(scene: Scene) -> Panels | None:
    """Each row is a panel."""
    return equal_parts(scene.grid.shape[0], 1)(scene)


def columns(scene: Scene) -> Panels | None:
    """Each column is a panel."""
    return equal_parts(1, scene.grid.shape[1])(scene)
