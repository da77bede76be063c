"""What every paradigm must do."""

import io
import tomllib

import jax.numpy as jnp
import numpy as np
import pytest
import tomli_w

from metamer.core.items import Lesson, Stream
from metamer.core.play import Played, Round
from metamer.core.reading import from_plain
from metamer.core.registry import paradigm
from metamer.core.settings import to_plain
from metamer.core.solve import Guess, Sitting, Solved
from metamer.core.study import Paradigm
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import items
from metamer.training.drawing import whole

SMALL = {
    "tiles": {
        "rules": ("rectangle",),
        "recipe": Gibbs(updates=10, sweeps=2),
        "boards": 3,
        "pool": 64,
        "weigh": False,
    },
    "matrices": {"sizes": (64,), "asked": 32, "again": 32},
    "concepts": {"tasks": 3},
}
"""Settings of paradigms that take long as they are."""


def of_shape(shape):
    names = [name for name in paradigm if paradigm(name).shape == shape]
    return pytest.mark.parametrize("name", names)


each_paradigm = pytest.mark.parametrize("name", list(paradigm))
each_that_asks, each_game = of_shape("classify"), of_shape("play")
each_that_has_tasks = of_shape("solve")


@pytest.fixture
def made(name):
    return paradigm(name)(**SMALL.get(name, {}))


def shown(lesson: Lesson | Round | Sitting) -> list[bytes]:
    """What each asked item is."""
    if isinstance(lesson, Sitting):
        return [
            repr((it.task.demonstrations, grid)).encode()
            for it in lesson.shown
            for grid in it.task.inputs
        ]
    if isinstance(lesson, Lesson):
        return [seen.tobytes() for seen in lesson.asked.inputs]
    pairs = zip(lesson.red, lesson.shown, strict=True)
    return [red.tobytes() + shown.tobytes() for red, shown in pairs]


def ids(made, lesson: Lesson | Round | Sitting) -> list[str]:
    """The id of each asked item."""
    if isinstance(lesson, Sitting):
        nothing = [Solved(tuple(() for _ in it.task.inputs)) for it in lesson.shown]
        return list(made.score(lesson, nothing)["item"])
    return list(lesson.notes["item"])


