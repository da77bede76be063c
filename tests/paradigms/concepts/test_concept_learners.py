"""Who answers tasks: the floor, the ceiling, and answers from a file."""

import json
import tomllib
from itertools import count

import numpy as np
import pytest
import tomli_w

import metamer
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.settings import recorded_study, study_from_plain, to_plain
from metamer.core.solve import Guess, TaskAnswer, TaskView
from metamer.core.study import SCALES, Study
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.files import write_task
from metamer.paradigms.concepts.items import TaskOrigin
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.references import (
    AnswersFromFile,
    CopyInput,
    GeneratorRule,
    MostCommonOutput,
)
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid

ONE, TWO, THREE = (as_grid([[number]]) for number in (1, 2, 3))
TASK = Task((Pair(ONE, TWO), Pair(THREE, TWO), Pair(TWO, ONE)), (THREE, ONE))


def said(learner, guesses=3, name="Up1"):
    found = learner.solve(TaskView(TASK, TaskOrigin(name, None)), guesses, root(0))
    return [[int(it.answer[0, 0]) for it in each] for each in found]


def test_copying_gives_the_input_back():
    assert said(CopyInput()) == [[3], [1]]


def test_the_most_common_output_comes_first():
    assert said(MostCommonOutput()) == [[2, 1], [2, 1]]
    assert said(MostCommonOutput(), guesses=1) == [[2], [2]]


def test_the_rule_of_a_generator_is_always_right():
    paradigm = Concepts(("Count", "TopBottom3D"), tasks=3)
    for condition in paradigm.conditions():
        lesson = paradigm.lesson(condition, root(1))
        for shown, known in zip(lesson.shown, lesson.known, strict=True):
            found = GeneratorRule().solve(shown, 3, root(0))
            for (guess,), answer in zip(found, known.answers, strict=True):
                assert np.array_equal(guess.answer, answer)


@pytest.fixture
def folder(tmp_path):
    answers = (as_grid([[2]]), None)
    write_task(NamedTask("Up1", "Up", False, TASK, answers), tmp_path / "Up1.json")
    return tmp_path


def test_the_rule_of_a_generator_has_no_part_in_tasks_of_a_folder(folder):
    with pytest.raises(Refusal, match="knows the rules of generated tasks only"):
        Study(Concepts(folder=str(folder)), (GeneratorRule(),))


def file_of(folder, content):
    path = folder / "said" / "answers.json"
    path.parent.mkdir()
    path.write_text(json.dumps(content))
    return str(path)


def test_answers_come_from_a_file(folder):
    path = file_of(folder, {"Up1": [[[[7]], [[8]]], [[[9]]]]})
    assert said(AnswersFromFile(path)) == [[7, 8], [9]]
    assert said(AnswersFromFile(path), name="Down1") == [[], []]


def test_a_file_for_other_tasks_is_refused_and_a_missing_one_too(folder):
    path = file_of(folder, {"Down1": [[[[7]]]]})
    tasks = Concepts(folder=str(folder / "Up1.json"))
    with pytest.raises(Refusal, match="none of its 1 tasks is among the 1"):
        metamer.run(Study(tasks, (AnswersFromFile(path),)), folder / "run")
    with pytest.raises(Refusal, match=r"gone.json cannot be read"):
        metamer.run(Study(tasks, (AnswersFromFile("gone.json"),)), folder / "run")
    assert not (folder / "run").exists()
    with pytest.raises(Refusal, match="needs the path of a file"):
        Study(tasks, (AnswersFromFile(),))


def test_faults_of_a_file_are_told_and_the_rest_counts(folder, capsys):
    path = file_of(folder, {"Up1": [[[[7, 7], [7]], [[8]]], []], "Down1": []})
    learner = AnswersFromFile(path, label="a chat model")
    learner.check_files(Concepts(folder=str(folder / "Up1.json")))
    told = capsys.readouterr().err
    assert "Down1 is not among the tasks that are asked" in told
    assert "row 2" in told
    assert said(AnswersFromFile(path)) == [[8], []]


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"seconds": -1}, "seconds must be at least 0, not -1"),
        ({"seconds": float("nan")}, "seconds must be at least 0, not nan"),
        ({"seconds": float("inf")}, "seconds must be at most 1,000,000,000, not inf"),
        ({"gigabytes": 0}, "gigabytes must be more than 0, not 0"),
        ({"steps": -5}, "steps must be at least 0, not -5"),
        ({"steps": 0}, "needs a limit: steps or seconds must be more than 0"),
    ],
)
def test_limits_of_the_search_are_checked(limits, sentence):
    with pytest.raises(Refusal, match=sentence):
        ProgramSearch(**limits)


@pytest.mark.parametrize("scale", SCALES)
def test_no_study_limits_the_search_by_a_clock(scale):
    search = metamer.study("concepts-corpus")(scale).learners[0]
    assert isinstance(search, ProgramSearch)
    assert search.seconds == 0 and search.steps > 0


def test_the_speed_of_the_machine_changes_no_answer(monkeypatch):
    learner = ProgramSearch(steps=3000)
    usual = said(learner)
    seconds = count(step=1000)
    monkeypatch.setattr(
        "metamer.paradigms.concepts.search.budget.clock", lambda: next(seconds)
    )
    assert said(learner) == usual != [[], []]


def test_limits_survive_a_file(tmp_path):
    study = Study(
        Concepts(("Count",)), (ProgramSearch(), ProgramSearch(4.0, 0, 1.5, "s"))
    )
    (tmp_path / "study.toml").write_text(tomli_w.dumps(to_plain(study)))
    plain = tomllib.loads((tmp_path / "study.toml").read_text())
    assert study_from_plain(plain).learners == study.learners


def test_limits_of_an_older_version_are_kept():
    old = {"name": "program-search", "seconds": 8.0, "steps": 0, "gigabytes": 1.5}
    study = recorded_study({"paradigm": "concepts", "learners": [old]}, "study.toml")
    assert study.learners == (ProgramSearch(seconds=8.0, steps=0, gigabytes=1.5),)


def test_a_test_pair_without_output_is_asked_and_not_scored(folder):
    paradigm = Concepts(folder=str(folder / "Up1.json"))
    lesson = paradigm.lesson(paradigm.conditions()[0], root(0))
    columns = paradigm.score(lesson, [TaskAnswer(((Guess(TWO),), (Guess(TWO),)), 1.0)])
    assert columns["error"].tolist() == ["right", "not scored"]
    assert columns["correct"].tolist() == [True, False]
