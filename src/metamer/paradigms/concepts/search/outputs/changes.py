"""Grids made of one grid: flipped, repeated, scaled, framed, compressed, completed.

Some are operations of the table in `search.operations`, with their words; adding one of
these is adding its name. Adding another change is adding one function below. Each gives
None if it does not apply.
"""

from collections.abc import Callable

import numpy as np

from metamer.paradigms.concepts.search.entries import Entries
from metamer.paradigms.concepts.search.motions import MOTIONS
from metamer.paradigms.concepts.search.operations.table import operation
from metamer.paradigms.concepts.search.scene import bounds
from metamer.paradigms.concepts.tasks import LARGEST, Grid

Change = Callable[[Grid], Grid | None]

CHANGES: Entries[Change] = Entries("change")
change = CHANGES.add


def share(name: str, *choices: str, cost: float = 1.0) -> None:
    """Declare an operation, or some of its choices, as changes."""
    for choice in choices or ("",):
        shared = operation(name, choice)
        change(shared.words, cost)(shared.on_grid)


def apply(function: Change, grid: Grid | None) -> Grid | None:
    """A change of a grid; None if there is none, or if it is too large or empty."""
    changed = None if grid is None else function(grid)
    if changed is None or not changed.size or max(changed.shape) > LARGEST:
        return None
    return changed


# --- flips and turns

*USUAL_MOTIONS, ABOUT_OTHER_DIAGONAL = MOTIONS

share("flip", *USUAL_MOTIONS)
share("flip", ABOUT_OTHER_DIAGONAL, cost=1.2)


# --- parts


share("trim", "edges")
share("compress", "repeated")


@change("without rows and columns of one colour", 1.2)
def without_plain_lines(grid: Grid) -> Grid | None:
    rows = (grid != grid[:, :1]).any(1)
    columns = (grid != grid[:1]).any(0)
    return grid[rows][:, columns]


share("compress", "black")


@change("cropped to what does not have the colour of its corner")
def crop_from_corner(grid: Grid) -> Grid | None:
    mask = grid != grid[0, 0]
    return grid[bounds(mask)] if mask.any() else None


share("crop")
share("half", "upper", "lower", "left", "right")
change("its upper half and the middle row", 1.2)(
    lambda grid: grid[: (len(grid) + 1) // 2]
)
change("its left half and the middle column", 1.2)(
    lambda grid: grid[:, : (grid.shape[1] + 1) // 2]
)
share("side", "top row", "bottom row", "left column", "right column")
share("middle", "cell")


@change("its middle row, if there is one")
def middle_row(grid: Grid) -> Grid | None:
    return grid[len(grid) // 2 :][:1] if len(grid) % 2 else None


@change("its middle column, if there is one")
def middle_column(grid: Grid) -> Grid | None:
    return grid[:, grid.shape[1] // 2 :][:, :1] if grid.shape[1] % 2 else None


@change("its middle third", 1.2)
def middle_third(grid: Grid) -> Grid | None:
    down, across = len(grid) // 3, grid.shape[1] // 3
    if not down or not across:
        return None
    return grid[down : len(grid) - down, across : grid.shape[1] - across]


# --- repeats

BESIDE = ("side by side", "one below the other")
SHORTER, LONGER = "along its shorter side", "along its longer side"

share("twice", *BESIDE)
change("twice each way")(lambda grid: np.tile(grid, (2, 2)))
change("three times, side by side")(lambda grid: np.hstack([grid] * 3))
change("three times, one below the other")(lambda grid: np.vstack([grid] * 3))
change("three times each way")(lambda grid: np.tile(grid, (3, 3)))
share("twice_apart", *BESIDE, cost=1.3)


def share_by_sides(name: str, across: str, down: str, cost: float) -> None:
    """Declare an operation along the shorter side of a grid, and along its longer side."""
    shorter = operation(name, SHORTER)
    wide, tall = operation(name, across).on_grid, operation(name, down).on_grid
    change(shorter.words, cost)(shorter.on_grid)
    change(shorter.words.replace(SHORTER, LONGER), cost)(
        lambda grid: wide(grid) if len(grid) < grid.shape[1] else tall(grid)
    )


share_by_sides("twice", *BESIDE, 1.2)
share_by_sides("twice_apart", *BESIDE, 1.4)
share_by_sides("twice_mirrored", "on the right", "below", 1.3)
share("twice_mirrored", "on the right", "below")


@change("with its mirror images on the right and below", 1.2)
def mirror_both_ways(grid: Grid) -> Grid | None:
    across = np.hstack([grid, grid[:, ::-1]])
    return np.vstack([across, across[::-1]])


# --- sizes


def enlarge(grid: Grid, by: int) -> Grid:
    """Every cell as a square of `by` cells."""
    return np.kron(grid, np.ones((by, by), np.uint8))


share("enlarge", "twice", "three times")
change("four times as large", 1.3)(lambda grid: enlarge(grid, 4))


@change("enlarged by its number of colours", 1.4)
def enlarge_by_colours(grid: Grid) -> Grid | None:
    return enlarge(grid, len(np.unique(grid[grid != 0])))


@change("with one cell for each of its blocks")
def shrink(grid: Grid) -> Grid | None:
    """One cell for each block, if the whole is made of square blocks of one size."""
    for by in range(min(grid.shape), 1, -1):
        if not len(grid) % by and not grid.shape[1] % by:
            small = grid[::by, ::by]
            if np.array_equal(enlarge(small, by), grid):
                return small
    return None


@change("with every second row and column only")
def halve(grid: Grid) -> Grid | None:
    return grid[::2, ::2]


@change("repeated in each of its own coloured cells", 1.4)
def in_itself(grid: Grid) -> Grid | None:
    return np.kron((grid != 0).astype(np.uint8), grid)


@change("with a black edge around", 1.2)
def with_edge(grid: Grid) -> Grid | None:
    return np.pad(grid, 1)


# --- colours


share("dye_by_count", "most common")


@change("filled with its main colour")
def fill(grid: Grid) -> Grid | None:
    return np.full_like(grid, np.bincount(grid.ravel()).argmax())


@change("with its main colour replaced by black", 1.2)
def blacken(grid: Grid) -> Grid | None:
    main = np.bincount(grid.ravel()).argmax()
    return np.where(grid == main, np.uint8(0), grid)


@change("with its two colours exchanged")
def exchange(grid: Grid) -> Grid | None:
    colours = np.unique(grid)
    if len(colours) != 2:
        return None
    return (colours.sum() - grid).astype(np.uint8)


# --- completed: black cells take the colour of their mirror image


share("symmetrise", "flipped left to right", "flipped upside down")
share("symmetrise_fully", "both ways", cost=1.2)


@change("made symmetric about its diagonal", 1.2)
def complete_diagonally(grid: Grid) -> Grid | None:
    return np.where(grid == 0, grid.T, grid) if len(grid) == grid.shape[1] else None
