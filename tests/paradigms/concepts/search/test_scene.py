"""What is seen in a grid."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.motions import all_motions
from metamer.paradigms.concepts.search.scene import NOTHING, Scene
from metamer.paradigms.concepts.search.ways import WAYS
from metamer.paradigms.concepts.tasks import as_grid

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
def test_a_grid_is_cut_into_objects(how, sizes):
    assert [obj.size for obj in Scene(GRID).objects(how)] == sizes


def test_every_way_is_tested():
    assert len(WAYS) == 6


def test_an_object_knows_its_place_and_its_cells():
    corner = Scene(GRID).objects("colour4")[0]
    assert (corner.top, corner.left, corner.bottom, corner.right) == (0, 0, 1, 1)
    assert corner.colour == 1
    assert corner.image.tolist() == [[1, 1], [1, NOTHING]]
    assert np.array_equal(GRID[corner.slices], corner.box)


def test_black_is_the_background_and_else_the_most_common_colour():
    assert Scene(GRID).background == 0
    assert Scene(as_grid([[4, 4, 3]])).background == 4


def test_a_ring_has_a_hole():
    ring = Scene(as_grid([[5, 5, 5], [5, 0, 5], [5, 5, 5]])).objects("colour4")[0]
    assert ring.holes == 1
    assert ring.filled.all()


def test_turned_objects_have_one_key_and_scaled_objects_another():
    grid = as_grid(
        [
            [1, 0, 0, 2, 2, 0, 0, 0, 0, 0],
            [1, 1, 0, 2, 0, 0, 3, 3, 0, 0],
            [0, 0, 0, 0, 0, 0, 3, 3, 0, 0],
            [0, 0, 0, 0, 0, 0, 3, 3, 3, 3],
            [0, 0, 0, 0, 0, 0, 3, 3, 3, 3],
        ]
    )
    first, turned, scaled = Scene(grid).objects("colour4")
    assert first.shape_key != turned.shape_key
    assert first.turned_key == turned.turned_key != scaled.turned_key
    assert first.scaled_key == scaled.scaled_key != turned.scaled_key


def test_there_are_eight_motions():
    assert len({it.tobytes() for it in all_motions(as_grid([[1, 2], [3, 4]]))}) == 8
