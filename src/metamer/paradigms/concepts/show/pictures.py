"""Tasks and grids as pictures: SVG for pages, and Matplotlib figures."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.paradigms.concepts.score import wrong_cells
from metamer.paradigms.concepts.show.texts import (
    PALETTE,
    UNKNOWN,
    Answers,
    captioned_pairs,
)
from metamer.paradigms.concepts.tasks import Grid, Task

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE_COLOUR = "#555555"

TASK_WIDTH, TASK_HEIGHT = 900, 560
"""Pixels that a task is fitted into, unless its cells would become too small."""

MIN_CELL, MAX_CELL = 5, 22
"""Pixels of a cell's side."""

GAP, CAPTION_WIDTH, MARK_SIZE = 16, 92, 30
"""Pixels between grids, of the longest caption, and of a question mark."""

LINE_HEIGHT = 18
"""Pixels of a line of text."""

GRID_SIDE = 160
"""Pixels of the longer side of a single grid."""

DPI, POINTS_PER_PIXEL = 96, 72 / 96


class PlacedGrid(NamedTuple):
    """A grid, or a question mark for none, and its upper left corner in pixels."""

    grid: Grid | None
    left: float
    top: float


class TaskLayout(NamedTuple):
    """The places of everything in the picture of a task, in pixels."""

    grids: list[PlacedGrid]
    captions: list[tuple[str, float]]
    cell: float
    """The side of a cell, the same in all grids."""
    width: float
    height: float


def layout(task: Task, answers: Answers) -> TaskLayout:
    """A task in a row: inputs above their outputs, captions above both."""
    found = captioned_pairs(task, answers)
    above = max(column.input.shape[0] for column in found)
    below = max(column.cells[1] for column in found)
    across = sum(column.cells[0] for column in found)
    cell = min(
        (TASK_WIDTH - GAP * (len(found) + 2)) / across, TASK_HEIGHT / (above + below)
    )
    cell = float(np.clip(cell, MIN_CELL, MAX_CELL))
    second = LINE_HEIGHT + above * cell + GAP
    grids, captions, left = [], [], float(GAP)
    for column in found:
        grids.append(PlacedGrid(column.input, left, LINE_HEIGHT))
        grids.append(PlacedGrid(column.output, left, second))
        captions.append((column.caption, left))
        left += max(column.cells[0] * cell, CAPTION_WIDTH) + GAP
        if len(captions) == len(task.demonstrations):
            left += GAP
    return TaskLayout(
        grids, captions, cell, left, second + max(below * cell, MARK_SIZE) + GAP
    )


def svg(task: Task, answers: Answers) -> str:
    """A task as a picture for a page: demonstrations, then what is asked."""
    plan = layout(task, answers)
    shown, asked = len(task.demonstrations), len(task.inputs)
    parts = [_label(words, left, LINE_HEIGHT - 6, 12) for words, left in plan.captions]
    for grid, left, top in plan.grids:
        place = f'<g transform="translate({left:g} {top:g}) scale({plan.cell:g})">'
        unknown = _label(UNKNOWN, left, top + MARK_SIZE, MARK_SIZE)
        parts.append(unknown if grid is None else f"{place}{_cells(grid)}</g>")
    title = f"A task (demonstrations: {shown}, asked inputs: {asked})"
    return _page("".join(parts), plan.width, plan.height, title)


def svg_grid(grid: Grid, side: int = GRID_SIDE) -> str:
    """One grid as a picture for a page, its longer side at most `side` pixels."""
    return _single(grid, side, "", _size(grid))


def svg_difference(guess: Grid, answer: Grid, side: int = GRID_SIDE) -> str:
    """A guess as a picture: wrong cells are crossed out, or all if its size is wrong."""
    wrong, (height, width) = wrong_cells(guess, answer), guess.shape
    if wrong is None:
        path = f"M0 0L{width} {height}M0 {height}L{width} 0"
        return _single(guess, side, path, f"{_size(guess)}, not {_size(answer)}")
    places = np.argwhere(wrong).tolist()
    path = "".join(f"M{x}.2 {y}.2l.6 .6m0-.6l-.6 .6" for y, x in places)
    return _single(guess, side, path, f"{_size(guess)}, {len(places)} wrong")


