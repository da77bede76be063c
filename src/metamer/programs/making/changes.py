"""Grids made of one grid: flipped, repeated, scaled, framed, compressed, completed.

Adding a change is adding one function below. Each gives None where it does not apply.
"""

from collections.abc import Callable

import numpy as np

from metamer.programs.task import LARGEST, Grid

Change = Callable[[Grid], Grid | None]

CHANGES: dict[str, tuple[float, Change]] = {}
"""Changes in words, with their costs."""


def change(words: str, cost: float = 1.0) -> Callable[[Change], Change]:
    """Keep a function of one grid."""

    def keep(function: Change) -> Change:
        CHANGES[words] = (cost, function)
        return function

    return keep


def apply(function: Change, grid: Grid | None) -> Grid | None:
    """A change of a grid, if there is one and nothing becomes too large or empty."""
    made = None if grid is None else function(grid)
    if made is None or not made.size or max(made.shape) > LARGEST:
        return None
    return made


# --- flips and turns

change("flipped left to right")(lambda grid: grid[:, ::-1])
change("flipped upside down")(lambda grid: grid[::-1])
change("turned by half")(lambda grid: grid[::-1, ::-1])
change("turned to the left")(lambda grid: np.rot90(grid))
change("turned to the right")(lambda grid: np.rot90(grid, -1))
change("flipped about its diagonal")(lambda grid: grid.T)
change("flipped about its other diagonal", 1.2)(lambda grid: grid[::-1, ::-1].T)


# --- parts


@change("without its edge")
def _inner(grid: Grid) -> Grid | None:
    return grid[1:-1, 1:-1]


@change("without what repeats the row above or the column before")
def compressed(grid: Grid) -> Grid | None:
    """Of equal rows and columns side by side only the first."""
    rows = np.r_[True, (grid[1:] != grid[:-1]).any(1)]
    columns = np.r_[True, (grid[:, 1:] != grid[:, :-1]).any(0)]
    return grid[rows][:, columns]


@change("without its plain rows and columns", 1.2)
def _unplain(grid: Grid) -> Grid | None:
    rows = (grid != grid[:, :1]).any(1)
    columns = (grid != grid[:1]).any(0)
    return grid[rows][:, columns]


@change("without its black rows and columns")
def _without_black(grid: Grid) -> Grid | None:
    return grid[(grid != 0).any(1)][:, (grid != 0).any(0)]


@change("cropped to what is not its corner's colour")
def _content(grid: Grid) -> Grid | None:
    return _cropped(grid, grid != grid[0, 0])


@change("cropped to what is not black")
def _not_black(grid: Grid) -> Grid | None:
    return _cropped(grid, grid != 0)


