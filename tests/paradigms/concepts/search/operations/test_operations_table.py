"""The table of operations: which there are, in which order, under which words."""

import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.search.operations.table import (
    families,
    operation,
    operations,
)


def test_operations_name_only_colours_that_are_seen():
    words = [entry.words for entry in operations({3}, "same")]
    assert "keep colour 3" in words
    assert not any("colour 4" in said for said in words)


def test_images_are_not_counted_where_outputs_have_the_size_of_inputs():
    same, another = (
        {entry.words for entry in operations({3}, size)} for size in ("same", "another")
    )
    assert "a row as long as the number of images" in another - same
    assert "moved one cell up" in same - another


def test_no_two_operations_have_the_same_words():
    words = [entry.words for entry in operations({1, 2}, "same")]
    assert len(words) == len(set(words))


def test_an_operation_is_found_by_its_name_and_choice():
    found = operation("trim", "top row")
    assert (found.id, found.words, found.argument) == (
        "trim: top row",
        "without its top row",
        1,
    )


def test_no_two_operations_have_the_same_id():
    names = [entry.id for entry in operations({1, 2}, "another")]
    assert len(names) == len(set(names))


def test_a_wrong_name_is_answered_with_the_names_there_are():
    with pytest.raises(
        Refusal, match="no operation 'nonsense'; there is: against_input"
    ):
        operation("nonsense")


def test_an_operation_without_a_plain_backend_says_so():
    with pytest.raises(ValueError, match="'fall: up' has no plain backend"):
        _ = operation("fall", "up").on_grid


def test_operations_are_in_the_order_of_their_files_and_lines():
    places = [entry.place for entry in families()]
    assert places == sorted(places)
