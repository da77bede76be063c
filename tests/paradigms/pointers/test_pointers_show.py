"""Items as a picture or as text."""

import io

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.pointers import Pointers, show
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.sequence import Sequence
from metamer.paradigms.pointers.styles.vectors import Vectors

ROWS = Pointers(Vectors(pointer=4), ("holdout-2",), (1,))


def test_marks_stand_at_the_digits_pointed_at(keys):
    parts = show.examples(ROWS, ROWS.conditions()[0], keys(), 3)
    assert [title.split(":")[0] for title in parts] == [
        "taught",
        *(f"asked, {part}" for part in ("iid", "holdout", "others", "matched")),
    ]
    for shown in parts.values():
        assert len(shown) == 3
        for seen, window, marked, label in shown:
            values = np.delete(seen, 4)
            places = [(seen[4] + step) % 10 for step in range(2)]
            assert values[places].tolist() == window == seen[marked].tolist()
            assert sum(window) % 10 == label
    assert [one.window for one in parts[show.TITLES["holdout"]]] == [[0, 1]] * 3


def test_signs_stand_below_the_window(keys):
    text = show.text(ROWS, ROWS.conditions()[0], keys(), 1)
    told, *parts = text.split("\n\n")
    assert told == str(ROWS.conditions()[0])
    assert parts[::2] == [
        show.TITLES[title] for title in show.TITLES if title != "dshift"
    ]
    for row, signs in (part.split("\n") for part in parts[1::2]):
        seen, answer = row.split("  ")
        below = [seen[place] for place in range(len(signs)) if signs[place] == "^"]
        window, label = answer.split(" -> ")
        assert sorted(below) == sorted(window.split())
        assert seen.split()[4].startswith("[") and sum(map(int, below)) % 10 == int(
            label
        )


def test_a_window_that_is_cut_off_is_marked_as_far_as_it_goes(keys):
    settings = Pointers(complexities=(9,), boundary="truncate")
    (_, shown), *_ = show.examples(
        settings, settings.conditions()[0], keys(), 8
    ).items()
    for seen, window, marked, _ in shown:
        assert marked == list(range(1 + seen[0], 11))
        assert window == seen[1 + seen[0] :].tolist()


@pytest.mark.parametrize("settings", [Pointers(Blocks()), Pointers(Sequence()), ROWS])
def test_every_style_can_be_drawn_and_told(settings, keys):
    ((caption, figure),) = show.pictures(settings, keys())
    assert settings.style.name in caption
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=40)
    assert picture.getvalue().startswith(b"\x89PNG")
    lines = show.text(settings, settings.conditions()[0], keys(), 3).splitlines()
    assert max(map(len, lines)) <= 80 and any("^" in line for line in lines)


def test_a_frame_surrounds_what_is_pointed_at(keys):
    settings = Pointers(Blocks())
    condition, key = settings.conditions()[0], keys()
    figure = show.picture(settings, condition, key, 1)
    parts = show.examples(settings, condition, key, 1).values()
    for (shown,), below in zip(parts, figure.subfigs, strict=True):
        pointer, *frames = below.axes[0].patches
        assert np.allclose(pointer.get_center(), 0)
        assert pointer.get_linestyle() == "--"
        (frame,), (cell,) = frames, shown.marked
        assert np.allclose(frame.get_center(), divmod(cell, 2)[::-1])
        assert frame.get_linewidth() > pointer.get_linewidth()


def test_reports_show_one_picture_for_each_kind_of_training():
    trainings = ("iid", "holdout-1", "holdout-6", "windows-2")
    settings = Pointers(trainings=trainings, complexities=(0, 2), sizes=(10, 100))
    assert list(map(str, show.kinds(settings))) == [
        f"{name} style=vector complexity=2 aggregate=mod_sum size=100"
        for name in ("iid", "holdout-6", "windows-2")
    ]


@pytest.mark.parametrize("many", [0, 41])
def test_too_few_or_too_many_items_are_refused(many, keys):
    with pytest.raises(Refusal, match="-n must be from 1 to 40 items of each part"):
        show.examples(ROWS, ROWS.conditions()[0], keys(), many)
