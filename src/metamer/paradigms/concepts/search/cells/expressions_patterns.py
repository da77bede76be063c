"""Colours that a cell gets from a pattern in the grid: symmetry, repetition, halves."""

from functools import partial

import numpy as np

from metamer.paradigms.concepts.search.cells.expressions import expression
from metamer.paradigms.concepts.search.cells.expressions_objects import (
    COMPLETED,
    painting,
)
from metamer.paradigms.concepts.search.cells.surroundings import Surroundings
from metamer.paradigms.concepts.search.scene import NOTHING, Object, Scene
from metamer.paradigms.concepts.tasks import COLOURS

MAX_OFFSET = 4
"""How far from the middle of its box the axis of an object is tried, in half cells."""

# --- symmetry


@painting("the {} completed left to right", 1.1, COMPLETED)
def _left_right(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    _complete(obj, scene, canvas, (1,))


@painting("the {} completed upside down", 1.1, COMPLETED)
def _up_down(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    _complete(obj, scene, canvas, (0,))


@painting("the {} completed left to right and upside down", 1.1, COMPLETED)
def _both_ways(obj: Object, scene: Scene, canvas: np.ndarray) -> None:
    _complete(obj, scene, canvas, (1, 0))


def _complete(
    obj: Object, scene: Scene, canvas: np.ndarray, axes: tuple[int, ...]
) -> None:
    """Draw what an object lacks to be symmetric about the axes that fit it best."""
    image = np.full(scene.grid.shape, NOTHING, np.uint8)
    image[obj.slices] = obj.image
    for axis in axes:
        mirrored = _best_mirror(image, axis)
        image = np.where(image == NOTHING, mirrored, image)
    drawn = image != NOTHING
    canvas[drawn] = image[drawn]


def _best_mirror(image: np.ndarray, axis: int) -> np.ndarray:
    """The image mirrored about the line that brings most of it onto itself."""
    drawn = np.flatnonzero((image != NOTHING).any(1 - axis))
    middle = int(drawn[0] + drawn[-1])
    # From the middle outwards: of lines that fit equally well, the first is taken.
    about = sorted(
        range(middle - MAX_OFFSET, middle + MAX_OFFSET + 1),
        key=lambda twice: abs(twice - middle),
    )
    mirrored = [mirror(image, axis, twice) for twice in about]
    fits = [
        int(((candidate == image) & (candidate != NOTHING)).sum())
        for candidate in mirrored
    ]
    return mirrored[int(np.argmax(fits))]


def mirror(image: np.ndarray, axis: int, twice: int) -> np.ndarray:
    """An image mirrored about the line at half of `twice`; `NOTHING` from outside."""
    size = image.shape[axis]
    source = twice - np.arange(size)
    inside = (source >= 0) & (source < size)
    mirrored = np.take(image, np.where(inside, source, 0), axis=axis)
    outside = ~inside if axis == 1 else ~inside[:, None]
    return np.where(outside, np.uint8(NOTHING), mirrored)


def _about_main(
    obj: Object, scene: Scene, canvas: np.ndarray, axis: int, keep: bool
) -> None:
    """Flip an object about the middle of the cells of its most common colour."""
    main = np.flatnonzero((obj.image == obj.colour).any(1 - axis))
    start = obj.top if axis == 0 else obj.left
    image = np.full(scene.grid.shape, NOTHING, np.uint8)
    image[obj.slices] = obj.image
    mirrored = mirror(image, axis, int(main[0] + main[-1]) + 2 * start)
    if not keep:
        canvas[image != NOTHING] = scene.background
    drawn = mirrored != NOTHING
    canvas[drawn] = mirrored[drawn]


for _axis, _name in enumerate(("upside down", "left to right")):
    painting(
        f"its image {_name} about the main part of the {{}}", 1.3, ("any8", "any4")
    )(partial(_about_main, axis=_axis, keep=False))
    painting(f"the {{}} completed {_name} about its main part", 1.3, ("any8", "any4"))(
        partial(_about_main, axis=_axis, keep=True)
    )

# --- repetition

MAX_PERIOD = 8
"""The longest period of a pattern that is looked for."""
MAX_PRICE = 0.35
"""If wrong cells and the tile are more than this part of the cells, nothing repeats."""


@expression("the most common colour at its place in the repeating pattern", 1.4)
def _in_tile(around: Surroundings) -> np.ndarray:
    return _repeated(around, np.ones(around.shape, bool))


@expression(
    "the colour at its place in the repeating pattern, with background as gaps", 1.4
)
def _in_tile_with_gaps(around: Surroundings) -> np.ndarray:
    return _repeated(around, around.figure)


def _repeated(around: Surroundings, counted: np.ndarray) -> np.ndarray:
    """The most common colours by place in the tile that explains most for its size.

    Every wrong cell costs one, and so does every cell of the tile.
    """
    height, width = around.shape
    best, least = around.grid, MAX_PRICE * counted.sum()
    for tall in range(1, min(MAX_PERIOD, height // 2) + 1):
        for wide in range(1, min(MAX_PERIOD, width // 2) + 1):
            tile = _tile(around.grid, counted, tall, wide)
            whole = np.tile(tile, (height // tall + 1, width // wide + 1))
            whole = whole[:height, :width]
            price = ((whole != around.grid) & counted).sum() + tall * wide
            if price < least:
                best, least = whole, price
    return best


def _tile(grid: np.ndarray, counted: np.ndarray, tall: int, wide: int) -> np.ndarray:
    """The most common colour at each place of a tile; `NOTHING` where none is known."""
    row, column = np.ogrid[: grid.shape[0], : grid.shape[1]]
    place = (row % tall) * wide + column % wide
    counts = np.zeros((tall * wide, COLOURS), int)
    np.add.at(counts, (place[counted], grid[counted]), 1)
    best = np.where(counts.any(1), counts.argmax(1), NOTHING)
    return best.reshape(tall, wide).astype(np.uint8)


@expression("what continues the pattern of its row", 1.3)
def _row_continued(around: Surroundings) -> np.ndarray:
    return np.stack([_continue_line(line, around.background) for line in around.grid])


@expression("what continues the pattern of its column", 1.3)
def _column_continued(around: Surroundings) -> np.ndarray:
    return np.stack(
        [_continue_line(line, around.background) for line in around.grid.T]
    ).T


def _continue_line(line: np.ndarray, background: int) -> np.ndarray:
    """A line whose pattern, from its first to its last colour, is repeated to its ends.

    The shortest period that the colours from first to last keep to; background within
    is part of the pattern.
    """
    coloured = np.flatnonzero(line != background)
    if not len(coloured):
        return line
    shown = line[coloured[0] : coloured[-1] + 1]
    for period in range(1, len(shown) + 1):
        if (shown[period:] == shown[:-period]).all():
            return shown[(np.arange(len(line)) - coloured[0]) % period]
    return line


# --- halves


@expression("what is at its place in the other half, left or right", 1.2)
def _other_side(around: Surroundings) -> np.ndarray:
    return _exchange_halves(around.grid)


@expression("what is at its place in the other half, above or below", 1.2)
def _other_height(around: Surroundings) -> np.ndarray:
    return _exchange_halves(around.grid.T).T


def _exchange_halves(grid: np.ndarray) -> np.ndarray:
    """Left and right half exchanged; a middle column stays."""
    width = grid.shape[1]
    half = width // 2
    middle = grid[:, half : width - half]
    return np.concatenate([grid[:, width - half :], middle, grid[:, :half]], axis=1)
