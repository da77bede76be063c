"""Rows of digits as pictures."""

import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.keys import root
from metamer.paradigms.pointers.generator.distribution import Distribution, uniform
from metamer.paradigms.pointers.generator.pictures import Bank, Pictures
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.training.drawing import draw_items

RULE = PointerRule(length=3, positions=(0, 0, 0, 0, 1, 1, 1, 2, 2, 2))
COUNTS = np.array([3, 1, 4, 1, 5, 3, 2, 6, 5, 2])
DIGITS = np.repeat(np.arange(10), COUNTS)
"""What each of 32 images shows."""
SIDE, CELL = 4, 6


def images(channels=1):
    """Images without a black pixel, whose first pixel says which one it is."""
    shape = (len(DIGITS), SIDE, SIDE, channels)
    made = np.random.default_rng(0).integers(40, 256, shape, np.uint8)
    made[:, 0, 0] = 1 + np.arange(len(made))[:, None]
    return made


def pictures(law, channels=1):
    return Pictures(law.rows(RULE), bank(channels), bank(channels), (2, 2), CELL)


def bank(channels):
    firsts = jnp.asarray(np.cumsum(COUNTS) - COUNTS, jnp.int32)
    return Bank(jnp.asarray(images(channels)), firsts, jnp.asarray(COUNTS, jnp.int32))


def cut(inputs):
    """The four cells of each picture in reading order, with one image in each."""
    whole = inputs.reshape(len(inputs), 2, CELL, 2, CELL)
    return whole.transpose(0, 1, 3, 2, 4).reshape(-1, CELL, CELL)


def found(cells):
    """Which image stands in each cell, and where, by its first pixel that is not 0."""
    down = (cells.max(axis=2) > 0).argmax(axis=1)
    across = (cells.max(axis=1) > 0).argmax(axis=1)
    return cells[np.arange(len(cells)), down, across] - 1, down, across


@pytest.fixture(scope="module")
def source():
    return pictures(uniform(RULE))


@pytest.fixture(scope="module")
def many(source):
    return draw_items(source, root(1), 8_000)


def test_each_cell_holds_one_whole_image_of_its_digit(many):
    cells = cut(many.inputs)
    which, down, across = found(cells)
    empty = np.zeros((len(cells), CELL, CELL), np.uint8)
    rows, columns = (
        start[:, None, None] + np.arange(SIDE).reshape(shape)
        for start, shape in ((down, (1, SIDE, 1)), (across, (1, 1, SIDE)))
    )
    empty[np.arange(len(cells))[:, None, None], rows, columns] = images()[which][..., 0]
    assert (empty == cells).all()
    assert (DIGITS[which] == many.features.ravel()).all()


def test_an_image_stands_at_all_places_of_its_cell_equally_often(many):
    _, down, across = found(cut(many.inputs))
    often = np.bincount(3 * down + across)
    mean = 4 * 8_000 / 9
    assert len(often) == 9 and (abs(often - mean) < 5 * np.sqrt(mean)).all()


def test_all_images_of_a_digit_are_equally_frequent(many):
    which, _, _ = found(cut(many.inputs))
    often = np.bincount(which, minlength=len(DIGITS))
    mean = 4 * 8_000 / 10 / COUNTS[DIGITS]
    assert (abs(often - mean) < 5 * np.sqrt(mean)).all()


def test_labels_follow_from_what_is_seen(many):
    which, _, _ = found(cut(many.inputs))
    seen = DIGITS[which].reshape(-1, 4).tolist()
    for (pointer, *values), label in zip(seen, many.labels.tolist(), strict=True):
        assert values[0 if pointer < 4 else 1 if pointer < 7 else 2] == label


def test_digits_that_are_left_out_at_a_cell_are_never_seen_there():
    held_out = np.zeros((3, 10), bool)
    held_out[[0, 0, 1, 2, 2], [1, 2, 5, 9, 0]] = True
    items = draw_items(pictures(Distribution(~held_out)), root(2), 8_000)
    which, _, _ = found(cut(items.inputs))
    seen = DIGITS[which].reshape(-1, 4)
    for place, left_out in enumerate(held_out, start=1):
        assert set(seen[:, place].tolist()) == set(np.flatnonzero(~left_out).tolist())
    assert set(seen[:, 0].tolist()) == set(range(10))


def test_a_picture_follows_from_its_key_and_place_alone(source, many):
    some = draw_items(source, root(1), 100, first=777)
    assert (some.inputs == many.inputs[777:877]).all()
    other = draw_items(source, root(2), 100, first=777)
    assert (other.inputs != some.inputs).any(axis=(1, 2)).all()


def test_coloured_images_keep_their_colours():
    items = draw_items(pictures(uniform(RULE), channels=3), root(5), 200)
    assert items.inputs.shape == (200, 2 * CELL, 2 * CELL, 3)
    assert items.inputs.dtype == np.uint8
    which, down, across = found(cut(items.inputs[..., 2]))
    for cell, image, row, column in zip(
        cut(items.inputs[..., 1]), images(3)[which], down, across, strict=True
    ):
        within = cell[row : row + SIDE, column : column + SIDE]
        assert (within == image[..., 1]).all()


def test_a_grey_pointer_stands_among_coloured_values():
    made = Pictures(uniform(RULE).rows(RULE), bank(1), bank(3), (2, 2), CELL)
    items = draw_items(made, root(4), 300)
    assert items.inputs.shape == (300, 2 * CELL, 2 * CELL, 3)
    cells = items.inputs.reshape(300, 2, CELL, 2, CELL, 3).swapaxes(2, 3)
    cells = cells.reshape(300, 4, CELL, CELL, 3)
    # The pointer is as bright in each channel, and is the digit that labels go by.
    assert (cells[:, 0] == cells[:, 0, ..., :1]).all()
    assert (cells[:, 1:] != cells[:, 1:, ..., :1]).any(axis=(2, 3, 4)).all()
    which, *_ = found(cells[:, 0, ..., 0])
    assert (DIGITS[which] == items.features[:, 0]).all()
