"""A guess is right or wrong in one of several ways."""

import math

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.score import ERRORS, MODES, count_wrong, error_kind
from metamer.paradigms.concepts.tasks import as_text, from_text

GIVEN = from_text("1000/0000/0000/0000")
ANSWER = from_text("1111/0000/0000/2222")


@pytest.mark.parametrize(
    ("guess", "kind", "cells"),
    [
        ("1111/0000/0000/2222", "right", 0),
        ("", "no guess", math.nan),
        ("1000/0000/0000/0000", "copied input", 7),
        ("1111/0000/2222", "wrong size", math.nan),
        ("0000/0000/0000/0000", "blank", 8),
        ("1111/0000/0000/2200", "near miss", 2),
        ("1111/0000/0000/2000", "wrong cells", 3),
    ],
)
def test_each_kind_of_guess_is_called_by_its_name(guess, kind, cells):
    grid = from_text(guess)
    assert error_kind(grid, GIVEN, ANSWER) == kind
    assert kind in ERRORS
    assert count_wrong(grid, ANSWER) == pytest.approx(cells, nan_ok=True)


def test_without_an_answer_nothing_is_scored():
    assert error_kind(GIVEN, GIVEN, None) == "not scored"
    assert error_kind(None, GIVEN, None) == "not scored"
    assert math.isnan(count_wrong(GIVEN, None))


def test_a_copied_input_can_be_right():
    assert error_kind(GIVEN, GIVEN, GIVEN) == "right"


def test_a_copied_input_is_called_so_even_where_its_size_is_wrong():
    assert error_kind(GIVEN, GIVEN, from_text("3")) == "copied input"


def test_a_guess_of_one_colour_is_not_blank_where_the_answer_has_one_colour():
    assert error_kind(from_text("33"), GIVEN, from_text("44")) == "wrong cells"


def test_in_a_large_grid_one_cell_in_twenty_may_be_wrong():
    answer = np.zeros((10, 10), np.uint8)
    answer[5:] = 1
    guess = answer.copy()
    guess[0, :5] = 7
    assert error_kind(guess, GIVEN, answer) == "near miss"
    guess[0, 5] = 7
    assert error_kind(guess, GIVEN, answer) == "wrong cells"


def test_in_a_tiny_grid_a_near_miss_is_at_least_half_right():
    assert error_kind(from_text("102"), GIVEN, from_text("112")) == "near miss"
    assert error_kind(from_text("100"), GIVEN, from_text("112")) == "wrong cells"
    assert error_kind(from_text("4"), GIVEN, from_text("5")) == "wrong cells"


def test_a_grid_survives_as_text():
    assert as_text(from_text("030/111")) == "030/111"
    assert from_text("030/111").tolist() == [[0, 3, 0], [1, 1, 1]]
    assert as_text(None) == "" and from_text("") is None


@pytest.mark.parametrize("text", ["030/11", "03a", "/", "0//1", "²", "-1"])
def test_text_that_is_no_grid_is_refused(text):
    with pytest.raises(Refusal, match="rows of digits"):
        from_text(text)


def test_every_mode_says_what_it_is_and_what_it_allows_to_compare():
    assert list(MODES) == ["ranked", "samples", "interactive"]
    assert all(";" in words and "compares" in words for words in MODES.values())
