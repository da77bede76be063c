"""Tasks and grids as text, in the terminal, as SVG and as pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.score import as_text, wrong
from metamer.programs.task import Grid, Task

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.console import Group
    from rich.text import Text

PALETTE = (
    *("#000000", "#0074D9", "#FF4136", "#2ECC40", "#FFDC00"),
    *("#AAAAAA", "#F012BE", "#FF851B", "#7FDBFF", "#870C25"),
)
"""The colours 0 to 9. Source: ARC's own test interface."""

INKS = {0: "#777777", 1: "white", 9: "white"}
"""Digits on dark colours; on all others they are black. The background's stay back."""

LINES = "#555555"

WIDE, HIGH = 900, 560
"""Pixels that a task is fitted into, unless its cells would become too small."""

LEAST, MOST = 5, 22
"""Pixels of a cell's side."""

GAP, CAPTION, MARK = 16, 92, 30
"""Pixels between grids, of the longest caption's width, and of a question mark."""

LINE = 18
"""Pixels of a line of text."""

SIDE = 160
"""Pixels of the longer side of a single grid."""

DPI, POINTS = 96, 72 / 96
"""Pixels of an inch, and points of a pixel."""

UNKNOWN = "?"

Answers = Sequence[Grid | None]


class Column(NamedTuple):
    """An input above its output, and what stands over them."""

    caption: str
    input: Grid
    output: Grid | None
    """None where it is not known."""

    @property
    def cells(self) -> tuple[int, int]:
        """The width of the wider one, and the height of the output."""
        height, width = (1, 1) if self.output is None else self.output.shape
        return max(self.input.shape[1], width), height


def columns(task: Task, answers: Answers) -> list[Column]:
    """A task's demonstrations, then its asked inputs with their answers."""
    shown = enumerate(task.demonstrations, 1)
    asked = enumerate(zip(task.inputs, answers, strict=True), 1)
    return [
        *(Column(f"demonstration {number}", *pair) for number, pair in shown),
        *(Column(f"asked {number}", *pair) for number, pair in asked),
    ]


def text(task: Task, answers: Answers) -> str:
    """A task as rows of digits, outputs beside their inputs."""
    return "\n\n".join(_text(column) for column in columns(task, answers))


def _text(column: Column) -> str:
    left = as_text(column.input).split("/")
    right = [UNKNOWN] if column.output is None else as_text(column.output).split("/")
    width = len(left[0])
    rows = zip_longest(left, right, fillvalue="")
    lines = [f"{one:{width}}  {other}".rstrip() for one, other in rows]
    return "\n".join([column.caption, *lines])


def prompt(task: Task, place: int) -> str:
    """A question for a chat model: all demonstrations, then one of the asked inputs.

    Source: moskvichev2023, Fig. 3: rows of numbers with spaces between, in brackets.
    Unstated: the words around them, which are published as a picture only; these are ours.
    """
    if not 0 <= place < len(task.inputs):
        most = len(task.inputs) - 1
        raise Refusal(f"the task has the asked inputs 0 to {most}, not {place}")
    lines = ["Find the rule that turns each input into its output.", ""]
    for number, pair in enumerate(task.demonstrations, 1):
        lines += [f"Input {number}:", *_brackets(pair.input), ""]
        lines += [f"Output {number}:", *_brackets(pair.output), ""]
    lines += ["Test input:", *_brackets(task.inputs[place]), ""]
    return "\n".join([*lines, "Answer with the test output only, in the same form."])


def _brackets(grid: Grid) -> list[str]:
    return [f"[{' '.join(map(str, row))}]" for row in grid.tolist()]


def terminal(grid: Grid) -> Text:
    """A grid in coloured blocks; the digits in them can be read without colours too."""
    from rich.text import Text

    blocks = Text(no_wrap=True)
    for number, row in enumerate(grid.tolist()):
        blocks.append("\n" * (number > 0))
        for cell in row:
            style = f"{INKS.get(cell, 'black')} on {PALETTE[cell]}"
            blocks.append(f" {cell}", style)
    return blocks


