"""Rows of digits that are put one by one: what is seen, told and written down."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.people import Asking
from metamer.core.trial import PutsTrials, replay
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.styles.blocks import Blocks

PARADIGM = Pointers(
    trainings=("windows-3",), complexities=(1,), sizes=(30,), asked=6, again=4
)
CONDITION = PARADIGM.conditions()[0]
KEY = root(0).stream("unit", 0)
ASKINGS = st.builds(Asking, feedback=st.booleans(), attempts=st.integers(0, 3))


@pytest.fixture(scope="module")
def items():
    return PARADIGM.trial_items(CONDITION, KEY)


@pytest.fixture(scope="module")
def lesson():
    return PARADIGM.lesson(CONDITION, KEY)


def pool(items, name):
    return [item for item in items if item.pool == name]


def test_the_paradigm_puts_trials():
    assert isinstance(PARADIGM, PutsTrials)


@pytest.mark.parametrize("answer", [*range(10), None])
def test_rows_are_those_that_learners_get(items, lesson, answer):
    choices = np.full(len(lesson.asked.labels), -1 if answer is None else answer)
    expected = {**lesson.notes, **PARADIGM.score(lesson, choices)}
    asking = Asking(seconds=float(answer is None))
    rows = [
        replay(PARADIGM.trial(item, asking), [answer]).rows()
        for item in pool(items, "test")
    ]
    assert rows[0].keys() == expected.keys()
    for name, column in expected.items():
        found = np.concatenate([row[name] for row in rows])
        if column.dtype.kind == "f":
            assert np.array_equal(found.astype(np.float32), column, equal_nan=True)
        else:
            assert found.tolist() == column.tolist()


@given(data=st.data(), asking=ASKINGS, answers=st.lists(st.integers(0, 9), max_size=4))
def test_a_replayed_trial_equals_the_one_that_was_played(items, data, asking, answers):
    item = data.draw(st.sampled_from(items))
    played, taken = PARADIGM.trial(item, asking), []
    for answer in answers:
        if not played.over:
            played.respond(answer)
            taken.append(answer)
    again = replay(PARADIGM.trial(item, asking), taken)
    assert (again.over, again.view()) == (played.over, played.view())
    assert str(again.rows()) == str(played.rows())


def test_a_view_shows_the_digits_alone(items, lesson):
    shown = [PARADIGM.trial(item, Asking(True)).view() for item in pool(items, "test")]
    assert all(view.keys() == {"digits", "options"} for view in shown)
    assert [view["digits"] for view in shown] == lesson.asked.inputs.tolist()
    assert {view["options"] for view in shown} == {10}


def test_windows_that_were_left_out_come_only_in_the_test(items):
    rule = PARADIGM.rule(CONDITION)

    def windows(some):
        digits = np.array([item.content["digits"] for item in some])
        return set(rule.code(rule.window(digits[:, 0], digits[:, 1:])[0]).tolist())

    left_out = [item for item in items if item.notes["part"] == "holdout"]
    assert left_out and {item.pool for item in left_out} == {"test"}
    assert not windows(left_out) & windows(pool(items, "learning"))


def test_taught_rows_are_put_first_and_keep_their_ids_when_asked_again(items):
    taught = [item.id for item in pool(items, "learning")]
    again = [item.id for item in pool(items, "test") if item.notes["part"] == "taught"]
    assert len(taught) == 30 and again == taught[:4]


def test_of_many_taught_rows_a_session_has_a_few():
    many = Pointers(sizes=(100_000,), asked=2, again=2)
    found = many.trial_items(many.conditions()[0], KEY)
    assert len(pool(found, "learning")) == 200


def test_items_are_plain_json(items):
    assert json.loads(json.dumps(items, allow_nan=False))


def test_pictures_are_refused():
    blocks = Pointers(Blocks(), sizes=(10,), asked=2, again=2)
    with pytest.raises(Refusal, match="set style to vector, not blocks"):
        blocks.trial_items(blocks.conditions()[0], KEY)
