"""Whole questions as text and as pictures."""

import io

import numpy as np
import pytest
from decoded_items import first

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.paradigms.matrices import show
from metamer.paradigms.matrices.pixels.render import render
from metamer.paradigms.matrices.rules.vocabulary import CONTEXT

UNKNOWN = np.array([-1] * 8 + [0] * 7, np.int8)


def questions(many=1, pixels=0):
    """The first of the decoded items, some times over."""
    symbols, label, known = first()
    inputs = render(symbols, pixels) if pixels else symbols
    return Items(*(np.stack([one] * many) for one in (inputs, np.array(label), known)))


def seen(figure):
    """A picture as a file: whether it can be drawn."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=40)
    return len(file.getvalue())


def words(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_triples_are_told_with_their_directions_and_what_distracts():
    _, _, known = first()
    assert show.rules(known) == [
        "shape position OR along rows",
        "line type OR along columns",
    ]
    assert show.distractors(known) == ["distracting: shape color, shape type"]


def test_a_direction_that_is_not_known_is_not_told():
    _, _, known = first()
    known[4:8] = -1
    assert show.rules(known) == ["shape position OR", "line type OR"]
    assert show.rules(UNKNOWN) == ["its triples are unknown"]
    assert show.distractors(UNKNOWN) == []


def test_a_text_has_the_triples_the_answer_and_every_panel():
    symbols, label, known = first()
    symbols[0] = 0
    symbols[0, [0, 8, 9, 14]] = 1 + 600 + 70 + 3, 1, 5, 10
    head, *rows, a_to_d, e_to_h, legend = show.text(symbols, label, known).split("\n\n")
    assert head.splitlines() == [
        "shape position OR along rows",
        "line type OR along columns",
        "distracting: shape color, shape type",
        "answer: A",
    ]
    assert [line[:12].rstrip() for line in rows[0].splitlines()] == [
        "*73  .   .",
        " .   .   .",
        " .   .  C00",
        "\\4o9",
    ]
    assert "?" in rows[2] and len(rows) == 3
    assert a_to_d.split()[:4] == list("ABCD") and e_to_h.split()[:4] == list("EFGH")
    assert "* star" in legend and "o circle" in legend


def test_of_pixels_a_text_has_what_is_known():
    symbols, label, known = first()
    *_, answer, remark = show.text(render(symbols), label, known).splitlines()
    assert answer == "answer: A" and "save a picture" in remark


def test_texts_fit_a_terminal():
    symbols, label, known = first()
    symbols[:, 9:] = 1
    assert max(map(len, show.text(symbols, label, known).splitlines())) <= 80


@pytest.mark.parametrize("pixels", [0, 60])
def test_symbols_and_pixels_are_drawn_as_whole_questions(pixels):
    figure = show.picture(questions(2, pixels), 2)
    assert len(figure.axes) == 2
    for axes in figure.axes:
        assert len(axes.images) == CONTEXT + 8
    told = [*"?ABCDEFGH", "shape position OR along rows  ·  line type OR along columns"]
    assert words(figure)[:11] == [*told, "distracting: shape color, shape type"]
    assert seen(figure) > 5000


def test_the_right_candidate_alone_has_a_thick_frame():
    items = questions()._replace(labels=np.array([3]))
    (axes,) = show.picture(items, 1).axes
    (frame,) = (patch for patch in axes.patches if patch.get_linewidth() > 2)
    (letter,) = (text for text in axes.texts if text.get_text() == "D")
    assert frame.get_x() < letter.get_position()[0] < frame.get_x() + 1.1
    bold = [text.get_text() for text in axes.texts if text.get_weight() == "bold"]
    assert bold == ["D"]


def test_a_report_shows_a_few_questions_and_what_they_are():
    shown = show.pictures(questions(9))
    assert len(shown) == show.EXAMPLES
    assert all(len(figure.axes) == 1 and "framed" in one for one, figure in shown)


def test_matrices_of_which_nothing_is_known_are_drawn():
    items = questions(1, 40)._replace(features=UNKNOWN[None])
    assert words(show.picture(items, 1))[-1] == "its triples are unknown"


@pytest.mark.parametrize("count", [0, 41])
def test_a_picture_has_1_to_40_matrices(count):
    with pytest.raises(Refusal, match=f"1 to 40 matrices, not {count}"):
        show.picture(questions(), count)
