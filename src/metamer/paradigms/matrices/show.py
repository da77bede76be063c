"""A whole item as a picture or as text: matrix, candidates, answer and triples."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

import numpy as np
from jaxtyping import Integer, UInt8

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    CANDIDATES,
    CELLS,
    CONTEXT,
    DIRECTIONS,
    LINES,
    SHAPES,
    TRIPLES,
    facts,
)
from metamer.paradigms.matrices.score import LETTERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

EXAMPLES, MAX_EXAMPLES = 4, 40
"""Items in a report, and the most that one picture can have."""

CAPTION = (
    "Which candidate completes the matrix? The right one is framed. Below are the "
    "triples, with the direction in which they hold, and the attributes that vary "
    "without a rule."
)

SHAPE_SIGNS, LINE_SIGNS = "CTSPHO*", "\\/|-<o"
"""The signs for shapes and lines, in the order of `SHAPES` and `LINES`."""

COLUMNS, WIDTH = 80, 12
"""The widths of a terminal and of a panel in it, in characters."""

PIXELS = 160
"""The width of panels that are drawn from symbols."""

INCHES, ACROSS, LETTERING = 7.6, 8.25, 0.2
"""The width of a picture, the same in panels, and the height of a line of text in
panels."""

BESIDE, GAP = 3.75, 0.1
"""Where the candidates begin, and the gap between panels, in panels."""

RIGHT = "#12733b"

NO_LABEL = -1
"""The right candidate where it is not shown."""

Features = Integer[np.ndarray, " 15"]


def rules(features: Features) -> list[str]:
    """The triples of a matrix in words, with their directions if these are known."""
    triples, directions, _ = (column[0] for column in facts(features[None]))
    found = [
        str(TRIPLES[triple]).replace("_", " ")
        + (f" along {DIRECTIONS[direction]}" if direction >= 0 else "")
        for triple, direction in zip(triples, directions, strict=True)
        if triple >= 0
    ]
    return found or ["its triples are unknown"]


def distractors(features: Features) -> list[str]:
    """A line that names the attributes that vary without a rule, if any do."""
    flags = facts(features[None]).distracting[0]
    names = [str(name) for name, flag in zip(ATTRIBUTES, flags, strict=True) if flag]
    return [f"distracting: {', '.join(names)}"] if names else []


def plain(inputs: np.ndarray, label: int, features: Features) -> dict[str, Any]:
    """An item for a program to read: 8 panels and 8 candidates, the answer, the triples."""
    return {
        "panels": inputs,
        "answer": LETTERS[label],
        "triples": rules(features),
        "distractors": distractors(features),
    }


def text(
    panels: Integer[np.ndarray, " panel *axes"], label: int, features: Features
) -> str:
    """An item for a terminal: symbols in full, and of pixels only what is known."""
    answer = f"answer: {LETTERS[label]}"
    head = "\n".join([*rules(features), *distractors(features), answer])
    if panels.ndim == 3:
        return f"{head}\nIts panels are pixels; use --out to save a picture."
    blocks = [_panel(panel) for panel in panels]
    matrix = [*blocks[:CONTEXT], ["", "?".center(WIDTH)]]
    offered = zip(LETTERS[:CANDIDATES], blocks[CONTEXT:], strict=True)
    candidates = [[letter, *block] for letter, block in offered]
    rows = [_beside(matrix[first : first + 3]) for first in (0, 3, 6)]
    rows += [_beside(candidates[first : first + 4]) for first in (0, 4)]
    return "\n\n".join([head, *rows, _legend()])


def _legend() -> str:
    """The meaning of the signs."""
    shapes = ", ".join(map(" ".join, zip(SHAPE_SIGNS, SHAPES, strict=True)))
    lines = ", ".join(map(" ".join, zip(LINE_SIGNS, LINES, strict=True)))
    sentences = (
        f"In the cells, with size and colour from 0 to 9: {shapes}.",
        f"Below them the lines, with colour from 0 to 9: {lines}.",
    )
    return "\n".join(fill(each, COLUMNS, subsequent_indent="  ") for each in sentences)


def _panel(symbols: Integer[np.ndarray, " 15"]) -> list[str]:
    """A panel in four lines of text: three rows of cells, and its lines."""
    cells = [_shape(code) for code in symbols[:CELLS].tolist()]
    codes = zip(LINE_SIGNS, symbols[CELLS:].tolist(), strict=True)
    lines = "".join(f"{sign}{code - 1}" for sign, code in codes if code)
    return [*(" ".join(cells[first : first + 3]) for first in (0, 3, 6)), lines]


def _shape(code: int) -> str:
    type, rest = divmod(code - 1, 100)
    return f"{SHAPE_SIGNS[type]}{rest:02}" if code else " . "


def _beside(blocks: list[list[str]]) -> str:
    """Blocks of lines, side by side."""
    rows = zip_longest(*blocks, fillvalue="")
    lines = ("   ".join(part.ljust(WIDTH) for part in row) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def pictures(items: Items) -> list[tuple[str, Figure]]:
    """A picture of each of the first items, with its caption."""
    few = range(min(EXAMPLES, len(items.labels)))
    return [(CAPTION, picture(items.rows(slice(at, at + 1)), 1)) for at in few]


def picture(items: Items, count: int) -> Figure:
    """The first items, one below the other, from symbols or pixels."""
    from matplotlib.figure import Figure

    if not 1 <= count <= MAX_EXAMPLES:
        raise Refusal(f"a picture has 1 to {MAX_EXAMPLES} matrices, not {count}")
    inputs = np.asarray(items.inputs[:count])
    panels = inputs if inputs.ndim == 4 else render(inputs, PIXELS)
    below = [_lettering(np.asarray(row)) for row in items.features[:count]]
    heights = [3.7 + LETTERING * len(lines) for lines in below]
    figure = Figure((INCHES, sum(heights) * INCHES / ACROSS))
    grid = figure.add_gridspec(
        len(panels), height_ratios=heights, left=0, right=1, bottom=0, top=1, hspace=0
    )
    for place, lines in enumerate(below):
        axes = figure.add_subplot(grid[place])
        axes.set(xlim=(-0.1, ACROSS - 0.1), ylim=(heights[place] - 0.2, -0.2))
        axes.set_axis_off()
        _draw(axes, panels[place], int(items.labels[place]))
        for line, words in enumerate(lines):
            height = 3.4 + LETTERING * line
            axes.text(0, height, words, fontsize=8, va="center", color="0.15")
    return figure


def question_picture(panels: Integer[np.ndarray, " panel *axes"]) -> Figure:
    """One item as it is asked: nothing says which candidate is right."""
    from matplotlib.figure import Figure

    height = 3.5
    figure = Figure((INCHES, height * INCHES / ACROSS))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(-0.1, ACROSS - 0.1), ylim=(height - 0.1, -0.1))
    axes.set_axis_off()
    pixels = panels if panels.ndim == 3 else render(panels[None], PIXELS)[0]
    _draw(axes, pixels, NO_LABEL)
    return figure


def _lettering(features: Features) -> list[str]:
    """The lines of text below an item."""
    return [*wrap("  ·  ".join(rules(features)), 120), *distractors(features)]


def _draw(axes: Axes, panels: UInt8[np.ndarray, "16 row col"], label: int) -> None:
    """A matrix with its missing panel, and its candidates beside it."""
    step = 1 + GAP
    for place, panel in enumerate(panels[:CONTEXT]):
        down, across = divmod(place, 3)
        _draw_panel(axes, panel, across * step, down * step)
    _draw_gap(axes, 2 * step, 2 * step)
    for place, panel in enumerate(panels[CONTEXT:]):
        down, across = divmod(place, 4)
        corner = BESIDE + across * step, 0.45 + down * 1.5
        _draw_panel(axes, panel, *corner)
        _name(axes, LETTERS[place], *corner, right=place == label)


def _draw_panel(
    axes: Axes, panel: UInt8[np.ndarray, "row col"], left: float, top: float
) -> None:
    extent = (left, left + 1, top + 1, top)
    axes.imshow(panel, "gray", vmin=0, vmax=255, extent=extent, aspect="auto")
    # A frame of one pixel disappears when panels are scaled down.
    _frame(axes, left, top, 0, color="black", linewidth=0.8)


def _draw_gap(axes: Axes, left: float, top: float) -> None:
    """The place of the missing panel."""
    _frame(axes, left, top, 0, color="0.45", linestyle=(0, (4, 3)))
    middle = left + 0.5, top + 0.5
    axes.text(*middle, "?", fontsize=26, ha="center", va="center", color="0.45")


def _name(axes: Axes, letter: str, left: float, top: float, right: bool) -> None:
    """The letter of a candidate, and a frame around the right one."""
    weight, colour = ("bold", RIGHT) if right else ("normal", "0.35")
    place = left + 0.5, top - 0.14
    axes.text(
        *place,
        letter,
        fontsize=9,
        ha="center",
        va="center",
        color=colour,
        weight=weight,
    )
    if right:
        _frame(axes, left, top, 0.035, color=RIGHT, linewidth=2.5)


def _frame(axes: Axes, left: float, top: float, away: float, **line: Any) -> None:
    """A line around a panel."""
    from matplotlib.patches import Rectangle

    side = 1 + 2 * away
    axes.add_patch(Rectangle((left - away, top - away), side, side, fill=False, **line))
