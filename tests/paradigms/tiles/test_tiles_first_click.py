"""What every unit meets, and how its first click is scored."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.play import Trajectories
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.items.asked import asked_boards
from metamer.paradigms.tiles.items.lessons import lesson as tiles_lesson

SMALL = Tiles(
    rules=("rectangle",),
    recipe=Gibbs(updates=10, sweeps=2),
    boards=3,
    pool=64,
    weigh=False,
)

each_condition = pytest.mark.parametrize("condition", SMALL.conditions(), ids=str)


def clicks(tiles) -> Trajectories:
    """One click on each board."""
    tiles = np.asarray(tiles)[:, None]
    return Trajectories(tiles, np.full(tiles.shape, np.nan))


@each_condition
def test_every_unit_meets_the_same_game(condition, keys):
    one = SMALL.lesson(condition, keys())
    tiles_lesson.cache_clear()
    asked_boards.cache_clear()
    other = SMALL.lesson(condition, keys())
    assert other is not one
    assert all(map(np.array_equal, one.start, other.start))
    assert all(np.array_equal(one.notes[name], other.notes[name]) for name in one.notes)
    for mine, theirs in zip(one.taught.boards, other.taught.boards, strict=True):
        assert np.array_equal(mine, theirs)


@each_condition
def test_a_click_on_red_scores_as_right_and_one_on_blue_as_wrong(condition, keys):
    lesson = SMALL.lesson(condition, keys())
    red, shown = lesson.start
    first_red, first_blue = (red & ~shown).argmax(axis=1), red.argmin(axis=1)
    assert SMALL.score(lesson, clicks(first_red))["correct"].all()
    assert not SMALL.score(lesson, clicks(first_blue))["correct"].any()
    again = SMALL.score(lesson, clicks(shown.argmax(axis=1)))
    assert again["again"].all() and not again["correct"].any()


@each_condition
def test_all_but_one_tile_reach_a_player_face_down(condition, keys):
    lesson = SMALL.lesson(condition, keys())
    state = lesson.asked.place(jax.tree.map(jnp.asarray, lesson.start))
    seen = np.asarray(lesson.asked.view(state).observation)
    assert ((seen != -1).sum(axis=1) == 1).all()
    assert ((seen == 1).sum(axis=1) == 1).all()
