"""Colours that a cell gets from an order in the grid: symmetry, repetition, halves."""

from functools import partial

import numpy as np

from metamer.programs.cells.expressions import expression
from metamer.programs.cells.expressions_things import COMPLETED, painting
from metamer.programs.cells.sight import Sight
from metamer.programs.scene import NOTHING, Scene, Thing

REACH = 4
"""How far from the middle of its box a thing's axis is looked for, in half cells."""

# --- symmetry


@painting("{} completed left to right", 1.1, COMPLETED)
def _left_right(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    _complete(thing, scene, canvas, (1,))


@painting("{} completed up to down", 1.1, COMPLETED)
def _up_down(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    _complete(thing, scene, canvas, (0,))


@painting("{} completed left to right and up to down", 1.1, COMPLETED)
def _both_ways(thing: Thing, scene: Scene, canvas: np.ndarray) -> None:
    _complete(thing, scene, canvas, (1, 0))


def _complete(
    thing: Thing, scene: Scene, canvas: np.ndarray, axes: tuple[int, ...]
) -> None:
    """Draw what a thing lacks to be symmetric about the axes that fit it best."""
    image = np.full(scene.grid.shape, NOTHING, np.uint8)
    image[thing.place] = thing.image
    for axis in axes:
        mirrored = _best_mirror(image, axis)
        image = np.where(image == NOTHING, mirrored, image)
    drawn = image != NOTHING
    canvas[drawn] = image[drawn]


def _best_mirror(image: np.ndarray, axis: int) -> np.ndarray:
    """The image mirrored about the line that brings most of it onto itself."""
    drawn = np.flatnonzero((image != NOTHING).any(1 - axis))
    middle = int(drawn[0] + drawn[-1])
    about = sorted(
        range(middle - REACH, middle + REACH + 1), key=lambda it: abs(it - middle)
    )
    mirrored = [mirror(image, axis, it) for it in about]
    fits = [int(((it == image) & (it != NOTHING)).sum()) for it in mirrored]
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
    thing: Thing, scene: Scene, canvas: np.ndarray, axis: int, keep: bool
) -> None:
    """Turn a thing over about the middle of the cells of its usual colour."""
    main = np.flatnonzero((thing.image == thing.colour).any(1 - axis))
    start = thing.top if axis == 0 else thing.left
    image = np.full(scene.grid.shape, NOTHING, np.uint8)
    image[thing.place] = thing.image
    mirrored = mirror(image, axis, int(main[0] + main[-1]) + 2 * start)
    if not keep:
        canvas[image != NOTHING] = scene.background
    drawn = mirrored != NOTHING
    canvas[drawn] = mirrored[drawn]


for _axis, _name in enumerate(("up to down", "left to right")):
    painting(f"its image {_name} about the main part of {{}}", 1.3, ("any8", "any4"))(
        partial(_about_main, axis=_axis, keep=False)
    )
    painting(f"{{}} completed {_name} about its main part", 1.3, ("any8", "any4"))(
        partial(_about_main, axis=_axis, keep=True)
    )

# --- repetition

LONGEST = 8
"""The longest period of a pattern that is looked for."""
DOUBT = 0.35
"""Where wrong cells and tile make more than this part of the cells, nothing repeats."""


@expression("what is usual at its place in the repeating pattern", 1.4)
def _tiled(sight: Sight) -> np.ndarray:
    return _repeated(sight, np.ones(sight.shape, bool))


@expression("what the pattern repeats to, background being gaps", 1.4)
def _filled(sight: Sight) -> np.ndarray:
    return _repeated(sight, sight.figure)


def _repeated(sight: Sight, counted: np.ndarray) -> np.ndarray:
    """The usual colours by place in a tile, of the tile that explains most for its size.

    Every wrong cell costs one, and so does every cell of the tile.
    """
    height, width = sight.shape
    best, least = sight.grid, DOUBT * counted.sum()
    for tall in range(1, min(LONGEST, height // 2) + 1):
        for wide in range(1, min(LONGEST, width // 2) + 1):
            tile = _tile(sight.grid, counted, tall, wide)
            whole = np.tile(tile, (height // tall + 1, width // wide + 1))
            whole = whole[:height, :width]
            price = ((whole != sight.grid) & counted).sum() + tall * wide
            if price < least:
                best, least = whole, price
    return best


def _tile(grid: np.ndarray, counted: np.ndarray, tall: int, wide: int) -> np.ndarray:
    """The most common colour at each place of a tile; `NOTHING` where none is known."""
    row, column = np.ogrid[: grid.shape[0], : grid.shape[1]]
    place = (row % tall) * wide + column % wide
    counts = np.zeros((tall * wide, 10), int)
    np.add.at(counts, (place[counted], grid[counted]), 1)
    usual = np.where(counts.any(1), counts.argmax(1), NOTHING)
    return usual.reshape(tall, wide).astype(np.uint8)


@expression("what its row goes on with", 1.3)
def _row_on(sight: Sight) -> np.ndarray:
    return np.stack([_line_on(line, sight.background) for line in sight.grid])


@expression("what its column goes on with", 1.3)
def _column_on(sight: Sight) -> np.ndarray:
    return np.stack([_line_on(line, sight.background) for line in sight.grid.T]).T


def _line_on(line: np.ndarray, background: int) -> np.ndarray:
    """A line whose pattern, from its first to its last colour, is repeated to its ends.

    The shortest period that the colours from first to last keep to; background within
    is part of the pattern.
    """
    some = np.flatnonzero(line != background)
    if not len(some):
        return line
    shown = line[some[0] : some[-1] + 1]
    for period in range(1, len(shown) + 1):
        if (shown[period:] == shown[:-period]).all():
            return shown[(np.arange(len(line)) - some[0]) % period]
    return line


# --- halves


@expression("what is in its place in the other half, left or right", 1.2)
def _other_side(sight: Sight) -> np.ndarray:
    return _swapped(sight.grid)


@expression("what is in its place in the other half, above or below", 1.2)
def _other_height(sight: Sight) -> np.ndarray:
    return _swapped(sight.grid.T).T


def _swapped(grid: np.ndarray) -> np.ndarray:
    """Left and right half exchanged; a middle column stays."""
    width = grid.shape[1]
    half = width // 2
    middle = grid[:, half : width - half]
    return np.concatenate([grid[:, width - half :], middle, grid[:, :half]], axis=1)
