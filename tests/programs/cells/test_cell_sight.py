"""What the cells of a scene see."""

import numpy as np

from metamer.programs.cells.sight import (
    DIRECTIONS,
    Sight,
    enclosed,
    neighbours,
    shifted,
    somewhere,
)
from metamer.programs.scene import Scene
from metamer.programs.task import as_grid

UP, RIGHT = DIRECTIONS.index("up"), DIRECTIONS.index("right")


def sight(rows: list[list[int]]) -> Sight:
    return Sight(Scene(as_grid(rows)))


def test_a_look_ends_at_the_first_cell_that_is_not_background():
    seen = sight([[0, 0, 3, 4]])
    assert seen.met[RIGHT].tolist() == [[2, 2, 3, -1]]


def test_a_look_beyond_its_own_colour_ends_where_another_begins():
    seen = sight([[3, 3, 0, 4]])
    assert seen.beyond[RIGHT].tolist() == [[2, 2, 3, -1]]


def test_where_no_look_ends_something_else_is_said():
    seen = sight([[5], [0]])
    assert seen.colours(seen.met[UP], 9).tolist() == [[9], [5]]


def test_labels_number_the_things():
    assert sight([[2, 0, 3]]).labels("colour4").tolist() == [[0, -1, 1]]


def test_a_wall_with_gaps_at_corners_closes_in_only_those_who_cannot_pass_them():
    wall = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool)
    assert enclosed(wall, corners=False).sum() == 1
    assert enclosed(wall, corners=True).sum() == 0


def test_neighbours_are_counted_with_and_without_corners():
    mask = np.array([[1, 1], [0, 1]], bool)
    assert neighbours(mask, corners=False).tolist() == [[1, 2], [2, 1]]
    assert neighbours(mask, corners=True).tolist() == [[2, 2], [3, 2]]


def test_what_moves_in_from_outside_is_the_filling():
    assert shifted(np.array([[1, 2]]), 0, 1, 7).tolist() == [[7, 1]]
    assert shifted(np.array([[1, 2]]), 1, 0, 7).tolist() == [[7, 7]]


def test_somewhere_looks_through_everything():
    mask = np.array([[1, 0, 0]], bool)
    assert somewhere(mask, DIRECTIONS.index("left")).tolist() == [[False, True, True]]
    corner = np.zeros((3, 3), bool)
    corner[2, 0] = True
    seen = somewhere(corner, DIRECTIONS.index("down and left"))
    assert np.argwhere(seen).tolist() == [[0, 2], [1, 1]]
