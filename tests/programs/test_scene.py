"""What is seen in a grid."""

import numpy as np
import pytest

from metamer.programs.scene import NOTHING, WAYS, Scene, motions
from metamer.programs.task import as_grid

GRID = as_grid(
    [
        [1, 1, 0, 0, 2],
        [1, 0, 0, 2, 0],
        [0, 0, 3, 1, 0],
    ]
)


@pytest.mark.parametrize(
    ("how", "sizes"),
    [
        ("colour4", [3, 1, 1, 1, 1]),
        ("colour8", [3, 2, 1, 1]),
        ("any4", [3, 1, 3]),
        ("any8", [3, 4]),
        ("colours", [4, 2, 1]),
        ("regions", [3, 6, 1, 1, 2, 1, 1]),
    ],
)
def test_a_grid_is_cut_into_things(how, sizes):
    assert [thing.size for thing in Scene(GRID).things(how)] == sizes


def test_every_way_is_tested():
    assert len(WAYS) == 6


def test_a_thing_knows_its_place_and_its_cells():
    corner = Scene(GRID).things("colour4")[0]
    assert (corner.top, corner.left, corner.bottom, corner.right) == (0, 0, 1, 1)
    assert corner.colour == 1
    assert corner.image.tolist() == [[1, 1], [1, NOTHING]]
    assert np.array_equal(GRID[corner.place], corner.box)


def test_black_is_the_background_and_else_the_most_common_colour():
    assert Scene(GRID).background == 0
    assert Scene(as_grid([[4, 4, 3]])).background == 4


def test_a_ring_has_a_hole():
    ring = Scene(as_grid([[5, 5, 5], [5, 0, 5], [5, 5, 5]])).things("colour4")[0]
    assert ring.holes == 1
    assert ring.filled.all()


def test_turned_things_have_one_key_and_scaled_things_another():
    grid = as_grid(
        [
            [1, 0, 0, 2, 2, 0, 0, 0, 0, 0],
            [1, 1, 0, 2, 0, 0, 3, 3, 0, 0],
            [0, 0, 0, 0, 0, 0, 3, 3, 0, 0],
            [0, 0, 0, 0, 0, 0, 3, 3, 3, 3],
            [0, 0, 0, 0, 0, 0, 3, 3, 3, 3],
        ]
    )
    first, turned, scaled = Scene(grid).things("colour4")
    assert first.shape_key != turned.shape_key
    assert first.turned_key == turned.turned_key != scaled.turned_key
    assert first.scaled_key == scaled.scaled_key != turned.scaled_key


def test_there_are_eight_motions():
    assert len({it.tobytes() for it in motions(as_grid([[1, 2], [3, 4]]))}) == 8
