"""The program itself, started as a user starts it."""

import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.fixture
def metamer(tmp_path):
    """Run `metamer` in an empty folder."""

    def call(*words):
        command = [str(PROGRAM), *map(str, words)]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=300
        )

    return call


@pytest.fixture
def refused(metamer):
    """Run `metamer`, and see that it says in one line what is wrong."""

    def call(*words):
        done = metamer(*words)
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert done.stderr.startswith("metamer: ")
        assert done.stdout == ""
        return done.stderr

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
