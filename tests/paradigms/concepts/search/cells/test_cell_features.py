"""Features of cells, compared."""

import numpy as np

from metamer.paradigms.concepts.search.cells.features import (
    Feature,
    concatenate,
    distinct,
    group_equal,
    stack,
)

FIRST = Feature("dear", 2.0, [np.array([[True, False]]), np.array([[True]])])
SECOND = Feature("cheap", 1.0, [np.array([[True, False]]), np.array([[True]])])
THIRD = Feature("other", 3.0, [np.array([[True, False]]), np.array([[False]])])


def test_scenes_lie_one_after_the_other():
    assert stack([THIRD]).values.tolist() == [[True, False, False]]


def test_of_equal_rows_the_cheapest_is_kept():
    kept = distinct(concatenate([stack([FIRST, SECOND]), stack([THIRD])]))
    assert kept.words == ["cheap", "other"]
    assert kept.costs.tolist() == [1.0, 3.0]


def test_no_more_than_the_given_number_are_kept():
    assert distinct(stack([FIRST, SECOND, THIRD]), 1).words == ["cheap"]


def test_rows_are_alike_that_differ_later():
    groups = group_equal(distinct(stack([FIRST, SECOND, THIRD])), cells=2)
    assert [group.tolist() for group in groups] == [[0, 1]]
    groups = group_equal(distinct(stack([FIRST, SECOND, THIRD])), cells=3)
    assert [group.tolist() for group in groups] == [[0], [1]]
