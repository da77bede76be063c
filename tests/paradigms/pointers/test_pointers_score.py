"""Whether one answer is right, and in what way it is wrong."""

import numpy as np
import pytest

from metamer.core.items import Items, Lesson
from metamer.paradigms.pointers.rules.rule import PointerRule
from metamer.paradigms.pointers.score import KINDS, errors, score


def lesson(rule, digits):
    digits = np.array(digits, np.uint8)
    labels = rule.label(digits[:, 0], digits[:, 1:].astype(int)).astype(np.int32)
    return Lesson(Items(None), Items(digits, labels, digits), {})


def told(rule, row, choices):
    """What is said of each of some answers to one row."""
    return score(rule, lesson(rule, [row] * len(choices)), np.array(choices))


ROW = [1, 5, 2, 4, 9, 9, 9, 9, 9, 9, 9]
"""Points at 2; its windows of two digits make 7, 6, 3, 8, 8, 8, 8, 8, 8 and 4."""


def test_with_one_digit_an_error_is_of_position_or_of_no_place():
    said = told(PointerRule(), ROW, [2, 5, 9, 7, -1])
    assert said["error"].tolist() == ["", "position", "position", "digit", "none"]
    assert said["correct"].tolist() == [True, False, False, False, False]
    assert said["answer"].tolist() == ["2", "5", "9", "7", "none"]
    # Of the nine wrong digits 4, 5 and 9 stand elsewhere.
    assert said["chance_position"][0] == pytest.approx(3 / 9)
    assert said["chance_rule"][0] == 0
    assert said["chance_digit"][0] == pytest.approx(6 / 9)


def test_with_a_window_an_error_may_be_of_the_rule():
    # 2 and 4 make 6. Their digits are 2 and 4, the floor of their mean is 3, and what
    # other pointers ask for is 3, 4, 7 and 8: 3 and 4 are of the rule all the same.
    said = told(PointerRule(1), ROW, [6, 2, 4, 3, 7, 8, 0, 12])
    kinds = ["", "rule", "rule", "rule", "position", "position", "digit", "digit"]
    assert said["error"].tolist() == kinds
    shares = [said[f"chance_{kind}"][0] for kind in KINDS]
    assert shares == pytest.approx([2 / 9, 3 / 9, 4 / 9])


@pytest.mark.parametrize("boundary, kind", [("wrap", "rule"), ("truncate", "digit")])
def test_what_is_cut_off_is_not_in_the_window(boundary, kind):
    # The pointer asks for 8 and, where windows go on at the start, for 3.
    row = [9, 3, 1, 1, 1, 1, 1, 1, 1, 1, 8]
    assert told(PointerRule(1, boundary=boundary), row, [3])["error"].tolist() == [kind]


@pytest.mark.parametrize("boundary", ["wrap", "truncate", "restrict"])
def test_every_wrong_label_is_of_one_kind(boundary, keys):
    rule = PointerRule(2, "median", boundary)
    digits = keys().numpy.integers(0, 10, (500, 11))
    pointer, values = digits[:, 0] % rule.pointers, digits[:, 1:]
    right = rule.label(pointer, values)
    kinds = np.stack([*errors(rule, pointer, values, right).values()])
    assert np.array_equal(kinds.sum(axis=0), np.arange(10) != right[:, None])


def test_guesses_err_as_often_as_chance_says(keys):
    chance = keys().numpy
    rule = PointerRule(1)
    asked = lesson(rule, chance.integers(0, 10, (20_000, 11)))
    said = score(rule, asked, chance.integers(0, 10, 20_000))
    wrong = ~said["correct"]
    for kind in KINDS:
        share = (said["error"][wrong] == kind).mean()
        assert share == pytest.approx(said[f"chance_{kind}"][wrong].mean(), abs=0.02)