def _size(grid: Grid) -> str:
    return f"{grid.shape[0]} x {grid.shape[1]} cells"


def _single(grid: Grid, side: int, crosses: str, title: str) -> str:
    cell = min(side / max(grid.shape), MAX_CELL)
    height, width = (cell * length + 2 for length in grid.shape)
    place = f'<g transform="translate(1 1) scale({cell:g})">'
    # Black on white is visible on every colour.
    over = _stroke(crosses, "#FFFFFF", 0.28) + _stroke(crosses, "#000000", 0.12)
    return _page(f"{place}{_cells(grid)}{over}</g>", width, height, title)


def _page(content: str, width: float, height: float, title: str) -> str:
    """A picture that shrinks where there is less room."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto" '
        f'role="img"><title>{title}</title>{content}</svg>'
    )


def _label(words: str, left: float, base: float, size: int) -> str:
    style = f'font-family="sans-serif" font-size="{size}" fill="currentColor"'
    return f'<text x="{left:g}" y="{base:g}" {style}>{words}</text>'


def _cells(grid: Grid) -> str:
    """A grid whose cells have the side 1: one shape for each colour, and lines."""
    shapes: dict[int, str] = defaultdict(str)
    for top, row in enumerate(grid.tolist()):
        left = 0
        for colour, cells in groupby(row):
            run = len(list(cells))
            shapes[colour] += f"M{left} {top}h{run}v1h-{run}z"
            left += run
    height, width = grid.shape
    across = "".join(f"M0 {row}h{width}" for row in range(height + 1))
    down = "".join(f"M{column} 0v{height}" for column in range(width + 1))
    areas = [
        f'<path fill="{PALETTE[colour]}" d="{path}"/>'
        for colour, path in shapes.items()
    ]
    return "".join([*areas, _stroke(across + down, LINE_COLOUR, 0.06)])


def _stroke(path: str, colour: str, width: float) -> str:
    style = f'fill="none" stroke="{colour}" stroke-width="{width}"'
    return f'<path {style} d="{path}"/>' if path else ""


def picture(task: Task, answers: Answers) -> Figure:
    """A task as a Matplotlib figure: demonstrations, then what is asked."""
    from matplotlib.figure import Figure

    plan = layout(task, answers)
    figure = Figure((plan.width / DPI, plan.height / DPI))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    for words, left in plan.captions:
        axes.text(left, LINE_HEIGHT - 6, words, fontsize=12 * POINTS_PER_PIXEL)
    for grid, left, top in plan.grids:
        if grid is None:
            axes.text(
                left, top + MARK_SIZE, UNKNOWN, fontsize=MARK_SIZE * POINTS_PER_PIXEL
            )
        else:
            _draw(axes, grid, (left, top), plan.cell)
    axes.set(xlim=(0, plan.width), ylim=(plan.height, 0))
    return figure


def _draw(axes: Axes, grid: Grid, corner: tuple[float, float], cell: float) -> None:
    """A grid and its lines, from its upper left corner on."""
    from matplotlib.colors import to_rgb

    left, top = corner
    height, width = grid.shape
    right, bottom = left + width * cell, top + height * cell
    colours = np.array([to_rgb(colour) for colour in PALETTE])
    axes.imshow(colours[grid], extent=(left, right, bottom, top), aspect="auto")
    style: dict[str, Any] = {
        "colors": LINE_COLOUR,
        "linewidth": 0.06 * cell * POINTS_PER_PIXEL,
    }
    axes.hlines(np.linspace(top, bottom, height + 1), left, right, **style)
    axes.vlines(np.linspace(left, right, width + 1), top, bottom, **style)
