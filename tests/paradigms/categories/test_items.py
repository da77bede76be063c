"""What one unit is taught and asked."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import identify
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.digits import Digits
from metamer.paradigms.categories.rules import quadrant

ALL = ("cue_conflict", "zero_shot", "partial_exposure", "full_exposure")
SMALL = Categories(trainings=ALL, per_class=10, held_out=5, familiar=2, again=3)


def lessons(paradigm, key):
    return {
        condition.name: paradigm.lesson(condition, key)
        for condition in paradigm.conditions()
    }


@pytest.mark.parametrize("name", ALL)
def test_taught_items_follow_the_law_exactly(name, keys):
    taught = lessons(SMALL, keys())[name].taught
    expected = {
        "cue_conflict": [0, 10, 10, 0],
        "zero_shot": [10, 0, 10, 0],
        "partial_exposure": [5, 5, 10, 0],
        "full_exposure": [5, 5, 5, 5],
    }
    found = np.bincount(quadrant(taught.features), minlength=4)
    assert found.tolist() == expected[name]
    assert (taught.labels == taught.features[:, 0]).all()


def test_every_condition_of_a_unit_asks_the_same_new_items(keys):
    made = lessons(SMALL, keys())
    new = [
        tuple(lesson.notes["item"][lesson.notes["part"] != "taught"])
        for lesson in made.values()
    ]
    assert len(set(new)) == 1


def test_zero_shot_and_partial_exposure_share_what_their_laws_allow(keys):
    made = lessons(SMALL, keys())
    zero, partial = (
        {row.tobytes() for row in made[name].taught.inputs}
        for name in ("zero_shot", "partial_exposure")
    )
    assert len(zero & partial) == 15


def test_asked_items_are_new_but_for_those_asked_again(keys):
    for lesson in lessons(SMALL, keys()).values():
        taught = {row.tobytes() for row in lesson.taught.inputs}
        seen = [row.tobytes() in taught for row in lesson.asked.inputs]
        assert seen == list(lesson.notes["part"] == "taught")


def test_the_held_out_corner_is_asked_and_the_others_are_named(keys):
    notes = lessons(SMALL, keys())["zero_shot"].notes
    corner = 2 * notes["discriminant"] + notes["distractor"]
    parts = notes["part"]
    assert set(corner[parts == "held_out"]) == {3}
    assert set(corner[parts == "familiar"]) == {0, 2}
    assert set(corner[parts == "unfamiliar"]) == {1}
    assert [(parts == part).sum() for part in ("held_out", "familiar", "taught")] == [
        5,
        4,
        3,
    ]


def test_a_map_is_asked_on_a_lattice(keys):
    mapped = Categories(per_class=2, held_out=1, familiar=0, again=0, map=4)
    lesson = mapped.lesson(mapped.conditions()[0], keys())
    assert (lesson.notes["part"] == "map").sum() == 16
    flat = Categories((Digits(),), per_class=2, held_out=1, familiar=0, map=4)
    with pytest.raises(
        Refusal, match="has no map; set map = 0, or use the domain 'plane'"
    ):
        flat.lesson(flat.conditions()[0], keys())


def test_too_few_items_are_refused_with_what_is_needed(keys):
    greedy = Categories((Digits(),), per_class=5000)
    with pytest.raises(Refusal, match="5020 are needed .5000 to teach, 20 to ask"):
        greedy.lesson(greedy.conditions()[1], keys())


def test_the_same_content_has_the_same_id():
    rows = np.array([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]])
    first, second, third = identify("a", rows)
    assert first == third != second
    assert first.startswith("a/")
    assert identify("a", np.array(["x"], object)) == identify("a", np.array(["x"]))


def test_another_arrangement_shows_the_same_pool(keys):
    both = Categories(arrangements=("printed", "mirror"), trainings=("zero_shot",))
    key = keys()
    printed, mirror = (both.lesson(condition, key) for condition in both.conditions())
    corner = mirror.asked.inputs[mirror.notes["part"] == "held_out"]
    assert (corner.mean(axis=0) < -2).all()
    assert (
        printed.asked.inputs[printed.notes["part"] == "held_out"].mean(axis=0) > 2
    ).all()
    assert set(mirror.asked.labels[mirror.notes["part"] == "held_out"]) == {0}
