"""Ways to draw inputs that all families share: grids, shapes, and places for them."""

import numpy as np
from jaxtyping import Bool, Int
from numpy.lib.stride_tricks import sliding_window_view

from metamer.paradigms.concepts.rules import Unfit
from metamer.paradigms.concepts.tasks import COLOURS, Grid

Mask = Bool[np.ndarray, "_ _"]
"""Some cells of a grid."""

DOT = np.ones((1, 1), bool)
"""A single cell."""

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""One cell up, down, left and right."""


def empty(
    rng: np.random.Generator,
    height: tuple[int, int] = (5, 15),
    width: tuple[int, int] = (5, 15),
) -> Grid:
    """A black grid with sides between two lengths."""
    sides = (rng.integers(*height, endpoint=True), rng.integers(*width, endpoint=True))
    return np.zeros(sides, np.uint8)


def colours(rng: np.random.Generator, count: int, *but: int) -> list[int]:
    """Different colours, none of them black or among `but`."""
    left = [colour for colour in range(1, COLOURS) if colour not in but]
    return [int(colour) for colour in rng.permutation(left)[:count]]


def picture_of(mask: Mask, colour: int) -> Grid:
    """A shape in a colour, on black."""
    return mask.astype(np.uint8) * np.uint8(colour)


def rectangle(rng: np.random.Generator, least: int = 2, most: int = 5) -> Mask:
    """A solid rectangle with sides between two lengths."""
    return np.ones(rng.integers(least, most, 2, endpoint=True), bool)


def outline(rng: np.random.Generator, least: int = 3, most: int = 6) -> Mask:
    """The outline of a rectangle, one cell thick."""
    return edge(rectangle(rng, least, most))


def crop(grid: Grid) -> Grid:
    """The smallest part of a grid that holds all that is not black."""
    rows, columns = np.nonzero(grid)
    if not rows.size:
        raise Unfit
    return grid[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def edge(mask: Mask) -> Mask:
    """The cells of a shape that border on a cell outside."""
    padded = np.pad(mask, 1)
    inner = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    return mask & ~inner


def diamond(rng: np.random.Generator, least: int = 1, most: int = 3) -> Mask:
    """A square that stands on a corner, with a radius between two lengths."""
    radius = int(rng.integers(least, most, endpoint=True))
    steps = np.abs(np.arange(-radius, radius + 1))
    return steps[:, None] + steps <= radius


def line(rng: np.random.Generator, least: int = 2, most: int = 5) -> Mask:
    """A line one cell thick, horizontal or vertical."""
    length = int(rng.integers(least, most, endpoint=True))
    return np.ones((1, length) if rng.random() < 0.5 else (length, 1), bool)


def blob(rng: np.random.Generator, least: int = 3, most: int = 6) -> Mask:
    """A random shape, grown cell by cell."""
    cells = [(0, 0)]
    count = rng.integers(least, most, endpoint=True)
    while len(cells) < count:
        row, column = cells[rng.integers(len(cells))]
        down, right = STEPS[rng.integers(len(STEPS))]
        if (row + down, column + right) not in cells:
            cells.append((row + down, column + right))
    rows, columns = np.array(cells).T
    mask = np.zeros((np.ptp(rows) + 1, np.ptp(columns) + 1), bool)
    mask[rows - rows.min(), columns - columns.min()] = True
    return mask


def shape(rng: np.random.Generator, most: int = 4) -> Mask:
    """A shape of any kind; all but blobs have sides of at most `most` (3 or more)."""
    kind = rng.integers(4)
    if kind == 0:
        return rectangle(rng, 2, most)
    if kind == 1:
        return outline(rng, 3, most)
    if kind == 2:
        return line(rng, 2, most)
    return blob(rng, 3, most + 2)


def filled_shape(
    rng: np.random.Generator,
    sides: tuple[int, int] = (3, 5),
    radius: tuple[int, int] = (1, 2),
    cells: tuple[int, int] = (2, 4),
) -> Mask:
    """A shape without holes, whose edge is a closed outline.

    A rectangle, a diamond, or a blob with all cells around it.
    """
    kind = rng.integers(3)
    if kind == 0:
        return rectangle(rng, *sides)
    if kind == 1:
        return diamond(rng, *radius)
    return dilate(np.pad(blob(rng, *cells), 1))


def hollow_and_filled(rng: np.random.Generator, count: int) -> list[Mask]:
    """Two or more random shapes, at least one of them hollow and one filled."""
    masks = [filled_shape(rng) for _ in range(count)]
    hollow = [True, False, *(rng.random(count - 2) < 0.5)]
    return [
        edge(mask) if bare else mask for mask, bare in zip(masks, hollow, strict=True)
    ]


def dilate(mask: Mask) -> Mask:
    """The cells of a mask, and all that touch one by a side or a corner."""
    windows = sliding_window_view(np.pad(mask, 1), (3, 3))
    return np.asarray(windows.any(axis=(2, 3)))


def free_places(
    grid: Grid, mask: Mask, area: Mask | None = None, apart: bool = True
) -> Int[np.ndarray, "place 2"]:
    """Where the top left corner of a shape can be, so that it covers only black cells.

    Within an area, if one is given; and if `apart`, touching nothing that is there.
    """
    if any(np.array(mask.shape) > grid.shape):
        raise Unfit
    # With all cells around what is there taken too, nothing can touch it.
    taken = dilate(grid > 0) if apart else grid > 0
    if area is not None:
        taken = taken | ~area
    windows = sliding_window_view(taken, mask.shape)
    return np.argwhere(~(windows & mask).any(axis=(2, 3)))


def put_anywhere(
    rng: np.random.Generator,
    grid: Grid,
    picture: Grid,
    area: Mask | None = None,
    apart: bool = True,
) -> Grid:
    """The grid with a picture at a random free place (see `free_places`)."""
    places = free_places(grid, picture > 0, area, apart)
    if not len(places):
        raise Unfit
    top, left = places[rng.integers(len(places))]
    return put(grid, picture, int(top), int(left))


def scatter(
    rng: np.random.Generator,
    grid: Grid,
    masks: list[Mask],
    paints: list[int],
    area: Mask | None = None,
) -> Grid:
    """The grid with shapes in their colours, apart from each other."""
    for mask, paint in zip(masks, paints, strict=True):
        grid = put_anywhere(rng, grid, picture_of(mask, paint), area)
    return grid


def put(grid: Grid, picture: Grid, top: int, left: int) -> Grid:
    """The grid with a picture at a place; its black cells are transparent."""
    height, width = picture.shape
    output = grid.copy()
    window = output[top : top + height, left : left + width]
    window[picture > 0] = picture[picture > 0]
    return output
