"""A test input is put to people as to every solver, and its answer is never shown."""

import json
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import published

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.people import Asking
from metamer.core.solve import Guess, TaskAnswer, TaskLesson
from metamer.core.study import Condition
from metamer.core.trial import PutsTrials, Trial, TrialItem, replay
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.files import write_task
from metamer.paradigms.concepts.people import read_items
from metamer.paradigms.concepts.studies.people import people
from metamer.paradigms.concepts.tasks import NamedTask, Pair, Task, as_grid

COUNT = Condition("Count")
SMALL = Concepts(("Count", "Center"), minimal=True, tasks=2)
RIGHT = [[1, 2], [3, 4]]
patient = settings(deadline=None, max_examples=50)

numbers = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 9), min_size=width, max_size=width),
        min_size=1,
        max_size=4,
    )
)
askings = st.builds(
    Asking,
    feedback=st.booleans(),
    attempts=st.integers(0, 4),
    seconds=st.sampled_from([0.0, 5.0]),
)
attempts = st.lists(numbers | st.just(RIGHT), max_size=6)


def item(output=RIGHT):
    demonstrations = [{"input": [[5]], "output": [[6]]}]
    content = {"demonstrations": demonstrations, "input": [[0, 7]], "output": output}
    notes = {
        "task": "Count3",
        "test_index": 1,
        "minimal": False,
        "family": "",
        "apart": False,
    }
    return TrialItem("concepts/Count3/1", "scored", content, notes, "Count3")


def put(asking=Asking(attempts=3), output=RIGHT):  # noqa: B008
    return SMALL.trial(item(output), asking)


def play(trial, answers):
    """Attempt until the trial is over; those that were taken, what each was told, and
    all views."""
    taken, told, views = [], [], [trial.view()]
    for answer in answers:
        if trial.over:
            break
        told.append(trial.respond(answer))
        taken.append(answer)
        views.append(trial.view())
    return taken, told, views


def plain(rows):
    return {name: repr(column.tolist()) for name, column in rows.items()}


def test_concepts_puts_trials():
    assert isinstance(SMALL, PutsTrials) and isinstance(put(), Trial)


@patient
@given(asking=askings, answers=attempts)
def test_a_replayed_trial_equals_the_one_that_was_played(asking, answers):
    played = put(asking)
    taken, _, views = play(played, answers)
    again = replay(put(asking), json.loads(json.dumps(taken)))
    assert (again.over, again.view()) == (played.over, views[-1])
    assert plain(again.rows()) == plain(played.rows())


@patient
@given(asking=askings, answers=st.lists(numbers, max_size=4), other=numbers)
def test_views_do_not_depend_on_the_answer(asking, answers, other):
    wrong = [answer for answer in answers if answer not in (RIGHT, other)]
    assert play(put(asking), wrong) == play(put(asking, other), wrong)


@patient
@given(answers=attempts)
def test_three_attempts_or_a_right_one_end_a_trial(answers):
    trial = put(Asking(feedback=True, attempts=3))
    taken, told, views = play(trial, answers)
    assert [entry["correct"] for entry in told] == [grid == RIGHT for grid in taken]
    assert trial.over == (RIGHT in taken or len(taken) == 3)
    assert [view["attempts"] for view in views] == list(range(3, 2 - len(taken), -1))


def test_practice_has_as_many_attempts_as_it_takes():
    trial = replay(put(Asking(feedback=True, attempts=0)), [[[0]]] * 50)
    assert not trial.over and trial.view()["attempts"] is None
    assert trial.respond(RIGHT) == {"correct": True} and trial.over


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("1", "a grid is a list of 1 to 30 rows"),
        ([], "a grid is a list of 1 to 30 rows"),
        ([[0]] * 31, "a grid is a list of 1 to 30 rows"),
        ([[0] * 31], "a row is a list of 1 to 30 cells"),
        ([[]], "a row is a list of 1 to 30 cells"),
        ([[0, 1], [0]], "all rows of a grid have the same length"),
        ([[10]], "whole numbers from 0 to 9"),
        ([[-1]], "whole numbers from 0 to 9"),
        ([[1.0]], "whole numbers from 0 to 9"),
        ([[True]], "whole numbers from 0 to 9"),
        ([["1"]], "whole numbers from 0 to 9"),
        ([[None]], "whole numbers from 0 to 9"),
        ({"rows": []}, "a grid is a list of 1 to 30 rows"),
        (None, "no time limit"),
    ],
)
def test_an_impossible_grid_is_refused_and_changes_nothing(answer, sentence):
    trial = put()
    before = trial.view()
    with pytest.raises(Refusal, match=sentence):
        trial.respond(answer)
    assert trial.view() == before and not trial.answers


def test_no_attempt_is_taken_after_the_end():
    with pytest.raises(Refusal, match="it is over"):
        replay(put(), [RIGHT]).respond(RIGHT)


@patient
@given(
    asking=askings, answers=st.lists(numbers | st.just(RIGHT), min_size=1, max_size=6)
)
def test_rows_are_those_that_solvers_have(asking, answers):
    trial = put(asking)
    taken, _, _ = play(trial, answers)
    compare(trial, taken)


