"""Tasks are read from files of every layout; what is faulty is named, the rest is read."""

import json

import numpy as np
import pytest
from places import published

from metamer.core.errors import Refusal
from metamer.paradigms.concepts import files
from metamer.paradigms.concepts.tasks import same

SHOWN = [{"input": [[0, 3]], "output": [[3, 0]]}]
ASKED = [{"input": [[1, 2, 3]], "output": [[3, 2, 1]]}]
TASK = {"train": SHOWN, "test": ASKED}
TEXT = (
    '{"train":[{"input":[[0,3]],"output":[[3,0]]}],'
    '"test":[{"input":[[1,2,3]],"output":[[3,2,1]]}]}'
)


def written(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def names(tasks):
    return [named.name for named in tasks]


def test_a_file_becomes_a_task_and_the_same_file_again(tmp_path):
    named = files.read_task(written(tmp_path / "Center3.json", TASK))
    assert (named.name, named.concept, named.minimal) == ("Center3", "Center", False)
    assert same(named.task.demonstrations[0].output, np.array([[3, 0]], np.uint8))
    assert same(named.task.inputs[0], np.array([[1, 2, 3]], np.uint8))
    assert named.answers[0].tolist() == [[3, 2, 1]]
    files.write_task(named, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == TEXT
    assert files.as_json(files.from_json(TEXT, "Center3")) == TEXT


@pytest.mark.parametrize(
    ("name", "concept", "minimal"),
    [
        ("Center3", "Center", False),
        ("TopBottom2D10", "TopBottom2D", False),
        ("TopBottom3DMinimal", "TopBottom3D", True),
        ("007bbfb7", "training", False),
        ("feca6190", "training", False),
        ("mirror_l6ab2", "training", False),
    ],
)
def test_the_name_tells_the_concept_or_else_the_folder_does(
    tmp_path, name, concept, minimal
):
    named = files.read_task(written(tmp_path / "training" / f"{name}.json", TASK))
    assert (named.concept, named.minimal) == (concept, minimal)


def test_a_test_pair_without_output_has_no_answer(tmp_path):
    asked = [*ASKED, {"input": [[4]]}, {"input": [[5]], "output": None}]
    task = {"train": SHOWN, "test": asked, "name": "other keys are fine"}
    named = files.read_task(written(tmp_path / "Center3.json", task))
    assert len(named.task.inputs) == 3
    assert [answer is None for answer in named.answers] == [False, True, True]
    assert '{"input":[[4]]}' in files.as_json(named)


def grids(rows):
    """A task whose second train pair has these rows as its input."""
    return {"train": [*SHOWN, {"input": rows, "output": [[1]]}], "test": ASKED}


HERE = "X1.json: train pair 2, input"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            grids([[1] * 8] * 3 + [[1] * 7]),
            f"{HERE}: row 4 has 7 cells but row 1 has 8; "
            "all rows of a grid have the same length",
        ),
        (
            grids([[1, 2], [3, 10]]),
            f"{HERE}: row 2, cell 2 is 10; colours are whole numbers from 0 to 9",
        ),
        (grids([[-1]]), f"{HERE}: row 1, cell 1 is -1; colours are whole numbers"),
        (grids([[2.5]]), f"{HERE}: row 1, cell 1 is 2.5; colours are whole numbers"),
        (grids([[True]]), f"{HERE}: row 1, cell 1 is True; colours are whole numbers"),
        (grids([["3"]]), f"{HERE}: row 1, cell 1 is '3'; colours are whole numbers"),
        (grids([]), f"{HERE} has 0 rows; a grid is a list of 1 to 30 rows"),
        (grids([[]]), f"{HERE}: row 1 has 0 cells; a row is a list of 1 to 30 cells"),
        (grids([[1]] * 31), f"{HERE} has 31 rows; a grid is a list of 1 to 30 rows"),
        (grids([[1] * 31]), f"{HERE}: row 1 has 31 cells; a row is a list of 1 to 30"),
        (grids(None), f"{HERE} is not a list; a grid is a list of 1 to 30 rows"),
        (
            grids([1, 2]),
            f"{HERE}: row 1 is not a list; a row is a list of 1 to 30 cells",
        ),
        ({"train": [], "test": ASKED}, "X1.json has no train pairs"),
        ({"train": SHOWN}, "X1.json has no test pairs"),
        ({"train": [7], "test": ASKED}, "X1.json: train pair 1 is not a pair"),
        (
            {"train": SHOWN, "test": [{"input": [[1], [2, 3]]}]},
            "test pair 1, input: row 2",
        ),
        ([1, 2], "X1.json is not a task"),
        ('{"train": [', "X1.json is not json"),
        ("[" * 100_000, "X1.json is not json"),
    ],
)
def test_a_fault_is_named_with_its_file_pair_and_cell(tmp_path, content, sentence):
    path = written(tmp_path / "X1.json", content)
    with pytest.raises(Refusal) as refusal:
        files.read_task(path)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_folder_is_read_in_the_order_of_numbers_and_faults_are_left_out(tmp_path):
    for number in (10, 9, 1):
        written(tmp_path / f"corpus/Center/Center{number}.json", TASK)
    written(tmp_path / "corpus/Center/Center2.json", grids([[11]]))
    written(tmp_path / "corpus/Center/._Center1.json", "not a task")
    written(tmp_path / "MinimalTasks/CenterMinimal.json", TASK)
    tasks, faults = files.read_tasks(tmp_path)
    assert names(tasks) == ["CenterMinimal", "Center1", "Center9", "Center10"]
    assert {named.concept for named in tasks} == {"Center"}
    assert len(faults) == 1 and faults[0].startswith(
        "Center2.json: train pair 2, input"
    )
    with pytest.raises(Refusal, match="Center2.json: train pair 2"):
        files.read_tasks(tmp_path, strict=True)