def _cropped(grid: Grid, mask: np.ndarray) -> Grid | None:
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return grid[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


change("its upper half")(lambda grid: grid[: len(grid) // 2])
change("its lower half")(lambda grid: grid[(len(grid) + 1) // 2 :])
change("its left half")(lambda grid: grid[:, : grid.shape[1] // 2])
change("its right half")(lambda grid: grid[:, (grid.shape[1] + 1) // 2 :])
change("its upper half and the middle row", 1.2)(
    lambda grid: grid[: (len(grid) + 1) // 2]
)
change("its left half and the middle column", 1.2)(
    lambda grid: grid[:, : (grid.shape[1] + 1) // 2]
)
change("its top row")(lambda grid: grid[:1])
change("its bottom row")(lambda grid: grid[-1:])
change("its left column")(lambda grid: grid[:, :1])
change("its right column")(lambda grid: grid[:, -1:])


@change("its middle")
def _middle(grid: Grid) -> Grid | None:
    down, across = (len(grid) - 1) // 2, (grid.shape[1] - 1) // 2
    return grid[down : len(grid) - down, across : grid.shape[1] - across]


@change("its middle row")
def _middle_row(grid: Grid) -> Grid | None:
    return grid[len(grid) // 2 :][:1] if len(grid) % 2 else None


@change("its middle column")
def _middle_column(grid: Grid) -> Grid | None:
    return grid[:, grid.shape[1] // 2 :][:, :1] if grid.shape[1] % 2 else None


@change("its middle third", 1.2)
def _third(grid: Grid) -> Grid | None:
    down, across = len(grid) // 3, grid.shape[1] // 3
    if not down or not across:
        return None
    return grid[down : len(grid) - down, across : grid.shape[1] - across]


# --- repeats


def _gap(grid: Grid, rows: int, columns: int) -> Grid:
    return np.zeros((rows or len(grid), columns or grid.shape[1]), np.uint8)


change("twice, side by side")(lambda grid: np.hstack([grid, grid]))
change("twice, one below the other")(lambda grid: np.vstack([grid, grid]))
change("twice each way")(lambda grid: np.tile(grid, (2, 2)))
change("three times, side by side")(lambda grid: np.hstack([grid] * 3))
change("three times, one below the other")(lambda grid: np.vstack([grid] * 3))
change("three times each way")(lambda grid: np.tile(grid, (3, 3)))
change("twice, side by side with a gap", 1.3)(
    lambda grid: np.hstack([grid, _gap(grid, 0, 1), grid])
)
change("twice, one below the other with a gap", 1.3)(
    lambda grid: np.vstack([grid, _gap(grid, 1, 0), grid])
)


def across(words: str, cost: float, wide: Change, tall: Change) -> None:
    """Keep a change that goes by the shape of the grid, both ways round."""
    change(f"{words} across its shorter side", cost)(
        lambda grid: wide(grid) if len(grid) >= grid.shape[1] else tall(grid)
    )
    change(f"{words} along its longer side", cost)(
        lambda grid: wide(grid) if len(grid) < grid.shape[1] else tall(grid)
    )


across(
    "twice",
    1.2,
    lambda grid: np.hstack([grid, grid]),
    lambda grid: np.vstack([grid, grid]),
)
across(
    "twice with a gap",
    1.4,
    lambda grid: np.hstack([grid, _gap(grid, 0, 1), grid]),
    lambda grid: np.vstack([grid, _gap(grid, 1, 0), grid]),
)
across(
    "with its mirror image",
    1.3,
    lambda grid: np.hstack([grid, grid[:, ::-1]]),
    lambda grid: np.vstack([grid, grid[::-1]]),
)
change("with its mirror image on the right")(
    lambda grid: np.hstack([grid, grid[:, ::-1]])
)
change("with its mirror image below")(lambda grid: np.vstack([grid, grid[::-1]]))


@change("with its mirror images on the right and below", 1.2)
def _kaleidoscope(grid: Grid) -> Grid | None:
    wide = np.hstack([grid, grid[:, ::-1]])
    return np.vstack([wide, wide[::-1]])


# --- sizes


def scaled(grid: Grid, by: int) -> Grid:
    """Every cell as a square of `by` cells."""
    return np.kron(grid, np.ones((by, by), np.uint8))


change("twice as large")(lambda grid: scaled(grid, 2))
change("three times as large")(lambda grid: scaled(grid, 3))
change("four times as large", 1.3)(lambda grid: scaled(grid, 4))


@change("as many times as large as it has colours", 1.4)
def _by_colours(grid: Grid) -> Grid | None:
    return scaled(grid, len(np.unique(grid[grid != 0])))


@change("as small as its blocks allow")
def shrunk(grid: Grid) -> Grid | None:
    """One cell for each block, where the whole is made of square blocks of one size."""
    for by in range(min(grid.shape), 1, -1):
        if not len(grid) % by and not grid.shape[1] % by:
            small = grid[::by, ::by]
            if np.array_equal(scaled(small, by), grid):
                return small
    return None


@change("half as large")
def _halved(grid: Grid) -> Grid | None:
    return grid[::2, ::2]


@change("itself in each of its coloured cells", 1.4)
def _in_itself(grid: Grid) -> Grid | None:
    return np.kron((grid != 0).astype(np.uint8), grid)


@change("with a black edge around", 1.2)
def _edged(grid: Grid) -> Grid | None:
    return np.pad(grid, 1)


# --- colours


@change("with its rarer colours in its main colour")
def cleaned(grid: Grid) -> Grid | None:
    """The most common colour that is not black in place of all others but black."""
    counts = np.bincount(grid[grid != 0], minlength=10)
    return np.where(grid != 0, np.uint8(counts.argmax()), grid)


@change("wholly in its main colour")
def _plain(grid: Grid) -> Grid | None:
    return np.full_like(grid, np.bincount(grid.ravel()).argmax())


@change("with its main colour in black", 1.2)
def _main_away(grid: Grid) -> Grid | None:
    main = np.bincount(grid.ravel()).argmax()
    return np.where(grid == main, np.uint8(0), grid)


@change("with its two colours exchanged")
def _exchanged(grid: Grid) -> Grid | None:
    colours = np.unique(grid)
    if len(colours) != 2:
        return None
    return (colours.sum() - grid).astype(np.uint8)


# --- completed


@change("symmetric from left to right")
def _mirrored(grid: Grid) -> Grid | None:
    return np.where(grid == 0, grid[:, ::-1], grid)


@change("symmetric from top to bottom")
def _stood(grid: Grid) -> Grid | None:
    return np.where(grid == 0, grid[::-1], grid)


@change("symmetric both ways", 1.2)
def _both(grid: Grid) -> Grid | None:
    wide = np.where(grid == 0, grid[:, ::-1], grid)
    return np.where(wide == 0, wide[::-1], wide)


@change("symmetric about its diagonal", 1.2)
def _diagonal(grid: Grid) -> Grid | None:
    return np.where(grid == 0, grid.T, grid) if len(grid) == grid.shape[1] else None
