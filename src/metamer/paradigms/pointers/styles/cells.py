"""Pictures of digits in cells, for blocks and sequences."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.paradigms.pointers.generator.distribution import Distribution
from metamer.paradigms.pointers.rules.rule import Boundary, PointerRule
from metamer.paradigms.pointers.styles import digit_images

if TYPE_CHECKING:
    from jaxtyping import Float, UInt8
    from matplotlib.axes import Axes

    from metamer.paradigms.pointers.generator.pictures import Pictures

    Picture = UInt8[np.ndarray, "down across *channel"]

Grid = tuple[int, int]
"""Cells down and across; the first is the pointer, the others are the values."""

WIDE, TALL = 12, 6
"""The size of a cell in a terminal, in characters, which are twice as tall as wide."""

CELLS_ACROSS = 6
"""Cells side by side in a terminal of 80 columns."""


def rule(
    values: int, complexity: int, aggregate: str, boundary: Boundary
) -> PointerRule:
    """The rule in which the ten pointer digits are divided among the values, in order.

    If the division has a remainder, the first values get one digit more: of three values,
    0 to 3 point at the first, 4 to 6 at the second, 7 to 9 at the third.

    Source: zhang2021, Fig. 1.
    """
    shares = np.array_split(np.arange(digit_images.DIGITS), values)
    positions = tuple(value for value, share in enumerate(shares) for _ in share)
    return PointerRule(
        complexity, aggregate, boundary, values, digit_images.DIGITS, positions
    )


def source(
    images: tuple[str, str],
    grid: Grid,
    distribution: Distribution,
    rule: PointerRule,
    split: str,
) -> Pictures:
    """The source of pictures with the images of one split; those of the pointer first."""
    import jax.numpy as jnp

    from metamer.paradigms.pointers.generator.pictures import Bank, Pictures

    chosen = {name: digit_images.split_images(name, split) for name in images}
    banks = {
        name: Bank(*map(jnp.asarray, (own.images, own.firsts, own.counts)))
        for name, own in chosen.items()
    }
    cell = max(own.cell for own in chosen.values())
    pointers, values = (banks[name] for name in images)
    return Pictures(distribution.rows(rule), pointers, values, grid, cell)


def source_name(images: str) -> str:
    """The name of a source of images in tables: its own, or that of the folder."""
    return Path(images).expanduser().absolute().name


def picture(axes: Axes, item: Picture, grid: Grid) -> None:
    """Draw a picture, dark on light if it is grey, with its pointer in a dashed frame.

    Cells are one unit wide, and the first is centred at (0, 0).
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
    """Draw a frame inside a cell."""
    from matplotlib.patches import Rectangle

    row, column = divmod(cell, grid[1])
    corner = (column - 0.46, row - 0.46)
    axes.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, **style))


def text(item: Picture, grid: Grid, marked: Collection[int] = ()) -> str:
    """A picture in characters, with a sign below the `marked` cells."""
    down, across = grid
    blocks = [
        [*lines, ("^" if cell in marked else " ") * WIDE]
        for cell, lines in enumerate(_shade(item, grid))
    ]
    text = []
    for row in range(0, down * across, across):
        for first in range(row, row + across, CELLS_ACROSS):
            beside = blocks[first : min(first + CELLS_ACROSS, row + across)]
            text += [" ".join(parts) for parts in zip(*beside, strict=True)]
    return "\n".join(text)


def _shade(item: Picture, grid: Grid) -> list[list[str]]:
    """The lines of each cell, with denser characters for brighter pixels."""
    from metamer.reports.shades import SHADES

    down, across = grid
    grey = item.reshape(*item.shape[:2], -1).mean(axis=2)
    rows = _resize(grey, down * TALL)
    small = _resize(rows.T, across * WIDE).T
    levels = np.rint(small / max(small.max(), 1) * (len(SHADES) - 1)).astype(int)
    cells = SHADES[levels].reshape(down, TALL, across, WIDE).swapaxes(1, 2)
    return [["".join(line) for line in cell] for cell in cells.reshape(-1, TALL, WIDE)]


def _resize(
    pixels: Float[np.ndarray, "row col"], count: int
) -> Float[np.ndarray, "count col"]:
    """Pixels with `count` rows: each is the mean of some rows, or a copy of one."""
    edges = np.linspace(0, len(pixels), count + 1).astype(int)
    sums = np.add.reduceat(pixels, edges[:-1], axis=0)
    return sums / np.maximum(np.diff(edges), 1)[:, None]
