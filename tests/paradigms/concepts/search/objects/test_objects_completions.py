"""Fragments are completed after their example; images are put on a canvas."""

import numpy as np

from metamer.paradigms.concepts.search.motions import all_motions
from metamer.paradigms.concepts.search.objects.completions import complete
from metamer.paradigms.concepts.search.objects.stamps import put
from metamer.paradigms.concepts.search.scene import NOTHING, Scene
from metamer.paradigms.concepts.tasks import as_grid


def as_is(image):
    return [image]


def test_a_fragment_is_completed_after_the_largest_object():
    scene = Scene(as_grid([[2, 0, 0, 0, 0], [1, 1, 0, 1, 1]]))
    painted = complete(scene, 1, as_is)
    assert painted[0].tolist() == [NOTHING] * 3 + [2, NOTHING]
    assert painted[1].tolist() == [NOTHING] * 3 + [1, 1]


def test_a_fragment_that_fits_two_places_is_left():
    scene = Scene(as_grid([[1, 1, 1, 0, 0, 0, 1, 1, 0]]))
    assert (complete(scene, 1, as_is) == NOTHING).all()


def test_a_copy_may_be_turned():
    scene = Scene(as_grid([[2, 1, 1, 0, 0, 1, 2]]))
    assert (complete(scene, 1, as_is) == NOTHING).all()
    painted = complete(scene, 1, all_motions)
    assert painted[0].tolist() == [NOTHING] * 4 + [1, 1, 2]


def test_what_leaves_the_canvas_is_cut_off():
    canvas = np.full((2, 2), NOTHING, np.uint8)
    put(canvas, as_grid([[1, 2], [3, 4]]), (-1, 1))
    assert canvas.tolist() == [[NOTHING, 3], [NOTHING, NOTHING]]
    put(canvas, as_grid([[7]]), (5, 5))
    assert 7 not in canvas
