"""Single items with their pointers and windows in frames."""

import re

import numpy as np
import pandas as pd
import pytest

from metamer.core.shown import AskedItems
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.vectors import Vectors


def shown(settings, digits, seen, **row):
    """The item with these digits (the pointer first), and one answer to it."""
    asked = AskedItems(
        {
            "some/item": np.array(["a"]),
            "some/x": np.asarray(seen)[None],
            "some/digits": np.array([digits], np.uint8),
        }
    )
    rows = [
        {
            "item": "a",
            "condition": "iid",
            "style": settings.style.name,
            "complexity": 1,
            "aggregate": "mod_sum",
            "size": 10,
            "label": 0,
            "answer": "3",
            "error": "",
            **row,
        }
    ]
    views = settings.item_views(pd.DataFrame(rows), asked)
    return views.item(rows), views.answer(rows)


def frames(picture):
    """The places of the dashed frame, and of the others."""
    found = re.findall(r'M(\d+)\.06 (\d+)\.06[^"]*"[^>]*?(dasharray)?[^>]*?/>', picture)
    dashed = re.findall(r"M(\d+)\.06 (\d+)\.06[^>]*dasharray", picture)
    return dashed, [(x, y) for x, y, _ in found if (x, y) not in dashed]


@pytest.mark.parametrize(
    "place, dashed, solid", [(0, "0", "34"), (2, "2", "34"), (4, "4", "23")]
)
def test_the_window_is_framed_wherever_the_pointer_is(place, dashed, solid):
    style = Vectors(length=4, alphabet=5, pointer=place)
    settings = Pointers(style, complexities=(1,))
    digits = np.array([2, 1, 4, 0, 3])  # pointer 2: the third and fourth value
    item, _ = shown(settings, digits, style.join(digits[None])[0], label=3)
    assert frames(item.picture) == (
        [(dashed, "0")],
        [(place, "0") for place in solid],
    )
    assert item.right == "Right answer: 3 (mod_sum of 0, 3)."


def test_a_window_at_the_end_goes_on_at_the_start():
    style = Vectors(length=4, alphabet=5)
    settings = Pointers(style, complexities=(1,))
    item, _ = shown(settings, [3, 1, 4, 0, 2], [3, 1, 4, 0, 2], label=3)
    assert set(frames(item.picture)[1]) == {("4", "0"), ("1", "0")}


def test_cells_of_a_picture_are_framed():
    settings = Pointers(Blocks(), complexities=(0,))
    seen = np.zeros((8, 8), np.uint8)
    item, _ = shown(settings, [9, 1, 4, 7], seen, complexity=0, label=7)
    assert frames(item.picture) == ([("0", "0")], [("1", "1")])
    assert '<image href="data:image/png;base64,' in item.picture
    assert item.right == "Right answer: 7."


@pytest.mark.parametrize(
    "error, words",
    [
        ("", "answers 3"),
        ("position", "answers 3 (what another pointer would ask for)"),
        ("none", "answers none"),
    ],
)
def test_an_error_is_explained(error, words):
    style = Vectors(length=4, alphabet=5)
    answer = "none" if error == "none" else "3"
    settings = Pointers(style, complexities=(1,))
    digits = [3, 1, 4, 0, 2]
    _, told = shown(settings, digits, digits, error=error, answer=answer)
    assert told.words == words
