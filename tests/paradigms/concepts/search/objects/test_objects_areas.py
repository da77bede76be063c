"""Parts and surroundings of objects."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.objects.areas import AREAS
from metamer.paradigms.concepts.search.objects.rays import RAY_AREAS
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.search.stack import Stack
from metamer.paradigms.concepts.tasks import as_grid


def covered(rows, words, how="colour8", which=0):
    """The cells of an area as text: # where it covers."""
    scene = Scene(as_grid(rows))
    stack = Stack(scene, scene.objects(how))
    entry = next(entry for entry in [*AREAS, *RAY_AREAS] if entry.words == words)
    mask = entry.function(stack)[which]
    return ["".join("#" if it else "." for it in row) for row in mask]


RING = [
    [3, 3, 3, 3, 0],
    [3, 0, 0, 3, 0],
    [3, 0, 5, 3, 0],
    [3, 3, 3, 3, 0],
    [0, 0, 0, 0, 0],
]
BLOCK = [
    [0, 0, 0, 0, 0],
    [0, 4, 4, 4, 0],
    [0, 4, 4, 4, 0],
    [0, 4, 4, 4, 0],
    [0, 0, 0, 0, 0],
]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("its holes", [".....", ".##..", ".##..", ".....", "....."]),
        ("the empty cells of its holes", [".....", ".##..", ".#...", ".....", "....."]),
        (
            "the cells of others in its box",
            [".....", ".....", "..#..", ".....", "....."],
        ),
        ("the inner part of its box", [".....", ".##..", ".##..", ".....", "....."]),
    ],
)
def test_what_a_ring_holds(words, expected):
    assert covered(RING, words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("its inside", [".....", ".....", "..#..", ".....", "....."]),
        ("its border", [".....", ".###.", ".#.#.", ".###.", "....."]),
        ("its middle", [".....", ".....", "..#..", ".....", "....."]),
        ("its top row", [".....", ".###.", ".....", ".....", "....."]),
        ("its left half", [".....", ".#...", ".#...", ".#...", "....."]),
        ("the corners of its box", [".....", ".#.#.", ".....", ".#.#.", "....."]),
        ("the cells around it", ["#####", "#...#", "#...#", "#...#", "#####"]),
        ("the cross through its middle", ["..#..", "..#..", "#####", "..#..", "..#.."]),
        ("the rays up to the edge", [".###.", ".....", ".....", ".....", "....."]),
        (
            "the rays in all four directions until they meet something",
            [".###.", "#...#", "#...#", "#...#", ".###."],
        ),
    ],
)
def test_parts_of_a_block(words, expected):
    assert covered(BLOCK, words) == expected


def test_a_ray_goes_on_over_other_objects_until_background():
    column = [[0], [0], [6], [6], [2]]
    assert covered(column, "the rays up over other objects", which=1) == [
        ".",
        ".",
        "#",
        "#",
        ".",
    ]


def test_a_ray_that_hits_nothing_is_left_out():
    rows = [[2, 0, 0, 0, 5]]
    assert covered(rows, "the rays to the right that hit something") == [".###."]
    assert covered(rows, "the rays to the right that hit its own colour") == ["....."]
    assert covered([[2, 0, 0]], "the rays to the right that hit something") == ["..."]


def test_a_trail_ends_where_any_part_of_the_object_is_stopped():
    rows = [[2, 0, 5, 0], [2, 0, 0, 0]]
    words = "its trail to the right as far as it can go"
    assert covered(rows, words) == [".#..", ".#.."]


def test_what_lies_over_a_line_hides_a_part_of_it():
    rows = [[0, 5, 0], [2, 5, 2], [0, 5, 0]]
    words = "the cells of others between its own"
    assert covered(rows, words, how="colours", which=1) == ["...", ".#.", "..."]


def test_a_gap_of_one_cell_is_between_its_own():
    rows = [[2, 0, 2, 0, 0, 2]]
    words = "the single cells between its own"
    assert covered(rows, words, how="colours") == [".#...."]


def test_rows_and_columns_between_make_a_bowl_of_two_walls():
    rows = [[2, 0, 2], [0, 0, 0], [2, 0, 2]]
    found = covered(rows, "the cells between its own", how="colours")
    assert found == [".#.", "#.#", ".#."]


def test_all_areas_have_one_mask_for_each_object():
    scene = Scene(as_grid(RING))
    stack = Stack(scene, scene.objects("any8"))
    for entry in [*AREAS, *RAY_AREAS]:
        masks = entry.function(stack)
        assert masks.shape == (1, 5, 5)
        assert masks.dtype == np.bool_
