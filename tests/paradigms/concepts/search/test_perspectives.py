"""Other perspectives on a task lead to answers of the task itself."""

import numpy as np

from metamer.paradigms.concepts.search.perspectives import (
    as_it_is,
    by_frequency,
    flipped,
)
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid

ONE = as_grid([[0, 5, 5], [0, 0, 7], [0, 0, 0]])
TWO = as_grid([[3, 3, 3], [0, 8, 8], [0, 0, 0]])
ASKED = as_grid([[9, 9, 9], [4, 0, 0], [0, 0, 0]])


def swapped(grid, one, other):
    table = np.arange(10, dtype=np.uint8)
    table[[one, other]] = other, one
    return table[grid]


TASK = Task((Pair(ONE, swapped(ONE, 5, 7)), Pair(TWO, swapped(TWO, 3, 8))), (ASKED,))
"""The two colours change places."""


def test_the_task_as_it_is_is_unchanged():
    seen = as_it_is(TASK)
    assert seen.task is TASK
    assert seen.back(0, ASKED) is ASKED


def test_colours_by_frequency_make_one_rule_of_many_colours():
    seen = by_frequency(TASK)
    assert seen is not None
    for given, made in seen.task.demonstrations:
        assert np.array_equal(made, swapped(given, 1, 2))
    asked = seen.task.inputs[0]
    assert np.array_equal(asked, [[1, 1, 1], [2, 0, 0], [0, 0, 0]])
    back = seen.back(0, swapped(asked, 1, 2))
    assert np.array_equal(back, swapped(ASKED, 9, 4))


def test_equally_common_colours_have_no_names_by_frequency():
    tie = as_grid([[0, 1, 2]])
    assert by_frequency(Task((Pair(tie, tie),), (tie,))) is None


def test_colours_that_are_named_already_give_no_new_perspective():
    named = as_grid([[0, 0, 0, 1, 1, 2]])
    assert by_frequency(Task((Pair(named, named),), (named,))) is None


def test_what_is_flipped_is_flipped_back():
    found = list(flipped(TASK))
    assert len(found) == 3
    for seen in found:
        assert np.array_equal(seen.back(0, seen.task.inputs[0]), ASKED)
        assert not np.array_equal(seen.task.inputs[0], ASKED)
        assert seen.task.inputs[0].flags.c_contiguous
