"""Numbers of things, as sentences say them."""

from pathlib import Path

import pytest

from metamer.core.commands import where_made
from metamer.core.counting import count


@pytest.mark.parametrize(
    "number, sentence",
    [
        (0, "0 boards are in a.npz"),
        (1, "1 board is in a.npz"),
        (1200, "1,200 boards are in a.npz"),
    ],
)
def test_one_thing_is_and_several_are(number, sentence):
    assert where_made(number, "board", Path("a.npz")) == sentence


def test_a_count_has_its_noun_in_the_singular_or_plural():
    assert count(1, "learner") == "1 learner"
    assert count(1200, "response") == "1,200 responses"
