"""What training leaves out, and what is asked because of it."""

from itertools import permutations

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.pointers.controls.holdouts import (
    held_out_digits,
    holdout,
    possible,
    statistics_anchor,
)
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.training.drawing import draw_items

VECTORS, BLOCKS = Vectors(), Blocks()


def rule_of(style, complexity=0, aggregate="mod_sum", boundary="wrap"):
    return style.rule(complexity, aggregate, boundary)


def rows(law, style, rule, many, key):
    """The digits of some items, and their labels."""
    items = draw_items(style.source(law, rule, "train"), key, many)
    return np.asarray(items.features).astype(int), np.asarray(items.labels)


def windows_of(digits, rule):
    return rule.window(digits[:, 0], digits[:, 1:])[0]


def as_codes(windows, rule):
    return set(rule.code(windows).tolist())


@pytest.mark.parametrize("name", ["holdout-4", "multisets-3", "windows-20"])
def test_a_held_out_window_is_in_none_of_many_rows(name, keys):
    rule = rule_of(VECTORS, 2)
    left_out = holdout(name, VECTORS, rule)
    digits, labels = rows(left_out.taught, VECTORS, rule, 50_000, keys())
    seen = as_codes(windows_of(digits, rule), rule)
    held_out = as_codes(left_out.windows, rule)
    assert not seen & held_out
    # 50 rows for each window are more than enough to meet all others.
    assert len(seen) == 1000 - len(held_out)
    assert np.array_equal(labels, rule.label(digits[:, 0], digits[:, 1:]))


@pytest.mark.parametrize(
    "name, part, expected",
    [
        ("holdout", "holdout", {(0, 1, 2)}),
        ("holdout-4", "holdout", {(0, 1, 2)}),
        ("holdout-4", "others", {(0, 2, 1), (1, 0, 2), (1, 2, 0)}),
        ("holdout-6", "others", {*permutations(range(3))} - {(0, 1, 2)}),
    ],
)
def test_permutations_are_asked_the_first_one_apart(name, part, expected):
    planted = holdout(name, VECTORS, rule_of(VECTORS, 2)).parts[part].planted
    assert {tuple(window) for window in planted.tolist()} == expected


def test_only_windows_that_were_left_out_are_asked_and_equally_often(keys):
    rule = rule_of(VECTORS, 2)
    left_out = holdout("windows-20", VECTORS, rule)
    digits, _ = rows(left_out.parts["holdout"], VECTORS, rule, 20_000, keys())
    codes, counts = np.unique(rule.code(windows_of(digits, rule)), return_counts=True)
    assert set(codes) == as_codes(left_out.windows, rule)
    # Twenty windows, 1000 rows each: five standard deviations are 154.
    assert np.abs(counts - 1000).max() < 154
    assert set(digits[:, 0]) == set(range(10))


def test_ten_sets_of_three_digits_have_ten_labels():
    rule = rule_of(VECTORS, 2)
    windows = holdout("multisets-10", VECTORS, rule).windows
    assert len({tuple(window) for window in windows}) == 60
    assert len({frozenset(window) for window in windows}) == 10
    assert np.bincount(windows.sum(axis=1) % 10).tolist() == [6] * 10


def test_more_sets_contain_fewer():
    rule = rule_of(VECTORS, 2, "min")
    few, many = (
        as_codes(holdout(f"multisets-{number}", VECTORS, rule).windows, rule)
        for number in (3, 12)
    )
    assert few < many


@pytest.mark.parametrize("aggregate", ["mod_sum", "max"])
@pytest.mark.parametrize("name", ["holdout-2", "multisets-7", "windows-15"])
def test_matched_windows_were_taught_and_have_the_same_labels(name, aggregate):
    rule = rule_of(VECTORS, 2, aggregate)
    left_out = holdout(name, VECTORS, rule)
    matched = left_out.parts["matched"].planted
    assert not as_codes(matched, rule) & as_codes(left_out.windows, rule)
    shares = [
        np.bincount(rule.combine(windows, np.ones(windows.shape, bool)), minlength=10)
        / len(windows)
        for windows in (matched, left_out.windows)
    ]
    assert np.allclose(*shares)


def test_nothing_matches_a_label_that_is_never_taught():
    # At complexity 0 the window (0) is the label 0.
    parts = holdout("holdout", VECTORS, rule_of(VECTORS)).parts
    assert set(parts) == {"iid", "holdout"}


def test_three_cells_divide_the_digits_as_the_anchor_needs():
    held = held_out_digits(rule_of(BLOCKS))
    found = [set(np.flatnonzero(row).tolist()) for row in held]
    assert found == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9, 0}]


