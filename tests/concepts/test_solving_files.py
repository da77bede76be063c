"""Many tasks, solved and kept one by one."""

import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts import solving
from metamer.paradigms.concepts.corpus import NamedTask
from metamer.paradigms.concepts.search import ProgramSearch
from metamer.paradigms.concepts.solving import Notebook, right_inputs, solve_tasks
from metamer.programs.task import Pair, Task, as_grid

LEARNER = ProgramSearch(seconds=1e6, steps=20_000)


def turned(name, colour):
    shown = tuple(
        Pair(as_grid([[it, 0], [0, 1]]), as_grid([[1, 0], [0, it]])) for it in (2, 3)
    )
    task = Task(shown, (as_grid([[colour, 0], [0, 1]]),))
    return NamedTask(name, "Turned", False, task, (as_grid([[1, 0], [0, colour]]),))


TASKS = [turned(f"Turned{colour}", colour) for colour in (4, 5, 6)]


def solved(notebook, tasks=TASKS):
    return {
        task.name: (task, found)
        for task, found in solve_tasks(tasks, LEARNER, 3, notebook, cores=1)
    }


def test_what_was_kept_is_not_solved_again(tmp_path, monkeypatch):
    out = tmp_path / "out.json"
    solved(Notebook(out, LEARNER, 3), TASKS[:2])
    met = []
    real = solving._solved
    monkeypatch.setattr(
        solving,
        "_solved",
        lambda task, *rest: met.append(task.name) or real(task, *rest),
    )
    found = solved(Notebook(out, LEARNER, 3))
    assert met == ["Turned6"]
    assert set(found) == {"Turned4", "Turned5", "Turned6"}
    assert all(right_inputs(*it) == [True] for it in found.values())


def test_a_line_that_was_cut_off_is_solved_again(tmp_path):
    out = tmp_path / "out.json"
    solved(Notebook(out, LEARNER, 3), TASKS[:2])
    part = tmp_path / "out.json.part"
    part.write_text(part.read_text()[:-10])
    assert set(Notebook(out, LEARNER, 3).read()) == {"Turned4"}
    assert set(solved(Notebook(out, LEARNER, 3))) == {"Turned4", "Turned5", "Turned6"}
    assert set(Notebook(out, LEARNER, 3).read()) == {"Turned4", "Turned5", "Turned6"}


def test_what_was_begun_with_other_settings_is_refused(tmp_path):
    out = tmp_path / "out.json"
    solved(Notebook(out, LEARNER, 3), TASKS[:1])
    with pytest.raises(Refusal, match="was begun with other settings"):
        Notebook(out, LEARNER, 2).read()


def test_an_input_without_an_answer_is_neither_right_nor_wrong():
    task, found = solved(Notebook(None, LEARNER, 3), TASKS[:1])["Turned4"]
    assert right_inputs(task._replace(answers=(None,)), found) == [None]