def terminal_task(task: Task, answers: Answers, width: int = 80) -> Group:
    """A task in coloured blocks; outputs beside their inputs where there is room."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    parts: list[Text | Table] = []
    for caption, given, answer in columns(task, answers):
        blocks = [
            terminal(given),
            terminal(answer) if answer is not None else Text(UNKNOWN),
        ]
        beside = sum(max(map(len, it.plain.splitlines())) for it in blocks) + 2 <= width
        table = Table.grid(padding=(0, 2) if beside else (1, 0))
        for row in [blocks] if beside else [[it] for it in blocks]:
            table.add_row(*row)
        parts += [Text(caption), table, Text()]
    return Group(*parts)


class Panel(NamedTuple):
    """A grid and where it stands, in pixels; a question mark where there is none."""

    grid: Grid | None
    left: float
    top: float


class Layout(NamedTuple):
    """Where everything in the picture of a task stands, in pixels."""

    panels: list[Panel]
    captions: list[tuple[str, float]]
    cell: float
    """The side of a cell, the same in all grids."""
    width: float
    height: float


def layout(task: Task, answers: Answers) -> Layout:
    """A task in a row: inputs above their outputs, captions above both."""
    found = columns(task, answers)
    above = max(column.input.shape[0] for column in found)
    below = max(column.cells[1] for column in found)
    across = sum(column.cells[0] for column in found)
    cell = min((WIDE - GAP * (len(found) + 2)) / across, HIGH / (above + below))
    cell = float(np.clip(cell, LEAST, MOST))
    second = LINE + above * cell + GAP
    panels, captions, left = [], [], float(GAP)
    for column in found:
        panels += [Panel(column.input, left, LINE), Panel(column.output, left, second)]
        captions.append((column.caption, left))
        left += max(column.cells[0] * cell, CAPTION) + GAP
        if len(captions) == len(task.demonstrations):
            left += GAP
    return Layout(panels, captions, cell, left, second + max(below * cell, MARK) + GAP)


def svg(task: Task, answers: Answers) -> str:
    """A task as a picture for a page: demonstrations, then what is asked."""
    plan = layout(task, answers)
    many, asked = len(task.demonstrations), len(task.inputs)
    parts = [_label(words, left, LINE - 6, 12) for words, left in plan.captions]
    for grid, left, top in plan.panels:
        place = f'<g transform="translate({left:g} {top:g}) scale({plan.cell:g})">'
        unknown = _label(UNKNOWN, left, top + MARK, MARK)
        parts.append(unknown if grid is None else f"{place}{_cells(grid)}</g>")
    title = f"A task: demonstrations: {many}, asked inputs: {asked}"
    return _page("".join(parts), plan.width, plan.height, title)


def svg_grid(grid: Grid, side: int = SIDE) -> str:
    """One grid as a picture for a page, its longer side at most `side` pixels."""
    return _single(grid, side, "", _size(grid))


def svg_difference(guess: Grid, answer: Grid, side: int = SIDE) -> str:
    """A guess as a picture: wrong cells are crossed, or all of it if its size is wrong."""
    marked, (height, width) = wrong(guess, answer), guess.shape
    if marked is None:
        path = f"M0 0L{width} {height}M0 {height}L{width} 0"
        return _single(guess, side, path, f"{_size(guess)}, not {_size(answer)}")
    places = np.argwhere(marked).tolist()
    path = "".join(f"M{x}.2 {y}.2l.6 .6m0-.6l-.6 .6" for y, x in places)
    return _single(guess, side, path, f"{_size(guess)}, {len(places)} wrong")


def _size(grid: Grid) -> str:
    return f"{grid.shape[0]} x {grid.shape[1]} cells"


def _single(grid: Grid, side: int, crosses: str, title: str) -> str:
    cell = min(side / max(grid.shape), MOST)
    height, width = (cell * many + 2 for many in grid.shape)
    place = f'<g transform="translate(1 1) scale({cell:g})">'
    # Black on white is seen on every colour.
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
            many = len(list(cells))
            shapes[colour] += f"M{left} {top}h{many}v1h-{many}z"
            left += many
    height, width = grid.shape
    across = "".join(f"M0 {row}h{width}" for row in range(height + 1))
    down = "".join(f"M{column} 0v{height}" for column in range(width + 1))
    filled = [f'<path fill="{PALETTE[it]}" d="{d}"/>' for it, d in shapes.items()]
    return "".join([*filled, _stroke(across + down, LINES, 0.06)])


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
        axes.text(left, LINE - 6, words, fontsize=12 * POINTS)
    for grid, left, top in plan.panels:
        if grid is None:
            axes.text(left, top + MARK, UNKNOWN, fontsize=MARK * POINTS)
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
    style: dict[str, Any] = {"colors": LINES, "linewidth": 0.06 * cell * POINTS}
    axes.hlines(np.linspace(top, bottom, height + 1), left, right, **style)
    axes.vlines(np.linspace(left, right, width + 1), top, bottom, **style)
