"""What items look like: blocks and sequences of images."""

import numpy as np
import pytest
from PIL import Image

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.reading import from_plain
from metamer.core.settings import to_plain
from metamer.paradigms.pointers.generator.distribution import uniform
from metamer.paradigms.pointers.styles import cells
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.digit_images import split_images
from metamer.paradigms.pointers.styles.sequence import Sequence
from metamer.paradigms.pointers.styles.style import Style
from metamer.training.drawing import draw_items


@pytest.mark.parametrize(
    ("made", "positions"),
    [
        (Blocks(), (0, 0, 0, 0, 1, 1, 1, 2, 2, 2)),
        (Blocks(rows=2, columns=3), (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)),
        (Blocks(rows=1, columns=2), (0,) * 10),
        (Sequence(), tuple(range(10))),
    ],
)
def test_the_ten_digits_are_divided_over_the_values_in_order(made, positions):
    rule = made.rule(0, "mod_sum", "wrap")
    assert rule.positions == positions
    assert rule.length == made.grid[0] * made.grid[1] - 1 == max(positions) + 1


def test_names_say_whose_images_and_which_grid(tmp_path):
    assert Blocks().name == "blocks:embedded"
    assert Blocks("mnist", 2, 3).name == "blocks:mnist:2x3"
    (tmp_path / "mine").mkdir()
    assert Sequence(str(tmp_path / "mine")).name == "sequence:mine"


@pytest.mark.parametrize("made", [Blocks("mnist_half", 3, 2), Sequence()])
def test_styles_survive_plain_values_and_back(made):
    assert isinstance(made, Style)
    assert from_plain(Style, to_plain(made), "a test") == made


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"rows": 3, "columns": 4}, "a grid of 3x4 has 11 cells besides the pointer"),
        (
            {"rows": 1, "columns": 1},
            "has 0 cells besides the pointer; allowed: 1 to 10",
        ),
        ({"rows": 0}, "rows must be at least 1, not 0"),
        ({"images": "mnits"}, "no images 'mnits'; there is: embedded, mnist"),
    ],
)
def test_grids_that_cannot_be_are_refused(settings, sentence):
    with pytest.raises(Refusal, match=sentence):
        Blocks(**settings)


def standing(pictures, grid, side):
    """What could be an image in each cell: all crops with nothing around them."""
    down, across = grid
    cell = pictures.shape[1] // down
    shape = (len(pictures), down, cell, across, cell)
    single = pictures.reshape(shape).swapaxes(2, 3).reshape(-1, cell, cell)
    found = [set() for _ in single]
    for row, column in np.ndindex(cell - side + 1, cell - side + 1):
        crops = single[:, row : row + side, column : column + side]
        alone = crops.sum(axis=(1, 2), dtype=int) == single.sum(axis=(1, 2), dtype=int)
        for place in np.flatnonzero(alone):
            found[place].add(crops[place].tobytes())
    return found


@pytest.mark.parametrize("made", [Blocks(), Sequence()])
def test_every_image_comes_from_its_own_part_and_shows_its_digit(made):
    rule = made.rule(0, "mod_sum", "wrap")
    items = draw_items(made.source(uniform(rule), rule, "train"), root(1), 200)
    down, across = made.grid
    assert items.inputs.shape == (200, 12 * down, 12 * across)
    own, others = split_images("embedded", "train"), split_images("embedded", "test")
    digits = np.repeat(np.arange(10), own.counts).tolist()
    known = {one.tobytes(): d for one, d in zip(own.images, digits, strict=True)}
    foreign = {image.tobytes() for image in others.images}
    crops = standing(items.inputs, made.grid, 8)
    for there, digit in zip(crops, items.features.ravel().tolist(), strict=True):
        assert digit in {known[one] for one in there & known.keys()}
        assert not there & foreign


def test_values_may_be_other_images_than_the_pointer(tmp_path):
    generator = np.random.default_rng(0)
    for digit in range(10):
        (tmp_path / str(digit)).mkdir()
        for number in range(10):
            pixels = generator.integers(40, 256, (10, 10, 3), np.uint8)
            Image.fromarray(pixels).save(tmp_path / str(digit) / f"{number}.png")
    made = Blocks(value_images=str(tmp_path))
    assert made.name == f"blocks:embedded+{tmp_path.name}"
    rule = made.rule(0, "mod_sum", "wrap")
    items = draw_items(made.source(uniform(rule), rule, "train"), root(1), 50)
    # The wider cell of the two has room for both.
    assert items.inputs.shape == (50, 28, 28, 3)
    known = {
        one.tobytes(): digit
        for digit in range(10)
        for one in split_images(str(tmp_path), "train").images[6 * digit :][:6]
    }
    for picture, digits in zip(items.inputs, items.features, strict=True):
        corner = picture[:14, 14:]
        crops = [corner[r : r + 10, c : c + 10] for r, c in np.ndindex(5, 5)]
        (shown,) = {crop.tobytes() for crop in crops} & known.keys()
        assert known[shown] == digits[1]


def test_other_images_of_values_must_exist():
    with pytest.raises(Refusal, match="no images 'nowhere'"):
        Blocks(value_images="nowhere")


def test_a_bright_cell_is_dense_characters_and_a_mark_stands_below_it():
    picture = np.zeros((24, 24), np.uint8)
    picture[12:, :12] = 255  # the lower left cell
    lines = cells.text(picture, (2, 2), [2]).splitlines()
    assert lines[:7] == [" " * 25] * 7
    assert lines[7:13] == ["@" * 12 + " " * 13] * 6
    assert lines[13] == "^" * 12 + " " * 13


def test_pixels_are_averaged_where_there_is_no_room_for_all():
    picture = np.zeros((40, 40, 3), np.uint8)
    picture[:20, :20] = 200
    picture[:20, 20:] = (50, 100, 150)
    lines = cells.text(picture, (1, 1)).splitlines()
    assert lines == ["@" * 6 + "=" * 6] * 3 + [" " * 12] * 4


def test_a_sequence_fits_into_a_terminal():
    picture = np.zeros((12, 132), np.uint8)
    picture[:, 120:] = 255  # the last of eleven cells
    lines = cells.text(picture, Sequence().grid, [10]).splitlines()
    assert len(lines) == 14 and max(map(len, lines)) <= 80
    assert [line.strip() for line in lines] == [""] * 7 + ["@" * 12] * 6 + ["^" * 12]
