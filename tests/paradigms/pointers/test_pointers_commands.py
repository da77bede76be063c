"""Items on request, for files."""

import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.commands import (
    arrays,
    draw,
    make_items,
    part_of,
    with_one_condition,
)
from metamer.paradigms.pointers.controls.holdouts import held_out_digits
from metamer.training.drawing import draw_stream


def made(training="holdout-2", split="train", part=None, many=300, seed=0, **settings):
    """The arrays of a file, windows of two digits."""
    style = settings.pop("style", "vector")
    chosen = with_one_condition(style, settings, 1, "mod_sum", training)
    part = part_of(training, split, part)
    return arrays(draw(chosen, split, part, many, seed))


def windows(file):
    """The two digits that each row points at."""
    pointer, values = file["digits"][:, :1].astype(int), file["digits"][:, 1:]
    places = np.concatenate([pointer, pointer + 1], axis=1) % values.shape[1]
    return {tuple(row) for row in np.take_along_axis(values, places, 1).tolist()}


def test_rows_of_a_file_have_the_promised_names_shapes_and_types():
    file = made()
    assert {name: (array.shape, array.dtype) for name, array in file.items()} == {
        "inputs": ((300, 11), np.uint8),
        "labels": ((300,), np.uint8),
        "digits": ((300, 11), np.uint8),
    }
    first = file["digits"][0].astype(int)
    pointer, values = first[0], first[1:]
    assert file["labels"][0] == (values[pointer] + values[(pointer + 1) % 10]) % 10


def test_what_is_made_for_training_is_what_unit_0_is_taught():
    settings = Pointers(trainings=("holdout-2",), complexities=(1,), sizes=(300,))
    unit = root(7).stream("unit", 0)
    lesson = settings.lesson(settings.conditions()[0], unit)
    assert np.array_equal(made(seed=7)["inputs"], draw_stream(lesson.taught).inputs)
    asked = lesson.asked.inputs[lesson.notes["part"] == "holdout"]
    assert np.array_equal(made(split="test", seed=7)["inputs"], asked[:300])


@pytest.mark.parametrize(
    "part, expected",
    [
        (None, {(0, 1)}),
        ("others", {(1, 0)}),
        ("matched", {(first, 11 - first) for first in range(2, 10)}),
    ],
)
def test_each_part_has_windows_of_its_own(part, expected):
    assert windows(made(split="test", part=part)) == expected


def test_validation_has_the_law_of_training_and_other_rows():
    train, validation = made(many=3000), made(split="validation", many=3000)
    assert not windows(validation) & {(0, 1), (1, 0)}
    assert len(windows(validation)) == 98
    assert not np.array_equal(train["inputs"], validation["inputs"])


def test_a_seed_is_a_file_and_more_items_begin_like_fewer():
    few, more, other = made(many=20), made(many=50), made(many=20, seed=1)
    assert np.array_equal(few["inputs"], more["inputs"][:20])
    assert not np.array_equal(few["inputs"], other["inputs"])


def test_the_pointer_is_first_among_the_digits_wherever_it_stands():
    file = made("iid", length="20", pointer="20")
    assert file["inputs"].shape == (300, 21)
    assert np.array_equal(np.roll(file["inputs"], 1, axis=1), file["digits"])


def test_pictures_of_a_file_come_with_the_digits_that_training_allows():
    chosen = with_one_condition("blocks", {}, 0, "mod_sum", "holdout")
    file = arrays(draw(chosen, "train", "taught", 200, 0))
    assert (file["inputs"].dtype, file["inputs"].ndim) == (np.uint8, 3)
    assert len({picture.tobytes() for picture in file["inputs"]}) == 200
    held = held_out_digits(chosen.rule(chosen.conditions()[0]))
    assert not held[np.arange(3), file["digits"][:, 1:]].any()


@pytest.mark.parametrize(
    "call, complaint",
    [
        ({"split": "exam"}, "no split 'exam'; there is: train, validation, test"),
        ({"part": "iid"}, "--part goes with --split test, not with --split train"),
        (
            {"split": "test", "part": "dshift"},
            "no part of holdout-2 'dshift'; there is",
        ),
        ({"many": 0}, "-n must be at least 1, not 0"),
        ({"training": "holdout-3"}, "2! = 2 permutations"),
        ({"training": "nothing"}, "no training 'nothing'; there is: iid"),
        ({"style": "morse"}, "no style 'morse'; there is: blocks"),
        ({"length": "long"}, "style vector: .*must be a whole number, not 'long'"),
        ({"size": "3"}, "style vector: unknown key 'size'; allowed: length"),
    ],
)
def test_what_cannot_be_made_is_refused(call, complaint):
    with pytest.raises(Refusal, match=complaint):
        made(**call)


def test_the_command_writes_the_file_and_tells_of_it(tmp_path):
    out = tmp_path / "deep" / "a.npz"
    words = f"--complexity 2 --condition holdout-6 --split test -n 30 --out {out}"
    make = typer.Typer()
    make.command()(make_items)
    done = CliRunner().invoke(make, [*words.split(), "--json", "--set", "length=12"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["items"], told["part"]) == (30, "holdout")
    with np.load(out) as file:
        assert file["inputs"].shape == (30, 13)
        assert set(file["labels"]) == {3}