def same(one, other):
    """Whether two lessons show and ask the same."""
    taught = [
        whole(it.taught) if isinstance(it.taught, Stream) else it.taught
        for it in (one, other)
    ]
    pairs = zip((*taught[0], *one.asked), (*taught[1], *other.asked), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


def clicks(lesson: Round, tiles) -> Played:
    """One click on each board."""
    tiles = np.asarray(tiles)[:, None]
    return Played(tiles, np.full(tiles.shape, np.nan))


@each_paradigm
def test_it_is_a_paradigm(name, made):
    assert isinstance(made, Paradigm)
    assert made.shape in ("classify", "play", "solve")
    assert made.offers()["conditions"]


@each_paradigm
def test_it_survives_toml_and_back(name, made):
    for it in (made, paradigm(name)()):
        text = tomli_w.dumps({"paradigm": to_plain(it)})
        again = from_plain(Paradigm, tomllib.loads(text)["paradigm"], "a test")
        assert again == it
        assert hash(again) == hash(it)


@each_that_asks
def test_the_same_key_draws_the_same_items(name, made, keys):
    one, other = keys(), keys()
    for condition in made.conditions():
        lesson = made.lesson(condition, one)
        again = made.lesson(condition, one)
        assert same(lesson, again)
        assert list(lesson.notes["item"]) == list(again.notes["item"])
        assert not same(lesson, made.lesson(condition, other))


@each_game
def test_every_unit_meets_the_same_game(name, made, keys):
    for condition in made.conditions():
        one = made.lesson(condition, keys())
        items.round_of.cache_clear()
        items.asked.cache_clear()
        other = made.lesson(condition, keys())
        assert other is not one
        assert shown(one) == shown(other)
        assert all(np.array_equal(one.notes[it], other.notes[it]) for it in one.notes)
        for mine, theirs in zip(one.taught.taught, other.taught.taught, strict=True):
            assert np.array_equal(mine, theirs)


@each_that_has_tasks
def test_the_same_key_draws_the_same_tasks(name, made, keys):
    one, other = keys(), keys()
    for condition in made.conditions():
        lesson = made.lesson(condition, one)
        assert shown(lesson) == shown(made.lesson(condition, one))
        assert not set(shown(lesson)) & set(shown(made.lesson(condition, other)))


@each_that_has_tasks
def test_the_right_guess_scores_as_right_and_another_as_wrong(name, made, keys):
    for condition in made.conditions():
        lesson = made.lesson(condition, keys())
        for change, correct in ((0, True), (1, False)):
            guesses = [
                tuple((Guess((it + change) % 10),) for it in known.answers)
                for known in lesson.known
            ]
            scored = made.score(lesson, [Solved(it) for it in guesses])
            assert (scored["correct"] == correct).all()


@each_that_has_tasks
def test_what_is_shown_has_no_answers(name, made, keys):
    lesson = made.lesson(made.conditions()[0], keys())
    for shown, known in zip(lesson.shown, lesson.known, strict=True):
        told = [grid.tobytes() for pair in shown.task.demonstrations for grid in pair]
        assert not {it.tobytes() for it in known.answers} & set(told)


@each_paradigm
def test_an_id_means_one_thing(name, made, keys):
    for condition in made.conditions():
        lesson = made.lesson(condition, keys())
        content = shown(lesson)
        named = ids(made, lesson)
        pairs = set(zip(named, content, strict=True))
        assert len(pairs) == len(set(content)) == len(set(named))


@each_that_asks
def test_the_right_answer_scores_as_right_and_another_as_wrong(name, made, keys):
    for condition in made.conditions():
        lesson = made.lesson(condition, keys())
        right = np.asarray(lesson.asked.labels, np.int64)
        assert made.score(lesson, right)["correct"].all()
        assert not made.score(lesson, right + 1)["correct"].any()


@each_game
def test_a_click_on_red_scores_as_right_and_one_on_blue_as_wrong(name, made, keys):
    for condition in made.conditions():
        lesson = made.lesson(condition, keys())
        red = (lesson.red & ~lesson.shown).argmax(axis=1)
        blue = lesson.red.argmin(axis=1)
        assert made.score(lesson, clicks(lesson, red))["correct"].all()
        assert not made.score(lesson, clicks(lesson, blue))["correct"].any()
        again = made.score(lesson, clicks(lesson, lesson.shown.argmax(axis=1)))
        assert again["again"].all() and not again["correct"].any()


@each_that_asks
def test_asked_items_reach_a_learner_without_their_labels(name, made, keys):
    lesson = made.lesson(made.conditions()[0], keys())
    assert lesson.asked.labels is not None
    assert lesson.asked.blind().labels is None


@each_game
def test_all_but_one_tile_reach_a_player_face_down(name, made, keys):
    lesson = made.lesson(made.conditions()[0], keys())
    boards = (jnp.asarray(part) for part in (lesson.red, lesson.shown))
    state = lesson.asked.place(*boards)
    seen = np.asarray(lesson.asked.view(state).board)
    assert ((seen != -1).sum(axis=1) == 1).all()
    assert ((seen == 1).sum(axis=1) == 1).all()


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
    assert kept == {item for lesson in lessons for item in ids(made, lesson)}


@each_paradigm
def test_conditions_are_told_apart_and_told_in_words(name, made):
    conditions = [str(condition) for condition in made.conditions()]
    assert len(set(conditions)) == len(conditions)
    assert made.description()


@each_paradigm
def test_what_it_shows_can_be_drawn(name, made, keys):
    condition = made.conditions()[0]
    asked = made.items(condition, [made.lesson(condition, keys())])
    for caption, figure in made.pictures(keys(), asked):
        assert caption
        figure.savefig(io.BytesIO(), format="png", dpi=30)
