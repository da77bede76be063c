"""Answers from files are scored against the tasks that are asked."""

import json

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.submissions import (
    read_guesses,
    read_submission,
    write_submission,
)
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid

SMALL = as_grid([[1]])


def task(name, inputs):
    asked = Task((Pair(SMALL, SMALL),), (SMALL,) * inputs)
    return NamedTask(name, "Center", False, asked, (SMALL,) * inputs)


TASKS = [task("Center1", 2), task("Center2", 1)]


def submitted(folder, content):
    path = folder / "sub.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def plain(guesses):
    return {
        name: [[grid.tolist() for grid in tried] for tried in answers]
        for name, answers in guesses.items()
    }


def test_what_is_written_is_read_again(tmp_path):
    guesses = {"Center1": [[as_grid([[1, 2]]), SMALL], []], "Center2": [[SMALL]]}
    write_submission(guesses, tmp_path / "mine.json")
    assert (tmp_path / "mine.json").read_text() == (
        '{"Center1":[[[[1,2]],[[1]]],[]],"Center2":[[[[1]]]]}'
    )
    read, faults = read_submission(tmp_path / "mine.json", TASKS)
    assert plain(read) == plain(guesses) and not faults
    assert read["Center1"][0][0].dtype == np.uint8


def test_kaggles_attempts_come_in_the_order_of_their_numbers(tmp_path):
    attempts = {"attempt_2": [[2]], "attempt_1": [[1]], "comment": "ignored"}
    path = submitted(tmp_path, {"Center1.json": [attempts, {"attempt_1": None}]})
    read, faults = read_submission(path, TASKS)
    assert plain(read) == {"Center1": [[[[1]], [[2]]], []], "Center2": [[]]}
    assert not faults


def test_what_a_file_lacks_is_no_guess(tmp_path):
    read, faults = read_submission(submitted(tmp_path, {"Center1": [[[[5]]]]}), TASKS)
    assert plain(read) == {"Center1": [[[[5]]], []], "Center2": [[]]}
    assert not faults


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (
            [[[[1]], [[1, 2], [3]]]],
            "sub.json: Center1, test input 1, guess 2: row 2 has 1 cells but row 1 has "
            "2; all rows of a grid have the same length",
        ),
        (
            [[], [[[1]]] * 4],
            "sub.json: Center1, test input 2 has 4 guesses; the first 3 count",
        ),
        (
            [[], [], []],
            "sub.json: Center1 has 3 answers but 2 are asked; the first 2 count",
        ),
        (
            "none",
            "sub.json: Center1 is not a list of answers, one for each test input",
        ),
        (
            [{"answer": [[1]]}],
            "sub.json: Center1, test input 1 is neither a list of guesses nor has "
            "attempt_1, attempt_2 ...",
        ),
    ],
)
def test_each_fault_is_one_sentence_and_the_rest_counts(tmp_path, answers, sentence):
    content = {"Center1": answers, "Center2": [[[[7]]]]}
    read, faults = read_submission(submitted(tmp_path, content), TASKS)
    assert faults == [sentence]
    assert plain(read)["Center2"] == [[[[7]]]]


def test_no_further_guess_takes_the_place_of_a_faulty_one(tmp_path):
    guesses = [[[10]], [[2]], [[3]]]
    path = submitted(tmp_path, {"Center2": [guesses]})
    read, faults = read_submission(path, TASKS, guesses=2)
    assert plain(read)["Center2"] == [[[[2]]]]
    assert len(faults) == 2
    with pytest.raises(Refusal, match="guesses must be at least 1"):
        read_submission(path, TASKS, guesses=0)


def test_tasks_that_are_not_asked_are_named_and_a_second_answer_is_ignored(tmp_path):
    content = {"Center2": [[[[1]]]], "Center2.json": [[[[2]]]], "Order1": []}
    read, faults = read_submission(submitted(tmp_path, content), TASKS)
    assert plain(read)["Center2"] == [[[[1]]]]
    assert faults == [
        "sub.json: Center2.json is there twice; the first one counts",
        "sub.json: Order1 is not among the tasks that are asked",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"Order1": [[]], "Order2": [[]]}, "none of its 2 tasks is among the 2 that"),
        ([[1]], "not an object with answers by names of tasks"),
        ("nonsense", "sub.json is not json"),
    ],
)
def test_a_file_for_other_tasks_is_refused(tmp_path, content, words):
    with pytest.raises(Refusal, match=words):
        read_submission(submitted(tmp_path, content), TASKS)


def test_guesses_can_be_read_without_knowing_the_tasks(tmp_path):
    found, faults = read_guesses(submitted(tmp_path, {"Order1.json": [[[[4]]]]}))
    assert plain(found) == {"Order1": [[[[4]]]]} and not faults
