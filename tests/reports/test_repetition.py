"""How a report says that its run can be repeated."""

import importlib
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import tomli_w

import metamer
from metamer.core.checked import read_toml
from metamer.core.recorded import Recorded
from metamer.core.responses import Responses
from metamer.core.settings import study_from_plain, to_plain
from metamer.learners.exemplars import Exemplars
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.table import Table
from metamer.reports.repetition import repetition

SMALL = Categories(per_class=6, held_out=4, familiar=2, again=2)
MODULE = """
class Mine:
    name = "mine"
    def fit(self, items, key): ...
    def answer(self, fitted, items): ...
"""


@dataclass(frozen=True)
class Scripted:
    """A learner as a script or a notebook defines it."""

    name: str = "scripted"

    def fit(self, items, key): ...

    def answer(self, fitted, items): ...


Scripted.__module__ = "__main__"


def write_plan(plan, folder):
    """Write a plan as a run does."""
    folder.mkdir(exist_ok=True)
    (folder / "study.toml").write_text(tomli_w.dumps(to_plain(plan)))
    return plan


def test_a_built_in_study_is_repeated_by_its_name():
    plan = metamer.study("categories-plane")(scale="demo")
    found = repetition(plan, Path("gone"))
    assert found.command == "metamer run categories-plane --scale demo"
    assert found.remark == ""


def test_another_study_is_repeated_by_its_plan_in_the_run_folder(tmp_path):
    folder = tmp_path / "my runs"
    plan = write_plan(metamer.Study(SMALL, (Exemplars(),)), folder)
    found = repetition(plan, folder)
    assert found.command == f"metamer run '{folder}/study.toml'"
    assert found.remark == ""


def test_a_learner_of_a_module_must_be_imported(tmp_path, monkeypatch):
    (tmp_path / "mine_of_a_module.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    mine = importlib.import_module("mine_of_a_module").Mine()
    plan = write_plan(metamer.Study(SMALL, (mine,)), tmp_path)
    found = repetition(plan, tmp_path)
    assert found.command == f"metamer run {tmp_path}/study.toml"
    assert "(`mine_of_a_module:Mine`)" in found.remark
    assert "if `mine_of_a_module` can be imported" in found.remark
    assert study_from_plain(read_toml(tmp_path / "study.toml")).learners[0].name


def test_a_learner_of_a_script_or_a_function_has_no_command():
    @dataclass(frozen=True)
    class Inner(Scripted):
        pass

    for learner in (Scripted(), Inner()):
        found = repetition(metamer.Study(SMALL, (learner,)), Path("run"))
        assert found.command == ""
        assert "run the same Python program again" in found.remark


def test_what_was_recorded_of_a_learner_says_where_it_was_defined():
    for name, command in (("__main__:M", ""), ("a:M", "metamer run run/study.toml")):
        learner = Recorded({"name": name, "called": "mine"})
        found = repetition(metamer.Study(SMALL, (learner,)), Path("run"))
        assert found.command == command
        assert f"This study was defined in Python (`{name}`)" in found.remark


def test_a_table_in_memory_has_no_command(tmp_path):
    rows = pd.DataFrame({"x": range(8), "d": [0, 0, 1, 1] * 2, "e": [0, 1] * 4})
    small = replace(SMALL, domains=(Table.from_frame(rows, "d", "e"),))
    plan = write_plan(metamer.Study(small, (Exemplars(),)), tmp_path)
    found = repetition(plan, tmp_path)
    assert found.command == ""
    assert found.remark.startswith("No command repeats this run from its plan (")


def test_the_page_says_what_is_true_of_a_script(responses, tmp_path):
    learners = (*responses.study.learners, Scripted())
    study = replace(responses.study, learners=learners)
    run = Responses(responses.table, study, responses.folder)
    page = metamer.report(run, tmp_path / "a.html").read_text("utf-8")
    assert "This study was defined in Python (<code>__main__:Scripted</code>)" in page
    assert "<code>metamer run" not in page
