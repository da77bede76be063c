"""Matrices on request, for files, and the commands that write them."""

import io
import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.commands import (
    SIZES,
    export,
    make_lists,
    make_matrices,
    show_matrices,
    with_one_regime,
)
from metamer.paradigms.matrices.controls import list_files
from metamer.paradigms.matrices.controls.lists import derive
from metamer.paradigms.matrices.files import released
from metamer.training.drawing import draw_stream

make = typer.Typer()
make.command("matrices")(make_matrices)
make.command("matrix-lists")(make_lists)


def settings(regime="neutral", foils="pgm", mixture="pgm", distraction=0.5, lists=""):
    """A paradigm with one regime."""
    return with_one_regime(regime, foils, mixture, distraction, lists)


def command(*words):
    """Run a command that must succeed; what it printed."""
    done = CliRunner().invoke(make, [str(word) for word in words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


@pytest.fixture(scope="module")
def lesson():
    """What unit 0 of a study with seed 7 is taught and asked."""
    small = Matrices(foils=("pgm",), sizes=(20,), asked=20, again=20)
    return small.lesson(small.conditions()[0], root(7).stream("unit", 0))


def test_what_is_made_for_training_is_what_unit_0_is_taught(lesson):
    made = export(settings(), "train", 7).draw(0, 20)
    assert np.array_equal(made.inputs, draw_stream(lesson.taught).inputs)


@pytest.mark.parametrize("split", ["validation", "test"])
def test_what_is_made_for_other_splits_is_what_unit_0_is_asked(lesson, split):
    made = export(settings(), split, 7).draw(0, 20)
    asked = lesson.asked.inputs[lesson.notes["part"] == split]
    assert np.array_equal(made.inputs, asked)


def test_an_item_follows_from_its_place():
    drawn = export(settings(), "train", 7)
    assert np.array_equal(drawn.draw(5, 3).inputs, drawn.draw(0, 8).inputs[5:])


def test_sizes_are_those_of_the_released_sets():
    found = {split: len(export(settings(), split, 0).places) for split in SIZES}
    assert found == {"train": 1_200_000, "validation": 20_000, "test": 200_000}


def test_an_export_says_what_it_is_made_from(tmp_path):
    path = str(tmp_path / "lists.toml")
    list_files.write(path, derive(5))
    made_from = export(settings(lists=path), "train", 3).settings
    versions = made_from.pop("versions")
    assert set(versions) == {"metamer", "numpy", "jax", "zlib"}
    assert made_from == {
        "format": 1,
        "seed": 3,
        "foils": "pgm",
        "mixture": "pgm",
        "distraction": 0.5,
        "absent": 0.25,
        "structure": [],
        "held_out": list_files.as_names(derive(5)),
    }


@pytest.mark.parametrize(
    "chosen, call, complaint",
    [
        ({"regime": "easy"}, {}, "no regime 'easy'; there is: neutral, interpolation"),
        ({"foils": "random"}, {}, "must be one of 'exchangeable', 'pgm', not 'random'"),
        ({"mixture": "most"}, {}, "must be one of 'pgm', 'uniform', 'one', not 'most'"),
        ({"distraction": 1.5}, {}, "must be from 0 to 1, not 1.5"),
        ({"lists": "gone.toml"}, {}, "there is no file gone.toml"),
        (
            {"regime": "triple_pairs", "mixture": "one"},
            {},
            "triple_pairs is about pairs of triples",
        ),
        ({}, {"split": "exam"}, "no split 'exam'; there is: train, validation, test"),
        ({}, {"count": 0}, "-n must be at least 1, not 0"),
        ({}, {"first": -1}, "--first must be at least 0, not -1"),
        ({}, {"seed": -1}, "seed must be at least 0, not -1"),
        ({}, {"first": 10**9}, "must end at 1000000000, not at 1001200000"),
    ],
)
def test_what_cannot_be_made_is_refused(chosen, call, complaint):
    with pytest.raises(Refusal, match=complaint):
        export(settings(**chosen), **({"split": "train", "seed": 0} | call))


def test_the_command_writes_a_folder_as_released(tmp_path):
    words = "matrices --regime line_type --split test -n 3 --first 4 --seed 7"
    words += f" --foils pgm --json --out {tmp_path / 'out'}"
    told = json.loads(command(*words.split()))
    assert (told["items"], told["regime"], told["format"]) == (3, "line_type", "pgm")
    found = released.read(str(tmp_path / "out"), "test", 160)
    expected = export(settings("line_type"), "test", 7).draw(4, 3)
    assert np.array_equal(found.labels, expected.labels)
    assert np.array_equal(found.hints, expected.hints)
    assert found.hints[:, 6].all()  # a rule of type, in every test


def test_the_command_writes_a_packed_file_that_says_how_to_make_it_again(tmp_path):
    out = tmp_path / "all.npz"
    words = "matrices --regime neutral --split test -n 5 --seed 7 --foils pgm"
    assert f"5 items are in {out}" in command(
        *words.split(), "--format", "packed", "--out", out
    )
    with np.load(out) as file:
        made_from, symbols = json.loads(str(file["settings"])), file["symbols"]
    again = export(
        settings(*(made_from[name] for name in ("regime", "foils", "mixture"))),
        made_from["split"],
        made_from["seed"],
    ).draw(made_from["first"], made_from["items"])
    assert np.array_equal(symbols, again.inputs)


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("--format zip", "no format 'zip'; there is: pgm, packed"),
        ("--pixels 90", "no number of pixels 90; there is: 80, 160"),
        ("--format packed", "--out must end in .npz with --format packed, not 'out'"),
        ("--format packed --pixels 80", "--pixels goes with --format pgm"),
    ],
)
def test_what_the_command_cannot_write_is_refused(tmp_path, words, complaint):
    common = f"matrices --regime neutral --split train --out {tmp_path / 'out'} {words}"
    done = CliRunner().invoke(make, common.split())
    assert isinstance(done.exception, Refusal)
    assert complaint in str(done.exception)
    assert not list(tmp_path.iterdir())


