"""What commands print, on any terminal, and reports of folders that cannot be written."""

import os
import shutil
import subprocess

import pytest

from metamer.cli.app import SPELLED_OUT


def in_ascii(program, *words):
    """Run a command whose output goes to a terminal that knows ASCII only."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        [program, *map(str, words)], env=environment, capture_output=True, timeout=300
    )


def test_a_terminal_without_a_sign_shows_it_spelled_out(program, finished, tmp_path):
    done = in_ascii(program, "report", finished, "--out", tmp_path / "a.html")
    assert done.returncode == 0, done.stderr
    assert b" +- 0." in done.stdout and b"?" not in done.stdout


def test_a_terminal_without_a_letter_shows_its_number(program):
    done = in_ascii(program, "report", "größe$→")
    assert done.returncode == 2
    assert done.stderr == b"metamer: there is no run folder gr\\xf6\\xdfe$->\n"


def test_signs_are_spelled_out_in_ascii():
    assert all(
        len(sign) == 1 and words.isascii() for sign, words in SPELLED_OUT.items()
    )


@pytest.fixture
def read_only(finished, tmp_path):
    """The folder of a run, mounted so that nobody can write to it."""
    place = tmp_path / "read-only"
    place.mkdir()
    bind = ["mount", "--bind", "-o", "ro", str(finished), str(place)]
    if (
        not shutil.which("mount")
        or subprocess.run(bind, capture_output=True).returncode
    ):
        pytest.skip("may not mount a file system here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_folder_that_cannot_be_written_has_a_report_elsewhere(
    metamer, refused, read_only, tmp_path
):
    assert "Read-only file system" in refused("report", read_only)
    done = metamer("report", read_only, "--out", "new/mine.html")
    assert done.returncode == 0, done.stderr
    assert set(os.listdir(tmp_path / "new")) == {"mine.html", "mine-items.html"}
    assert done.stdout.endswith("The report is new/mine.html\n")
