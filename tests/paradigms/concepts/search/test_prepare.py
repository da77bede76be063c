"""What is compiled before the first search."""

import runpy

import pytest

from metamer.paradigms.concepts.search import prepare
from metamer.paradigms.concepts.search.operations import compilation
from metamer.paradigms.concepts.search.operations.split import objects


@pytest.fixture
def mark(tmp_path, monkeypatch):
    path = tmp_path / f"prepared-{compilation.fingerprint()}"
    monkeypatch.setattr(prepare, "_mark", lambda: path)
    return path


def test_a_machine_is_prepared_once(mark):
    assert objects.__module__ in prepare.unprepared()
    (mark.parent / "prepared-earlier").touch()
    assert list(prepare.prepare([], cores=1)) == []
    assert prepare.unprepared() == []
    assert list(mark.parent.iterdir()) == [mark]


def test_the_functions_of_a_module_are_compiled(mark):
    assert list(prepare.prepare([objects.__module__], cores=1)) == [objects.__module__]
    assert len(objects.signatures) == 1


def test_who_installs_can_have_everything_compiled(mark, monkeypatch):
    monkeypatch.setattr(prepare, "unprepared", lambda: [objects.__module__])
    runpy.run_module("metamer.paradigms.concepts.search", run_name="__main__")
    assert mark.exists()