def test_lists_are_recovered_from_files_that_we_wrote(tmp_path):
    out, folder = tmp_path / "found.toml", tmp_path / "attr.rels"
    words = f"matrices --regime triples --mixture uniform --foils pgm --out {folder}"
    for split in ("train", "test"):
        command(*words.split(), "--split", split, "-n", "100", "--pixels", "80")
    told = json.loads(
        command("matrix-lists", "--folder", folder, "--out", out, "--json")
    )
    held = derive().triples
    assert told["triples"] == 7
    assert list_files.read(str(out)).triples == held


@pytest.mark.slow
def test_the_program_stopped_by_ctrl_c_goes_on_to_the_same_bytes(tmp_path):
    words = "-m metamer make matrices --regime neutral --split train -n 1500"
    program = [sys.executable, *words.split(), "--foils", "pgm", "--out"]
    stopped = subprocess.Popen([*program, tmp_path / "a"], stderr=subprocess.PIPE)
    while len(list(tmp_path.glob("a/*.npz"))) < 100 and stopped.poll() is None:
        time.sleep(0.05)
    stopped.send_signal(signal.SIGINT)
    _, said = stopped.communicate(timeout=60)
    assert b"the same command goes on where it stopped" in said
    assert 100 <= len(list(tmp_path.glob("a/*.npz"))) < 1500
    for folder in ("a", "b"):
        subprocess.run([*program, tmp_path / folder], check=True)
    one, other = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        for folder in ("a", "b")
    )
    assert one == other
    assert len(one) == 1501


def test_one_item_is_one(tmp_path):
    words = "matrices --regime neutral --split test -n 1 --format packed --out"
    told = command(*words.split(), tmp_path / "one.npz")
    assert told == f"1 item is in {tmp_path / 'one.npz'}\n"


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self):
        return True


def test_showing_matrices_says_what_takes_so_long(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    show_matrices(n=1)
    assert "compiling the generator (once)" in sys.stderr.getvalue()
    assert "compiling" not in capsys.readouterr().out
