"""How a report says that its run can be repeated."""

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import tomli_w

import metamer
from metamer.core.settings import to_plain
from metamer.learners.exemplars import Exemplars
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.table import Table
from metamer.reports.repetition import repetition

SMALL = Categories(per_class=6, held_out=4, familiar=2, again=2)
TOML = """
learners = ["rule"]
units = 1
[paradigm]
name = "categories"
per_class = 6
held_out = 4
"""
SCRIPT = """
import metamer
{definition}
small = metamer.paradigm("categories")(per_class=6, held_out=4)
plan = metamer.Study(small, (Mine(),), units=1)
print(metamer.report(metamer.run(plan, "run")))
"""
LEARNER = """
import numpy
class Mine:
    name = "mine"
    def fit(self, items, key): return 0
    def answer(self, fitted, items): return numpy.zeros(len(items.inputs), int)
"""


@dataclass(frozen=True)
class Importable:
    """A learner that others can import, but that is in no registry."""

    name: str = "importable"

    def fit(self, items, key):
        return 0

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


def in_python(folder, definition):
    """Run a script that makes a report; the page."""
    (folder / "study.py").write_text(SCRIPT.format(definition=definition))
    done = subprocess.run(
        [sys.executable, "study.py"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return (folder / done.stdout.strip()).read_text("utf-8")


def test_a_built_in_study_is_repeated_by_its_name():
    plan = metamer.study("categories-plane")(scale="demo")
    found = repetition(plan, Path("gone"))
    assert found.command == "metamer run categories-plane --scale demo"
    assert found.remark == ""


def test_another_study_is_repeated_by_its_plan_in_the_run_folder(tmp_path):
    folder = tmp_path / "my runs"
    folder.mkdir()
    (folder / "study.toml").write_text(TOML)
    plan = metamer.Study(SMALL, (metamer.learner("rule")(),))
    found = repetition(plan, folder)
    assert found.command == f"metamer run '{folder}/study.toml'"
    assert found.remark == ""


def test_a_learner_of_a_module_must_be_imported():
    plan = metamer.Study(SMALL, (Importable(),))
    found = repetition(plan, Path("run"))
    assert found.command == "metamer run run/study.toml"
    assert f"if `{__name__}` can be imported" in found.remark
    assert f"`{__name__}:Importable`" in found.remark


def test_a_learner_of_a_function_has_no_command():
    class Local(Importable):
        pass

    found = repetition(metamer.Study(SMALL, (Local(),)), Path("run"))
    assert found.command == ""
    assert "run the same Python program again" in found.remark


def test_a_table_in_memory_has_no_command(tmp_path):
    rows = pd.DataFrame({"x": range(8), "d": [0, 0, 1, 1] * 2, "e": [0, 1] * 4})
    small = replace(SMALL, domains=(Table.from_frame(rows, "d", "e"),))
    plan = metamer.Study(small, (Exemplars(),))
    (tmp_path / "study.toml").write_text(tomli_w.dumps(to_plain(plan)))
    found = repetition(plan, tmp_path)
    assert found.command == ""
    assert found.remark.startswith("No command repeats this run from its plan (")


@pytest.mark.parametrize("again", [False, True], ids=["first", "from the folder"])
def test_a_script_of_its_own_is_told_to_be_run_again(tmp_path, again):
    page = in_python(tmp_path, LEARNER)
    if again:
        loaded = metamer.load(tmp_path / "run")
        page = metamer.report(loaded, tmp_path / "again.html").read_text("utf-8")
    assert "<code>__main__:Mine</code>" in page
    assert "run the same Python program again" in page
    assert "<code>metamer run" not in page


def test_the_command_for_a_module_works_where_it_can_be_imported(tmp_path):
    (tmp_path / "mine.py").write_text(LEARNER)
    page = in_python(tmp_path, "from mine import Mine")
    assert "<code>metamer run run/study.toml</code>" in page
    assert "if <code>mine</code> can be imported" in page
    done = subprocess.run(
        [sys.executable, "-m", "metamer", "run", "run/study.toml", "--out", "again"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
