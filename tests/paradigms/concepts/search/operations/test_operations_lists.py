"""Splits, keys and joins, each with an example."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.operations.compilation import compiled
from metamer.paradigms.concepts.search.operations.table import families
from metamer.paradigms.concepts.search.operations.types import (
    Image,
    Images,
    Join,
    Key,
    Labels,
    Numbers,
    Split,
)


def by_name(kind):
    return {entry.name: entry.function for entry in families() if entry.kind == kind}


SPLITS, KEYS, JOINS = by_name("split"), by_name("key"), by_name("join")


@compiled
def split(function: Split, image: Image, argument: int) -> Labels:
    return function(image, argument)


@compiled
def join(function: Join, images: Images, whole: Image, argument: int) -> Image:
    return function(images, whole, argument)


@compiled
def key(function: Key, images: Images, whole: Image, argument: int) -> Numbers:
    return function(images, whole, argument)


def cells(picture: str) -> np.ndarray:
    rows = [
        [0 if cell == "." else int(cell) for cell in row] for row in picture.split("/")
    ]
    return np.array(rows, np.uint8)


def images(*placed: tuple[str, int, int]) -> Images:
    """A list of images, each with its top and left."""
    found = [(cells(picture), top, left) for picture, top, left in placed]
    starts = np.cumsum([0, *(image.size for image, _, _ in found)])
    boxes = [
        (top, left, *image.shape, start)
        for (image, top, left), start in zip(found, starts, strict=False)
    ]
    flat = np.concatenate([image.ravel() for image, _, _ in found])
    return Images(flat, np.array(boxes, np.int64))


SPLIT_EXAMPLES = [
    ("objects", 0, "12/..", [[1, 1], [0, 0]]),
    ("objects", 1, "12/.1", [[1, 2], [0, 1]]),
    ("objects", 2, "1./.1", [[1, 0], [0, 2]]),
    ("objects", 3, "12/.1", [[1, 2], [0, 3]]),
    ("colours", 0, "3./.2", [[3, 0], [0, 2]]),
    ("lines", 0, "1/./2", [[1], [2], [3]]),
    ("lines", 1, "1.", [[1, 2]]),
    ("halves", 0, "1/2/3", [[1], [0], [2]]),
    ("halves", 1, "12", [[1, 2]]),
    ("panels", 0, "151/.5.", [[1, 0, 2], [1, 0, 2]]),
    ("panels", 1, "1/./2", [[1], [0], [2]]),
]


@pytest.mark.parametrize("name, argument, picture, labels", SPLIT_EXAMPLES)
def test_a_split_labels_the_parts(name, argument, picture, labels):
    image = Image(cells(picture), 0, 0)
    assert split(SPLITS[name], image, argument).tolist() == labels


SHAPES = images(("11/1.", 0, 0), ("222/2.2/222", 4, 4), ("11/1.", 0, 6), ("3", 5, 5))
WHOLE = Image(np.zeros((9, 9), np.uint8), 0, 0)
WHOLE.cells[5, 5] = 3

KEY_EXAMPLES = [
    ("area", [3, 8, 3, 1]),
    ("box", [4, 9, 4, 1]),
    ("colourful", [1, 1, 1, 1]),
    ("bottom", [2, 7, 2, 6]),
    ("top", [0, 4, 0, 5]),
    ("right", [2, 7, 8, 6]),
    ("left", [0, 4, 6, 5]),
    ("wide", [0, 0, 0, 0]),
    ("holed", [1, 2, 1, 1]),
    ("hollow", [0, 1, 0, 0]),
    ("dense", [750, 888, 750, 1000]),
    ("symmetrical", [0, 1, 0, 1]),
    ("frequent", [2, 1, 2, 1]),
    ("frequent_shape", [2, 1, 2, 1]),
    ("frequent_colour", [2, 1, 2, 1]),
    ("within", [0, 0, 0, 1]),
    # Twice the middles: (2, 2), (11, 11), (2, 14) and (11, 11); of the grid (9, 9).
    ("eccentric", [14, 4, 12, 4]),
    ("edge", [1, 0, 1, 0]),
    ("long", [2, 3, 2, 1]),
    ("tall", [2, 3, 2, 1]),
    ("broad", [2, 3, 2, 1]),
    ("oblong", [0, 0, 0, 0]),
    ("marked", [0, 0, 0, 1]),
]


@pytest.mark.parametrize("name, numbers", KEY_EXAMPLES)
def test_a_key_gives_each_image_its_number(name, numbers):
    assert key(KEYS[name], SHAPES, WHOLE, 0).tolist() == numbers


def test_upright_flat_and_square_are_told_apart():
    three = images(("1/1", 0, 0), ("11", 0, 2), ("1", 0, 5))
    assert key(KEYS["wide"], three, WHOLE, 0).tolist() == [-1, 1, 0]
    assert key(KEYS["oblong"], three, WHOLE, 0).tolist() == [1, 1, 0]


SMALL = images(("11", 0, 0), ("2", 0, 1))
JOIN_EXAMPLES = [
    ("together", 0, "12"),
    ("together", 1, "11"),
    ("together", 2, "12"),
    ("together", 3, "11"),
    ("stack", 0, "112"),
    ("stack", 2, "211"),
    ("stack", 4, "11/2."),
    ("stack", 5, "2./11"),
    ("how_many", 0, "11"),
    ("how_many", 1, "1/1"),
    ("how_many", 2, "11/11"),
    ("pile", 0, ""),
]


@pytest.mark.parametrize("name, argument, picture", JOIN_EXAMPLES)
def test_a_join_makes_one_image(name, argument, picture):
    joined = join(JOINS[name], SMALL, WHOLE, argument)
    expected = cells(picture) if picture else np.zeros((0, 0), np.uint8)
    assert joined.cells.tolist() == expected.tolist()


def test_images_of_one_size_are_laid_on_one_another():
    two = images(("1.1", 0, 0), (".22", 4, 0))
    piled = [join(JOINS["pile"], two, WHOLE, way).cells.tolist() for way in range(3)]
    assert piled == [[[1, 2, 1]], [[0, 0, 1]], [[1, 2, 0]]]


@pytest.mark.parametrize(
    "known, examples",
    [(SPLITS, SPLIT_EXAMPLES), (KEYS, KEY_EXAMPLES), (JOINS, JOIN_EXAMPLES)],
    ids=["splits", "keys", "joins"],
)
def test_every_one_has_an_example(known, examples):
    assert set(known) == {example[0] for example in examples}
