"""What surrounds the cells of a scene."""

import numpy as np

from metamer.paradigms.concepts.search.cells.surroundings import (
    DIRECTIONS,
    Surroundings,
    anywhere,
    count_neighbours,
    enclosed,
    shift,
)
from metamer.paradigms.concepts.search.scene import Scene
from metamer.paradigms.concepts.tasks import as_grid

UP, RIGHT = DIRECTIONS.index("up"), DIRECTIONS.index("right")


def surroundings(rows: list[list[int]]) -> Surroundings:
    return Surroundings(Scene(as_grid(rows)))


def test_a_ray_ends_at_the_first_cell_that_is_not_background():
    seen = surroundings([[0, 0, 3, 4]])
    assert seen.first_seen[RIGHT].tolist() == [[2, 2, 3, -1]]


def test_a_ray_over_its_own_colour_ends_where_another_begins():
    seen = surroundings([[3, 3, 0, 4]])
    assert seen.first_other[RIGHT].tolist() == [[2, 2, 3, -1]]


def test_where_no_ray_ends_something_else_is_given():
    seen = surroundings([[5], [0]])
    assert seen.colours(seen.first_seen[UP], 9).tolist() == [[9], [5]]


def test_labels_number_the_objects():
    assert surroundings([[2, 0, 3]]).labels("colour4").tolist() == [[0, -1, 1]]


def test_a_wall_with_gaps_at_corners_encloses_cells_only_without_diagonal_steps():
    wall = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool)
    assert enclosed(wall, corners=False).sum() == 1
    assert enclosed(wall, corners=True).sum() == 0


def test_neighbours_are_counted_with_and_without_corners():
    mask = np.array([[1, 1], [0, 1]], bool)
    assert count_neighbours(mask, corners=False).tolist() == [[1, 2], [2, 1]]
    assert count_neighbours(mask, corners=True).tolist() == [[2, 2], [3, 2]]


def test_what_moves_in_from_outside_is_the_filling():
    assert shift(np.array([[1, 2]]), 0, 1, 7).tolist() == [[7, 1]]
    assert shift(np.array([[1, 2]]), 1, 0, 7).tolist() == [[7, 7]]


def test_anywhere_looks_through_everything():
    mask = np.array([[1, 0, 0]], bool)
    assert anywhere(mask, DIRECTIONS.index("left")).tolist() == [[False, True, True]]
    corner = np.zeros((3, 3), bool)
    corner[2, 0] = True
    seen = anywhere(corner, DIRECTIONS.index("down and left"))
    assert np.argwhere(seen).tolist() == [[0, 2], [1, 1]]
