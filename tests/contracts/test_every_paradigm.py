"""What every paradigm must do."""

import io

import numpy as np
import pytest

from metamer.core.registry import paradigm
from metamer.core.study import Paradigm

each_paradigm = pytest.mark.parametrize("name", list(paradigm))


def same(one, other):
    """Whether two lessons show and ask the same."""
    pairs = zip((*one.taught, *one.asked), (*other.taught, *other.asked), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


@pytest.fixture
def made(name):
    return paradigm(name)()


@each_paradigm
def test_it_is_a_paradigm(name, made):
    assert isinstance(made, Paradigm)
    assert made.shape in ("classify", "play", "solve")
    assert made.offers()["conditions"]


@each_paradigm
def test_the_same_key_draws_the_same_items(name, made, keys):
    one, other = keys(), keys()
    for condition in made.conditions():
        lesson = made.lesson(condition, one)
        again = made.lesson(condition, one)
        assert same(lesson, again)
        assert list(lesson.notes["item"]) == list(again.notes["item"])
        assert not same(lesson, made.lesson(condition, other))


@each_paradigm
def test_an_id_means_one_thing(name, made, keys):
    for condition in made.conditions():
        lesson = made.lesson(condition, keys())
        content = [seen.tobytes() for seen in lesson.asked.inputs]
        pairs = set(zip(lesson.notes["item"], content, strict=True))
        assert len(pairs) == len(set(content)) == len(set(lesson.notes["item"]))


@each_paradigm
def test_the_right_answer_scores_as_right_and_another_as_wrong(name, made, keys):
    for condition in made.conditions():
        lesson = made.lesson(condition, keys())
        right = np.asarray(lesson.asked.labels, np.int64)
        assert made.score(lesson, right)["correct"].all()
        assert not made.score(lesson, right + 1)["correct"].any()


@each_paradigm
def test_asked_items_reach_a_learner_without_their_labels(name, made, keys):
    lesson = made.lesson(made.conditions()[0], keys())
    assert lesson.asked.labels is not None
    assert lesson.asked.blind().labels is None


@each_paradigm
def test_items_survive_a_file(name, made, keys):
    condition = made.conditions()[0]
    lessons = [made.lesson(condition, keys()) for _ in range(2)]
    arrays = made.items(condition, lessons)
    file = io.BytesIO()
    np.savez(file, **arrays)
    file.seek(0)
    with np.load(file, allow_pickle=False) as again:
        assert set(again) == set(arrays)
        assert all(np.array_equal(again[it], arrays[it]) for it in arrays)
    kept = set(np.concatenate([arrays[it] for it in arrays if it.endswith("item")]))
    assert kept == {item for lesson in lessons for item in lesson.notes["item"]}


@each_paradigm
def test_conditions_are_told_apart_and_told_in_words(name, made):
    conditions = [str(condition) for condition in made.conditions()]
    assert len(set(conditions)) == len(conditions)
    assert made.description()


@each_paradigm
def test_what_it_shows_can_be_drawn(name, made, keys):
    for caption, figure in made.pictures(keys()):
        assert caption
        figure.savefig(io.BytesIO(), format="png", dpi=30)
