"""Keep, erase and change colours.

Source: ours.
"""

from metamer.programs.operations.cells import (
    blank,
    commonest,
    counts,
    nothing,
    rarest,
)
from metamer.programs.operations.table import Image, change, compiled
from metamer.programs.task import COLOURS


@compiled
def filtered(image: Image, colour: int, keep: bool) -> Image:
    """One colour alone, or everything but it."""
    out = blank(*image.cells.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if (image.cells[row, col] == colour) == keep:
                out[row, col] = image.cells[row, col]
    return Image(out, image.top, image.left)


@compiled
def dyed(image: Image, colour: int) -> Image:
    """Everything that is not black in one colour."""
    out = blank(*image.cells.shape)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if image.cells[row, col]:
                out[row, col] = colour
    return Image(out, image.top, image.left)


@compiled
def swapped(image: Image, first: int, second: int) -> Image:
    """Two colours exchanged."""
    out = image.cells.copy()
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if out[row, col] == first:
                out[row, col] = second
            elif out[row, col] == second:
                out[row, col] = first
    return Image(out, image.top, image.left)


@change("keep colour {}", colours=True)
def keep(image: Image, whole: Image, argument: int) -> Image:
    return filtered(image, argument, True)


@change("erase colour {}", colours=True)
def erase(image: Image, whole: Image, argument: int) -> Image:
    return filtered(image, argument, False)


@change("keep its {} colour", "commonest", "rarest")
def keep_by_count(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return filtered(image, commonest(cells) if argument == 0 else rarest(cells), True)


@change("erase its {} colour", "commonest", "rarest")
def erase_by_count(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return filtered(image, commonest(cells) if argument == 0 else rarest(cells), False)


@change("paint in its {} colour", "commonest", "rarest")
def dye_by_count(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return dyed(image, commonest(cells) if argument == 0 else rarest(cells))


@change("paint in the {} colour of the input", "commonest", "rarest")
def dye_as_input(image: Image, whole: Image, argument: int) -> Image:
    cells = whole.cells
    return dyed(image, commonest(cells) if argument == 0 else rarest(cells))


@change("take its {} colour for the whole input", "commonest", "rarest")
def dye_input(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    return dyed(whole, commonest(cells) if argument == 0 else rarest(cells))


@change("a single cell of its {} colour", "commonest", "rarest")
def single_cell(image: Image, whole: Image, argument: int) -> Image:
    cells = image.cells
    out = blank(1, 1)
    out[0, 0] = commonest(cells) if argument == 0 else rarest(cells)
    return Image(out, image.top, image.left)


@change("swap its two colours")
def swap(image: Image, whole: Image, argument: int) -> Image:
    found = counts(image.cells)
    if (found[1:] > 0).sum() != 2:
        return nothing()
    first, second = commonest(image.cells), 0
    for colour in range(1, COLOURS):
        if found[colour] and colour != first:
            second = colour
    return swapped(image, first, second)


@change("swap its colour with black")
def invert(image: Image, whole: Image, argument: int) -> Image:
    if (counts(image.cells)[1:] > 0).sum() != 1:
        return nothing()
    return swapped(image, 0, commonest(image.cells))


@change("take the commonest of all its colours for black")
def without_ground(image: Image, whole: Image, argument: int) -> Image:
    found = counts(image.cells)
    ground = 0
    for colour in range(COLOURS):
        if found[colour] > found[ground]:
            ground = colour
    return nothing() if ground == 0 else filtered(image, ground, False)