def test_whoever_runs_out_of_time_has_the_row_of_no_guess():
    compare(replay(put(Asking(seconds=5, attempts=3)), [None]), [])
    trial = replay(put(Asking(seconds=5, attempts=3)), [[[8]], None])
    assert trial.over
    compare(trial, [[[8]]])


def compare(trial, guesses):
    """The rows of a trial are those of a solver with these guesses, and `mode`."""
    shown = Pair(as_grid([[5]]), as_grid([[6]]))
    given = as_grid([[0, 7]])
    named = NamedTask(
        "Count3", "Count", False, Task((shown,), (given,) * 2), (None, as_grid(RIGHT))
    )
    lesson = TaskLesson((), (named,), 3)
    found = tuple(Guess(as_grid(grid)) for grid in guesses)
    expected = SMALL.score(lesson, [TaskAnswer(((), found))])
    rows = trial.rows()
    assert list(rows) == [*expected, "mode"]
    assert set(rows["mode"]) == {"interactive" if trial.asking.feedback else "ranked"}
    for name, column in expected.items():
        # The first test input of the task was answered by nobody.
        np.testing.assert_array_equal(rows[name], column[1:])
        assert rows[name].dtype == column.dtype


def test_people_are_put_the_test_inputs_of_the_lesson():
    items = SMALL.trial_items(COUNT, root(3))
    lesson = SMALL.lesson(COUNT, root(3))
    asked = [TaskAnswer(((),) * 3) for _ in lesson.known]
    rows = SMALL.score(lesson, asked)
    lesson_items = [entry for entry in items if entry.pool != "practice"]
    assert [entry.id for entry in lesson_items] == rows["item"].tolist()
    for name in ("task", "test_index", "minimal", "family", "apart"):
        assert [entry.notes[name] for entry in lesson_items] == rows[name].tolist()
    assert Counter(entry.pool for entry in items) == {
        "practice": 2,
        "minimal": 3,
        "scored": 6,
    }


def test_a_group_is_a_task_or_a_kind_of_practice():
    items = [
        entry
        for condition in SMALL.conditions()
        for entry in SMALL.trial_items(condition, root(3))
    ]
    assert len({entry.id for entry in items}) == len(items)
    groups = defaultdict(set)
    for entry in items:
        groups[entry.group].add((entry.pool, entry.notes["task"]))
    practice = [group for group in groups if group.startswith("practice-")]
    assert len(practice) == 2
    assert all(len(groups[group]) == 1 for group in groups if group not in practice)


def test_an_input_without_a_known_answer_is_not_put(tmp_path):
    grid = as_grid([[1]])
    task = Task((Pair(grid, grid),), (grid, as_grid([[2]])))
    write_task(
        NamedTask("Copy1", "Copy", False, task, (None, grid)), tmp_path / "Copy1.json"
    )
    items = Concepts(folder=str(tmp_path)).trial_items(Condition("Copy"), root(0))
    assert [entry.id for entry in items if entry.pool == "scored"] == [
        "concepts/Copy1/1"
    ]


def test_without_minimal_tasks_a_unit_has_the_same_others():
    without = Concepts(("Count", "Center"), tasks=2).lesson(COUNT, root(3))
    assert [named.name for named in without.known] == [
        named.name for named in SMALL.lesson(COUNT, root(3)).known[:2]
    ]


def test_the_papers_procedure():
    plan = people(scale="paper")
    practice, minimal, scored = plan.people.blocks
    counts = [block.count for block in plan.people.blocks]
    assert counts == [2, 3, 12] and plan.people.quota == 415 and plan.people.within
    assert [block.attempts for block in plan.people.blocks] == [0, 3, 3]
    assert not practice.scored and minimal.describe and scored.pick == "least_covered"
    wrong, descriptions = plan.people.exclusions
    assert (wrong.reason, wrong.limit, wrong.block) == ("wrong", 2, "minimal")
    assert descriptions.reason == "descriptions"
    assert len(plan.paradigm.conditions()) * plan.paradigm.tasks == 160


def test_each_block_of_the_demo_has_enough_groups():
    plan = people(scale="demo")
    groups = defaultdict(set)
    for condition in plan.paradigm.conditions():
        for entry in plan.paradigm.trial_items(condition, root(0)):
            groups[entry.pool].add(entry.group)
    for block in plan.people.blocks:
        assert len(groups[block.pool]) >= block.count


def test_ids_of_the_corpus_are_those_of_published_people():
    plan = people(folder=str(published("conceptarc", "open")))
    items = [
        entry
        for condition in plan.paradigm.conditions()
        for entry in plan.paradigm.trial_items(condition, root(0))
    ]
    known = read_items(published("conceptarc", "results/items_open.csv"))
    assert {entry.id for entry in items if entry.pool == "scored"} == set(
        known.loc[~known["minimal"], "item"]
    )
    assert sum(entry.pool == "minimal" for entry in items) == 16 * 3
