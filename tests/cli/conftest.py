"""The program itself, started as a user starts it."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from metamer.cli import main

PROGRAM = Path(sys.executable).parent / "metamer"

STUDY = """
name = "small"
measures = ["exemplar_bias", "held_out_accuracy"]
units = 12
learners = ["rule", "glm", { name = "glm", strength = 2.0 }]
[paradigm]
name = "categories"
per_class = 12
held_out = 6
familiar = 2
again = 4
"""
"""Compiled learners and others, in jobs of at most ten units: 15 parts."""


@pytest.fixture(scope="session")
def program():
    """The path of `metamer`."""
    return str(PROGRAM)


class Done(NamedTuple):
    """What a command left behind, as `subprocess.run` would say it."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def metamer(tmp_path, monkeypatch, capsys):
    """Run `metamer` in an empty folder, in this process: it has all imports already."""

    def call(*words):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["metamer", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        return Done(int(end.value.code or 0), *capsys.readouterr())

    return call


def refusal(done):
    """The one line in which a command says what is wrong."""
    assert done.returncode == 2, done.stderr
    # On a slow machine a stage takes so long that it is named before.
    lines = [line for line in done.stderr.splitlines() if not line.endswith(" ...")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("metamer: ")
    assert done.stdout == ""
    return done.stderr


@pytest.fixture
def refused(metamer):
    """Run `metamer`, and see that it says in one line what is wrong."""
    return lambda *words: refusal(metamer(*words))


@pytest.fixture
def refused_untyped(tmp_path):
    """The same in a process of its own, where no types are checked as in tests."""

    def call(*words):
        command = [str(PROGRAM), *map(str, words)]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=300
        )
        return refusal(done)

    return call


@pytest.fixture(scope="session")
def plan(tmp_path_factory):
    """A small study as a TOML file."""
    path = tmp_path_factory.mktemp("plan") / "small.toml"
    path.write_text(STUDY)
    return path


@pytest.fixture(scope="session")
def finished(plan):
    """The folder of an undisturbed run of that study, and what it printed."""
    folder = plan.parent / "finished"
    command = [str(PROGRAM), "run", str(plan), "--out", str(folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (plan.parent / "printed.json").write_text(done.stdout)
    return folder
