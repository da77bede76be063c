"""Single matrices with their candidates."""

import base64
import io
import re

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from metamer.core.jobs import unit_key
from metamer.core.shown import AskedItems
from metamer.core.study import Condition
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.item_views import PIXELS
from metamer.paradigms.matrices.pixels.render import render

SETTINGS = Matrices(mixture="one", sizes=(4,), asked=2, again=1)


@pytest.fixture(scope="module")
def lesson():
    return SETTINGS.lesson(SETTINGS.conditions()[0], unit_key(0, 0))


def shown(lesson, inputs, answers):
    """The first asked matrix, with these answers."""
    arrays = SETTINGS.items(Condition("neutral"), [lesson])
    at = list(arrays["neutral/item"]).index(lesson.notes["item"][0])
    arrays["neutral/x"] = inputs
    asked = AskedItems({name: array[at : at + 1] for name, array in arrays.items()})
    rows = [
        {
            "item": str(lesson.notes["item"][0]),
            "label": int(lesson.asked.labels[0]),
            "answer": answer,
        }
        for answer in answers
    ]
    views = SETTINGS.item_views(pd.DataFrame(rows), asked)
    return views.item(rows), views.answer(rows)


def pixels(picture):
    data = re.search(r"base64,([^\"]+)", picture)[1]
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))))


@pytest.fixture(scope="module")
def symbols(lesson):
    return SETTINGS.items(Condition("neutral"), [lesson])["neutral/x"]


def test_the_right_candidate_is_named_and_ticked(lesson, symbols):
    item, _ = shown(lesson, symbols, ["A"])
    letter = "ABCDEFGH"[lesson.asked.labels[0]]
    assert item.right.startswith(f"Right answer: {letter}. ")
    assert re.findall(r">(\w) ✓<", item.picture) == [letter]
    assert item.picture.count('stroke-width="3"') == 1


def test_answers_are_counted_below_the_candidates(lesson, symbols):
    item, answer = shown(lesson, symbols, ["B", "B", "H", "none"])
    assert re.findall(r">(\d)×<", item.picture) == ["2", "1"]
    assert answer.words == "chooses B"


def test_all_panels_and_no_more_are_in_the_picture(lesson, symbols):
    item, _ = shown(lesson, symbols, ["A"])
    assert (pixels(item.picture)[..., 1] > 0).sum() == 16 * PIXELS**2


def test_pixels_of_another_size_are_shown_as_well(lesson, symbols):
    item, _ = shown(lesson, render(symbols, 80), ["A"])
    assert (pixels(item.picture)[..., 1] > 0).sum() == 16 * PIXELS**2
    assert len(np.unique(pixels(item.picture)[..., 0])) > 2
