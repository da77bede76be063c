"""Numbers of images, cells and colours as bars and squares.

Source: ours.
"""

from metamer.paradigms.concepts.search.operations.compilation import helper
from metamer.paradigms.concepts.search.operations.primitives import (
    blank,
    count_coloured,
    count_colours,
    image_at,
    most_common,
    nothing,
)
from metamer.paradigms.concepts.search.operations.table import change, join
from metamer.paradigms.concepts.search.operations.types import Image, Images
from metamer.paradigms.concepts.tasks import LARGEST

FORMS = ("row", "column", "square", "diagonal")


@helper
def bar(number: int, colour: int, form: int) -> Image:
    """A row, column, square or diagonal that is `number` cells long."""
    if not 0 < number <= LARGEST:
        return nothing()
    out = blank(1 if form == 0 else number, 1 if form == 1 else number)
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            if form < 3 or row == col:
                out[row, col] = colour
    return Image(out, 0, 0)


@join("a {} as long as the number of images", *FORMS, size="another")
def how_many(images: Images, whole: Image, argument: int) -> Image:
    colour = most_common(image_at(images, 0).cells)
    return bar(len(images.boxes), colour, argument)


@change("a {} as long as the number of its cells", *FORMS, size="another")
def cells_as_bar(image: Image, whole: Image, argument: int) -> Image:
    return bar(count_coloured(image.cells), most_common(image.cells), argument)


@change("a {} as long as the number of its colours", *FORMS, size="another")
def colours_as_bar(image: Image, whole: Image, argument: int) -> Image:
    return bar(count_colours(image.cells), most_common(image.cells), argument)
