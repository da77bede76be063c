"""Which feature decides, and which corner is asked."""

import numpy as np
import pytest

from metamer.paradigms.categories.rules import ARRANGEMENTS, labels, quadrant, roles

CORNERS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)


@pytest.mark.parametrize(
    "arrangement, held_out",
    [
        ("printed", (1, 1)),
        ("mirror", (0, 0)),
        ("swapped", (1, 1)),
        ("swapped_mirror", (0, 0)),
    ],
)
def test_the_held_out_corner_turns_with_the_mirror(arrangement, held_out):
    asked = CORNERS[quadrant(roles(CORNERS, arrangement)) == 3]
    assert asked.tolist() == [list(held_out)]


def test_the_discriminant_decides_in_every_arrangement():
    for name, way in ARRANGEMENTS.items():
        decides = roles(CORNERS, name)[:, 0]
        expected = 1 - decides if way.mirrored else decides
        assert labels(CORNERS, name).tolist() == expected.tolist()


def test_swapping_takes_the_second_feature():
    assert labels(CORNERS, "printed").tolist() == [0, 0, 1, 1]
    assert labels(CORNERS, "swapped").tolist() == [0, 1, 0, 1]


def test_corners_are_counted_from_0_to_3():
    assert quadrant(CORNERS).tolist() == [0, 1, 2, 3]
