"""Many tasks, solved and recorded one by one."""

import json

import numpy as np

from metamer.paradigms.concepts import solutions
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.part_file import PartFile, open_part
from metamer.paradigms.concepts.solutions import right_inputs, solve_tasks
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid

LEARNER = ProgramSearch(steps=100)


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


def solve_to(out, tasks=TASKS):
    return solve(open_part(out, LEARNER, 3), tasks)


def note_solved(monkeypatch):
    """The names of tasks that are solved from now on, and not taken from a file."""
    names, real = [], solutions._solve

    def solve_and_note(task, *rest, **options):
        names.append(task.name)
        return real(task, *rest, **options)

    monkeypatch.setattr(solutions, "_solve", solve_and_note)
    return names


def test_what_was_recorded_is_not_solved_again(tmp_path, monkeypatch):
    solve_to(tmp_path / "out.json", TASKS[:2])
    names = note_solved(monkeypatch)
    found = solve_to(tmp_path / "out.json")
    assert names == ["Constant6"]
    assert set(found) == {"Constant4", "Constant5", "Constant6"}
    assert all(right_inputs(*pair) == [True] for pair in found.values())


def test_what_was_recorded_comes_back_as_it_was(tmp_path):
    _, before = solve_to(tmp_path / "out.json", TASKS[:1])["Constant4"]
    _, after = solve_to(tmp_path / "out.json", TASKS[:1])["Constant4"]
    assert after._replace(guesses=[]) == before._replace(guesses=[])
    assert after.ended == "steps"
    (first, *_), (again, *_) = before.guesses[0], after.guesses[0]
    assert np.array_equal(first.answer, again.answer) and first.reason == again.reason


def test_another_task_of_a_recorded_name_is_solved_again(tmp_path, monkeypatch):
    solve_to(tmp_path / "out.json", TASKS[:1])
    names = note_solved(monkeypatch)
    changed = constant("Constant4", 7)
    _, found = solve_to(tmp_path / "out.json", [changed])["Constant4"]
    assert names == ["Constant4"]
    assert right_inputs(changed, found) == [True]


def test_a_line_that_was_cut_off_is_solved_again(tmp_path):
    out = tmp_path / "out.json"
    solve_to(out, TASKS[:2])
    part = tmp_path / "out.json.part"
    whole = part.read_text()
    part.write_text(whole[:-10])
    assert set(open_part(out, LEARNER, 3).recorded) == {"Constant4"}
    solve_to(out, TASKS[:2])
    assert untimed(part.read_text()) == untimed(whole)


def untimed(part: str) -> list[dict]:
    """The lines of a part file without the seconds that a search took."""
    lines = [json.loads(line) for line in part.splitlines()]
    return [{name: line[name] for name in line if name != "seconds"} for line in lines]


def test_an_input_without_an_answer_is_neither_right_nor_wrong():
    task, found = solve(PartFile(), TASKS[:1])["Constant4"]
    assert right_inputs(task._replace(answers=(None,)), found) == [None]
