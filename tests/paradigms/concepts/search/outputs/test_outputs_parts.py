"""What the parts of programs do: changes, pictures, splits, rectangles, corners ..."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.outputs.bars import COUNTS
from metamer.paradigms.concepts.search.outputs.changes import CHANGES, apply, shrink
from metamer.paradigms.concepts.search.outputs.cleanings import CLEANINGS
from metamer.paradigms.concepts.search.outputs.corners import (
    hull_corners,
    outline_corners,
)
from metamer.paradigms.concepts.search.outputs.lists import join
from metamer.paradigms.concepts.search.outputs.pictures import PICTURES
from metamer.paradigms.concepts.search.outputs.rectangles import rectangles
from metamer.paradigms.concepts.search.outputs.splits import SPLITS
from metamer.paradigms.concepts.search.outputs.symmetry import complete, hidden_part
from metamer.paradigms.concepts.search.panels import at_dividers, at_gaps
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.tasks import Grid, as_grid


def rows(text: str) -> Grid:
    """A grid from rows of digits."""
    return as_grid([[int(cell) for cell in row] for row in text.split()])


@pytest.mark.parametrize(
    "words, made",
    [
        ("flipped left to right", "21 43"),
        ("twice, side by side", "1212 3434"),
        ("with its mirror image below", "12 34 34 12"),
        ("twice as large", "1122 1122 3344 3344"),
        ("its top row", "12"),
        ("its left half", "1 3"),
        ("with a black edge around", "0000 0120 0340 0000"),
        ("twice with a gap, along its shorter side", "12012 34034"),
    ],
)
def test_a_change_makes_what_it_says(words, made):
    assert np.array_equal(apply(CHANGES[words].function, rows("12 34")), rows(made))


def test_a_change_never_makes_a_grid_too_large_or_empty():
    large = np.ones((20, 20), np.uint8)
    assert apply(CHANGES["twice as large"].function, large) is None
    assert apply(CHANGES["without its edges"].function, rows("12 34")) is None


def test_a_grid_of_blocks_shrinks_to_a_cell_for_each():
    assert np.array_equal(shrink(rows("1122 1122 3344 3344")), rows("12 34"))
    assert shrink(rows("112 112")) is None


def test_compressing_removes_repeated_rows_and_columns():
    words = "without repeated rows and columns"
    assert np.array_equal(
        apply(CHANGES[words].function, rows("112 112 330")), rows("12 30")
    )


@pytest.mark.parametrize(
    "words, seen",
    [
        ("its box", "111 121 111"),
        ("its own cells", "111 101 111"),
        ("what it encloses", "2"),
        ("its box filled with its colour", "111 111 111"),
        ("a cell of its colour", "1"),
        ("its box and one cell around it", "1110 1210 1110 0003"),
    ],
)
def test_a_picture_shows_what_it_says(words, seen):
    scene = Scene(rows("1110 1210 1110 0003"))
    ring = scene.objects("colour8")[0]
    assert np.array_equal(PICTURES[words].function(ring, scene), rows(seen))


def test_dividers_are_the_lines_of_a_colour_seen_nowhere_else():
    panels = at_dividers(Scene(rows("11520 10500 10502")))
    assert panels is not None
    assert panels.columns == [(0, 2), (3, 5)]
    assert np.array_equal(panels.join(rows("11520 10500 10502"))[0], [1, 1, 2, 0])


def test_gaps_cut_a_grid_where_nothing_is():
    panels = at_gaps(Scene(rows("1102 0000 3304")))
    assert panels is not None
    assert [box.tolist() for box in panels.boxes(rows("1102 0000 3304"))] == [
        [[1, 1]],
        [[2]],
        [[3, 3]],
        [[4]],
    ]


@pytest.mark.parametrize(
    "words, first",
    [
        ("half of the longer side", "12"),
        ("upper or lower half", None),
        ("square", "1"),
        ("half beside the middle line", None),
    ],
)
def test_equal_parts_are_cut_only_where_the_sides_allow_it(words, first):
    split = next(split for split in SPLITS if split.singular == words)
    panels = split.cut(Scene(rows("1234")))
    if first is None:
        assert panels is None
    else:
        assert panels is not None
        assert np.array_equal(panels.boxes(rows("1234"))[0], rows(first))


def test_rectangles_are_seen_through_noise_of_their_own_colour():
    found = rectangles(Scene(rows("11101 10110 11100 00022 10022")))
    assert [(it.top, it.left, it.mask.shape) for it in found] == [
        (0, 0, (3, 3)),
        (3, 3, (2, 2)),
    ]


def test_overlapping_outlines_are_two_rectangles():
    grid = np.zeros((7, 7), np.uint8)
    for top in (0, 2):
        grid[top : top + 5, top : top + 5] = 4
    grid[1:4, 1:4] = grid[3:6, 3:6] = 0
    grid[2, 2:5] = grid[2:5, 2] = grid[4, 2:5] = grid[2:5, 4] = 4
    found = rectangles(Scene(grid))
    assert [(it.top, it.left, it.mask.shape) for it in found] == [
        (0, 0, (5, 5)),
        (2, 2, (5, 5)),
    ]


def test_a_drawn_triangle_has_three_corners_and_a_square_four():
    triangle = rows("0001000 0010100 0100010 1111111")
    square = rows("1111 1001 1001 1111")
    assert (hull_corners(Scene(triangle)), hull_corners(Scene(square))) == (3, 4)


def test_an_l_has_six_corners():
    assert outline_corners(Scene(rows("100 100 111"))) == 6


def test_what_a_colour_hides_is_the_mirror_image_of_what_is_seen():
    assert np.array_equal(hidden_part(rows("1221 3443 1299"), 9), rows("21"))


def test_what_is_hidden_on_both_sides_stays_hidden():
    grid = rows("1221 3993 1991")
    assert complete(grid, grid == 9) is None


def test_pictures_of_unequal_height_are_filled_up_below():
    made = join([rows("1 1"), rows("22")], True, 1, 0)
    assert np.array_equal(made, rows("1022 1000"))


def test_bars_count_objects_or_cells_of_each_colour():
    objects = Scene(rows("1012 0000 2200")).objects("colour8")
    by_objects, by_cells, *_ = COUNTS.values()
    assert by_objects(objects) == [(2, 1, 0, 0), (2, 2, 0, 0)]
    assert by_cells(objects)[1].length == 3


@pytest.mark.parametrize(
    "words, left",
    [
        ("remove single cells", "1100 1100 0000"),
        ("remove the largest object", "0003 0000 0000"),
        ("remove what touches the edge", "0000 0000 0000"),
        ("remove what is thinner than two cells", "1100 1100 0000"),
    ],
)
def test_a_cleaning_leaves_what_it_says(words, left):
    scene = Scene(rows("1103 1100 0000"))
    assert np.array_equal(CLEANINGS[words].function(scene), rows(left))


def test_a_spot_gets_the_colour_around_it():
    scene = Scene(rows("111 121 111"))
    made = CLEANINGS["give single cells the colour around them"].function(scene)
    assert np.array_equal(made, rows("111 111 111"))


def test_only_the_inside_of_the_largest_rectangle_is_looked_at():
    scene = Scene(rows("55550 51050 50250 55550"))
    made = CLEANINGS["take the inside of the largest rectangle"].function(scene)
    assert np.array_equal(made, rows("10 02"))
