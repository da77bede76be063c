"""Many things said of cells, compared."""

import numpy as np

from metamer.programs.cells.columns import Said, alike, distinct, gather, join

FIRST = Said("dear", 2.0, [np.array([[True, False]]), np.array([[True]])])
SECOND = Said("cheap", 1.0, [np.array([[True, False]]), np.array([[True]])])
THIRD = Said("other", 3.0, [np.array([[True, False]]), np.array([[False]])])


def test_scenes_lie_one_after_the_other():
    assert gather([THIRD]).values.tolist() == [[True, False, False]]


def test_of_equal_rows_the_cheapest_is_kept():
    kept = distinct(join([gather([FIRST, SECOND]), gather([THIRD])]))
    assert kept.words == ["cheap", "other"]
    assert kept.costs.tolist() == [1.0, 3.0]


def test_no_more_than_so_many_are_kept():
    assert distinct(gather([FIRST, SECOND, THIRD]), 1).words == ["cheap"]


def test_rows_are_alike_that_differ_later():
    groups = alike(distinct(gather([FIRST, SECOND, THIRD])), cells=2)
    assert [group.tolist() for group in groups] == [[0, 1]]
    groups = alike(distinct(gather([FIRST, SECOND, THIRD])), cells=3)
    assert [group.tolist() for group in groups] == [[0], [1]]
