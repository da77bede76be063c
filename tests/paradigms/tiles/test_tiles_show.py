"""Boards as pictures and as text."""

import io
from dataclasses import dataclass, replace

import numpy as np
import pytest
from matplotlib.text import Text
from quick_tiles import RECTANGLES

from metamer.core.errors import Refusal
from metamer.paradigms.tiles import show
from metamer.paradigms.tiles.items.draw import draw_boards
from metamer.paradigms.tiles.show import Group


@dataclass(frozen=True)
class Copies:
    """A recipe without sweeps, of somebody's own: it gives the boards that it is taught."""

    def fit(self, source, key):
        return self

    def trace(self, counts, many, key):
        return ()


def group(*boards, starts=None):
    red = np.array([[tile == "#" for tile in board] for board in boards])
    starts = np.array(starts or [-1] * len(boards))
    return Group(red, np.arange(red.shape[1]) == starts[:, None])


def test_text_shows_red_blue_and_what_is_face_up():
    rows = [("square", (group("#..#", "##..", starts=[0, -1]), group(".##.")))]
    assert show.text(rows, ("left", "right")) == (
        "square\n"
        "left     right\n"
        "@.  ##   .#\n"
        ".#  ..   #.\n"
    )  # fmt: skip


def test_text_stays_in_columns_where_a_row_has_fewer_boards():
    rows = [
        ("a", (group("####", "####"), group("#..#", "#..#"))),
        ("", (group("####"), group("#..#"))),
    ]
    lines = show.text(rows, ("x", "a long heading")).splitlines()
    assert lines[1].index("a") == lines[2].index("#.") == lines[5].index("#.")


def test_shown_boards_are_those_that_are_made():
    rows = show.boards(RECTANGLES, ("abstract",), 10, 3)
    assert [title for title, _ in rows] == ["rectangle", ""]
    shown = np.concatenate([groups[0].boards for _, groups in rows])
    made = draw_boards(RECTANGLES, "rectangle", "abstract", 10, 3)
    assert np.array_equal(shown, made.boards)
    starts = np.concatenate([groups[0].shown for _, groups in rows]).argmax(axis=1)
    assert np.array_equal(starts, made.starts)


@pytest.mark.parametrize("kinds", [("abstract",), ("abstract", "metamer")])
def test_text_fits_a_terminal_of_80_columns(kinds):
    text = show.text(show.boards(RECTANGLES, kinds, 11, 0), kinds)
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("@") == 11 * len(kinds)


def test_chains_begin_as_coins_and_are_followed_sweep_by_sweep(keys):
    rows = show.sweeps(RECTANGLES, 200, keys())
    assert len(rows) == 200
    steps = np.array([[shown.boards[0] for shown in groups] for _, groups in rows])
    assert steps.shape == (200, len(show.SWEEPS), 49)
    assert abs(steps[:, 0].mean() - 0.5) < 0.03
    assert all((steps[:, step] != steps[:, step + 1]).any() for step in range(5))
    assert show.sweep_titles()[:3] == ("0 sweeps", "1 sweep", "2 sweeps")


def test_a_recipe_without_sweeps_has_none_to_show(keys):
    other = replace(RECTANGLES, recipe=Copies())
    with pytest.raises(
        Refusal, match="without sweeps; .* recipes gibbs and max_entropy"
    ):
        show.sweeps(other, 2, keys())


@pytest.mark.parametrize("many", [0, -3, 401])
def test_too_few_and_too_many_boards_are_refused(many, keys):
    complaint = f"-n must be from 1 to 400 to show boards, not {many}"
    with pytest.raises(Refusal, match=complaint):
        show.boards(RECTANGLES, ("abstract",), many, 0)
    with pytest.raises(Refusal, match=complaint):
        show.sweeps(RECTANGLES, many, keys())


def test_nothing_in_a_picture_overlaps_or_is_cut_off():
    boards = (group("#" * 49), group("#" * 49))
    rows = [("a rule with a long name", boards), ("b", boards)]
    figure = show.picture(rows, ("10 sweeps", "20 sweeps"))
    figure.canvas.draw()
    whole = figure.bbox
    texts = [text for text in figure.findobj(Text) if text.get_text()]
    boxes = [text.get_window_extent() for text in texts]
    boxes += [patch.get_window_extent() for patch in figure.axes[0].patches[1::3]]
    assert len(boxes) == 4 + 4
    for place, box in enumerate(boxes):
        assert whole.x0 <= box.x0 and box.x1 <= whole.x1
        assert whole.y0 <= box.y0 and box.y1 <= whole.y1
        assert not any(box.overlaps(other) for other in boxes[place + 1 :])


def test_red_tiles_can_be_told_without_colour():
    figure = show.picture([("", (group("#..#"),))], ("",))
    (dots,) = figure.axes[0].lines
    assert len(dots.get_xdata()) == 2
    colours = [patch.get_facecolor() for patch in figure.axes[0].patches[:2]]
    blue, red = (np.dot(colour[:3], [0.299, 0.587, 0.114]) for colour in colours)
    assert blue - red > 0.3


def test_the_face_up_tile_has_a_frame():
    figure = show.picture([("", (group("#..#", starts=[3]),))], ("",))
    frame = figure.axes[0].patches[2].get_path().get_extents()
    second = figure.axes[0].lines[0].get_xydata()[1]
    assert frame.contains(*second)
    assert figure.axes[0].patches[2].get_facecolor()[3] == 0


def test_the_report_shows_asked_boards_of_both_conditions(keys):
    kept = [
        RECTANGLES.items(condition, [RECTANGLES.lesson(condition, keys())])
        for condition in RECTANGLES.conditions()
    ]
    asked = {name: np.concatenate([part[name] for part in kept]) for name in kept[0]}
    ((caption, figure),) = RECTANGLES.pictures(keys(), asked)
    assert "abstract: boards made by the rule; metamer: boards with" in caption
    assert "have a dot" in caption and "at the start have a frame" in caption
    words = [text.get_text() for text in figure.findobj(Text)]
    assert {"abstract", "metamer", "rectangle"} <= set(words)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=40)
    assert picture.getvalue().startswith(b"\x89PNG")
