"""The tables in which the parts of programs are declared."""

import pytest

from metamer.paradigms.concepts.search.entries import Entries


def test_entries_keep_the_order_in_which_they_were_added():
    table = Entries("colour")
    table.add("red", 2.0)(len)
    table.add("blue")(abs)
    assert [(entry.words, entry.cost) for entry in table] == [
        ("red", 2.0),
        ("blue", 1.0),
    ]
    assert table["blue"].function is abs
    assert table.entry(len).words == "red"


def test_words_cannot_be_declared_twice():
    table = Entries("colour")
    table.add("red")(len)
    with pytest.raises(ValueError, match="there is already a colour 'red'"):
        table.add("red")(abs)
