"""Where a pointer points, and what the digits there make."""

import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.pointers.rules.rule import AGGREGATES, PointerRule

VALUES = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 0])


def label(rule, pointer, values=VALUES):
    return int(rule.label(np.array(pointer), np.asarray(values)))


@pytest.mark.parametrize("aggregate", AGGREGATES)
def test_a_window_of_one_digit_makes_that_digit(aggregate):
    rule = PointerRule(aggregate=aggregate)
    assert [label(rule, pointer) for pointer in range(10)] == VALUES.tolist()


@pytest.mark.parametrize(
    "aggregate, window, expected",
    [
        ("mod_sum", [4, 1, 5], 0),
        ("mod_sum", [9, 9], 8),
        ("median", [4, 1, 5], 4),
        ("median", [1, 5, 9, 2], 2),
        ("floor_median", [4, 1, 5], 4),
        ("floor_median", [1, 5, 9, 2], 3),
        ("majority", [4, 1, 4], 4),
        ("majority", [5, 2], 2),
        ("majority", [7, 7, 3, 3, 9], 3),
        ("min", [4, 1, 5], 1),
        ("max", [4, 1, 5], 5),
    ],
)
def test_aggregates_are_as_by_hand(aggregate, window, expected):
    values = window + [0] * (10 - len(window))
    rule = PointerRule(len(window) - 1, aggregate)
    assert label(rule, 0, values) == expected


def test_a_window_goes_on_at_the_start():
    assert label(PointerRule(2), 8) == (5 + 0 + 3) % 10
    assert label(PointerRule(2, "max"), 9) == 3


@pytest.mark.parametrize(
    "aggregate, expected",
    [("mod_sum", 5), ("median", 0), ("floor_median", 2), ("min", 0), ("max", 5)],
)
def test_a_truncated_window_ends_with_the_values(aggregate, expected):
    # Only 5 and 0 are left from place 8 on.
    assert label(PointerRule(2, aggregate, "truncate"), 8) == expected


def test_digits_beyond_the_end_are_in_no_majority():
    # Place 0, which stands in for what is beyond the end, would make 3 the winner.
    values = [3, 0, 0, 0, 0, 0, 0, 0, 3, 7]
    assert label(PointerRule(3, "majority", "truncate"), 9, values) == 7


@pytest.mark.parametrize(
    "boundary, pointers", [("wrap", 10), ("truncate", 10), ("restrict", 8)]
)
def test_a_restricted_pointer_leaves_room_for_its_window(boundary, pointers):
    assert PointerRule(2, boundary=boundary).pointers == pointers


def test_several_pointer_digits_may_point_at_one_value():
    rule = PointerRule(length=3, positions=(0, 0, 0, 0, 1, 1, 1, 2, 2, 2))
    assert [label(rule, pointer, [7, 8, 9]) for pointer in (3, 4, 9)] == [7, 8, 9]


@pytest.mark.parametrize("aggregate", AGGREGATES)
@pytest.mark.parametrize("boundary", ["wrap", "truncate"])
def test_jax_says_what_numpy_says(aggregate, boundary, keys):
    digits = keys().numpy.integers(0, 10, (50, 11))
    rule = PointerRule(3, aggregate, boundary)
    there = rule.label(jnp.asarray(digits[:, 0]), jnp.asarray(digits[:, 1:]))
    assert np.array_equal(there, rule.label(digits[:, 0], digits[:, 1:]))


def test_every_window_has_a_code_of_its_own():
    rule = PointerRule(1, alphabet=4)
    windows = np.array([[first, last] for first in range(4) for last in range(4)])
    assert rule.code(windows).tolist() == list(range(rule.windows))


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"complexity": -1}, "complexity must be at least 0, not -1"),
        ({"complexity": 10}, "longer than the 10 values; allowed: complexity 0 to 9"),
        ({"aggregate": "mean"}, "no aggregate 'mean' .*; there is: mod_sum, median"),
        ({"length": 4}, r"positions must be places from 0 to 3, not \(0, 1, 2, 3, 4"),
        ({"alphabet": 1}, "alphabet must be at least 2, not 1"),
    ],
)
def test_an_impossible_rule_is_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        PointerRule(**settings)
