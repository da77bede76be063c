"""What every paradigm must do."""

import io
import tomllib
from functools import cache

import jax
import numpy as np
import pytest
import tomli_w
from small import small

from metamer.core.items import Lesson, Stream
from metamer.core.jobs import unit_key
from metamer.core.reading import from_plain
from metamer.core.registry import paradigm, study
from metamer.core.settings import to_plain
from metamer.core.solve import TaskAnswer, TaskLesson
from metamer.core.study import SHAPES, AnyLesson, Paradigm
from metamer.training.drawing import draw_stream

each_paradigm = pytest.mark.parametrize("name", list(paradigm))


def of_shape(*shapes):
    names = [name for name in paradigm if paradigm(name).shape in shapes]
    return pytest.mark.parametrize("name", names)


@pytest.fixture
def made(name):
    return small(name)


@cache
def first_lessons(name):
    made = small(name)
    return [made.lesson(made.conditions()[0], unit_key(0, unit)) for unit in range(2)]


@pytest.fixture
def lessons(name):
    """What the first two units are taught and asked in the first condition."""
    return first_lessons(name)


def shown(lesson: AnyLesson) -> list[bytes]:
    """What each asked item is."""
    if isinstance(lesson, TaskLesson):
        return [
            repr((shown.task.demonstrations, grid)).encode()
            for shown in lesson.shown
            for grid in shown.task.inputs
        ]
    if isinstance(lesson, Lesson):
        return [np.asarray(seen).tobytes() for seen in lesson.asked.inputs]
    leaves = jax.tree.leaves(lesson.start)
    return [
        b"".join(np.asarray(part).tobytes() for part in game)
        for game in zip(*leaves, strict=True)
    ]


def ids(made, lesson: AnyLesson) -> list[str]:
    """The id of each asked item."""
    if isinstance(lesson, TaskLesson):
        nothing = [
            TaskAnswer(tuple(() for _ in entry.task.inputs)) for entry in lesson.shown
        ]
        return list(made.score(lesson, nothing)["item"])
    return list(lesson.notes["item"])


def taught(lesson: Lesson):
    """All taught items."""
    items = lesson.taught
    return draw_stream(items) if isinstance(items, Stream) else items


@each_paradigm
def test_it_is_a_paradigm(name, made):
    assert isinstance(made, Paradigm)
    assert made.shape in SHAPES
    assert made.offers()["conditions"]


@each_paradigm
def test_its_lessons_are_those_of_its_way_of_asking(made, lessons):
    assert all(isinstance(lesson, SHAPES[made.shape].lesson) for lesson in lessons)


@each_paradigm
def test_it_survives_toml_and_back(name, made):
    for settings in (made, paradigm(name)()):
        text = tomli_w.dumps({"paradigm": to_plain(settings)})
        again = from_plain(Paradigm, tomllib.loads(text)["paradigm"], "a test")
        assert again == settings
        assert hash(again) == hash(settings)


@each_paradigm
def test_its_demo_consists_of_studies(name):
    assert paradigm(name).demo
    assert all(entry in study for entry in paradigm(name).demo)


@each_paradigm
def test_the_same_key_draws_the_same_items(name, made, lessons):
    again = made.lesson(made.conditions()[0], unit_key(0, 1))
    assert shown(again) == shown(lessons[1])
    assert ids(made, again) == ids(made, lessons[1])
    if isinstance(again, Lesson):
        mine, theirs = taught(again), taught(lessons[1])
        assert np.array_equal(mine.inputs, theirs.inputs)
        assert np.array_equal(mine.labels, theirs.labels)


@of_shape("classify", "solve")
def test_another_key_draws_other_items(name, lessons):
    one, other = lessons
    assert shown(one) != shown(other)
    if isinstance(one, Lesson):
        assert not np.array_equal(taught(one).inputs, taught(other).inputs)


@each_paradigm
def test_an_id_means_one_thing(name, made, lessons):
    for lesson in lessons:
        pairs = set(zip(ids(made, lesson), shown(lesson), strict=True))
        assert len(pairs) == len({name for name, _ in pairs})
        assert len(pairs) == len({content for _, content in pairs})


@each_paradigm
def test_right_answers_score_as_right(name, tables):
    table = tables[name]
    assert table.loc[table["learner"] == "right", "correct"].all()


@each_paradigm
def test_wrong_answers_score_as_wrong(name, tables):
    """Who plays comes to the right tiles when no wrong one is left."""
    table = tables[name]
    first = table[(table["learner"] == "wrong") & (table["step"] == 0)]
    assert len(first) and not first["correct"].any()


@of_shape("classify")
def test_asked_items_reach_a_learner_without_their_labels(name, lessons):
    assert lessons[0].asked.labels is not None
    assert lessons[0].asked.blind().labels is None
    assert lessons[0].asked.blind().hints is None


@of_shape("solve")
def test_what_is_shown_has_no_answers(name, lessons):
    for entry, known in zip(lessons[0].shown, lessons[0].known, strict=True):
        grids = [grid.tobytes() for pair in entry.task.demonstrations for grid in pair]
        assert not {answer.tobytes() for answer in known.answers} & set(grids)


@each_paradigm
def test_items_survive_a_file(name, made, lessons):
    arrays = made.items(made.conditions()[0], lessons)
    file = io.BytesIO()
    np.savez(file, **arrays)
    file.seek(0)
    with np.load(file, allow_pickle=False) as again:
        assert set(again) == set(arrays)
        assert all(np.array_equal(again[key], arrays[key]) for key in arrays)
    found = np.concatenate([arrays[key] for key in arrays if key.endswith("/item")])
    assert set(found) == {item for lesson in lessons for item in ids(made, lesson)}


@each_paradigm
def test_every_array_of_a_group_has_a_row_for_each_item(name, made, lessons):
    arrays = made.items(made.conditions()[0], lessons)
    for key, array in arrays.items():
        group = key.rpartition("/")[0]
        assert len(array) == len(arrays[f"{group}/item"])


@each_paradigm
def test_conditions_have_different_names_and_a_description(name, made):
    conditions = [str(condition) for condition in made.conditions()]
    assert len(set(conditions)) == len(conditions)
    assert made.description()


@each_paradigm
def test_what_it_shows_can_be_drawn(name, made, lessons):
    asked = made.items(made.conditions()[0], lessons[:1])
    for caption, figure in made.pictures(unit_key(0, 0), asked):
        assert caption
        figure.savefig(io.BytesIO(), format="png", dpi=30)
