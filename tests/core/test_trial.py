"""A trial shows what may be known, judges answers, and is rebuilt from them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metamer.core.errors import Refusal
from metamer.core.people import Asking
from metamer.core.trial import ChoiceTrial, Trial, TrialItem, replay

ITEM = TrialItem("toy/1", "test", {}, notes={"kind": "easy"})

askings = st.builds(
    Asking,
    feedback=st.booleans(),
    attempts=st.integers(0, 4),
    seconds=st.sampled_from([0.0, 5.0]),
)


def choice(asking=Asking(), right=2):  # noqa: B008
    return ChoiceTrial(ITEM, {"picture": "a"}, options=4, right=right, asking=asking)


def play(trial, answers):
    """Give answers until the trial is over; return those that were taken, and what each
    was told."""
    taken, told = [], []
    for answer in answers:
        if trial.over:
            break
        told.append(trial.respond(answer))
        taken.append(answer)
    return taken, told


def test_a_choice_is_a_trial():
    assert isinstance(choice(), Trial)


@given(asking=askings, answers=st.lists(st.integers(0, 3), max_size=6))
def test_a_replayed_trial_equals_the_one_that_was_played(asking, answers):
    played = choice(asking)
    taken, _ = play(played, answers)
    again = replay(choice(asking), taken)
    assert (again.over, again.view(), again.answers) == (
        played.over,
        played.view(),
        played.answers,
    )
    assert again.rows()["answer"].tolist() == played.rows()["answer"].tolist()


@given(asking=askings, answers=st.lists(st.integers(0, 3), max_size=6))
def test_views_never_tell_the_right_choice(asking, answers):
    trials = [choice(asking, right) for right in range(4)]
    for trial in trials:
        play(trial, answers)
    assert len({json.dumps(trial.view()) for trial in trials}) == 1


@given(answers=st.lists(st.integers(0, 3), max_size=6))
def test_without_feedback_nothing_is_told(answers):
    _, told = play(choice(Asking(attempts=3)), answers)
    assert not any(told)


def test_the_right_choice_is_told_only_at_the_end():
    trial = choice(Asking(feedback=True, attempts=2))
    assert trial.respond(0) == {"correct": False}
    assert trial.respond(1) == {"correct": False, "right": 2}
    assert trial.over


def test_with_unlimited_attempts_only_the_right_choice_ends_a_trial():
    trial = choice(Asking(attempts=0))
    assert not replay(trial, [0, 1, 3, 0, 1]).over
    assert replay(trial, [2]).over


def test_rows_hold_each_answer_and_the_notes_of_the_item():
    rows = replay(choice(Asking(attempts=2)), [1, 2]).rows()
    assert {name: column.tolist() for name, column in rows.items()} == {
        "item": ["toy/1"] * 2,
        "step": [0, 1],
        "answer": ["1", "2"],
        "correct": [False, True],
        "kind": ["easy"] * 2,
    }


@pytest.mark.parametrize("answer", [4, -1, 1.0, True, "1", [], {}, None])
def test_an_impossible_answer_is_refused_and_changes_nothing(answer):
    trial = choice()
    with pytest.raises(Refusal):
        trial.respond(answer)
    assert not trial.answers and not trial.over


def test_an_answer_after_the_end_is_refused():
    trial = replay(choice(), [2])
    with pytest.raises(Refusal, match="it is over"):
        trial.respond(2)


def test_who_runs_out_of_time_has_not_answered():
    rows = replay(choice(Asking(attempts=0, seconds=5)), [None]).rows()
    assert rows["answer"].tolist() == ["none"] and rows["correct"].tolist() == [False]
