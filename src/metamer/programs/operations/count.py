"""Numbers of things as bars and squares.

Source: ours.
"""

from metamer.programs.operations.cells import (
    blank,
    commonest,
    counts,
    image_at,
    nothing,
)
from metamer.programs.operations.table import Image, Images, change, compiled, join
from metamer.programs.task import LARGEST

FORMS = ("row", "column", "square", "diagonal")


@compiled
def bar(number: int, colour: int, form: int) -> Image:
    """As many cells in a row or column, or a square with such sides."""
    if not 0 < number <= LARGEST:
        return nothing()
    out = blank(1 if form == 0 else number, 1 if form == 1 else number)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if form < 3 or row == col:
                out[row, col] = colour
    return Image(out, 0, 0)


@join("a {} for how many there are", *FORMS, size="another")
def how_many(images: Images, whole: Image, argument: int) -> Image:
    colour = commonest(image_at(images, 0).cells)
    return bar(len(images.boxes), colour, argument)


@change("a {} for the number of its cells", *FORMS, size="another")
def count_cells(image: Image, whole: Image, argument: int) -> Image:
    return bar(counts(image.cells)[1:].sum(), commonest(image.cells), argument)


@change("a {} for the number of its colours", *FORMS, size="another")
def count_colours(image: Image, whole: Image, argument: int) -> Image:
    found = counts(image.cells)
    return bar((found[1:] > 0).sum(), commonest(image.cells), argument)
