"""Splits, keys and joins, each with an example."""

import numpy as np
import pytest

import metamer.programs.operations  # noqa: F401
from metamer.programs.operations.table import FAMILIES, Image, Images, operations


def by_name(kind):
    return {f.function.__name__: f.function for f in FAMILIES if f.kind == kind}


SPLITS, KEYS, JOINS = by_name("split"), by_name("key"), by_name("join")


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
    assert SPLITS[name](image, argument).tolist() == labels


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
    ("at_edge", [1, 0, 1, 0]),
    ("long", [2, 3, 2, 1]),
    ("tall", [2, 3, 2, 1]),
    ("broad", [2, 3, 2, 1]),
    ("oblong", [0, 0, 0, 0]),
    ("marked", [0, 0, 0, 1]),
]


@pytest.mark.parametrize("name, numbers", KEY_EXAMPLES)
def test_a_key_gives_each_image_its_number(name, numbers):
    assert KEYS[name](SHAPES, WHOLE, 0).tolist() == numbers


def test_upright_flat_and_square_are_told_apart():
    three = images(("1/1", 0, 0), ("11", 0, 2), ("1", 0, 5))
    assert KEYS["wide"](three, WHOLE, 0).tolist() == [-1, 1, 0]
    assert KEYS["oblong"](three, WHOLE, 0).tolist() == [1, 1, 0]


SMALL = images(("11", 0, 0), ("2", 0, 1))
JOIN_EXAMPLES = [
    ("overlay", 0, "12"),
    ("overlay", 1, "11"),
    ("overlay", 2, "12"),
    ("overlay", 3, "11"),
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
    joined = JOINS[name](SMALL, WHOLE, argument)
    expected = cells(picture) if picture else np.zeros((0, 0), np.uint8)
    assert joined.cells.tolist() == expected.tolist()


def test_images_of_one_size_are_laid_on_one_another():
    two = images(("1.1", 0, 0), (".22", 4, 0))
    piled = [JOINS["pile"](two, WHOLE, way).cells.tolist() for way in range(3)]
    assert piled == [[[1, 2, 1]], [[0, 0, 1]], [[1, 2, 0]]]


@pytest.mark.parametrize(
    "known, examples",
    [(SPLITS, SPLIT_EXAMPLES), (KEYS, KEY_EXAMPLES), (JOINS, JOIN_EXAMPLES)],
    ids=["splits", "keys", "joins"],
)
def test_every_one_has_an_example(known, examples):
    assert set(known) == {example[0] for example in examples}


def test_operations_name_only_colours_that_are_seen():
    words = [entry.words for entry in operations({3}, "same")]
    assert "keep colour 3" in words
    assert not any("colour 4" in said for said in words)


def test_images_are_not_counted_where_outputs_have_the_size_of_inputs():
    same, another = (
        {entry.words for entry in operations({3}, size)} for size in ("same", "another")
    )
    assert "a row for how many there are" in another - same
    assert "one cell up" in same - another


def test_no_two_operations_have_the_same_words():
    words = [entry.words for entry in operations({1, 2}, "same")]
    assert len(words) == len(set(words))
