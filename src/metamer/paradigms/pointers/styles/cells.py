"""Pictures of digits in cells: what blocks and sequences share."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.paradigms.pointers import digits
from metamer.paradigms.pointers.laws import Law
from metamer.paradigms.pointers.rules import Boundary, Rule

if TYPE_CHECKING:
    from jaxtyping import Float, UInt8
    from matplotlib.axes import Axes

    from metamer.streams.pictures import Pictures

    Picture = UInt8[np.ndarray, "down across *channel"]

Grid = tuple[int, int]
"""Cells down and across; the first is the pointer, the others are the values."""

WIDE, TALL = 12, 6
"""Characters of a cell in the terminal: twice as many across, because they are tall."""

BESIDE = 6
"""Cells beside each other in a terminal of 80 columns."""


def rule(values: int, complexity: int, aggregate: str, boundary: Boundary) -> Rule:
    """The rule where the ten digits are divided over the values, in order.

    The first values have one digit more where that does not come out even: with three
    values, 0 to 3 point at the first, 4 to 6 at the second, 7 to 9 at the third.

    Source: zhang2021, Fig. 1.
    """
    shares = np.array_split(np.arange(digits.DIGITS), values)
    positions = tuple(value for value, share in enumerate(shares) for _ in share)
    return Rule(complexity, aggregate, boundary, values, digits.DIGITS, positions)


def source(images: str, grid: Grid, law: Law, rule: Rule, split: str) -> Pictures:
    """What draws pictures under `law` with the images of one part."""
    import jax.numpy as jnp

    from metamer.streams.pictures import Pictures

    part = digits.part(images, split)
    return Pictures(
        law.rows(rule),
        jnp.asarray(part.images),
        jnp.asarray(part.firsts),
        jnp.asarray(part.counts),
        grid,
        part.cell,
    )


def named(images: str) -> str:
    """What tables call a source: its name, or the name of the folder."""
    return Path(images).expanduser().absolute().name


def picture(axes: Axes, item: Picture, grid: Grid) -> None:
    """Draw a picture, dark on light where it is grey, its pointer in a dashed frame.

    Cells are one unit wide, and the middle of the first is (0, 0).
    """
    down, across = grid
    around = (-0.5, across - 0.5, down - 0.5, -0.5)
    axes.imshow(item, cmap="gray_r", vmin=0, vmax=255, extent=around)
    axes.hlines(np.arange(down + 1) - 0.5, *around[:2], color="0.6", linewidth=0.5)
    axes.vlines(np.arange(across + 1) - 0.5, *around[2:], color="0.6", linewidth=0.5)
    frame(axes, 0, grid, linewidth=1, linestyle="--")
    axes.set(xlim=(-0.55, across - 0.45), ylim=(down - 0.45, -0.55))
    axes.set_axis_off()


def frame(axes: Axes, cell: int, grid: Grid, **style: Any) -> None:
    """Draw a frame within a cell."""
    from matplotlib.patches import Rectangle

    row, column = divmod(cell, grid[1])
    corner = (column - 0.46, row - 0.46)
    axes.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, **style))


def text(item: Picture, grid: Grid, marked: Collection[int] = ()) -> str:
    """A picture in characters, with a sign below the `marked` cells."""
    down, across = grid
    shown = [
        [*lines, ("^" if cell in marked else " ") * WIDE]
        for cell, lines in enumerate(_shaded(item, grid))
    ]
    told = []
    for row in range(0, down * across, across):
        for first in range(row, row + across, BESIDE):
            beside = shown[first : min(first + BESIDE, row + across)]
            told += [" ".join(parts) for parts in zip(*beside, strict=True)]
    return "\n".join(told)


def _shaded(item: Picture, grid: Grid) -> list[list[str]]:
    """The lines of each cell, brighter pixels as denser characters."""
    from metamer.paradigms.categories.domains.shades import SHADES

    down, across = grid
    grey = item.reshape(*item.shape[:2], -1).mean(axis=2)
    rows = _averaged(grey, down * TALL)
    small = _averaged(rows.T, across * WIDE).T
    levels = np.rint(small / max(small.max(), 1) * (len(SHADES) - 1)).astype(int)
    cells = SHADES[levels].reshape(down, TALL, across, WIDE).swapaxes(1, 2)
    return [["".join(line) for line in cell] for cell in cells.reshape(-1, TALL, WIDE)]


def _averaged(
    pixels: Float[np.ndarray, "row col"], many: int
) -> Float[np.ndarray, "many col"]:
    """`many` rows made of all rows: means of some, or the same one again."""
    edges = np.linspace(0, len(pixels), many + 1).astype(int)
    sums = np.add.reduceat(pixels, edges[:-1], axis=0)
    return sums / np.maximum(np.diff(edges), 1)[:, None]
