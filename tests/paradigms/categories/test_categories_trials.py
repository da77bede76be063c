"""Figures that are put one by one: what is seen, told and written down."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.people import Asking
from metamer.core.trial import PutsTrials, replay
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.figures import COLOURS, SHAPES, Figures
from metamer.paradigms.categories.trials import WORDS

PARADIGM = Categories((Figures(),), per_class=6, held_out=5, familiar=2, again=4)
CONDITIONS = {condition.name: condition for condition in PARADIGM.conditions()}
KEY = root(0).stream("unit", 0)
ITEMS = {name: PARADIGM.trial_items(CONDITIONS[name], KEY) for name in CONDITIONS}
ALL = [item for items in ITEMS.values() for item in items]

some_item = st.sampled_from(ALL)
askings = st.builds(Asking, feedback=st.booleans(), attempts=st.integers(0, 3))


def pool(name, condition="zero_shot"):
    return [item for item in ITEMS[condition] if item.pool == name]


def test_the_paradigm_puts_trials():
    assert isinstance(PARADIGM, PutsTrials)


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("answer", [0, 1])
def test_rows_are_those_that_learners_get(condition, answer):
    lesson = PARADIGM.lesson(CONDITIONS[condition], KEY)
    choices = np.full(len(lesson.asked.labels), answer)
    expected = {**lesson.notes, **PARADIGM.score(lesson, choices)}
    trials = [PARADIGM.trial(item, Asking()) for item in pool("test", condition)]
    rows = [replay(trial, [answer]).rows() for trial in trials]
    assert rows[0].keys() == expected.keys()
    for name in expected:
        assert np.concatenate([row[name] for row in rows]).tolist() == list(
            expected[name]
        )


def test_who_runs_out_of_time_is_written_as_who_does_not_answer():
    lesson = PARADIGM.lesson(CONDITIONS["zero_shot"], KEY)
    expected = PARADIGM.score(lesson, np.full(len(lesson.asked.labels), -1))
    trial = PARADIGM.trial(pool("test")[0], Asking(seconds=1))
    rows = replay(trial, [None]).rows()
    assert rows["answer"][0] == expected["answer"][0]
    assert rows["correct"][0] == expected["correct"][0]


@given(item=some_item, asking=askings, answers=st.lists(st.integers(0, 1), max_size=4))
def test_a_replayed_trial_equals_the_one_that_was_played(item, asking, answers):
    played, taken = PARADIGM.trial(item, asking), []
    for answer in answers:
        if not played.over:
            played.respond(answer)
            taken.append(answer)
    again = replay(PARADIGM.trial(item, asking), taken)
    assert (again.over, again.view()) == (played.over, played.view())
    assert str(again.rows()) == str(played.rows())


@given(item=some_item, asking=askings)
def test_a_view_shows_the_figure_and_the_words_alone(item, asking):
    view = PARADIGM.trial(item, asking).view()
    assert view.keys() == {"figure", "labels", "options"}
    assert view["figure"].keys() == {"shape", "colour", "size", "x", "y", "angle"}
    assert view["figure"]["shape"] in SHAPES and view["figure"]["colour"] in COLOURS
    assert sorted(view["labels"]) == sorted(WORDS)


def test_a_view_does_not_depend_on_what_is_right():
    item = pool("test")[0]
    shown = {
        json.dumps(PARADIGM.trial(changed, Asking(feedback=True)).view())
        for label in (0, 1)
        for changed in [
            item._replace(
                id=f"other/{label}",
                content={**item.content, "right": label},
                notes={"part": f"part {label}"},
            )
        ]
    }
    assert len(shown) == 1


def test_taught_items_are_put_first_and_keep_their_ids_when_asked_again():
    taught = {item.id for item in pool("learning")}
    again = {item.id for item in pool("test") if item.notes["part"] == "taught"}
    assert len(taught) == 2 * PARADIGM.per_class
    assert len(again) == PARADIGM.again and again <= taught
    assert {item.notes["part"] for item in pool("learning")} == {"learning"}


def test_nobody_learns_from_the_corner_that_is_asked():
    for condition in CONDITIONS:
        corners = {
            (item.notes["discriminant"], item.notes["distractor"])
            for item in pool("learning", condition)
        }
        assert (1, 1) not in corners and len(corners) >= 2


def test_both_words_serve_for_both_classes():
    condition = CONDITIONS["zero_shot"]
    words = [
        PARADIGM.trial_items(condition, root(0).stream("unit", unit))[0].content[
            "labels"
        ][0]
        for unit in range(20)
    ]
    assert 4 <= words.count(WORDS[0]) <= 16


def test_a_unit_has_the_same_words_in_every_condition():
    assert len({tuple(item.content["labels"]) for item in ALL}) == 1


def test_a_domain_that_cannot_be_shown_is_refused():
    plane = Categories()
    with pytest.raises(Refusal, match="domain plane cannot be put to people; set"):
        plane.trial_items(plane.conditions()[0], KEY)


def test_items_are_plain_json():
    assert json.loads(json.dumps(ALL, allow_nan=False))