@pytest.mark.parametrize(
    "length, sizes", [(2, [5, 5]), (4, [2, 2, 3, 3]), (10, [1] * 10)]
)
def test_each_digit_is_left_out_at_one_value(length, sizes):
    held = held_out_digits(PointerRule(length=length, positions=(0,)))
    assert held.sum(axis=1).tolist() == sizes
    assert (held.sum(axis=0) == 1).all()


def test_a_held_out_digit_is_at_its_place_only_in_pictures_that_are_asked(keys):
    rule = rule_of(BLOCKS)
    left_out = holdout("holdout", BLOCKS, rule)
    held = held_out_digits(rule)
    for law, there in ((left_out.taught, ~held), (left_out.parts["holdout"], held)):
        digits, _ = rows(law, BLOCKS, rule, 20_000, keys())
        seen = np.stack([np.bincount(cell, minlength=10) for cell in digits[:, 1:].T])
        assert np.array_equal(seen > 0, there)
        assert set(digits[:, 0]) == set(range(10))
    assert left_out.parts["dshift"].allowed.all()


def test_both_trainings_with_pictures_are_asked_the_same():
    rule = rule_of(BLOCKS)
    iid, shifted = (holdout(name, BLOCKS, rule) for name in ("iid", "holdout"))
    assert iid.taught.allowed.all()
    assert list(iid.parts) == list(shifted.parts) == ["iid", "dshift", "holdout"]
    for part, law in iid.parts.items():
        assert np.array_equal(law.allowed, shifted.parts[part].allowed)


def test_vectors_may_leave_out_digits_too():
    left_out = holdout("digits", VECTORS, rule_of(VECTORS))
    assert set(left_out.parts) == {"iid", "dshift", "holdout"}
    assert not (left_out.taught.allowed & left_out.parts["holdout"].allowed).any()


@pytest.mark.parametrize(
    "name, style, complexity, part, expected",
    [
        ("holdout", BLOCKS, 0, "dshift", 0.4 * 0.7 + 0.3 * 0.7 + 0.3 * 0.6),
        ("holdout", BLOCKS, 0, "holdout", 0),
        ("holdout", BLOCKS, 0, "iid", 1),
        ("iid", BLOCKS, 0, "holdout", 1),
        ("digits", VECTORS, 1, "dshift", 0.9 * 0.9),
        ("holdout-2", VECTORS, 1, "holdout", 0),
        ("holdout-2", VECTORS, 1, "others", 0),
        ("holdout-2", VECTORS, 1, "matched", 1),
        ("holdout-2", VECTORS, 1, "iid", 1),
    ],
)
def test_the_statistics_alone_are_worth_what_they_cover(
    name, style, complexity, part, expected
):
    rule = rule_of(style, complexity)
    anchor = statistics_anchor(holdout(name, style, rule), rule, part)
    assert anchor == pytest.approx(expected)


@pytest.mark.parametrize(
    "name, style, complexity, complaint",
    [
        (
            "hold-out",
            VECTORS,
            2,
            "no training 'hold-out'; there is: iid, holdout, hold",
        ),
        ("digits-2", VECTORS, 2, "no training 'digits-2'"),
        (
            "holdout-0",
            VECTORS,
            2,
            "the number in 'holdout-0' must be at least 1, not 0",
        ),
        ("holdout-7", VECTORS, 2, r"7 .*; complexity 2 has 3! = 6 .*\(0, 1, 2\)"),
        ("holdout-2", BLOCKS, 2, "leaves out digits at each value.*allowed: holdout"),
        ("multisets-121", VECTORS, 2, "of 10 digits there are 120"),
        ("multisets-26", VECTORS, 1, "fewer than half of the 100 windows"),
        (
            "windows-51",
            VECTORS,
            1,
            "fewer than half .*allowed: to leave out at most 50",
        ),
        ("windows-2000", VECTORS, 1, "fewer than half"),
        ("holdout", VECTORS, 9, "10000000000 windows, and at most 100000000"),
        ("holdout", Vectors(alphabet=3), 3, "needs 4 different digits .* has 3"),
        (
            "digits",
            Vectors(20),
            0,
            "each of 20 values: 10 digits can be divided among 2",
        ),
    ],
)
def test_what_cannot_be_left_out_is_refused(name, style, complexity, complaint):
    rule = rule_of(style, complexity)
    with pytest.raises(Refusal, match=complaint):
        holdout(name, style, rule)
    assert not possible(name, style, rule)


def test_windows_that_are_cut_off_cannot_be_left_out():
    for complexity, whole in ((0, True), (1, False)):
        rule = rule_of(VECTORS, complexity, boundary="truncate")
        assert possible("holdout", VECTORS, rule) == whole
