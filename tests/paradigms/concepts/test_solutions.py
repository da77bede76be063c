"""Many tasks, solved and recorded one by one."""

import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts import solutions
from metamer.paradigms.concepts.references import MostCommonOutput
from metamer.paradigms.concepts.solutions import PartFile, right_inputs, solve_tasks
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid

LEARNER = MostCommonOutput()


def constant(name, colour):
    """A task whose output is always the same."""
    output = as_grid([[colour]])
    shown = tuple(Pair(as_grid([[given]]), output) for given in (1, 2))
    task = Task(shown, (as_grid([[3]]),))
    return NamedTask(name, "Constant", False, task, (output,))


TASKS = [constant(f"Constant{colour}", colour) for colour in (4, 5, 6)]


def solve(part, tasks=TASKS):
    return {
        task.name: (task, found)
        for task, found in solve_tasks(tasks, LEARNER, 3, part, cores=1)
    }


def test_what_was_recorded_is_not_solved_again(tmp_path, monkeypatch):
    out = tmp_path / "out.json"
    solve(PartFile(out, LEARNER, 3), TASKS[:2])
    met = []
    real = solutions._solve
    monkeypatch.setattr(
        solutions,
        "_solve",
        lambda task, *rest: met.append(task.name) or real(task, *rest),
    )
    found = solve(PartFile(out, LEARNER, 3))
    assert met == ["Constant6"]
    assert set(found) == {"Constant4", "Constant5", "Constant6"}
    assert all(right_inputs(*pair) == [True] for pair in found.values())


def test_a_line_that_was_cut_off_is_solved_again(tmp_path):
    out = tmp_path / "out.json"
    solve(PartFile(out, LEARNER, 3), TASKS[:2])
    part = tmp_path / "out.json.part"
    part.write_text(part.read_text()[:-10])
    assert set(PartFile(out, LEARNER, 3).read()) == {"Constant4"}
    assert set(solve(PartFile(out, LEARNER, 3))) == {
        "Constant4",
        "Constant5",
        "Constant6",
    }
    assert set(PartFile(out, LEARNER, 3).read()) == {
        "Constant4",
        "Constant5",
        "Constant6",
    }


def test_what_was_begun_with_other_settings_is_refused(tmp_path):
    out = tmp_path / "out.json"
    solve(PartFile(out, LEARNER, 3), TASKS[:1])
    with pytest.raises(Refusal, match="was begun with other settings"):
        PartFile(out, LEARNER, 2).read()


def test_an_input_without_an_answer_is_neither_right_nor_wrong():
    task, found = solve(PartFile(None, LEARNER, 3), TASKS[:1])["Constant4"]
    assert right_inputs(task._replace(answers=(None,)), found) == [None]
