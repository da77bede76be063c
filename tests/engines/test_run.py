"""What a run shows while it is busy."""

import time

import pytest

import metamer
from metamer.core import progress
from metamer.core.study import Study
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule

STUDY = Study(Categories(per_class=4, held_out=3), (Rule(),), units=1)


@pytest.fixture
def slow(monkeypatch):
    """Drawing takes longer than a terminal takes to be drawn again."""
    quick = Categories.lesson

    def lesson(self, condition, key):
        time.sleep(0.3)
        return quick(self, condition, key)

    monkeypatch.setattr(Categories, "lesson", lesson)


def test_a_terminal_shows_which_items_are_drawn(slow, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, as far as rich can tell
    metamer.run(STUDY, tmp_path / "run")
    shown = capsys.readouterr().err
    for condition in STUDY.paradigm.conditions():
        assert f"drawing items: {condition.name}" in shown
    assert "units" in shown


def test_a_log_has_nothing_about_stages_that_are_quick(monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    metamer.run(STUDY, tmp_path / "run")
    assert capsys.readouterr().err == ""


def test_a_log_names_each_stage_that_takes_a_while(slow, monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(progress, "PATIENCE", 0.1)
    metamer.run(STUDY, tmp_path / "run")
    lines = capsys.readouterr().err.splitlines()
    first, second = (each.name for each in STUDY.paradigm.conditions()[:2])
    place = [f"drawing items: {name}" in line for name in (first,) for line in lines]
    assert place.count(True) == 1
    assert any(f"drawing items: {second}" in line for line in lines)
    assert any(line.endswith("asking rule ...") for line in lines)
