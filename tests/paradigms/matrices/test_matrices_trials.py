"""Matrices that are put one by one: what is seen, told and written down."""

import base64
import io
import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from metamer.core.keys import root
from metamer.core.people import Asking
from metamer.core.trial import PutsTrials, replay
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.pixels.atlas import Look
from metamer.paradigms.matrices.pixels.png import encode
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.trials import PIXELS, lesson_items

PARADIGM = Matrices(mixture="one", sizes=(8,), asked=4, again=2)
CONDITION = PARADIGM.conditions()[0]
KEY = root(0).stream("unit", 0)
ASKINGS = st.builds(Asking, feedback=st.booleans(), attempts=st.integers(0, 3))


@pytest.fixture(scope="module")
def items(lesson):
    return lesson_items(lesson)


@pytest.fixture(scope="module")
def lesson():
    return PARADIGM.lesson(CONDITION, KEY)


def pool(items, name):
    return [item for item in items if item.pool == name]


def decode(url):
    head, _, data = url.partition(",")
    assert head == "data:image/png;base64"
    return Image.open(io.BytesIO(base64.b64decode(data)))


def test_the_paradigm_puts_trials():
    assert isinstance(PARADIGM, PutsTrials)


@pytest.mark.parametrize("answer", [0, 3, 7, None])
def test_rows_are_those_that_learners_get(items, lesson, answer):
    choices = np.full(len(lesson.asked.labels), -1 if answer is None else answer)
    expected = {**lesson.notes, **PARADIGM.score(lesson, choices)}
    asking = Asking(seconds=float(answer is None))
    rows = [
        replay(PARADIGM.trial(item, asking), [answer]).rows()
        for item in pool(items, "test")
    ]
    assert rows[0].keys() == expected.keys()
    for name, column in expected.items():
        assert np.concatenate([row[name] for row in rows]).tolist() == column.tolist()


@given(data=st.data(), asking=ASKINGS, answers=st.lists(st.integers(0, 7), max_size=4))
def test_a_replayed_trial_equals_the_one_that_was_played(items, data, asking, answers):
    item = data.draw(st.sampled_from(items))
    played, taken = PARADIGM.trial(item, asking), []
    for answer in answers:
        if not played.over:
            played.respond(answer)
            taken.append(answer)
    again = replay(PARADIGM.trial(item, asking), taken)
    assert (again.over, again.view()) == (played.over, played.view())
    assert str(again.rows()) == str(played.rows())


def test_a_view_shows_pictures_alone(items):
    for item in items:
        view = PARADIGM.trial(item, Asking(feedback=True)).view()
        assert view.keys() == {"context", "candidates", "options"}
        assert (len(view["context"]), len(view["candidates"])) == (8, 8)
        assert view["options"] == 8


def test_pictures_are_the_panels_of_the_paradigm(items, lesson):
    item, symbols = pool(items, "test")[0], lesson.asked.inputs[0]
    urls = item.content["context"] + item.content["candidates"]
    for url, panel in zip(urls, render(symbols, PIXELS), strict=True):
        found = np.asarray(decode(url).convert("L")).astype(int)
        assert np.abs(found - panel).max() <= 8  # half a step of 16 greys


def test_a_picture_holds_nothing_but_pixels(items):
    for url in items[0].content["candidates"]:
        data = base64.b64decode(url.partition(",")[2])
        kinds, place = [], 8
        while place < len(data):
            (length,) = struct.unpack_from(">I", data, place)
            kinds.append(data[place + 4 : place + 8])
            place += 12 + length
        assert kinds == [b"IHDR", b"IDAT", b"IEND"]
        assert decode(url).size == (PIXELS, PIXELS) and not decode(url).info


def test_equal_panels_are_equal_pictures_wherever_they_stand():
    panel = np.zeros((80, 80), np.uint8)
    panel[10:30, 20:50] = 93
    assert encode(panel) == encode(panel.copy())
    odd = np.arange(35, dtype=np.uint8).reshape(5, 7) * 7
    shown = np.asarray(Image.open(io.BytesIO(encode(odd))).convert("L")).astype(int)
    assert shown.shape == (5, 7) and np.abs(shown - odd).max() <= 8


def test_no_two_greys_of_a_kind_become_one():
    for greys in (Look().shape_greys, Look().line_greys):
        levels = np.rint(np.array(greys) / 17)
        assert len({*levels.tolist()}) == len(greys)


def test_taught_matrices_are_put_first_and_keep_their_ids_when_asked_again(items):
    taught = [item.id for item in pool(items, "learning")]
    again = [item.id for item in pool(items, "test") if item.notes["part"] == "taught"]
    assert taught == again and len(taught) == PARADIGM.again
    assert {item.notes["part"] for item in pool(items, "learning")} == {"learning"}


def test_items_are_plain_json_and_small(items):
    text = json.dumps(items, allow_nan=False)
    assert len(text) / len(items) < 25_000
