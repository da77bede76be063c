"""Boards on request."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.metamers.recipes.max_entropy import MaxEntropy
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.commands import paradigm_with
from metamer.paradigms.tiles.distributions.distribution import contains, mean_reds
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items.draw import arrays, draw_boards
from metamer.paradigms.tiles.rules import FAMILY, are_playable

QUICK = {"recipe.updates": "20", "recipe.sweeps": "2", "pool": "256"}


def rectangles(many, seed=0, condition="abstract"):
    paradigm = paradigm_with("rectangle", "as_coded", QUICK)
    return draw_boards(paradigm, "rectangle", condition, many, seed)


def test_boards_of_a_file_have_the_promised_names_shapes_and_types():
    made = arrays(rectangles(30))
    assert set(made) == {"boards", "starts"}
    assert (made["boards"].dtype, made["boards"].shape) == (np.uint8, (30, 7, 7))
    assert made["starts"].dtype.kind == "i" and made["starts"].shape == (30, 2)
    assert set(np.unique(made["boards"])) == {0, 1}
    rows, columns = made["starts"].T
    assert (made["boards"][np.arange(30), rows, columns] == 1).all()


@pytest.mark.parametrize("rule", ["symmetry", "zigzag"])
def test_boards_are_as_frequent_as_they_are_probable(rule):
    known = distribution_of(rule)
    paradigm = paradigm_with(rule, "as_coded", {})
    made = draw_boards(paradigm, rule, "abstract", 20_000, 0).boards
    assert contains(known, made).all()
    often = [known.probabilities.argmax(), known.probabilities.argmin()]
    for place in often:
        share = (made == known.boards[place]).all(axis=1).mean()
        p = known.probabilities[place]
        assert abs(share - p) < 4 * np.sqrt(p * (1 - p) / 20_000)


def test_every_red_tile_of_a_board_is_face_up_as_often():
    # Rectangles of 2 x 2 have 4 red tiles: which of them is it?
    made = rectangles(20_000)
    small = made.boards.sum(axis=1) == 4
    ranks = np.cumsum(made.boards[small], axis=1)
    rank = ranks[np.arange(small.sum()), made.starts[small]]
    shares = np.bincount(rank, minlength=5)[1:] / small.sum()
    assert np.abs(shares - 0.25).max() < 4 * np.sqrt(0.25 * 0.75 / small.sum())


def test_readings_differ():
    described = paradigm_with("pyramid", "as_described", {})
    made = draw_boards(described, "pyramid", "abstract", 500, 0).boards
    assert contains(distribution_of("pyramid", "as_described"), made).all()
    # All sizes alike in the words of the paper, and mostly the smallest in its code.
    assert made.sum(axis=1).mean() > 8 > mean_reds(distribution_of("pyramid"))


def test_metamers_are_fresh_playable_and_not_the_rules():
    made = rectangles(2000, condition="metamer").boards
    assert are_playable(made).all()
    assert contains(distribution_of("rectangle"), made).mean() < 0.5
    # The pool has 64 boards at least; so many different ones are not drawn from it.
    assert len(np.unique(made, axis=0)) > 1000


@pytest.mark.parametrize("condition", ["abstract", "metamer"])
def test_a_seed_is_a_set_of_boards(condition):
    one, again, other = (rectangles(20, seed, condition) for seed in (1, 1, 2))
    assert np.array_equal(one.boards, again.boards)
    assert np.array_equal(one.starts, again.starts)
    assert not np.array_equal(one.boards, other.boards)


def test_the_first_boards_are_the_same_however_many_follow():
    few, many = rectangles(5), rectangles(50)
    assert np.array_equal(few.boards, many.boards[:5])
    assert np.array_equal(few.starts, many.starts[:5])


def test_boards_of_a_file_can_be_made_again(tmp_path):
    path = tmp_path / "small.npz"
    small = np.array([[[1, 1], [1, 0]], [[1, 1], [0, 1]]], np.uint8)
    np.savez(path, boards=small, counts=np.array([1, 3]))
    paradigm = paradigm_with(str(path), "as_coded", {})
    made = arrays(draw_boards(paradigm, str(path), "abstract", 4000, 0))
    assert made["boards"].shape == (4000, 2, 2)
    assert abs((made["boards"] == small[1]).all(axis=(1, 2)).mean() - 0.75) < 0.03


def test_settings_are_texts_and_reach_into_recipes():
    assert paradigm_with("", "as_coded", {}) == Tiles(FAMILY)
    paradigm = paradigm_with("copy", "as_coded", {"pool": "100", "recipe.sweeps": "9"})
    assert paradigm == Tiles(("copy",), pool=100, recipe=Gibbs(sweeps=9))
    other = paradigm_with("copy", "as_coded", {"recipe": "max_entropy"})
    assert other.recipe == MaxEntropy()


@pytest.mark.parametrize(
    "rule, reading, changes, complaint",
    [
        ("moon", "as_coded", {}, "no rule 'moon'; there is: copy, symmetry"),
        ("copy", "aloud", {}, "no reading 'aloud'; there is: as_coded, as_described"),
        ("copy", "as_coded", {"colour": "1"}, "there is no 'colour' here"),
        ("copy", "as_coded", {"recipe": "stew"}, "no recipe 'stew'; there is: gibbs"),
        ("copy", "as_coded", {"recipe.sweeps": "0"}, "sweeps must be at least 1"),
    ],
)
def test_a_wrong_setting_is_refused(rule, reading, changes, complaint):
    with pytest.raises(Refusal, match=complaint):
        paradigm_with(rule, reading, changes)


@pytest.mark.parametrize(
    "condition, many, seed, complaint",
    [
        ("other", 1, 0, "no condition 'other'; there is: abstract, metamer"),
        ("abstract", 0, 0, "-n must be at least 1, not 0"),
        ("abstract", 1, -1, "seed must be at least 0, not -1"),
    ],
)
def test_a_wrong_request_is_refused(condition, many, seed, complaint):
    with pytest.raises(Refusal, match=complaint):
        rectangles(many, seed, condition)