def test_a_bare_folder_of_tasks_gives_them_its_name(tmp_path):
    written(tmp_path / "training/0a1b2c3d.json", TASK)
    written(tmp_path / "evaluation/4e5f6a7b.json", TASK)
    tasks, faults = files.read_tasks(str(tmp_path))
    assert [named.concept for named in tasks] == ["evaluation", "training"]
    assert not faults


def test_of_two_tasks_with_one_name_the_first_is_kept(tmp_path):
    paths = [written(tmp_path / f"{name}/Order1.json", TASK) for name in ("a", "b")]
    tasks, faults = files.read_tasks(paths)
    assert names(tasks) == ["Order1"]
    assert len(faults) == 1 and str(paths[1]) in faults[0]


def test_places_without_a_readable_task_are_refused(tmp_path):
    with pytest.raises(Refusal, match="no file or folder .*absent"):
        files.read_tasks(tmp_path / "absent")
    with pytest.raises(Refusal, match="no json file in"):
        files.read_tasks(tmp_path)
    written(tmp_path / "X1.json", "{}")
    with pytest.raises(Refusal, match=r"none of 1 tasks .* X1.json has no train"):
        files.read_tasks(tmp_path)


def test_a_combined_file_finds_the_answers_beside_it(tmp_path):
    bare = [{"input": [[1, 2, 3]]}]
    tasks = {name: {"train": SHOWN, "test": bare} for name in ("aa", "Order2", "cc")}
    solutions = {"aa": [[[3, 2, 1]]], "cc": [[[3, 2, 10]]]}
    written(tmp_path / "arc_training_challenges.json", tasks)
    written(tmp_path / "arc_training_solutions.json", solutions)
    read, faults = files.read_tasks(tmp_path)
    assert names(read) == ["aa", "Order2"]
    assert [named.concept for named in read] == ["arc_training", "Order"]
    assert read[0].answers[0].tolist() == [[3, 2, 1]]
    assert read[1].answers == (None,)
    assert faults == [
        "arc_training_solutions.json, task cc: answer 1: row 1, cell 3 is 10; "
        "colours are whole numbers from 0 to 9"
    ]


@pytest.mark.parametrize(
    ("solutions", "words"),
    [
        ({"aa": [[[1]], [[2]]]}, "task aa is not a list of 1 answers"),
        ([[[1]]], "is not an object with answers by names of tasks"),
        ("{", "t_solutions.json is not json"),
    ],
)
def test_broken_answers_are_named(tmp_path, solutions, words):
    bare = {"train": SHOWN, "test": [{"input": [[1]]}]}
    written(tmp_path / "t_challenges.json", {"aa": bare, "bb": bare})
    written(tmp_path / "t_solutions.json", solutions)
    read, faults = files.read_tasks(tmp_path)
    assert "bb" in names(read) and read[-1].answers == (None,)
    assert len(faults) == 1 and words in faults[0]


def test_combined_files_bring_every_task_back(tmp_path):
    asked = [*ASKED, {"input": [[4]]}]
    texts = {"Center1": TASK, "Order2": {"train": SHOWN, "test": asked}}
    tasks = [files.from_json(json.dumps(it), name) for name, it in texts.items()]
    path = tmp_path / "mine_challenges.json"
    files.write_combined(tasks, path)
    assert "[3,2,1]" not in path.read_text()
    again, faults = files.read_tasks(path)
    assert not faults
    assert [*map(files.as_json, again)] == [*map(files.as_json, tasks)]
    with pytest.raises(Refusal, match="ends in _challenges.json"):
        files.write_combined(tasks, tmp_path / "mine.json")


def test_the_open_half_is_read_whole_and_written_byte_for_byte():
    folder = published("conceptarc", "open")
    tasks, faults = files.read_tasks(folder)
    assert not faults
    assert len(tasks) == 96 and sum(named.minimal for named in tasks) == 16
    assert len({named.concept for named in tasks}) == 16
    assert {len(named.answers) for named in tasks} == {3}
    texts = {path.stem: path.read_text() for path in folder.rglob("*.json")}
    assert all(files.as_json(named) == texts[named.name] for named in tasks)
